import { unchangedSettings } from '../../src/cluster/changed-settings.js';
import type { DatasetSettings } from '../../src/cluster/dataset-settings.js';
import {
  DOCUMENT_FORM,
  documentOfEntity,
  idOfEntity,
  type EntityDocument,
} from '../../src/cluster/document-of-entity.js';
import type { ClusterState } from '../../src/cluster/cluster-dataset.js';
import { documentsOfWords } from '../../src/cluster/documents-of-words.js';
import { countedSections, wordSections, type CountedWord } from '../../src/cluster/words-at-hand.js';
import { createNameRewriter } from '../../src/text/name-rules.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import type { LabelTable } from '../../src/search/label-table.js';

/** A dataset in memory as the documents of a search cluster, by their identifiers. */
export interface SnapshotDocuments {
  readonly entities: ReadonlyMap<string, EntityDocument>;
  readonly words: ReadonlyMap<string, { readonly words: string }>;
  readonly settings: Omit<DatasetSettings, 'form'>;
  /** What is read of it before it is asked. */
  readonly state: ClusterState;
}

export function documentsOf({ id, dataset, candidateIndex: { labels }, scoring }: DatasetSnapshot): SnapshotDocuments {
  const { entities, types, properties, metadata } = dataset;
  const rewrite = metadata.nameRules === undefined ? undefined : createNameRewriter(metadata.nameRules);
  const counts = entities.typeSetCounts();
  const { vocabulary } = labels;
  const settings: SnapshotDocuments['settings'] = {
    snapshot: id,
    facts: { metadata, types: types.types, properties },
    scoring,
    entityCount: entities.size,
    places: entities.size,
    labelCount: labels.rowCount,
    wordCount: vocabulary.size,
    typeSets: entities.typeSets.map((stated, i) => ({ types: stated, count: counts[i] ?? 0 })),
  };
  const words = wordsOf(labels);
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
            typeSet: entities.typeSetOf(position),
            furtherNames,
            weightOf: (word) => vocabulary.weightOf(vocabulary.idOf(word)),
            upwards: types.upwards,
            nameOfType: (type) => types.get(type)?.name ?? type,
            properties,
          }),
        ];
      }),
    ),
    words: new Map(Array.from(documentsOfWords(words), ({ id: document, document: content }) => [document, content])),
    settings,
    state: {
      names: { entities: 'entities', words: 'words' },
      settings: { ...settings, form: DOCUMENT_FORM },
      changed: unchangedSettings(settings, 0),
      words: wordSections(countedSections(words, vocabulary.size, entities.size)),
    },
  };
}

function wordsOf({ rowCount, vocabulary, foldedOf, tokenIdsOf }: LabelTable): readonly CountedWord[] {
  const names = new Array<number>(vocabulary.size).fill(0);
  const forms = new Set<string>();
  for (let row = 0; row < rowCount; row++) {
    if (forms.has(foldedOf(row))) continue;
    forms.add(foldedOf(row));
    for (const word of new Set(tokenIdsOf(row))) names[word] = (names[word] ?? 0) + 1;
  }
  return names.map((count, word) => ({
    word: vocabulary.tokenOf(word),
    entities: vocabulary.entityFrequency(word),
    names: count,
  }));
}
