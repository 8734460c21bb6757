import { type CoordinateHalf, isCoordinateHeading } from '../entities/coordinate-headings.js';
import { type Dataset, resolveProperty } from '../entities/dataset.js';
import type { Property } from '../entities/property.js';
import { headingRank, relateHeadings } from '../datasets/heading-vocabulary.js';
import { textsOf } from '../formats/raw-record.js';
import { largestOf } from '../foundation/largest-of.js';
import { type ValueForm, comparatorFor } from '../values/compare-values.js';
import type { ValueLevel } from '../values/value-level.js';
import {
  type LevelCounts,
  MIN_FROM_PAIRS,
  addLevel,
  agreementOf,
  assignByGain,
  fromPairs,
  sumOf,
} from './pair-agreement.js';
import { type RowPair, namePairs } from './name-pairs.js';
import {
  evenly,
  pointOfHalf,
  readColumn,
  targetsOf,
  type AlignedTable,
  type ColumnTarget,
  type ReadColumn,
  type ReadTarget,
} from './read-columns.js';

/*
 * Aligns columns of a table with properties of a dataset by common values. Rows and entities with nearly the same name
 * are pairs; a column and the matching property agree in far more of them than in shuffled ones. With few pairs, common
 * values count. The heading is further evidence. One assignment is made for the whole table. All evidence is in nats,
 * the logarithm of the odds.
 */

/** A column with its aligned part of entities. */
export interface ColumnAlignment {
  /** Position of the column, from 0. */
  readonly column: number;
  readonly target: ColumnTarget;
  /** 0–1. */
  readonly probability: number;
  /** Pairs of a row and an entity with nearly the same name and values on both sides. */
  readonly compared: number;
  /** Those of them with equal or close values. */
  readonly agreeing: number;
  /** Share of agreeing values in these pairs, 0–1; equal values count fully, similar ones in part. */
  readonly agreement: number;
  /** The same for shuffled pairs. */
  readonly chance: number;
  /** Whether nearly every row and nearly every entity has a distinct value: equal values mean the same entity. */
  readonly isKey: boolean;
  /** Up to three pairs of a value of the table and one of the dataset. */
  readonly examples: readonly (readonly [string, string])[];
}

interface AligningOptions {
  /** Maximum entities examined to find pairs. */
  readonly mostEntities: number;
  /** Known pairs, such as matched rows; by default found by name. */
  readonly pairs?: readonly RowPair[] | undefined;
  /** Columns and properties whose agreement is reported even without an alignment. */
  readonly asked?: readonly ColumnProperty[];
}

interface ColumnProperty {
  readonly column: number;
  readonly property: Property;
}

/** Prior in nats: most columns have no counterpart. */
const PRIOR = -2.5;
/** The heading is the id or the name of the property. */
const SAME_ID = 6;
const SAME_HEADING = 5;
const LIKE_HEADING = 2;
const OTHER_HEADING = -2.5;
/** Nats if the property has all values of a column, without evidence from pairs. */
const MAX_FROM_VALUES = 6.5;
const NOT_COMPARABLE = -9;
/** Nats for a few repeated values, none of which the column has. */
const NOTHING_IN_COMMON = -4;
/** Minimum share of common values for codes and texts with few distinct values. */
const MIN_IN_COMMON = 0.05;
const MIN_PROBABILITY = 0.8;

/** Maximum pairs whose entities are read, and those compared for a column and a property. */
const MAX_PAIRS_READ = 1_500;
const MAX_PAIRS = 240;
const QUICK_PAIRS = 40;
const SHUFFLES = 3;
const MAX_COLUMNS = 60;
/** Minimum pairs that are better evidence than values alone. */
const ENOUGH_PAIRS = 30;

/**
 * Aligns each of the columns with a property, or with the id, aliases or description; columns without a counterpart are
 * left out. Latitude and longitude are aligned together or not at all. Cost: `mostEntities` names, the values of some
 * thousand entities, and some hundred comparisons for each column and property.
 */
