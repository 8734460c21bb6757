import type { Dataset } from '../../entities/dataset.js';
import type { Candidate, Feature } from '../../reconciliation/candidate.js';
import { featureName, PROPERTY_FEATURE } from '../../reconciliation/scoring/feature-name.js';
import type { AnsweredOutcome } from '../answered-outcome.js';
import { languageOf } from './language-of.js';

/** The answer to one query in the draft. `hurried` is as in version 0.2. */
export function renderDraftAnswer(outcome: AnsweredOutcome, dataset: Dataset): string {
  const candidates = outcome.candidates.map((candidate) => renderCandidate(candidate, dataset));
  return JSON.stringify(outcome.effortLowered ? { candidates, hurried: true } : { candidates });
}

function renderCandidate({ id, name, description, types, score, match, features }: Candidate, dataset: Dataset): object {
  return {
    id,
    name,
    ...languageOf(dataset.entities.entity(dataset.entities.ordinalOf(id)).nameLanguage),
    ...(description === undefined ? {} : { description }),
    type: types.map((type) => ({ id: type.id, name: type.name })),
    score,
    match,
    features: renderFeatures(features, dataset),
  };
}

/** Each id once, as the draft wants it: several conditions on one property make one feature, which says what they say together. */
function renderFeatures(features: readonly Feature[], dataset: Dataset): readonly object[] {
  const byId = new Map<string, { readonly id: string; readonly name: string; readonly value: number | boolean }>();
  for (const { id, value } of features) {
    const before = byId.get(id)?.value;
    const sum = typeof before === 'number' && typeof value === 'number' ? Math.round((before + value) * 100) / 100 : value;
    byId.set(id, { id, name: featureName(id, dataset) ?? (id.startsWith(PROPERTY_FEATURE) ? id.slice(PROPERTY_FEATURE.length) : id), value: sum });
  }
  return [...byId.values()];
}
