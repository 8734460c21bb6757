import type { Request } from 'express';

/** What a request has asked so far, for the access log. */
interface Asked {
  queries: number;
  readonly texts: string[];
}

/** Texts of one request that are recorded, and characters of each. */
const MAX_TEXTS = 100;
const MAX_CHARACTERS = 200;

const ASKED = new WeakMap<Request, Asked>();

/** Counts queries to their request. */
export function countQueries(request: Request, queries: readonly { readonly text: string }[]): void {
  const asked = ASKED.get(request) ?? { queries: 0, texts: [] };
  asked.queries += queries.length;
  for (const { text } of queries.slice(0, MAX_TEXTS - asked.texts.length))
    asked.texts.push(text.slice(0, MAX_CHARACTERS));
  ASKED.set(request, asked);
}

/** What was counted; `undefined` where nothing was. */
export function askedQueries(
  request: Request,
): { readonly queries: number; readonly texts: readonly string[] } | undefined {
  return ASKED.get(request);
}