export function alignColumns(
  table: AlignedTable,
  dataset: Pick<Dataset, 'properties' | 'entities'>,
  { mostEntities, pairs: known, asked = [] }: AligningOptions,
): readonly ColumnAlignment[] {
  const columns = table.columns.slice(0, MAX_COLUMNS).map((column) => readColumn(table, column));
  if (columns.length === 0 || dataset.entities.size === 0) return [];
  const names = table.rows.map((cells) => textsOf(cells[table.query]).join(' '));
  const pairs = evenly(known ?? namePairs(names, dataset, mostEntities), MAX_PAIRS_READ);
  const targets = targetsOf(dataset, pairs);
  const compared = columns.map((column) => targets.map((target) => compare(column, target, pairs)));
  const alignment = (at: number, place: number): ColumnAlignment | undefined => {
    const [column, target] = [columns[at], targets[place]];
    return column === undefined || target === undefined ? undefined : alignmentOf(column, target, compared, at, place);
  };
  const assigned = assignByGain(compared.map((row) => row.map(({ gain }) => gain)));
  const found = assigned.flatMap((place, at) => {
    const one = place === undefined ? undefined : alignment(at, place);
    return one === undefined || one.probability < MIN_PROBABILITY ? [] : [one];
  });
  const alsoAsked = asked.flatMap((one) => {
    if (found.some(({ column, target }) => column === one.column && isProperty(target, one.property))) return [];
    const [at, place] = [
      columns.findIndex(({ column }) => column === one.column),
      targets.findIndex(({ target }) => isProperty(target, one.property)),
    ];
    return alignment(at, place) ?? [];
  });
  return [...found.filter((one) => isWhole(one, found)), ...alsoAsked];
}

/** The alignment of a column with a target, by how both compare with others. */
function alignmentOf(
  column: ReadColumn,
  target: ReadTarget,
  compared: readonly (readonly Compared[])[],
  at: number,
  place: number,
): ColumnAlignment | undefined {
  const row = compared[at];
  const one = row?.[place];
  if (row === undefined || one === undefined) return undefined;
  const { gain, ...figures } = one;
  const others = [
    ...row.filter((other) => other !== one),
    ...compared.flatMap((other) => (other === row ? [] : other.slice(place, place + 1))),
  ];
  return {
    column: column.column,
    target: target.target,
    probability: probabilityOf(
      gain,
      others.map((other) => other.gain),
    ),
    ...figures,
    isKey: column.isKey && target.isKey && (figures.agreement >= 0.5 || figures.compared === 0),
  };
}

function isProperty(target: ColumnTarget, { id }: Property): boolean {
  return target.kind === 'property' && target.property.id === id;
}

/** Whether a latitude or longitude has its other half among the alignments; true for all else. */
function isWhole({ target }: ColumnAlignment, all: readonly ColumnAlignment[]): boolean {
  if (target.kind !== 'latitude' && target.kind !== 'longitude') return true;
  const { id } = target.property;
  return ['latitude', 'longitude'].every((half) =>
    all.some(({ target: other }) => other.kind === half && 'property' in other && other.property.id === id),
  );
}

interface Compared {
  /** Evidence in nats. */
  readonly gain: number;
  readonly compared: number;
  readonly agreeing: number;
  readonly agreement: number;
  readonly chance: number;
  readonly examples: readonly (readonly [string, string])[];
}

/**
 * The comparison level of the nearest values of two lists of texts; `missing` where one has none that is comparable.
 */
function levelOfTexts(asked: readonly string[], own: readonly string[], form: ValueForm): ValueLevel {
  let [level, most]: [ValueLevel, number] = ['missing', -1];
  for (const one of asked) {
    const compare = comparatorFor(one, form);
    for (const text of compare === undefined ? [] : own) {
      const found = compare?.({ kind: 'text', text });
      if (found !== undefined && found.similarity > most) [level, most] = [found.level, found.similarity];
    }
  }
  return level;
}

const NONE_COMPARED = { compared: 0, agreeing: 0, agreement: 0, chance: 0, examples: [] };

