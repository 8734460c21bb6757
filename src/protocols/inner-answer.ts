import type { AnsweredOutcome } from './answered-outcome.js';

/** The answer to one query as the other parts of the program need it: candidates as objects with their figures, reasons left out. No client asks for it. */
export function renderInnerAnswer({ candidates, nothing }: AnsweredOutcome): string {
  return JSON.stringify({
    candidates: candidates.map(({ features, ...candidate }) => ({
      ...candidate,
      features: features.map(({ id, value }) => ({ id, value })),
    })),
    nothing,
  });
}
