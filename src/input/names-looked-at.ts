import type { Dataset } from '../entities/dataset.js';
import { plainLetters } from '../foundation/plain-letters.js';

/** Rows of a table examined to infer its columns. */
export const MAX_ROWS = 300;
/** Entities of the dataset examined, evenly distributed: without a waiting user, and with one. */
export const LOOKED_AT = { atLeisure: 200_000, inPassing: 100_000 } as const;

/**
 * The names of about `most` entities, without case and accents. Cost: up to a second for `atLeisure` in a large
 * dataset, some hundredths of one for `inPassing`.
 */
export function* namesLookedAt({ entities }: Pick<Dataset, 'entities'>, most: number): Iterable<string> {
  const step = Math.max(1, Math.floor(entities.size / most));
  for (let ordinal = 0; ordinal < entities.size; ordinal += step) yield plainLetters(entities.nameOf(ordinal));
}