function compare(column: ReadColumn, target: ReadTarget, pairs: readonly RowPair[]): Compared {
  const heading = fromHeading(column.heading, target);
  if (target.target.kind === 'alias' && !isAsLong(column, target)) return { ...NONE_COMPARED, gain: NOT_COMPARABLE };
  const found = new PairComparison(column, target);
  // Pairs with values on both sides.
  const filled = evenly(
    pairs.flatMap((pair, place) =>
      target.ofPair[place]?.length === 0 || column.rows[pair.row]?.length === 0 ? [] : [{ pair, place }],
    ),
    MAX_PAIRS,
  );
  const first = evenly(filled, QUICK_PAIRS);
  found.count(first);
  const { counts } = found;
  if (first.length >= 5 && found.compared < first.length / 2) return { ...NONE_COMPARED, gain: NOT_COMPARABLE };
  if (sumOf(counts) >= 10 && agreementOf(counts) < 0.05 && heading <= 0)
    return {
      ...NONE_COMPARED,
      compared: found.compared,
      agreeing: found.agreeing,
      agreement: agreementOf(counts),
      gain: MIN_FROM_PAIRS,
    };
  const isFirst = new Set(first);
  found.count(filled.filter((one) => !isFirst.has(one)));
  const shuffled = found.shuffledCounts(filled);
  const valuesSay = found.half === undefined ? fromValues(column, target) : 0;
  const share = Math.min(1, sumOf(counts) / ENOUGH_PAIRS);
  return {
    // Where nearly all have one value, pairs are weak evidence, and the value itself is the best.
    gain:
      PRIOR +
      heading +
      fromPairs(counts, shuffled, target.form.kind) +
      valuesSay * Math.max(1 - share, agreementOf(shuffled)),
    compared: found.compared,
    agreeing: found.agreeing,
    agreement: agreementOf(counts),
    chance: agreementOf(shuffled),
    examples: found.examples,
  };
}

interface PlacedPair {
  readonly pair: RowPair;
  /** Among all pairs. */
  readonly place: number;
}

/** Counts how a column and a target agree on pairs of rows and entities. */
class PairComparison {
  readonly counts: LevelCounts = [0, 0, 0, 0];
  /** Pairs with comparable values, and those of them that agree. */
  compared = 0;
  agreeing = 0;
  readonly examples: (readonly [string, string])[] = [];
  readonly half: CoordinateHalf | undefined;
  readonly #column: ReadColumn;
  readonly #target: ReadTarget;

  constructor(column: ReadColumn, target: ReadTarget) {
    const { kind } = target.target;
    this.half = kind === 'latitude' || kind === 'longitude' ? kind : undefined;
    this.#column = column;
    this.#target = target;
  }

  count(pairs: readonly PlacedPair[]): void {
    for (const { pair, place } of pairs) {
      const level = this.#level(pair.row, place);
      if (level === 'missing') continue;
      this.compared++;
      addLevel(this.counts, level, pair.weight);
      if (level !== 'exact' && level !== 'close') continue;
      this.agreeing++;
      if (this.examples.length < 3) this.#addExample(pair.row, place);
    }
  }

  #addExample(row: number, place: number): void {
    const [own, other] = [this.#column.rows[row]?.[0] ?? '', this.#target.ofPair[place]?.[0] ?? ''];
    if (!this.examples.some(([text]) => text === own))
      this.examples.push([own, this.half === undefined ? other : halfOf(other, this.half)]);
  }

  /** The levels of pairs whose entities are exchanged: agreement by chance. */
  shuffledCounts(pairs: readonly PlacedPair[]): LevelCounts {
    const counts: LevelCounts = [0, 0, 0, 0];
    for (let shift = 1; shift <= SHUFFLES && pairs.length > 1; shift++)
      for (const [at, one] of pairs.entries()) {
        const other = pairs[(at + shift * 37 + shift * shift) % pairs.length];
        if (other === undefined || one.pair.row === other.pair.row || one.pair.entity === other.pair.entity) continue;
        addLevel(counts, this.#level(one.pair.row, other.place), 1);
      }
    return counts;
  }

  #level(row: number, place: number): ValueLevel {
    const level = levelOfTexts(this.#textsOf(row), this.#target.ofPair[place] ?? [], this.#target.form);
    // Ids are equal or different.
    return this.#target.target.kind === 'id' && (level === 'close' || level === 'partial') ? 'different' : level;
  }

  #textsOf(row: number): readonly string[] {
    const texts = this.#column.rows[row] ?? [];
    const { half } = this;
    if (half === undefined) return texts;
    return texts.flatMap((text) =>
      DECIMAL.test(text.trim()) ? [pointOfHalf(text.trim().replace(',', '.'), half)] : [],
    );
  }
}

