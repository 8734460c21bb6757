import type { Dataset } from '../entities/dataset.js';
import type { RawCell } from '../formats/raw-record.js';
import { textsOf } from '../formats/texts-of.js';
import { plainLetters } from '../foundation/plain-letters.js';

/** How many rows of the table are looked at. */
export const MAX_ROWS = 300;
/** How many entities of the list are looked at, spread over all of it: by those who can wait, and by those for whom others wait. */
export const LOOKED_AT = { atLeisure: 200_000, inPassing: 10_000 } as const;
/** Share of the words of a column that must be words of names, and how many times that of any other column it must be. */
const MIN_SHARE = 0.3;
const MIN_LEAD = 2;
/** Share from which on the words of a column that is called so may be names. */
const MIN_HEADED_SHARE = 0.1;

/**
 * The one of `columns` whose words are by far most often words of names of the list; `undefined` when none is, and when the one that is `headed` as names has
 * some of these words. Cost: up to a second for `atLeisure` many names of a long list, some hundredths of one for `inPassing`.
 */
export function columnLikeNames(rows: readonly (readonly RawCell[])[], columns: readonly number[], headed: number | undefined, { entities }: Pick<Dataset, 'entities'>, mostEntities: number): number | undefined {
  if (columns.length < 2 || rows.length === 0) return undefined;
  const known = new Set<string>();
  const step = nameStep(entities.size, mostEntities);
  for (let ordinal = 0; ordinal < entities.size; ordinal += step) for (const word of wordsOf(entities.nameOf(ordinal))) known.add(word);
  const shares = columns.map((column) => ({ column, share: shareKnown(rows.slice(0, MAX_ROWS), column, known) })).sort((a, b) => b.share - a.share);
  if (shares.some(({ column, share }) => column === headed && share >= MIN_HEADED_SHARE)) return undefined;
  const [best, second] = shares;
  return best !== undefined && second !== undefined && best.share >= MIN_SHARE && best.share >= second.share * MIN_LEAD ? best.column : undefined;
}

/** Every how many-th entity is looked at, so that it is about `most` of them. */
export function nameStep(entities: number, most: number): number {
  return Math.max(1, Math.floor(entities / most));
}

function shareKnown(rows: readonly (readonly RawCell[])[], column: number, known: ReadonlySet<string>): number {
  const words = rows.flatMap((cells) => wordsOf(textsOf(cells[column]).join(' ')));
  return words.length === 0 ? 0 : words.filter((word) => known.has(word)).length / words.length;
}

/** Without case and accents; a word has two letters or more. */
function wordsOf(text: string): readonly string[] {
  return plainLetters(text).match(/\p{L}{2,}/gu) ?? [];
}
