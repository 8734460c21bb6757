import { z } from 'zod';
import { cellText, type CellValue, DateValue, ErrorValue, isBlank } from '../grid/cell-value.js';
import { type Grid, readGroups } from '../grid/grid.js';
import type { RecordIndex } from './record-index.js';

/*
 * The order of texts in sorted rows, as in OpenRefine: letters first, whatever their case, then signs ignored at first
 * – white space, hyphens and accents. It is that of Java's collator for English at its second level, observed by
 * sorting with OpenRefine 3.6; a recipe that sorts rows gives the same rows here.
 */

/** Characters of the first level, in order. All others follow by code point. */
const FIRST_LEVEL = [
  ...'_,;:!¡?¿/.`^~·\'"«»()[]{}§¶©®@¤¢₡₢$₫€₣₤₥₦₧£₪₩¥*\\&#%+±÷×<=>¬|¦°0123456789abcdefghijklmnopqrstuvwxyz',
];

/** Characters of the second level alone: white space, accents in their order, hyphens. */
const SECOND_LEVEL = [
  ...' \t\n\r\v\f\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0304\u0327\u0328\u0326\u030f\u0311\u031b-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212',
];

/** Letters that count as two. */
const EXPANSIONS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', þ: 'th', Þ: 'th' };

const FIRST_WEIGHTS: ReadonlyMap<string, string> = new Map([
  ...FIRST_LEVEL.flatMap((character, i) =>
    [character, character.toUpperCase()].map((one) => [one, weight(i)] as const),
  ),
  // A letter of its own, between d and e.
  ...['ð', 'Ð'].map((character) => [character, weight(FIRST_LEVEL.indexOf('d')) + weight(FIRST_LEVEL.length)] as const),
]);

const SECOND_WEIGHTS: ReadonlyMap<string, string> = new Map(
  SECOND_LEVEL.map((character, i) => [character, weight(i + 1)]),
);

const OTHER_MARK = /^[\u0300-\u036f\p{Cc}]$/u;

/** Before every weight of the second level: no such character. */
const PLAIN = '\u0001';

/** `sorting` of clients; unknown members are dropped. */
export const sortingSchema = z.object({
  criteria: z
    .array(
      z.object({
        column: z.string(),
        valueType: z.enum(['string', 'number', 'date', 'boolean']).default('string'),
        reverse: z.boolean().default(false),
        caseSensitive: z.boolean().default(false),
        /** Place of blanks and errors: below 0 before the values, above behind them. */
        blankPosition: z.number().int().default(1),
        errorPosition: z.number().int().default(2),
      }),
    )
    .nullish()
    .transform((criteria) => criteria ?? []),
});

export type Sorting = z.infer<typeof sortingSchema>;
type Criterion = Sorting['criteria'][number];

const VALUE = 0;
const BLANK = 1;
const ERROR = 2;

/** Keys of one criterion, a class and a rank for each row: two numbers to compare. */
interface Keys {
  readonly criterion: Criterion;
  readonly classes: Uint8Array;
  /** The order of the values, equal values sharing one rank. */
  readonly ranks: Float64Array;
}

/**
 * The rows in sorted order, as indexes into the grid; ties keep their order. Undefined without criteria. Cost: one pass
 * and one sort of the distinct values for each criterion, then one sort of the rows.
 */
export function sortRows(grid: Grid, sorting: Sorting): Uint32Array | undefined {
  if (sorting.criteria.length === 0) return undefined;
  const keys = sorting.criteria.map((criterion) => keysOf(grid, criterion));
  const order = Uint32Array.from({ length: grid.rowCount }, (_, index) => index);
  return order.sort((one, other) => compareBy(keys, one, other) || one - other);
}

/**
 * The records in sorted order. A record stands for its smallest value (its largest when reversed), as a person who looks for the first match
 * would order them.
 */
export function sortRecords(grid: Grid, sorting: Sorting, records: RecordIndex): Uint32Array | undefined {
  if (sorting.criteria.length === 0) return undefined;
  const keys = sorting.criteria.map((criterion) => recordKeys(keysOf(grid, criterion), records));
  const order = Uint32Array.from({ length: records.recordCount }, (_, index) => index);
  return order.sort((one, other) => compareBy(keys, one, other) || one - other);
}

/** The rows in the order of a sorted view of rows or records; undefined without criteria. */
export function sortedRows(
  grid: Grid,
  sorting: Sorting,
  mode: 'row-based' | 'record-based',
  records: () => RecordIndex,
): Uint32Array | undefined {
  if (mode === 'row-based') return sortRows(grid, sorting);
  const recordOrder = sortRecords(grid, sorting, records());
  return recordOrder && rowsOfRecords(recordOrder, records(), grid.rowCount);
}

/** The rows of records in the order of their records. */
function rowsOfRecords(recordOrder: Uint32Array, records: RecordIndex, rowCount: number): Uint32Array {
  const rows = new Uint32Array(rowCount);
  let place = 0;
  for (const recordIndex of recordOrder) {
    const record = records.record(recordIndex);
    if (record === undefined) continue;
    for (let row = record.fromRowIndex; row < record.toRowIndex; row += 1) {
      rows[place] = row;
      place += 1;
    }
  }
  return rows;
}