/** Whether the values have similar lengths: towns and descriptions within names are not names. */
function isAsLong({ rows }: ReadColumn, { ofPair }: ReadTarget): boolean {
  const mean = (lists: readonly (readonly string[])[]): number => {
    const texts = lists.flatMap((list) => list.slice(0, 1));
    return sumOf(texts.map(({ length }) => length)) / Math.max(1, texts.length);
  };
  const ratio = mean(rows) / Math.max(1, mean(ofPair));
  return ratio > 0.6 && ratio < 1.7;
}

const DECIMAL = /^[+-]?\d{1,3}(?:[.,]\d+)?$/;

function halfOf(point: string, half: CoordinateHalf): string {
  const [latitude = '', longitude = ''] = point.split(', ');
  return half === 'latitude' ? latitude : longitude;
}

/** Evidence of a heading for a target, in nats. */
function fromHeading(heading: string, { target, names }: ReadTarget): number {
  switch (target.kind) {
    case 'property': {
      if (namedProperty(heading, { properties: [target.property] }) !== undefined) return SAME_ID;
      const relations = names.map((name) => relateHeadings(heading, name));
      return relations.includes('same')
        ? SAME_HEADING
        : relations.includes('alike')
          ? LIKE_HEADING
          : relations.includes('other')
            ? OTHER_HEADING
            : 0;
    }
    case 'latitude':
    case 'longitude':
      return isCoordinateHeading(heading) === target.kind ? SAME_ID : 0;
    case 'id':
      return headingRank(heading, 'id') === undefined ? 0 : LIKE_HEADING;
    case 'alias':
      return headingRank(heading, 'aliases') === undefined && headingRank(heading, 'name') === undefined
        ? 0
        : LIKE_HEADING;
    case 'description':
      return headingRank(heading, 'description') === undefined ? 0 : SAME_ID;
  }
}

/** Evidence of common values in nats, weighted by rarity, beyond the chance of common numbers. */
function fromValues({ values, form }: ReadColumn, { counts, form: own }: ReadTarget): number {
  if (values.size === 0 || counts.size === 0 || own.separator !== undefined || own.kind === 'coordinates') return 0;
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const weightOf = (n: number): number => Math.log(1 + total / n);
  let [found, all] = [0, 0];
  for (const value of values) {
    const n = counts.get(value);
    if (n !== undefined) found += weightOf(n);
    all += weightOf(n ?? Math.max(1, total / counts.size));
  }
  const chance = chanceInCommon(form, counts);
  const share = Math.max(0, found / all - chance) / Math.max(0.02, 1 - chance);
  if (share < MIN_IN_COMMON && values.size > 2 && isOfFewKinds(counts, total)) return NOTHING_IN_COMMON;
  const few = Math.min(1, values.size / 5);
  return MAX_FROM_VALUES * share * few;
}

/** Whether there are few distinct values, which another table should share. */
function isOfFewKinds(counts: ReadonlyMap<string, number>, total: number): boolean {
  return counts.size <= 0.1 * total;
}

/** Share of the property's whole numbers in their range; 0 for other values. */
function chanceInCommon({ kind }: ValueForm, counts: ReadonlyMap<string, number>): number {
  if (kind !== 'small integer' && kind !== 'year' && kind !== 'number') return 0;
  let [least, most, n] = [Infinity, -Infinity, 0];
  for (const key of counts.keys()) {
    const number = Number(key);
    if (!Number.isInteger(number)) continue;
    n++;
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return n === 0 ? 0 : Math.min(1, n / (most - least + 1));
}

/** Probability of one of several exclusive alternatives, including none. */
function probabilityOf(gain: number, others: readonly number[]): number {
  const top = largestOf(others, Math.max(0, gain));
  const sum = Math.exp(-top) + Math.exp(gain - top) + others.reduce((all, other) => all + Math.exp(other - top), 0);
  return Math.exp(gain - top) / sum;
}

/**
 * The property named by a heading, by id or name in any spelling; a leading `properties.`, as in JSON, and the prefix
 * of an RDF predicate are ignored.
 */
export function namedProperty(heading: string, dataset: Pick<Dataset, 'properties'>): Property | undefined {
  const named = resolveProperty(dataset, heading.replace(/^propert(?:y|ies)\./i, ''));
  return named ?? (PREDICATE.test(heading) ? resolveProperty(dataset, heading.replace(/^.*[/#:]/, '')) : undefined);
}

const PREDICATE = /^(?:https?:\/\/\S+|[a-z][\w-]*:[\p{L}_]\S*)$/u;
