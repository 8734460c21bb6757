import { largestOf } from '../foundation/largest-of.js';
import { isSameLanguage } from '../entities/label-in-language.js';
import type { LabelTable } from '../search/label-table.js';
import { foldText } from '../text/fold-text.js';
import { AT, fittedWeights, weigh } from './evidence-table.js';
import type { RankedEntity } from './ranked-query.js';
import type { DatasetSnapshot } from './snapshot.js';

/** Most that prominence adds or takes, as a logarithm. */
const MAX_PROMINENCE = 6;

/**
 * Of entities with an equal name that nothing else tells apart, the more prominent is meant more often. What speaks for all of them together stays: that a name is that of a famous city makes it no more probable that a
 * city is meant. Of an entity whose prominence is not stated nothing is known: it counts as the least prominent of the others. Aliases are left out: that of a great city may be the name of a small one.
 */
export function addProminence(
  { dataset: { entities } }: DatasetSnapshot,
  kept: readonly RankedEntity[],
  factors: Float64Array | undefined,
): void {
  const named = kept.filter(({ values }) => values[AT.sameWords] === 1 && values[AT.alias] === 0);
  const weight = (fittedWeights()[AT.prominence] ?? 0) * (factors?.[AT.prominence] ?? 1);
  if (named.length < 2 || weight === 0) return;
  const best = largestOf(named.map(({ nats }) => nats));
  const first = named.find(({ nats }) => nats === best);
  const equal = first === undefined ? [] : named.filter((own) => levelsOf(own) === levelsOf(first));
  const stated = equal.map(({ entity }) => entities.prominenceOf(entity)).filter((prominence) => prominence > 0);
  if (equal.length < 2 || stated.length === 0) return;
  const least = -largestOf(stated.map((prominence) => -prominence));
  const logs = equal.map(({ entity }) => Math.log(1 + (entities.prominenceOf(entity) || least)));
  const before = equal.map(({ nats }) => Math.exp(nats - best));
  const sum = (shares: readonly number[]): number => shares.reduce((a, b) => a + b, 0);
  const after = before.map((share, i) => share * Math.exp(weight * (logs[i] ?? 0)));
  const usual = Math.log(sum(after) / sum(before)) / weight;
  for (const [i, own] of equal.entries()) {
    own.values[AT.prominence] = Math.max(-MAX_PROMINENCE, Math.min(MAX_PROMINENCE, (logs[i] ?? 0) - usual));
    own.nats = weigh(own.values, factors);
  }
}

/** Levels of an entity's values by property. */
function levelsOf({ properties }: RankedEntity): string {
  return properties.map(({ level }) => level).join(' ');
}

/** By nats, then the more prominent, then by id, so that the order never depends on how candidates were found. */
export function bestFirst({ dataset: { entities } }: DatasetSnapshot): (a: RankedEntity, b: RankedEntity) => number {
  return (a, b) => {
    // Signs, not differences: each of those would be put on the heap.
    if (a.nats !== b.nats) return a.nats > b.nats ? -1 : 1;
    const prominence = entities.prominenceOf(a.entity);
    const other = entities.prominenceOf(b.entity);
    if (prominence !== other) return prominence > other ? -1 : 1;
    return entities.idOf(a.entity) < entities.idOf(b.entity) ? -1 : 1;
  };
}

/** Only candidates this near to the best, in nats, may be its twins. */
const TWINS_WITHIN = 1;

/** Numbers the candidates; those that the dataset itself cannot tell from the first get its number: the same bag of words as name, the one that was met and the preferred one, at least one value in common where the dataset has properties, and no property in which both have values and share none. */
export function numberTwins(snapshot: DatasetSnapshot, ranked: readonly RankedEntity[]): void {
  const [first] = ranked;
  const { labels } = snapshot.candidateIndex;
  let bag: string | undefined;
  let record: TwinRecord | undefined;
  for (const [i, own] of ranked.entries()) {
    own.twins = i;
    if (i === 0 || first === undefined || first.row < 0 || own.row < 0 || first.nats - own.nats >= TWINS_WITHIN)
      continue;
    bag ??= bagsOf(labels, first);
    if (bagsOf(labels, own) !== bag) continue;
    record ??= snapshot.dataset.entities.entity(first.entity);
    if (areTwins(snapshot, record, snapshot.dataset.entities.entity(own.entity))) own.twins = 0;
  }
}

function bagsOf(labels: LabelTable, { row, entity }: RankedEntity): string {
  const [preferred] = labels.rowsOf(entity);
  return [row, preferred].map((one) => Array.from(labels.tokenIdsOf(one)).sort().join(' ')).join('|');
}

function areTwins({ dataset: { properties } }: DatasetSnapshot, one: TwinRecord, other: TwinRecord): boolean {
  if (one.types.length > 0 && other.types.length > 0 && !one.types.some((type) => other.types.includes(type)))
    return false;
  let hasCommon = properties.length === 0;
  return (
    properties.every(({ id }) => {
      const [own, others] = [one.properties[id] ?? [], other.properties[id] ?? []];
      if (own.length === 0 || others.length === 0) return true;
      const keys = new Set(own.map((value) => JSON.stringify(value)));
      const isCommon = others.some((value) => keys.has(JSON.stringify(value)));
      hasCommon ||= isCommon;
      return isCommon;
    }) && hasCommon
  );
}

type TwinRecord = ReturnType<DatasetSnapshot['dataset']['entities']['entity']>;

/** Candidates whose labels are looked at; those behind them keep their order. */
const MAX_LOOKED_AT = 200;

/** The same candidates; of those with the same nats, the ones whose matched label is in one of these languages come first, the most wanted language before the others. */
export function preferLanguages(
  snapshot: DatasetSnapshot,
  ranked: readonly RankedEntity[],
  languages: readonly string[],
): readonly RankedEntity[] {
  const head = ranked.slice(0, MAX_LOOKED_AT);
  if (languages.length === 0 || !head.some(({ nats }, i) => nats === head[i + 1]?.nats)) return ranked;
  const places = new Map(head.map((one) => [one, placeOf(snapshot, one, languages)]));
  // Sorting is stable: what is equal in this too stays as it was.
  head.sort((a, b) => b.nats - a.nats || (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return [...head, ...ranked.slice(MAX_LOOKED_AT)];
}

/** The place among these languages of the label that the query met; their number where it is in none of them. */
function placeOf(
  { dataset: { entities, metadata }, candidateIndex: { labels } }: DatasetSnapshot,
  { entity, row }: RankedEntity,
  languages: readonly string[],
): number {
  if (row < 0) return languages.length;
  const { name, nameLanguage = metadata.language, aliases } = entities.entity(entity);
  const met = foldText(labels.textOf(row));
  const spoken = [{ text: name, language: nameLanguage }, ...aliases].flatMap(({ text, language }) =>
    foldText(text) === met ? [language] : [],
  );
  const place = languages.findIndex((wanted) => spoken.some((language) => isSameLanguage(language, wanted)));
  return place < 0 ? languages.length : place;
}
