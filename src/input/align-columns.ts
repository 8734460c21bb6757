import { type CoordinateHalf, isCoordinateHeading } from '../entities/coordinate-headings.js';
import { type Dataset, resolveProperty } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import type { Property, PropertyValue } from '../entities/property.js';
import { valueText } from '../entities/value-text.js';
import { headingRank, relateHeadings } from '../datasets/heading-vocabulary.js';
import { type RawCell, textsOf } from '../formats/raw-record.js';
import { largestOf } from '../foundation/largest-of.js';
import { ownValue } from '../foundation/own-value.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { evenSample } from '../foundation/even-sample.js';
import { type ValueForm, comparatorFor } from '../values/compare-values.js';
import { valueFormOf } from '../values/value-form.js';
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
import { MAX_ROWS, type RowPair, namePairs } from './name-pairs.js';

/*
 * Aligns columns of a table with properties of a dataset by common values. Rows and entities with nearly the same name
 * are pairs; a column and the matching property agree in far more of them than in shuffled ones. With few pairs, common
 * values count. The heading is further evidence. One assignment is made for the whole table. All evidence is in nats,
 * the logarithm of the odds.
 */

/** Part of an entity that a column may be aligned with. */
type ColumnTarget =
  | { readonly kind: 'property'; readonly property: Property }
  | { readonly kind: CoordinateHalf; readonly property: Property }
  | { readonly kind: 'id' | 'alias' | 'description' };

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

interface AlignedTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
  readonly query: number;
  readonly columns: readonly number[];
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
const MAX_PROPERTIES = 80;
const MAX_VALUES = 200;
/** Entities sampled for their values. */
const ENTITIES_SAMPLED = 20_000;
/** Minimum pairs that are better evidence than values alone. */
const ENOUGH_PAIRS = 30;
/** Minimum share of distinct values in a key. */
const KEY_SHARE = 0.97;

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
    const [column, row, target] = [columns[at], compared[at], targets[place]];
    const one = row?.[place];
    if (column === undefined || row === undefined || target === undefined || one === undefined) return undefined;
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
  };
  const assigned = assignByGain(compared.map((row) => row.map(({ gain }) => gain)));
  const found = assigned.flatMap((place, at) => {
    const one = place === undefined ? undefined : alignment(at, place);
    return one === undefined || one.probability < MIN_PROBABILITY ? [] : [one];
  });
  const isWhole = ({ target }: ColumnAlignment): boolean =>
    (target.kind !== 'latitude' && target.kind !== 'longitude') ||
    ['latitude', 'longitude'].every((half) =>
      found.some(
        (other) =>
          other.target.kind === half && 'property' in other.target && other.target.property.id === target.property.id,
      ),
    );
  const isOf = ({ column, target }: ColumnAlignment, one: ColumnProperty): boolean =>
    column === one.column && target.kind === 'property' && target.property.id === one.property.id;
  const alsoAsked = asked.flatMap((one) => {
    if (found.some((alignmentFound) => isOf(alignmentFound, one))) return [];
    const [at, place] = [
      columns.findIndex(({ column }) => column === one.column),
      targets.findIndex(({ target }) => target.kind === 'property' && target.property.id === one.property.id),
    ];
    return alignment(at, place) ?? [];
  });
  return [...found.filter(isWhole), ...alsoAsked];
}

interface ReadColumn {
  readonly column: number;
  readonly heading: string;
  readonly rows: readonly (readonly string[])[];
  readonly form: ValueForm;
  /** Distinct folded values. */
  readonly values: ReadonlySet<string>;
  readonly isKey: boolean;
}

function readColumn({ headings, rows }: AlignedTable, column: number): ReadColumn {
  const values = rows.map((cells) => textsOf(cells[column]).filter((text) => text.trim() !== ''));
  const filled = values.slice(0, MAX_ROWS).flat();
  const all = values.flat().map(keyOf);
  return {
    column,
    heading: headings[column] ?? '',
    rows: values,
    form: valueFormOf(filled),
    values: new Set(evenly(all, 5 * MAX_VALUES)),
    isKey: all.length >= 5 && new Set(all).size >= KEY_SHARE * all.length,
  };
}

