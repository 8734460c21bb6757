import { featureToldWhenRead, type Candidate, type Feature, type TypeReference } from './candidate.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import type { MatchDecision } from './decide-match.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import type { Alignment } from './alignment/alignment.js';
import {
  rowOf,
  type RankedCandidates,
  type SaidOtherwise,
  type ScoredEntity,
  type ToldWords,
} from './scored-entity.js';
import type { FeatureId } from './scoring/feature-table.js';
import { nameReason } from './alignment/name-reason.js';
import { hasWord } from './alignment/word-bits.js';
import { appendAll } from '../foundation/append-all.js';

/** The candidates of one query, and what was decided of them. */
export interface DecidedCandidates extends RankedCandidates {
  readonly decision: MatchDecision;
}

/** The candidate at this place with its features in words. Cost: its name and description decoded; reasons when they are read. */
export function buildCandidate(decided: DecidedCandidates, place: number): Candidate {
  const { snapshot, decision } = decided;
  const scored = decided.scored[place];
  if (scored === undefined) throw new RangeError(`there is no candidate at place ${String(place)}`);
  const { entities } = snapshot.dataset;
  const { entity, plan } = scored;
  const description = entities.descriptionOf(entity);
  const candidate = {
    id: entities.idOf(entity),
    name: entities.nameOf(entity),
    types: typesOf(snapshot, plan, entity),
    score: scored.score,
    match: place === 0 && decision.match,
    features: featuresOf(decided, scored, place),
  };
  return description === undefined ? candidate : { ...candidate, description };
}

function typesOf(snapshot: DatasetSnapshot, plan: RetrievalPlan, ordinal: number): readonly TypeReference[] {
  const { entities, types } = snapshot.dataset;
  const stated = entities.typesOf(ordinal);
  const held =
    plan.types.kind === 'any type'
      ? []
      : plan.types.ids.filter((id) => !stated.includes(id) && stated.some((type) => types.isA(type, id)));
  const references: TypeReference[] = [];
  for (const id of [...stated, ...held]) references.push({ id, name: types.get(id)?.name ?? id });
  return references;
}

function featuresOf(
  { snapshot, decision }: DecidedCandidates,
  scored: ScoredEntity,
  place: number,
): readonly Feature[] {
  const { plan } = scored;
  const { labels } = snapshot.candidateIndex;
  const features: Feature[] = [];
  const add = (id: FeatureId, value: number | boolean, reason: () => string): void => {
    features.push(featureToldWhenRead(id, value, reason));
  };
  if (scored.named) add('id', true, () => 'the text is the identifier of this entity');
  if (plan.label !== undefined && scored.alignment !== undefined) {
    const kind =
      plan.transliterated || labels.isTransliteration(rowOf(scored)) ? 'transliteration' : labels.kindOf(rowOf(scored));
    const { label } = plan;
    const { told, otherwise } = scored;
    features.push(nameFeature(snapshot, scored, scored.alignment, kind));
    if (told !== undefined) add('record', round2(told.gain * 100), () => toldReason(label, told));
    if (otherwise !== undefined) add('record', -round2(otherwise.loss * 100), () => otherwiseReason(label, otherwise));
  }
  if (plan.types.kind === 'preferred')
    add('type', scored.typeHeld, () =>
      scored.typeHeld ? 'has the type asked for' : 'does not have the type asked for',
    );
  if (scored.properties !== undefined) appendAll(features, scored.properties.features);
  if (place === 0) {
    add('lead', round2(decision.lead), () =>
      decision.lead === 100 ? 'the only candidate' : `${decision.lead.toFixed(2)} points before the next candidate`,
    );
    if (decision.sharing > 1)
      add('shared-label', decision.sharing, () => `${String(decision.sharing)} entities have exactly this name`);
    add(
      'nothing',
      Math.round(decision.nothing * 1e4) / 1e4,
      () =>
        `estimated: in ${(decision.nothing * 100).toFixed(decision.nothing < 0.01 ? 1 : 0)} of 100 cases like this one, nothing in the dataset is meant`,
    );
  }
  const probability = decision.probabilities[place] ?? 0;
  add(
    'probability',
    Math.round(probability * 1e4) / 1e4,
    () => `estimated: right in ${(probability * 100).toFixed(probability > 0.99 ? 1 : 0)} of 100 cases like this one`,
  );
  return features;
}

function nameFeature(
  snapshot: DatasetSnapshot,
  scored: ScoredEntity,
  alignment: Alignment,
  id: 'name' | 'alias' | 'transliteration',
): Feature {
  const value = round2((scored.nameSimilarity - (scored.told?.gain ?? 0) + (scored.otherwise?.loss ?? 0)) * 100);
  return featureToldWhenRead(id, value, (asked) => {
    const { plan } = scored;
    const compared = alignment.equal ? 'equal' : nameReason(alignment, asked);
    const read =
      plan.transliterated || plan.rewritten
        ? `read as "${alignment.pairs.query.label.original}": ${compared}`
        : compared;
    const reason = scored.longerNames === 0 ? read : `${read}; ${longerReason(scored.longerNames)}`;
    return id === 'name' ? reason : `${reason} ("${snapshot.candidateIndex.labels.textOf(rowOf(scored))}")`;
  });
}

function longerReason(longerNames: number): string {
  return longerNames === 1
    ? 'another entity has this name and more'
    : `${String(longerNames)} other entities have this name and more`;
}

/** `"texas" is its subdivision`: in the order of the record. */
function toldReason(query: AnalysedLabel, told: ToldWords): string {
  return told.parts
    .map(({ words, where }) =>
      where === 'description'
        ? `"${wordsOf(query, words)}" stands in its description`
        : `"${wordsOf(query, words)}" is its ${where}`,
    )
    .join('; ');
}

/** `its country is not "poland"`. */
function otherwiseReason(query: AnalysedLabel, { said }: SaidOtherwise): string {
  return `its ${said.where} is not "${wordsOf(query, said.words)}"`;
}

function wordsOf(query: AnalysedLabel, bits: number): string {
  return query.tokens.filter((_, i) => hasWord(bits, i)).join(' ');
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
