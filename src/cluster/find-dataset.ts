import { deadlineAfter } from '../foundation/deadline.js';
import { SameasError } from '../foundation/sameas-error.js';
import { ID_OF_CHANGES, readChangedSettings, withChanges } from './changed-settings.js';
import type { ClusterState } from './cluster-dataset.js';
import { readSettings } from './dataset-settings.js';
import { fetchWords, ID_OF_SETTINGS } from './documents-of-words.js';
import { unavailable, hasFailed, type SearchCluster } from './search-cluster.js';
import { aliasOf, namesOfIndex, type IndexNames } from './index-names.js';

/** Longest wait for the settings of a dataset. */
const SETTINGS_MS = 20_000;

/** The indexes that a dataset is served from at present. Rejects with `source-invalid` where there are none, and with what `resolveAlias` rejects with. */
export async function findIndexes(cluster: SearchCluster, dataset: string): Promise<IndexNames> {
  const [index, ...others] = await cluster.resolveAlias(aliasOf(dataset));
  if (index === undefined)
    throw new SameasError('source-invalid', `The search cluster has no dataset called "${dataset}".`, {
      advice: 'Index it with "sameas index", or check the name.',
      facts: { dataset },
    });
  const names = namesOfIndex(index);
  if (names === undefined || others.length > 0)
    throw new SameasError(
      'index-outdated',
      `What the search cluster calls "${aliasOf(dataset)}" is not one dataset of this program.`,
      { advice: 'Index the dataset again with "sameas index".', facts: { dataset } },
    );
  return names;
}

/** The state of a dataset to keep in memory: settings written when it was indexed, changes since, and its words. `known`: an earlier state, whose words are used if there are no new ones. Rejects with `search-cluster-unavailable` and with what `readSettings` throws. Cost: some microseconds a word. */
export async function fetchState(
  cluster: SearchCluster,
  names: IndexNames,
  known?: ClusterState,
): Promise<ClusterState> {
  const found = await cluster.get(names.words, [ID_OF_SETTINGS, ID_OF_CHANGES], deadlineAfter(SETTINGS_MS));
  if (hasFailed(found)) throw unavailable(found);
  const indexed = readSettings(found[0], names.words);
  const changed = readChangedSettings(found[1]);
  const hasAllWords = known?.names.entities === names.entities && known.changed.words.length === changed.words.length;
  return {
    names,
    settings: withChanges(indexed, changed),
    changed,
    words: hasAllWords ? known.words : await fetchWords(cluster, names, indexed, changed),
  };
}

/** Number of the last change that is in the entities of these indexes. Rejects with `search-cluster-unavailable`. */
export async function fetchThrough(cluster: SearchCluster, { words }: IndexNames): Promise<number> {
  const found = await cluster.get(words, [ID_OF_CHANGES], deadlineAfter(SETTINGS_MS));
  if (hasFailed(found)) throw unavailable(found);
  return readChangedSettings(found[0]).through;
}