/** A property, or another part of entities, with the values of the paired entities and of a sample. */
interface ReadTarget {
  readonly target: ColumnTarget;
  readonly names: readonly string[];
  readonly form: ValueForm;
  /** Values by pair. */
  readonly ofPair: readonly (readonly string[])[];
  /** Folded value → number of sampled entities. */
  readonly counts: ReadonlyMap<string, number>;
  readonly isKey: boolean;
}

function targetsOf(
  { properties, entities }: Pick<Dataset, 'properties' | 'entities'>,
  pairs: readonly RowPair[],
): readonly ReadTarget[] {
  const step = Math.max(1, Math.ceil(entities.size / ENTITIES_SAMPLED));
  const sample: Entity[] = [];
  for (let ordinal = 0; ordinal < entities.size; ordinal += step) sample.push(entities.entity(ordinal));
  // A reference may be written as an id or as a name.
  const textsOfValue = (value: PropertyValue): readonly string[] => {
    const target = value.kind === 'reference' ? entities.ordinalOf(value.id) : -1;
    return target < 0 ? [valueText(value)] : [valueText(value), entities.nameOf(target)];
  };
  const ofPairs = pairs.map(({ entity }) => entities.entity(entity));
  const read = (
    target: ColumnTarget,
    names: readonly string[],
    valuesOf: (entity: Entity) => readonly string[],
    fixed?: ValueForm,
  ): ReadTarget => {
    const counts = new Map<string, number>();
    const texts: string[] = [];
    let [values, holders] = [0, 0];
    for (const entity of sample) {
      const own = valuesOf(entity);
      if (own.length > 0) holders++;
      for (const text of own) {
        if (texts.length < 5 * MAX_VALUES) texts.push(text);
        values++;
        const key = keyOf(text);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    return {
      target,
      names,
      form: fixed ?? valueFormOf(texts),
      ofPair: ofPairs.map(valuesOf),
      counts,
      isKey: holders >= 5 && counts.size >= KEY_SHARE * values,
    };
  };
  return [
    ...properties.slice(0, MAX_PROPERTIES).flatMap((property) => {
      const valuesOf = ({ properties: own }: Entity): readonly PropertyValue[] => ownValue(own, property.id) ?? [];
      const names = [property.id, property.name];
      if (property.datatype !== 'coordinates')
        return [read({ kind: 'property', property }, names, (entity) => valuesOf(entity).flatMap(textsOfValue))];
      return [
        read({ kind: 'property', property }, names, (entity) => valuesOf(entity).map(valueText), POINT_FORM),
        ...(['latitude', 'longitude'] as const).map((half) =>
          read(
            { kind: half, property },
            [half],
            (entity) =>
              valuesOf(entity).flatMap((value) =>
                value.kind === 'coordinates' ? [pointOfHalf(String(value[half]), half)] : [],
              ),
            POINT_FORM,
          ),
        ),
      ];
    }),
    read({ kind: 'id' }, [], ({ id }) => [id], { kind: 'code', separator: undefined }),
    read({ kind: 'alias' }, [], ({ name, aliases }) => [name, ...aliases.map(({ text }) => text)], {
      kind: 'text',
      separator: undefined,
    }),
    read({ kind: 'description' }, [], ({ description }) => (description === undefined ? [] : [description]), {
      kind: 'text',
      separator: undefined,
    }),
  ];
}

const POINT_FORM: ValueForm = { kind: 'coordinates', separator: undefined };

/** A latitude or longitude as a point, so that it is compared by distance. */
function pointOfHalf(text: string, half: CoordinateHalf): string {
  return half === 'latitude' ? `${text}, 0` : `0, ${text}`;
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

function compare(column: ReadColumn, target: ReadTarget, pairs: readonly RowPair[]): Compared {
  const { kind } = target.target;
  const half = kind === 'latitude' || kind === 'longitude' ? kind : undefined;
  const queryTextsOf = (row: number): readonly string[] => {
    const texts = column.rows[row] ?? [];
    if (half === undefined) return texts;
    return texts.flatMap((text) =>
      DECIMAL.test(text.trim()) ? [pointOfHalf(text.trim().replace(',', '.'), half)] : [],
    );
  };
  const heading = fromHeading(column.heading, target);
  const level = (row: number, place: number): ValueLevel => {
    const found = levelOfTexts(queryTextsOf(row), target.ofPair[place] ?? [], target.form);
    // Ids are equal or different.
    return kind === 'id' && (found === 'close' || found === 'partial') ? 'different' : found;
  };
  const agrees = (found: ValueLevel): boolean => found === 'exact' || found === 'close';
  const counts: LevelCounts = [0, 0, 0, 0];
  const examples: (readonly [string, string])[] = [];
  // Pairs with values on both sides.
  const filled = evenly(
    pairs.flatMap((pair, place) =>
      target.ofPair[place]?.length === 0 || column.rows[pair.row]?.length === 0 ? [] : [{ pair, place }],
    ),
    MAX_PAIRS,
  );
  let [readable, agreeing] = [0, 0];
  const count = (some: typeof filled): void => {
    for (const { pair, place } of some) {
      const found = level(pair.row, place);
      if (found === 'missing') continue;
      readable++;
      if (agrees(found)) agreeing++;
      addLevel(counts, found, pair.weight);
      if (agrees(found) && examples.length < 3) {
        const [own, other] = [column.rows[pair.row]?.[0] ?? '', target.ofPair[place]?.[0] ?? ''];
        if (!examples.some(([text]) => text === own))
          examples.push([own, half === undefined ? other : halfOf(other, half)]);
      }
    }
  };
  const none = { compared: 0, agreeing: 0, agreement: 0, chance: 0, examples: [] };
  if (kind === 'alias' && !isAsLong(column, target)) return { ...none, gain: NOT_COMPARABLE };
  const first = evenly(filled, QUICK_PAIRS);
  count(first);
  if (first.length >= 5 && readable < first.length / 2) return { ...none, gain: NOT_COMPARABLE };
  if (sumOf(counts) >= 10 && agreementOf(counts) < 0.05 && heading <= 0)
    return { ...none, compared: readable, agreeing, agreement: agreementOf(counts), gain: MIN_FROM_PAIRS };
  const isFirst = new Set(first);
  count(filled.filter((one) => !isFirst.has(one)));
  const shuffled: LevelCounts = [0, 0, 0, 0];
  for (let shift = 1; shift <= SHUFFLES && filled.length > 1; shift++)
    for (const [at, one] of filled.entries()) {
      const other = filled[(at + shift * 37 + shift * shift) % filled.length];
      if (other === undefined || one.pair.row === other.pair.row || one.pair.entity === other.pair.entity) continue;
      const found = level(one.pair.row, other.place);
      addLevel(shuffled, found, 1);
    }
  const weight = sumOf(counts);
  const pairsSay = fromPairs(counts, shuffled, target.form.kind);
  const valuesSay = half === undefined ? fromValues(column, target) : 0;
  const share = Math.min(1, weight / ENOUGH_PAIRS);
  return {
    // Where nearly all have one value, pairs are weak evidence, and the value itself is the best.
    gain: PRIOR + heading + pairsSay + valuesSay * Math.max(1 - share, agreementOf(shuffled)),
    compared: readable,
    agreeing,
    agreement: agreementOf(counts),
    chance: agreementOf(shuffled),
    examples,
  };
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

/** Look-up key of a value: plain letters and digits, numbers without needless zeros. */
function keyOf(text: string): string {
  const trimmed = text.trim();
  if (/^[+-]?\d+\.\d*$/.test(trimmed)) return String(Number(trimmed));
  return plainLetters(trimmed)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** About `most` of the things, evenly distributed. */
function evenly<Thing>(things: readonly Thing[], most: number): readonly Thing[] {
  if (things.length <= most) return things;
  return evenSample(things.length, most).flatMap((at) => things.slice(at, at + 1));
}
