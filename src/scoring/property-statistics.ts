import { appendAll } from '../foundation/append-all.js';
import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import type { Property, PropertyValue } from '../entities/property.js';
import { ownValue } from '../foundation/own-value.js';
import { valueText } from '../entities/value-text.js';
import { keyOfText, valueKey } from '../values/compare-texts.js';
import { partsOfList } from '../values/compare-values.js';
import { valueFormOf } from '../values/value-form.js';
import type { CommonValue } from './candidate.js';
import type { EstimationSource } from './estimation-source.js';
import { TYPE } from './neighbours.js';
import { keysOfValue } from './property-values.js';
import type { PropertyComparison } from './property-conditions.js';
import type { DatasetStatistics } from './statistics.js';
import type { PropertyModel } from './scoring-model.js';

/*
 * Chances of two different entities to have the same value, counted on the dataset: of any two (by the frequency of the value), of two with similar names, and of two that have another value in
 * common already. Genus, family and order of a species are so one proof and not three.
 */

/** Entities that are assumed beside those of the dataset, each with another value: of a value that one of ten entities has, not every eleventh thing has it. */
const ASSUMED_ENTITIES = 40;
/** Values kept by name; the rest share one estimate. */
const MAX_LISTED = 300;
/** Values by which the form of all is found. */
const MAX_LOOKED_AT = 1000;
/** Longer texts are not counted. */
const MAX_COUNTED_LENGTH = 200;
/** Pairs of entities with a value in common that are looked at for one property. */
const MAX_PAIRS = 400;
/** Pairs that an estimate from pairs is worth before any is seen: one of entities with a common value, and one of entities with similar names. */
const PRIOR_PAIRS = 2;
const PRIOR_NEAR_PAIRS = 5;

/** An entity of the sample: for each property in the order of the dataset, the keys of its values. */
type KeysOfEntity = readonly (readonly string[])[];

