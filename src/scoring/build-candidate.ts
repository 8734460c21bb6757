import { sentence } from '../foundation/message.js';
import type { Sentence } from '../foundation/sentence.js';
import { resolveAnyProperty } from '../entities/built-in-properties.js';
import type { Dataset } from '../entities/dataset.js';
import { type Candidate, type Feature, lazyFeature, type Reason, type TypeReference } from './candidate.js';
import { nameReason } from './compare-names.js';
import { scoreOf } from './decide.js';
import { AT, fittedWeights, TERMS } from './evidence-table.js';
import type { FeatureId } from './feature-table.js';
import type { PropertyComparison } from './property-conditions.js';
import { commonValuesOf } from './property-statistics.js';
import { isOneOfSeveral, type RankedEntity, type RankedQuery } from './ranked-query.js';
import type { DatasetSnapshot } from './snapshot.js';
import { levelsOf, propertyTerms } from './weigh-properties.js';

/** The candidate at this place without names and features. Cost: its identifier decoded. */
export function weighedCandidate({ snapshot, ranked, decision, selfNats }: RankedQuery, place: number): Candidate {
  const own = ranked[place];
  if (own === undefined) throw new RangeError(`there is no candidate at place ${String(place)}`);
  const { entity, nats, twins, part, properties } = own;
  return {
    id: snapshot.dataset.entities.idOf(entity),
    name: '',
    types: [],
    score: scoreOf(nats, selfNats),
    match: false,
    probability: round(decision.probabilities[place] ?? 0, 4),
    nats,
    twins,
    ...(part >= 0 && { part }),
    ...(isOneOfSeveral(own) && { several: true }),
    levels: levelsOf(properties),
    evidence: evidenceOf(own),
    features: [],
    inShort: true,
  };
}

/** The same candidate, with its values that many entities have. Cost: its record decoded. */
export function withCommonValues(
  { snapshot: { dataset, statistics }, ranked }: RankedQuery,
  place: number,
  candidate: Candidate,
): Candidate {
  const own = ranked[place];
  return own === undefined
    ? candidate
    : { ...candidate, common: commonValuesOf(dataset, statistics, dataset.entities.entity(own.entity)) };
}

/** The candidate at this place as people and programs see it. Cost: its name and description decoded; reasons are put into words when they are read. */
export function buildCandidate(found: RankedQuery, place: number): Candidate {
  const { inShort: _, ...weighed } = weighedCandidate(found, place);
  const own = found.ranked[place];
  if (own === undefined) return weighed;
  const { snapshot } = found;
  const { entities } = snapshot.dataset;
  const description = entities.descriptionOf(own.entity);
  return {
    ...weighed,
    name: entities.nameOf(own.entity),
    ...(description !== undefined && { description }),
    types: typesOf(snapshot, own),
    match: place === 0 && found.match,
    features: featuresOf(found, own, place),
  };
}

function evidenceOf({ values }: RankedEntity): Readonly<Record<string, number>> {
  const evidence: Record<string, number> = {};
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value !== 0) evidence[TERMS[i]?.id ?? ''] = value;
  }
  return evidence;
}

/** The types of an entity, and those above them: clients that guess the type of a column count them, so names of many kinds are told from names of one. */
function typesOf({ dataset }: DatasetSnapshot, { entity }: RankedEntity): readonly TypeReference[] {
  const { types } = dataset;
  const stated = dataset.entities.typesOf(entity);
  return [...new Set([...stated, ...stated.flatMap(types.upwards)])].map((id) => ({
    id,
    name: types.get(id)?.name ?? id,
  }));
}

