import type { DatasetSettings } from '../../src/cluster/dataset-settings.js';
import { documentOfEntity, idOfEntity, type EntityDocument } from '../../src/cluster/document-of-entity.js';
import { documentOfWord, idOfWord, type WordDocument } from '../../src/cluster/document-of-word.js';
import { createNameRewriter } from '../../src/text/name-rules.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';

/** A dataset in memory as the documents of a search cluster, by their identifiers. */
export interface SnapshotDocuments {
  readonly entities: ReadonlyMap<string, EntityDocument>;
  readonly words: ReadonlyMap<string, WordDocument>;
  readonly settings: Omit<DatasetSettings, 'form'>;
}

export function documentsOf({ id, dataset, candidateIndex: { labels }, scoring }: DatasetSnapshot): SnapshotDocuments {
  const { entities, types, properties, metadata } = dataset;
  const rewrite = metadata.nameRules === undefined ? undefined : createNameRewriter(metadata.nameRules);
  const counts = entities.typeSetCounts();
  return {
    entities: new Map(
      Array.from({ length: entities.size }, (_, position) => {
        const entity = entities.entity(position);
        const furtherNames = [entity.name, ...entity.aliases.map(({ text }) => text)].flatMap(
          (name) => rewrite?.(name)?.text ?? [],
        );
        return [
          idOfEntity(entity.id),
          documentOfEntity(entity, {
            position,
            furtherNames,
            upwards: types.upwards,
            nameOfType: (type) => types.get(type)?.name ?? type,
            properties,
          }),
        ];
      }),
    ),
    words: new Map(
      Array.from({ length: labels.vocabulary.size }, (_, word) => {
        const text = labels.vocabulary.tokenOf(word);
        return [idOfWord(text), documentOfWord(text, labels.vocabulary.entityFrequency(word))];
      }),
    ),
    settings: {
      snapshot: id,
      facts: { metadata, types: types.types, properties },
      scoring,
      entityCount: entities.size,
      labelCount: labels.rowCount,
      typeSets: entities.typeSets.map((stated, i) => ({ types: stated, count: counts[i] ?? 0 })),
    },
  };
}
