import type { AnsweredOutcome } from './answered-outcome.js';

/** The answer to one query with all that is known of each candidate, the reasons of its features among it. For reports of sameas itself; no client asks for it. */
export function renderExplainedAnswer({ candidates }: AnsweredOutcome): string {
  return JSON.stringify({ candidates });
}
