import { z } from 'zod';
import { unavailable } from './search-cluster.js';
import type { DatasetSettings } from './dataset-settings.js';
import type { CountedWord } from './words-at-hand.js';

/*
 * Changes of single entities since a state of a dataset was indexed: a document next to its settings. Statistics of the dataset as a whole stay as they were when it was indexed; the document
 * says what must be known besides to read the entities: how many there are, and combinations of types and words that came with them.
 */

/** The identifier of this document, among the words. */
export const ID_OF_CHANGES = 'changes';

const schema = z.object({
  /** Number of the last change that is in the entities; 0: none. */
  through: z.number().int().nonnegative(),
  entityCount: z.number().int().nonnegative(),
  places: z.number().int().nonnegative(),
  /** Combinations of types behind those of the settings. */
  typeSets: z.array(z.array(z.string())),
  /** Words that the dataset did not have, in the order in which they came, with how many of the entities that brought them have each, and how many names. */
  words: z.array(z.tuple([z.string(), z.number(), z.number()])),
});
/** Differences of the entities from those of the settings. */
export type ChangedSettings = Readonly<z.infer<typeof schema>>;

/** State of a dataset just indexed, with the changes up to this one. */
export function unchangedSettings(
  { entityCount, places }: Pick<DatasetSettings, 'entityCount' | 'places'>,
  through: number,
): ChangedSettings {
  return { through, entityCount, places, typeSets: [], words: [] };
}

/** As text: what it holds is nothing to search in. */
export function documentOfChanges(changed: ChangedSettings): { readonly settings: { readonly json: string } } {
  return { settings: { json: JSON.stringify(changed) } };
}

const documentSchema = z.object({ settings: z.object({ json: z.string() }) });

/** Reads what `documentOfChanges` gave. Throws `search-cluster-unavailable` where there is no such document, and what Zod throws for anything else. */
export function readChangedSettings(source: unknown): ChangedSettings {
  if (source === undefined) throw unavailable({ fault: `the document ${ID_OF_CHANGES} is missing` });
  return schema.parse(JSON.parse(documentSchema.parse(source).settings.json));
}

/** The settings of the dataset as it is now. Types that no entity had before have their ids for names. */
export function withChanges(settings: DatasetSettings, changed: ChangedSettings): DatasetSettings {
  const { through, entityCount, places, typeSets, words } = changed;
  if (through === 0) return settings;
  const known = new Set(settings.facts.types.map(({ id }) => id));
  const types = [...new Set(typeSets.flat())].filter((id) => !known.has(id));
  return {
    ...settings,
    snapshot: `${settings.snapshot}+${String(through)}`,
    facts: {
      ...settings.facts,
      types: [...settings.facts.types, ...types.map((id) => ({ id, name: id, broader: [], entityCount: 0 }))],
    },
    entityCount,
    places,
    wordCount: settings.wordCount + words.length,
    typeSets: [...settings.typeSets, ...typeSets.map((set) => ({ types: set, count: 0 }))],
  };
}

/** All words in the order of code units: those that were there, and those that came later. */
export function* withAddedWords(
  words: Iterable<CountedWord>,
  { words: added }: Pick<ChangedSettings, 'words'>,
): Generator<CountedWord, undefined> {
  const rest = added
    .map(([word, entities, names]) => ({ word, entities, names }))
    .sort((a, b) => (a.word < b.word ? -1 : 1));
  let next = 0;
  for (const word of words) {
    for (let one = rest[next]; one !== undefined && one.word < word.word; one = rest[++next]) yield one;
    yield word;
  }
  yield* rest.slice(next);
}