/** The spread of the values of each property, from sampled entities. `similarNames`, `homonyms`: pairs of entities. Deterministic. Cost: decoding each of them once. */
export function estimatePropertyModels(
  source: EstimationSource,
  sample: readonly number[],
  similarNames: readonly (readonly [number, number])[],
  homonyms: readonly (readonly [number, number])[],
): Readonly<Record<string, PropertyModel>> {
  const { properties } = source;
  if (properties.length === 0) return {};
  const values = new Map<string, PropertyValue[]>(properties.map(({ id }) => [id, []]));
  const counts = new Map<string, number>();
  const records: Entity['properties'][] = [];
  source.forEachRecord(sample, (entity) => {
    records.push(entity.properties);
    for (const [id, own] of Object.entries(entity.properties)) {
      appendAll(values.get(id) ?? [], own);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  });
  const spreads = properties.map((property) =>
    spreadOf(property, values.get(property.id) ?? [], counts.get(property.id) ?? 0),
  );
  const keysOf = (record: Entity['properties']): KeysOfEntity =>
    properties.map(({ id }, k) =>
      (ownValue(record, id) ?? []).flatMap((value) => countedKeys(value, spreads[k]?.separator)),
    );
  const given = sharedGiven(records.map(keysOf), spreads);
  const near = sharedByNeighbours(source, similarNames, keysOf, spreads);
  const equal = sharedByNeighbours(source, homonyms, keysOf, spreads);
  return Object.fromEntries(
    properties.map(({ id }, k) => [
      id,
      {
        ...(spreads[k] ?? EMPTY),
        nearAgree: rounded(near[k] ?? 0),
        homonymsAgree: rounded(equal[k] ?? 0),
        given: Object.fromEntries(
          properties.flatMap(({ id: other }, j) => {
            const share = given[j]?.[k] ?? 0;
            // Listed where a value of the other property in common says something of this one.
            return j !== k && share > 2 * (spreads[k]?.chance ?? 0) ? [[other, rounded(share)] as const] : [];
          }),
        ),
      },
    ]),
  );
}

type Spread = Omit<PropertyModel, 'nearAgree' | 'homonymsAgree' | 'given'>;

const EMPTY: Spread = {
  sampled: 0,
  meanLength: 0,
  kind: 'text',
  separator: undefined,
  usualShare: 0.05,
  frequent: {},
  chance: 0.05,
};

function spreadOf(property: Property, values: readonly PropertyValue[], entities: number): Spread {
  if (entities === 0) return EMPTY;
  const form = valueFormOf(values.slice(0, MAX_LOOKED_AT).map(valueText));
  const separator = property.datatype === 'text' ? form.separator : undefined;
  const byKey = new Map<string, number>();
  let [texts, characters] = [0, 0];
  for (const value of values) {
    if (value.kind === 'text') {
      texts++;
      characters += value.text.length;
    }
    for (const key of countedKeys(value, separator)) byKey.set(key, (byKey.get(key) ?? 0) + 1);
  }
  const repeated = [...byKey].filter(([, n]) => n > 1).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const listed = repeated.slice(0, MAX_LISTED);
  const usual = repeated.length > MAX_LISTED ? (listed.at(-1)?.[1] ?? 1) : 1;
  const all = entities + 1;
  let [counted, chance] = [0, 0];
  for (const n of byKey.values()) {
    counted += n;
    chance += (n / all) * ((n - 1) / all);
  }
  return {
    sampled: values.length,
    meanLength: texts === 0 ? 0 : Math.round(characters / texts),
    kind: form.kind,
    separator,
    usualShare: usual === 1 ? 1 / (all + ASSUMED_ENTITIES) : usual / all,
    frequent: Object.fromEntries(listed.map(([key, n]) => [key, n / all])),
    chance: rounded(Math.min(1, counted === 0 ? usual / all : chance + 1 / (all * all))),
  };
}

/** Values that more of the entities have than this share are not told apart from other values, nor are those of which no share is known. */
const MAX_COMMON_SHARE = 0.7;
const MIN_OTHER_SHARE = 0.01;
const otherShares = new WeakMap<PropertyModel, number>();

/** Property → which of the values of an entity many entities have; for a property without such a value, `''`. Properties of which no value is common are left out. `TYPE` has the first type of the entity. */
export function commonValuesOf(
  { properties, types, entities }: Dataset,
  { valuesOf }: Pick<DatasetStatistics, 'valuesOf'>,
  record: Entity,
): Readonly<Record<string, readonly CommonValue[]>> {
  const [type] = record.types;
  const ofType = type === undefined ? 0 : (types.get(type)?.entityCount ?? 0);
  const common: Record<string, readonly CommonValue[]> =
    type === undefined || ofType === 0 ? {} : { [TYPE]: [[type, ofType / entities.size]] };
  for (const { id } of properties) {
    const model = valuesOf(id);
    const other = model === undefined ? 1 : otherShareOf(model);
    if (model === undefined || other === 1) continue;
    const keys = new Set(
      (ownValue(record.properties, id) ?? []).flatMap((value) => countedKeys(value, model.separator)),
    );
    const own = [...keys].flatMap((key): readonly CommonValue[] => {
      const share = ownValue(model.frequent, key);
      return share === undefined || share > MAX_COMMON_SHARE ? [] : [[key, share]];
    });
    common[id] = own.length > 0 ? own : [['', other]];
  }
  return common;
}

/** The share of the entities without a common value, 0–1. Cost: counted once. */
function otherShareOf(model: PropertyModel): number {
  let share = otherShares.get(model);
  if (share === undefined) {
    const common = Object.values(model.frequent).filter((own) => own <= MAX_COMMON_SHARE);
    share = Math.max(MIN_OTHER_SHARE, 1 - common.reduce((sum, own) => sum + own, 0));
    otherShares.set(model, share);
  }
  return share;
}

/** The keys that are counted for a value: the parts of a list one by one, of a day also its year. */
function countedKeys(value: PropertyValue, separator: string | undefined): readonly string[] {
  if (value.kind === 'text') {
    if (separator !== undefined) return partsOfList(value.text, separator).map(keyOfText);
    return value.text.length > MAX_COUNTED_LENGTH ? [] : [keyOfText(value.text)];
  }
  if (value.kind === 'date') return keysOfValue(value);
  const key = valueKey(value);
  return key === undefined ? [] : [key];
}

function shareKey(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.some((key) => b.includes(key));
}

/** For properties j and k, how often two entities that have a value of j in common have one of k in common, `[j][k]`. */
function sharedGiven(entities: readonly KeysOfEntity[], spreads: readonly Spread[]): readonly (readonly number[])[] {
  return spreads.map((_, j) => {
    const lastWith = new Map<string, number>();
    const agreeing = spreads.map(() => 0);
    const filled = spreads.map(() => 0);
    let pairs = 0;
    for (let i = 0; i < entities.length && pairs < MAX_PAIRS; i++) {
      const own = entities[i];
      for (const key of own?.[j] ?? []) {
        const other = entities[lastWith.get(key) ?? -1];
        lastWith.set(key, i);
        if (own === undefined || other === undefined || other === own) continue;
        pairs++;
        countPair(own, other, agreeing, filled);
      }
    }
    return spreads.map(({ chance }, k) => smoothed(agreeing[k] ?? 0, filled[k] ?? 0, chance, PRIOR_PAIRS));
  });
}

function countPair(own: KeysOfEntity, other: KeysOfEntity, agreeing: number[], filled: number[]): void {
  for (let k = 0; k < agreeing.length; k++) {
    if ((own[k]?.length ?? 0) === 0 || (other[k]?.length ?? 0) === 0) continue;
    filled[k] = (filled[k] ?? 0) + 1;
    if (shareKey(own[k], other[k])) agreeing[k] = (agreeing[k] ?? 0) + 1;
  }
}

function smoothed(agreeing: number, filled: number, chance: number, prior: number): number {
  return (agreeing + prior * chance) / (filled + prior);
}

/** Share of the pairs of entities with similar names that have a value of each property in common. Pairs that have everything in common are duplicates and left out. */
function sharedByNeighbours(
  source: EstimationSource,
  pairs: readonly (readonly [number, number])[],
  keysOf: (record: Entity['properties']) => KeysOfEntity,
  spreads: readonly Spread[],
): readonly number[] {
  const wanted = [...new Set(pairs.flat())].sort((a, b) => a - b);
  const records = new Map<number, KeysOfEntity>();
  source.forEachRecord(wanted, ({ properties }, entity) => records.set(entity, keysOf(properties)));
  const agreeing = spreads.map(() => 0);
  const filled = spreads.map(() => 0);
  for (const [one, other] of pairs) {
    const [own, others] = [records.get(one), records.get(other)];
    if (own === undefined || others === undefined || areDuplicates(own, others)) continue;
    countPair(own, others, agreeing, filled);
  }
  return spreads.map(({ chance }, k) => smoothed(agreeing[k] ?? 0, filled[k] ?? 0, chance, PRIOR_NEAR_PAIRS));
}

function areDuplicates(own: KeysOfEntity, others: KeysOfEntity): boolean {
  const known = own.flatMap((keys, k) => (keys.length > 0 && (others[k]?.length ?? 0) > 0 ? [k] : []));
  return known.length > 1 && known.every((k) => shareKey(own[k], others[k]));
}

function rounded(share: number): number {
  return Number(share.toPrecision(4));
}

/**
 * Improbability, in nats, that another entity with a name like this one, or `amongAll` any entity, has all these values: the rarest value first, each further one given those before it.
 * `areEqual`: whether the name is equal, and not just similar. `factors`: property id → what the manifest says its evidence is worth.
 */
export function agreementNats(
  { valuesOf }: Pick<DatasetStatistics, 'valuesOf'>,
  agreeing: readonly PropertyComparison[],
  {
    factors,
    amongAll = false,
    areEqual = false,
  }: {
    readonly factors?: Readonly<Record<string, number>> | undefined;
    readonly amongAll?: boolean;
    readonly areEqual?: boolean;
  },
): number {
  const known: string[] = [];
  let sum = 0;
  for (const { condition, rarity } of [...agreeing].sort((a, b) => b.rarity - a.rarity)) {
    const model = valuesOf(condition.id);
    const ofNeighbours = amongAll ? 0 : ((areEqual ? model?.homonymsAgree : model?.nearAgree) ?? 0);
    let chance = Math.max(Math.exp(-rarity), ofNeighbours);
    for (const other of known) chance = Math.max(chance, ownValue(model?.given ?? {}, other) ?? 0);
    sum -= Math.log(Math.min(1, chance)) * (ownValue(factors ?? {}, condition.id) ?? 1);
    known.push(condition.id);
  }
  return sum;
}
