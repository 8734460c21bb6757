import { SameasError } from '../foundation/sameas-error.js';

/*
 * Names of the indexes of a dataset. `sameas-NAME` is an alias of the entities that are served; each time that the dataset is indexed, two indexes are made
 * whose names have the content in them: `sameas-NAME-HASH-entities` and `sameas-NAME-HASH-words`. Both stay as they are once they are complete.
 */

/** The two indexes of one state of a dataset. */
export interface IndexNames {
  readonly entities: string;
  readonly words: string;
}

const PREFIX = 'sameas-';
const ENTITIES = '-entities';
const WORDS = '-words';
/** Names of indexes are lower case, and no longer than 255 bytes with all that is put around this. */
const DATASET_NAME = /^[a-z0-9][a-z0-9_-]{0,99}$/;
/** Hexadecimal digits of the content in a name. */
const HASH_DIGITS = 16;

/** The alias of a dataset. Throws for a name that no index can have. */
export function aliasOf(dataset: string): string {
  if (!DATASET_NAME.test(dataset)) {
    throw new SameasError('setting-invalid', `"${dataset}" cannot be the name of a dataset in a search cluster.`, {
      advice: 'Use a name of at most 100 small letters from a to z, digits, hyphens and underscores, such as "places".',
      facts: { setting: 'dataset' },
    });
  }
  return `${PREFIX}${dataset}`;
}

/** The indexes for one content of a dataset; `content` is hexadecimal, and its first 16 digits are used. */
export function indexNames(dataset: string, content: string): IndexNames {
  const common = `${aliasOf(dataset)}-${content.slice(0, HASH_DIGITS)}`;
  return { entities: `${common}${ENTITIES}`, words: `${common}${WORDS}` };
}

/** The index with the log of changes of a dataset. No name of a dataset has a point in it. */
export function changesIndexOf(dataset: string): string {
  return `${aliasOf(dataset)}-changes.log`;
}

/** Both indexes, by the name of that of the entities, which is what the alias stands for; `undefined` for an index that is none of ours. */
export function namesOfIndex(entities: string): IndexNames | undefined {
  return entities.startsWith(PREFIX) && entities.endsWith(ENTITIES)
    ? { entities, words: `${entities.slice(0, -ENTITIES.length)}${WORDS}` }
    : undefined;
}

/** A pattern for all indexes of a dataset, whatever their content, and of datasets whose names begin like its own: `isIndexOf` tells them apart. */
export function patternOf(dataset: string): string {
  return `${aliasOf(dataset)}-*`;
}

/** Whether an index of this name is one of the two of a state of the dataset. */
export function isIndexOf(dataset: string, index: string): boolean {
  const alias = aliasOf(dataset);
  return index.startsWith(`${alias}-`) && /^[0-9a-f]{16}-(?:entities|words)$/.test(index.slice(alias.length + 1));
}
