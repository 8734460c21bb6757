import type { Dataset } from '../entities/dataset.js';
import { plainLetters } from '../foundation/plain-letters.js';

export interface RowPair {
  readonly row: number;
  /** Ordinal of the entity. */
  readonly entity: number;
  /** 0–1; one over the number of equally similar entities. */
  readonly weight: number;
}

/** Rows of a table examined to infer its columns. */
export const MAX_ROWS = 300;
/** Rows whose names are searched. */
const MAX_ROWS_PAIRED = 10 * MAX_ROWS;
/** Minimum share of common words of both names (Jaccard) for a probable pair. */
const MIN_SIMILARITY = 0.5;
/** A name of more entities is no evidence for any of them. */
const MAX_NAMESAKES = 4;
/** Datasets up to this size are also searched by aliases. */
const ALIASES_LOOKED_AT = 10_000;

interface NearestEntities {
  similarity: number;
  entities: number[];
}

/**
 * Pairs of rows and entities with nearly the same name. `names` are those of the first rows; about `most` entities are
 * examined, evenly distributed. Cost: the words of each of their names.
 */
export function namePairs(
  names: readonly string[],
  { entities }: Pick<Dataset, 'entities'>,
  most: number,
): readonly RowPair[] {
  const asked = names.slice(0, MAX_ROWS_PAIRED).map((name) => new Set(wordsOf(name)));
  const rowsOfWord = rowsByRareWord(asked);
  const nearest = asked.map((): NearestEntities => ({ similarity: 0, entities: [] }));
  const step = Math.max(1, Math.floor(entities.size / most));
  for (let ordinal = 0; ordinal < entities.size; ordinal += step) {
    const own =
      entities.size <= ALIASES_LOOKED_AT
        ? [entities.nameOf(ordinal), ...entities.entity(ordinal).aliases.map(({ text }) => text)]
        : [entities.nameOf(ordinal)];
    for (const name of own) note(new Set(wordsOf(name)), ordinal, asked, rowsOfWord, nearest);
  }
  return nearest.flatMap(({ entities: found }, row) =>
    found.length > MAX_NAMESAKES ? [] : found.map((entity) => ({ row, entity, weight: 1 / found.length })),
  );
}

function note(
  words: ReadonlySet<string>,
  ordinal: number,
  asked: readonly ReadonlySet<string>[],
  rowsOfWord: ReadonlyMap<string, readonly number[]>,
  nearest: readonly NearestEntities[],
): void {
  const rows = new Set<number>();
  for (const word of words) for (const row of rowsOfWord.get(word) ?? []) rows.add(row);
  for (const row of rows) {
    const [wanted, best] = [asked[row], nearest[row]];
    if (wanted === undefined || best === undefined) continue;
    let common = 0;
    for (const word of wanted) if (words.has(word)) common++;
    const similarity = common / (wanted.size + words.size - common);
    if (similarity < MIN_SIMILARITY || similarity < best.similarity) continue;
    if (similarity > best.similarity) {
      best.similarity = similarity;
      best.entities = [];
    }
    if (best.entities.length <= MAX_NAMESAKES && best.entities.at(-1) !== ordinal) best.entities.push(ordinal);
  }
}

/**
 * The rows by the rarest half of the words of their names plus one: every sufficiently similar name has one of these
 * (prefix filtering; Chaudhuri, Ganti and Kaushik, 2006).
 */
function rowsByRareWord(asked: readonly ReadonlySet<string>[]): ReadonlyMap<string, readonly number[]> {
  const counts = new Map<string, number>();
  for (const words of asked) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rows = new Map<string, number[]>();
  asked.forEach((words, row) => {
    const rarest = [...words].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
    for (const word of rarest.slice(0, Math.floor(rarest.length / 2) + 1)) {
      const known = rows.get(word);
      if (known === undefined) rows.set(word, [row]);
      else known.push(row);
    }
  });
  return rows;
}

function wordsOf(name: string): readonly string[] {
  return plainLetters(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}

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