function compareBy(keys: readonly Keys[], one: number, other: number): number {
  for (const { criterion, classes, ranks } of keys) {
    const [classOfOne = BLANK, classOfOther = BLANK] = [classes[one], classes[other]];
    if (classOfOne !== classOfOther) {
      const difference = positionOf(criterion, classOfOne) - positionOf(criterion, classOfOther);
      if (difference !== 0) return difference;
      continue;
    }
    if (classOfOne !== VALUE) continue;
    const difference = (ranks[one] ?? 0) - (ranks[other] ?? 0);
    if (difference !== 0) return criterion.reverse ? -difference : difference;
  }
  return 0;
}

function positionOf(criterion: Criterion, valueClass: number): number {
  if (valueClass === VALUE) return 0;
  return valueClass === BLANK ? criterion.blankPosition : criterion.errorPosition;
}

function recordKeys({ criterion, classes, ranks }: Keys, records: RecordIndex): Keys {
  const recordClasses = new Uint8Array(records.recordCount);
  const recordRanks = new Float64Array(records.recordCount);
  for (let index = 0; index < records.recordCount; index += 1) {
    const record = records.record(index);
    if (record === undefined) continue;
    let best = record.fromRowIndex;
    let hasValue = false;
    for (let row = record.fromRowIndex; row < record.toRowIndex; row += 1) {
      if (classes[row] !== VALUE) {
        if (!hasValue && classes[row] === ERROR && classes[best] === BLANK) best = row;
        continue;
      }
      const isBetter = criterion.reverse
        ? (ranks[row] ?? 0) > (ranks[best] ?? 0)
        : (ranks[row] ?? 0) < (ranks[best] ?? 0);
      if (!hasValue || isBetter) best = row;
      hasValue = true;
    }
    recordClasses[index] = classes[best] ?? BLANK;
    recordRanks[index] = ranks[best] ?? 0;
  }
  return { criterion, classes: recordClasses, ranks: recordRanks };
}

function keysOf(grid: Grid, criterion: Criterion): Keys {
  const classes = new Uint8Array(grid.rowCount).fill(BLANK);
  const ranks = new Float64Array(grid.rowCount);
  const column = grid.model.columns.find(({ name }) => name === criterion.column);
  if (column === undefined) return { criterion, classes, ranks };
  const keyOf = KEY_OF[criterion.valueType];
  const texts = new Map<string, number>();
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(column.cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const row = reader.firstRow + position;
      const key = keyOf(chunk.value(position), criterion);
      if (key === 'blank') continue;
      if (key === 'error') {
        classes[row] = ERROR;
        continue;
      }
      classes[row] = VALUE;
      if (typeof key === 'number') ranks[row] = key;
      else {
        // Texts are numbered in order of appearance first, and get their alphabetical rank below.
        let place = texts.get(key.text);
        if (place === undefined) texts.set(key.text, (place = texts.size));
        ranks[row] = place;
      }
    }
  }
  if (texts.size > 0) rankTexts(texts, classes, ranks);
  return { criterion, classes, ranks };
}

function rankTexts(texts: ReadonlyMap<string, number>, classes: Uint8Array, ranks: Float64Array): void {
  const sorted = [...texts]
    .map(([text, place]) => ({ key: sortKey(text), place }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  const rankOfPlace = new Float64Array(texts.size);
  let rank = 0;
  sorted.forEach(({ key, place }, index) => {
    const previous = sorted[index - 1];
    if (previous !== undefined && previous.key !== key) rank += 1;
    rankOfPlace[place] = rank;
  });
  for (let row = 0; row < ranks.length; row += 1) {
    if (classes[row] === VALUE) ranks[row] = rankOfPlace[ranks[row] ?? 0] ?? 0;
  }
}

type Key = number | { readonly text: string } | 'blank' | 'error';

/**
 * An error in a cell sorts as a blank, except among texts, as recipes expect; `error` is for a value of the wrong kind.
 */
const KEY_OF: Readonly<Record<Criterion['valueType'], (value: CellValue, criterion: Criterion) => Key>> = {
  string: (value, { caseSensitive }) => {
    if (value === null || value === '') return 'blank';
    if (value instanceof ErrorValue) return 'error';
    const text = cellText(value);
    return { text: caseSensitive ? text : text.toLowerCase() };
  },
  number: (value) => {
    if (isBlank(value)) return 'blank';
    if (value instanceof DateValue) return value.epochMs;
    if (typeof value === 'boolean') return value ? 1 : 0;
    const number = typeof value === 'string' ? (value.trim() === '' ? NaN : Number(value)) : Number(value);
    return Number.isNaN(number) ? 'error' : number;
  },
  date: (value) => {
    if (isBlank(value)) return 'blank';
    return value instanceof DateValue ? value.epochMs + value.nanos / 1e6 : 'error';
  },
  boolean: (value) => {
    if (isBlank(value)) return 'blank';
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value === 'string') return value.toLowerCase() === 'true' ? 1 : 0;
    return 'error';
  },
};

function weight(place: number): string {
  return String.fromCharCode(place + 2);
}

/**
 * A text whose order by `<` is that of the given one; texts that differ in case alone have the same. Cost: one pass.
 */
function sortKey(text: string): string {
  let first = '';
  let second = '';
  for (const character of text.normalize('NFKD').replace(/[ßæÆœŒþÞ]/g, (letter) => EXPANSIONS[letter] ?? letter)) {
    const ignoredAtFirst = SECOND_WEIGHTS.get(character) ?? (OTHER_MARK.test(character) ? character : undefined);
    if (ignoredAtFirst === undefined) {
      first += FIRST_WEIGHTS.get(character) ?? character;
      second += PLAIN;
    } else second += ignoredAtFirst;
  }
  return `${first}\u0000${second}`;
}
