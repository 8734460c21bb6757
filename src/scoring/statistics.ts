import type { Dataset } from '../entities/dataset.js';
import { findEntity } from '../entities/entity-store.js';
import type { Entity } from '../entities/entity.js';
import type { Property } from '../entities/property.js';
import { firstAtLeast } from '../foundation/first-at-least.js';
import { ownValue } from '../foundation/own-value.js';
import type { LabelTable } from '../search/label-table.js';
import type { PropertyValueIndex } from './property-values.js';
import type { QueryValue } from './query.js';
import type { PropertyModel, ScoringModel } from './scoring-model.js';

/*
 * All that scoring knows of a dataset beyond the candidates of the query. Everything is asked by words, values, identifiers and types, never by numbers of
 * rows or entities, so that candidates can be scored without the dataset: a hundred records with these statistics are scored as in the whole dataset.
 */

/** Numbers of names and entities of a dataset, and of those that have a word; words are folded, as in `AnalysedLabel.tokens`. Cost of each: a look-up. */
export interface WordFrequencies {
  readonly entityCount: number;
  readonly labelCount: number;
  /** Whether any label has the word. */
  readonly isKnown: (word: string) => boolean;
  /** Inverse document frequency: natural logarithm of (entities + 1) / (entities with the word + 0.5), never below 0.05; of an unknown word, that of a word that one entity has. */
  readonly idfOf: (word: string) => number;
}

/** Statistics of the words of a dataset's names. Cost of each: a look-up. */
export interface WordStatistics extends WordFrequencies {
  /** Words that aliases have in place of this one, and how far each exchange is to be believed, 0–1. */
  readonly learnedSynonymsOf: (word: string) => ReadonlyMap<string, number> | undefined;
  /** Probability that two names differing by this word alone are those of two entities; `undefined` without such names. */
  readonly separationOf: (word: string) => number | undefined;
  /** The same for such words. */
  readonly usualSeparation: number;
  /** Words that are usual in the names of a type, with the share of its entities that have them, 0–1; `undefined` for a type without such words. */
  readonly usualWordsOfType: (type: string) => readonly (readonly [string, number])[] | undefined;
}

export interface DatasetStatistics extends WordStatistics {
  /** Median weight of the words of preferred names. */
  readonly usualNameWeight: number;
  /** Improbability of another entity's name of this similarity or a greater one, in nats. Cost: a look at some of two hundred numbers. */
  readonly unusualnessOf: (similarity: number) => number;
  /** Statistics of the values of a property, by its id. */
  readonly valuesOf: (property: string) => PropertyModel | undefined;
  /** Number of entities with a value of a property; 0 for more than `most`. */
  readonly entitiesWith: (property: Property, value: QueryValue, most: number) => number;
  /** Whether an entity of one of these types, or of any type if none is given, has exactly this folded name. */
  readonly isNameOf: (folded: string, types: readonly string[]) => boolean;
  /** Whether more entities than this have a name that folds to the text. */
  readonly isNameOfMore: (folded: string, than: number) => boolean;
  /** The record of an entity that a value refers to. Cost: decoding it. */
  readonly entityWithId: (id: string) => Entity | undefined;
  /** Its names; none for an unknown id. */
  readonly namesOf: (id: string) => readonly KnownName[];
}

/** A name of an entity that a value refers to. */
interface KnownName {
  readonly text: string;
  /** Folded. */
  readonly words: readonly string[];
}

/** The parts of a snapshot that its statistics come from. */
interface StatisticsSource {
  readonly dataset: Dataset;
  readonly labels: LabelTable;
  readonly propertyValues: PropertyValueIndex;
  readonly scoring: ScoringModel;
}

/** The statistics of a dataset in memory. Cost: constant; the maps of words are filled when first asked for. */
export function memoryStatistics({ dataset, labels, propertyValues, scoring }: StatisticsSource): DatasetStatistics {
  const { entities } = dataset;
  return {
    ...wordStatistics(wordFrequencies(labels, entities.size), scoring),
    usualNameWeight: scoring.usualNameWeight,
    ...nearnessStatistics(scoring),
    valuesOf: (property) => ownValue(scoring.properties, property),
    entitiesWith: (property, value, most) => propertyValues.entitiesWith(property, value, most).length,
    isNameOf: (folded, types) =>
      labels
        .rowsWithFolded(folded)
        .some(
          (row) => types.length === 0 || entities.typesOf(labels.entityOf(row)).some((type) => types.includes(type)),
        ),
    isNameOfMore: (folded, than) => labels.rowsWithFolded(folded).length > than,
    entityWithId: (id) => findEntity(entities, id),
    namesOf: (id) => {
      const entity = entities.ordinalOf(id);
      const [first, end] = entity < 0 ? [0, 0] : labels.rowsOf(entity);
      return Array.from({ length: end - first }, (_, i) => ({
        text: labels.textOf(first + i),
        words: labels.tokensOf(first + i),
      }));
    },
  };
}

/** Names that are assumed beside those of the dataset, so that a short list is not taken for one without similar names: of the shared lists, so many names have one of another entity that is this similar. */
const ASSUMED_NAMES = 40;
const assumedShare = (similarity: number): number => Math.max(1 / ASSUMED_NAMES, (1 - similarity) ** 1.4);

/** Nearness of the names of other entities. */
export function nearnessStatistics({
  nearestNames,
}: Pick<ScoringModel, 'nearestNames'>): Pick<DatasetStatistics, 'unusualnessOf'> {
  return {
    unusualnessOf: (similarity) => {
      const nearer = nearestNames.length - firstAtLeast(nearestNames, similarity);
      return -Math.log((nearer + ASSUMED_NAMES * assumedShare(similarity)) / (nearestNames.length + ASSUMED_NAMES));
    },
  };
}

/** Numbers of entities with a word, from the vocabulary of their names. */
export function wordFrequencies({ vocabulary, rowCount }: LabelTable, entityCount: number): WordFrequencies {
  return {
    entityCount,
    labelCount: rowCount,
    isKnown: (word) => vocabulary.idOf(word) >= 0,
    idfOf: (word) => vocabulary.weightOf(vocabulary.idOf(word)),
  };
}

/** The part of them that is known before the rest of the scoring model is estimated. */
export function wordStatistics(
  frequencies: WordFrequencies,
  { wording, wordsOfTypes }: Pick<ScoringModel, 'wording' | 'wordsOfTypes'>,
): WordStatistics {
  const exchanged = onDemand(() => exchangesByWord(wording.exchanged));
  const apart = onDemand(() => new Map(wording.apart));
  return {
    ...frequencies,
    learnedSynonymsOf: (word) => exchanged().get(word),
    separationOf: (word) => apart().get(word),
    usualSeparation: wording.usuallyApart,
    usualWordsOfType: (type) => ownValue(wordsOfTypes, type),
  };
}

function onDemand<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function exchangesByWord(
  exchanged: ScoringModel['wording']['exchanged'],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const byWord = new Map<string, Map<string, number>>();
  const add = (from: string, to: string, believed: number): void => {
    let known = byWord.get(from);
    if (known === undefined) {
      known = new Map<string, number>();
      byWord.set(from, known);
    }
    known.set(to, believed);
  };
  for (const [a, b, believed] of exchanged) {
    add(a, b, believed);
    add(b, a, believed);
  }
  return byWord;
}
