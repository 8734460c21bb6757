import type { Dataset } from '../entities/dataset.js';
import { plainLetters } from '../foundation/plain-letters.js';

/** How many rows of a table are looked at, to find out what its columns are. */
export const MAX_ROWS = 300;
/** How many entities of the list are looked at, spread over all of it: by those who can wait, and by those for whom others wait. */
export const LOOKED_AT = { atLeisure: 200_000, inPassing: 100_000 } as const;

/** The names of about `most` entities, without case and accents. Cost: up to a second for `atLeisure` many of a long list, some hundredths of one for `inPassing`. */
export function* namesLookedAt({ entities }: Pick<Dataset, 'entities'>, most: number): Iterable<string> {
  const step = Math.max(1, Math.floor(entities.size / most));
  for (let ordinal = 0; ordinal < entities.size; ordinal += step) yield plainLetters(entities.nameOf(ordinal));
}
