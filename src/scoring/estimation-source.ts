import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import type { LabelTable } from '../search/label-table.js';
import { wordFrequencies, type WordFrequencies } from './statistics.js';

/**
 * The names and records that a scoring model is estimated from. A dataset in memory answers from its tables, one on disk by a pass over its records for each call.
 * Entities are numbered in the order of the source; lists of such numbers ascend.
 */
export interface EstimationSource extends Pick<Dataset, 'types' | 'properties'> {
  readonly words: WordFrequencies;
  /** Combinations of types, by number. */
  readonly typeSets: readonly (readonly string[])[];
  /** Calls `visit` with the names of each of these entities; `at` is its place in the list. */
  readonly forEachSampled: (entities: readonly number[], visit: (names: EntityNames, at: number) => void) => void;
  /** Calls `visit` with the record of each of these entities, in their order. */
  readonly forEachRecord: (entities: readonly number[], visit: (record: Entity, entity: number) => void) => void;
  /** Calls `visit` with the combination of types of each entity, and what it returns with the different words of its names, transliterations left out. */
  readonly forEachTyped: (visit: (typeSet: number) => ((words: Iterable<string>) => void) | undefined) => void;
  /** Calls `visit` with the entity of each name whose folded form is one of these. */
  readonly forEachNamed: (folded: Iterable<string>, visit: (folded: string, entity: number) => void) => void;
}

/** All names of one entity, the preferred one first. */
export interface EntityNames {
  readonly entity: number;
  readonly count: number;
  readonly isTransliteration: (at: number) => boolean;
  readonly textOf: (at: number) => string;
  readonly wordsOf: (at: number) => readonly string[];
}

/** The source of a dataset in memory. */
export function memorySource(
  { entities, types, properties }: Pick<Dataset, 'entities' | 'types' | 'properties'>,
  labels: LabelTable,
): EstimationSource {
  const { vocabulary } = labels;
  const namesOf = (entity: number): EntityNames => {
    const [first, end] = labels.rowsOf(entity);
    return {
      entity,
      count: end - first,
      isTransliteration: (at) => labels.isTransliteration(first + at),
      textOf: (at) => labels.textOf(first + at),
      wordsOf: (at) => labels.tokensOf(first + at),
    };
  };
  return {
    types,
    properties,
    words: wordFrequencies(labels, entities.size),
    typeSets: entities.typeSets,
    forEachSampled: (sample, visit) => sample.forEach((entity, at) => visit(namesOf(entity), at)),
    forEachRecord: (sample, visit) => {
      for (const entity of sample) visit(entities.entity(entity), entity);
    },
    forEachTyped: (visit) => {
      for (let entity = 0; entity < entities.size; entity++) {
        const take = visit(entities.typeSetOf(entity));
        if (take === undefined) continue;
        const [first, end] = labels.rowsOf(entity);
        const words = new Set<number>();
        for (let row = first; row < end; row++)
          if (!labels.isTransliteration(row)) for (const word of labels.tokenIdsOf(row)) words.add(word);
        take(Array.from(words, vocabulary.tokenOf));
      }
    },
    forEachNamed: (folded, visit) => {
      for (const name of folded) for (const row of labels.rowsWithFolded(name)) visit(name, labels.entityOf(row));
    },
  };
}

/** In the order of code units, in which the words of a dataset are numbered. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