function featuresOf(
  { snapshot, decision, ranked, selfNats }: RankedQuery,
  own: RankedEntity,
  place: number,
): readonly Feature[] {
  const { labels } = snapshot.candidateIndex;
  const { name, reading, row, values } = own;
  const features: Feature[] = [];
  const add = (id: FeatureId, value: number | boolean, reason: () => Reason): void => {
    features.push(lazyFeature(id, value, reason));
  };
  if (reading.matchedById.includes(own.entity))
    add('id', true, () => sentence('the text is the identifier of this entity'));
  if (name !== undefined && row >= 0) {
    const kind = values[AT.otherScript] === 1 ? 'transliteration' : labels.kindOf(row);
    features.push(
      lazyFeature(kind, round(100 * own.similarity, 2), (asked) => {
        const compared =
          values[AT.same] === 1
            ? sentence('equal')
            : nameReason(
                name,
                labels,
                row,
                asked,
                own.inRecord.reduce((all, { words }) => all | words, 0),
              );
        const read =
          name === reading.latin || reading.text !== reading.sent
            ? sentence('read as "{text}": {Reason}', { text: name.label.original, Reason: compared })
            : compared;
        return kind === 'name' ? read : sentence('{Reason} ("{name}")', { Reason: read, name: labels.textOf(row) });
      }),
    );
    if (isOneOfSeveral(own))
      add('several', true, () => sentence('the text names several things, and this is one of them'));
    const { inRecord, recordDiffers } = own;
    const wordsOf = (bits: number): string => name.label.tokens.filter((_, i) => (bits & (1 << i)) !== 0).join(' ');
    if (inRecord.length > 0)
      add('record', round(values[AT.record] ?? 0, 2), () =>
        inRecord.map(({ words, where }) =>
          where === 'description'
            ? sentence('"{words}" stands in its description', { words: wordsOf(words) })
            : sentence('"{words}" is its {where}', { words: wordsOf(words), where }),
        ),
      );
    if (recordDiffers !== undefined)
      add('record', -1, () =>
        sentence('its {where} is not "{words}"', { where: recordDiffers.where, words: wordsOf(recordDiffers.words) }),
      );
  }
  if (reading.request.types.kind === 'preferred')
    add('type', values[AT.outsideType] !== 1, () =>
      values[AT.outsideType] !== 1 ? sentence('has the requested type') : sentence('does not have the requested type'),
    );
  for (const compared of own.properties) {
    const { condition, level, reason } = compared;
    const isRefused = condition.quantifier === 'none';
    features.push({
      id: `property:${condition.id}`,
      value: round(natsOfProperty(compared, snapshot.tuning?.propertyWeights?.[condition.id] ?? 1), 2),
      reason: sentence('{property}: {Reason}', {
        property: condition.name,
        Reason: isRefused
          ? level === 'exact'
            ? sentence('has a value that was not wanted')
            : sentence('has none of the values that were not wanted')
          : condition.property === undefined
            ? whyNoEvidence(snapshot.dataset, condition.name)
            : reason,
      }),
    });
  }
  if (place === 0) {
    const lead = leadOf(ranked, selfNats);
    add('lead', lead, () =>
      lead === 100
        ? sentence('the only candidate')
        : sentence('{n} points before the next candidate', { n: lead.toFixed(2) }),
    );
    const sharing = values[AT.same] === 1 ? homonymsOf(snapshot, own) : 1;
    if (sharing > 1)
      add('shared-label', sharing, () => sentence('{n} entities have exactly this name', { n: sharing }));
    add('nothing', round(decision.nothing, 4), () =>
      sentence('estimated: in {n} of 100 cases like this one, nothing in the dataset is meant', {
        n: inHundred(decision.nothing),
      }),
    );
  }
  const probability = decision.probabilities[place] ?? 0;
  add('probability', round(probability, 4), () =>
    sentence('estimated: right in {n} of 100 cases like this one', { n: inHundred(probability) }),
  );
  return features;
}

/** Why a condition on something that is no property of the dataset says nothing. */
function whyNoEvidence(dataset: Dataset, idOrName: string): Sentence {
  const found = resolveAnyProperty(dataset, idOrName);
  if (found?.kind !== 'built-in')
    return sentence('the dataset has no such property, so only the names were searched for this value');
  return found.property.id === 'type'
    ? sentence('a type belongs in "type", not in the properties, so it was left out')
    : sentence('no evidence, so it was left out');
}

/** Evidence of one property alone; the sum of several leaves out what agreeing ones share. */
function natsOfProperty(compared: PropertyComparison, factor: number): number {
  const weights = fittedWeights();
  return propertyTerms(compared).reduce((sum, [at, value]) => sum + factor * value * (weights[at] ?? 0), 0);
}

/** Points between the first and the second, 0 only where nothing tells them apart; 100 without a second. */
export function leadOf([first, second]: readonly RankedEntity[], selfNats: number): number {
  if (first === undefined || second === undefined) return 100;
  const lead = round(scoreOf(first.nats, selfNats) - scoreOf(second.nats, selfNats), 2);
  return first.nats === second.nats ? 0 : Math.max(0.01, lead);
}

/** Entities of the types asked for that have exactly the label by which a candidate was compared. */
function homonymsOf({ candidateIndex: { labels } }: DatasetSnapshot, { row, reading }: RankedEntity): number {
  return new Set(
    labels
      .rowsWithFolded(labels.foldedOf(row))
      .map((other) => labels.entityOf(other))
      .filter(reading.request.types.holds),
  ).size;
}

function inHundred(share: number): string {
  const percent = share * 100;
  return percent < 1 || percent > 99 ? percent.toFixed(1) : percent.toFixed(0);
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
