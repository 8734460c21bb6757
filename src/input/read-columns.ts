import { type CoordinateHalf } from '../entities/coordinate-headings.js';
import { type Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import type { Property, PropertyValue } from '../entities/property.js';
import { valueText } from '../entities/value-text.js';
import { type RawCell, textsOf } from '../formats/raw-record.js';
import { ownValue } from '../foundation/own-value.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { evenSample } from '../foundation/even-sample.js';
import { type ValueForm } from '../values/compare-values.js';
import { valueFormOf } from '../values/value-form.js';
import { MAX_ROWS, type RowPair } from './name-pairs.js';

/** Part of an entity that a column may be aligned with. */
export type ColumnTarget =
  | { readonly kind: 'property'; readonly property: Property }
  | { readonly kind: CoordinateHalf; readonly property: Property }
  | { readonly kind: 'id' | 'alias' | 'description' };

export interface AlignedTable {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
  readonly query: number;
  readonly columns: readonly number[];
}

const MAX_PROPERTIES = 80;
const MAX_VALUES = 200;
/** Entities sampled for their values. */
const ENTITIES_SAMPLED = 20_000;
/** Minimum share of distinct values in a key. */
const KEY_SHARE = 0.97;

export interface ReadColumn {
  readonly column: number;
  readonly heading: string;
  readonly rows: readonly (readonly string[])[];
  readonly form: ValueForm;
  /** Distinct folded values. */
  readonly values: ReadonlySet<string>;
  readonly isKey: boolean;
}

/** A column of a table with its values. */
export function readColumn({ headings, rows }: AlignedTable, column: number): ReadColumn {
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
export interface ReadTarget {
  readonly target: ColumnTarget;
  readonly names: readonly string[];
  readonly form: ValueForm;
  /** Values by pair. */
  readonly ofPair: readonly (readonly string[])[];
  /** Folded value → number of sampled entities. */
  readonly counts: ReadonlyMap<string, number>;
  readonly isKey: boolean;
}

/** Entities of the dataset: some of all, and those of the pairs. */
interface ReadEntities {
  readonly sample: readonly Entity[];
  readonly ofPairs: readonly Entity[];
}

/** The properties and other parts of entities that a column may be aligned with. Cost: the values of some thousand entities. */
export function targetsOf(
  { properties, entities }: Pick<Dataset, 'properties' | 'entities'>,
  pairs: readonly RowPair[],
): readonly ReadTarget[] {
  const step = Math.max(1, Math.ceil(entities.size / ENTITIES_SAMPLED));
  const sample: Entity[] = [];
  for (let ordinal = 0; ordinal < entities.size; ordinal += step) sample.push(entities.entity(ordinal));
  const read: ReadEntities = { sample, ofPairs: pairs.map(({ entity }) => entities.entity(entity)) };
  // A reference may be written as an id or as a name.
  const textsOfValue = (value: PropertyValue): readonly string[] => {
    const target = value.kind === 'reference' ? entities.ordinalOf(value.id) : -1;
    return target < 0 ? [valueText(value)] : [valueText(value), entities.nameOf(target)];
  };
  return [
    ...properties
      .slice(0, MAX_PROPERTIES)
      .flatMap((property) =>
        property.datatype === 'coordinates'
          ? pointTargets(read, property)
          : [
              readTarget(read, { kind: 'property', property }, [property.id, property.name], ({ properties: own }) =>
                (ownValue(own, property.id) ?? []).flatMap(textsOfValue),
              ),
            ],
      ),
    readTarget(read, { kind: 'id' }, [], ({ id }) => [id], { kind: 'code', separator: undefined }),
    readTarget(
      read,
      { kind: 'alias' },
      [],
      ({ name, aliases }) => [name, ...aliases.map(({ text }) => text)],
      TEXT_FORM,
    ),
    readTarget(
      read,
      { kind: 'description' },
      [],
      ({ description }) => (description === undefined ? [] : [description]),
      TEXT_FORM,
    ),
  ];
}

/** A property of points, and its latitudes and longitudes. */
function pointTargets(read: ReadEntities, property: Property): readonly ReadTarget[] {
  const valuesOf = ({ properties }: Entity): readonly PropertyValue[] => ownValue(properties, property.id) ?? [];
  return [
    readTarget(
      read,
      { kind: 'property', property },
      [property.id, property.name],
      (entity) => valuesOf(entity).map(valueText),
      POINT_FORM,
    ),
    ...(['latitude', 'longitude'] as const).map((half) =>
      readTarget(
        read,
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
}

function readTarget(
  { sample, ofPairs }: ReadEntities,
  target: ColumnTarget,
  names: readonly string[],
  valuesOf: (entity: Entity) => readonly string[],
  fixed?: ValueForm,
): ReadTarget {
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
}

const TEXT_FORM: ValueForm = { kind: 'text', separator: undefined };
const POINT_FORM: ValueForm = { kind: 'coordinates', separator: undefined };

/** A latitude or longitude as a point, so that it is compared by distance. */
export function pointOfHalf(text: string, half: CoordinateHalf): string {
  return half === 'latitude' ? `${text}, 0` : `0, ${text}`;
}

/** Look-up key of a value: plain letters and digits, numbers without needless zeros. */
function keyOf(text: string): string {
  const trimmed = text.trim();
  if (/^[+-]?\d+\.\d*$/.test(trimmed)) return String(Number(trimmed));
  return plainLetters(trimmed)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** About `most` of the things, evenly distributed. */
export function evenly<Thing>(things: readonly Thing[], most: number): readonly Thing[] {
  if (things.length <= most) return things;
  return evenSample(things.length, most).flatMap((at) => things.slice(at, at + 1));
}
