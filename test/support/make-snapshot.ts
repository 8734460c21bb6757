import { attachDataset } from '../../src/entities/packed-entity-store.js';
import type { Entity } from '../../src/entities/entity.js';
import type { EntityType } from '../../src/entities/type-hierarchy.js';
import { PackedEntityStoreBuilder } from '../../src/entities/packed-entity-store.js';
import type { Property } from '../../src/entities/property.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { featureInEnglish, type EnglishExplanation } from '../../src/describe/explanation-in-english.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { memoryStatistics } from '../../src/scoring/statistics.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { propertyValueSections } from './property-value-sections.js';
import { attachPropertyValueIndex } from '../../src/scoring/property-values.js';
import { estimateScoringModel } from '../../src/scoring/estimate-statistics.js';
import { memorySource } from '../../src/scoring/estimation-source.js';
import { attachIndexes, type ChosenIndex } from '../../src/search/choose-candidate-index.js';
import { buildSearchSections } from '../../src/search/build-search-index.js';

/** What a test says of an entity; the rest is empty. */
export type EntityDraft = Pick<Entity, 'id' | 'name'> &
  Partial<Omit<Entity, 'aliases'>> & { readonly aliases?: readonly string[] };

export interface SnapshotDraft {
  readonly entities: readonly EntityDraft[];
  readonly types?: readonly Omit<EntityType, 'entityCount'>[];
  readonly properties?: readonly (Pick<Property, 'id' | 'datatype'> & Partial<Property>)[];
  readonly identifierSpace?: string;
  /** `compiled` when left out. */
  readonly candidateIndex?: ChosenIndex;
}

/** A snapshot from a handful of entities, made of the real parts. */
export function makeSnapshot(draft: SnapshotDraft): DatasetSnapshot {
  const builder = new PackedEntityStoreBuilder();
  for (const entity of draft.entities) {
    builder.add({
      types: [],
      properties: {},
      prominence: 0,
      ...entity,
      aliases: (entity.aliases ?? []).map((text) => ({ text })),
    });
  }
  const entitySections = builder.finish();
  const metadata = { name: 'Test', previewProperties: [], contentHash: 'test', targetPrecision: 0.97 };
  const facts = {
    metadata: draft.identifierSpace === undefined ? metadata : { ...metadata, identifierSpace: draft.identifierSpace },
    types: (draft.types ?? []).map((type) => ({
      ...type,
      entityCount: draft.entities.filter((entity) => entity.types?.includes(type.id) === true).length,
    })),
    properties: (draft.properties ?? []).map((property) => ({
      name: property.id,
      identifying: false,
      usedBy: [],
      entityCount: draft.entities.length,
      ...property,
    })),
  };
  const dataset = attachDataset(facts, entitySections);
  const sections = new Map([...entitySections, ...buildSearchSections(dataset.entities)]);
  const { candidateIndex, prefixIndex } = attachIndexes(sections, draft.candidateIndex ?? 'compiled');
  const propertyValues = attachPropertyValueIndex(propertyValueSections(dataset.entities));
  const scoring = estimateScoringModel(memorySource(dataset, candidateIndex.labels));
  return {
    id: 'test',
    dataset,
    candidateIndex,
    prefixIndex,
    propertyValues,
    scoring,
    statistics: memoryStatistics({ dataset, labels: candidateIndex.labels, propertyValues, scoring }),
  };
}

/** A candidate with its reasons in English. */
export type EnglishCandidate = EnglishExplanation['candidate'];

/** The candidates for a text; fails the test when the query fails. */
export function candidatesFor(
  snapshot: DatasetSnapshot,
  text: string,
  more: Partial<ReconciliationQuery> = {},
): readonly EnglishCandidate[] {
  const outcome = reconcile(
    snapshot,
    { text, types: [], typeMode: 'any', properties: [], limit: 10, ...more },
    NO_DEADLINE,
  );
  if (outcome.kind === 'failed') throw outcome.error;
  return outcome.candidates.map((candidate) => ({ ...candidate, features: candidate.features.map(featureInEnglish) }));
}
