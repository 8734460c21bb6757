import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { ENTITIES_INDEX } from '../document-of-entity.js';
import { ID_OF_SETTINGS, WORDS_INDEX } from '../documents-of-words.js';
import { aliasOf, isIndexOf, namesOfIndex, patternOf, type IndexNames } from '../index-names.js';
import type { RetryingCluster, TellWaiting } from './retry-requests.js';

/** Shards and copies of an index of entities. */
interface IndexSize {
  readonly shards: number;
  readonly replicas: number;
}

/** One state of a dataset in the cluster. */
interface Generation extends IndexNames {
  /** Whether it was written to its end. */
  readonly isComplete: boolean;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** Indexes of a dataset in the cluster. */
export interface DatasetInCluster {
  /** Index of entities that is served. */
  readonly served: string | undefined;
  /** Newest first. */
  readonly generations: readonly Generation[];
}

const aliasesSchema = z.record(z.string(), z.unknown());
const indexesSchema = z.record(
  z.string(),
  z.object({ settings: z.object({ index: z.object({ creation_date: z.coerce.number() }) }) }),
);
const countSchema = z.object({ count: z.number(), _shards: z.object({ failed: z.literal(0) }) });
const taskSchema = z.object({ task: z.string() });
const completedSchema = z.object({ completed: z.boolean() });
/** A shard of five million entities takes some minutes. */
const MAX_MINUTES_OF_MERGE = 600;
const healthSchema = z.object({ number_of_data_nodes: z.number(), timed_out: z.boolean(), status: z.string() });

/** The index of entities that is served, `undefined` for none. */
export async function readServed(cluster: RetryingCluster, dataset: string): Promise<string | undefined> {
  // Among its own indexes only: the user need not be allowed to look at those of others.
  const path = `/${patternOf(dataset)}/_alias/${aliasOf(dataset)}`;
  const { status, body } = await cluster.need({ method: 'GET', path }, [404]);
  return status === 404 ? undefined : Object.keys(aliasesSchema.parse(body)).find((index) => isIndexOf(dataset, index));
}

/** Indexes of the dataset. Similar names of other datasets are ignored. */
export async function readDatasetInCluster(cluster: RetryingCluster, dataset: string): Promise<DatasetInCluster> {
  const served = await readServed(cluster, dataset);
  const { body } = await cluster.need({
    method: 'GET',
    path: `/${patternOf(dataset)}/_settings`,
    query: { filter_path: '*.settings.index.creation_date', ignore_unavailable: true, allow_no_indices: true },
  });
  const indexes = indexesSchema.parse(body ?? {});
  const all = new Map<string, { names: IndexNames; madeAt: number }>();
  for (const [index, { settings }] of Object.entries(indexes)) {
    if (!isIndexOf(dataset, index)) continue;
    // Either of the two may be missing where the making was interrupted.
    const names = namesOfIndex(index) ?? namesOfIndex(index.replace(/-words$/, '-entities'));
    if (names !== undefined)
      all.set(names.entities, {
        names,
        madeAt: Math.max(all.get(names.entities)?.madeAt ?? 0, settings.index.creation_date),
      });
  }
  const generations: Generation[] = [];
  for (const { names, madeAt } of all.values())
    generations.push({
      ...names,
      madeAt,
      isComplete:
        indexes[names.entities] !== undefined &&
        indexes[names.words] !== undefined &&
        (await hasSettings(cluster, names)),
    });
  return { served, generations: generations.sort((a, b) => b.madeAt - a.madeAt) };
}

/** The settings are written last. */
async function hasSettings(cluster: RetryingCluster, { words }: IndexNames): Promise<boolean> {
  return (
    (await cluster.need({ method: 'GET', path: `/${words}/_doc/${ID_OF_SETTINGS}`, query: { _source: false } }, [404]))
      .status !== 404
  );
}

/** Data nodes of the cluster: there are no more useful replicas than these less one. */
export async function countDataNodes(cluster: RetryingCluster): Promise<number> {
  return healthSchema.parse((await cluster.need({ method: 'GET', path: '/_cluster/health' })).body)
    .number_of_data_nodes;
}

/** Settings of an index that is being filled: nothing is copied, and nothing is made visible in between. */
const WHILE_LOADING = {
  number_of_replicas: 0,
  refresh_interval: '-1',
  'translog.durability': 'async',
  'translog.flush_threshold_size': '1gb',
};

/** Makes both indexes, empty, where they are not there; that of the entities with what `base` has, where one is named. */
export async function makeIndexes(
  cluster: RetryingCluster,
  names: IndexNames,
  { shards, base }: Pick<IndexSize, 'shards'> & { readonly base: string | undefined },
): Promise<void> {
  const make = async (
    index: string,
    numberOfShards: number,
    { settings = {}, mappings }: { readonly settings?: Readonly<Record<string, unknown>>; readonly mappings: object },
  ): Promise<void> => {
    const answer = await cluster.need(
      {
        method: 'PUT',
        path: `/${index}`,
        body: {
          settings: {
            ...settings,
            index: { ...(settings['index'] as object | undefined), ...WHILE_LOADING, number_of_shards: numberOfShards },
          },
          mappings,
        },
      },
      [400],
    ); // its own settings are an object
    if (answer.status === 400 && !JSON.stringify(answer.body).includes('resource_already_exists_exception'))
      throw new SameasError(
        'search-cluster-refused',
        `The search cluster does not make the index ${index}: ${JSON.stringify(answer.body).slice(0, 400)}.`,
        { advice: 'Check the version of the cluster (OpenSearch 2.19 or later) and its log.' },
      );
  };
  if (base === undefined) await make(names.entities, shards, ENTITIES_INDEX);
  else await cloneIndex(cluster, base, names.entities);
  await make(names.words, 1, WORDS_INDEX);
}

/** Makes an index of entities that has what another one has, from the same files: nothing is copied but what is changed later. What it is made of takes no changes meanwhile. */
async function cloneIndex(cluster: RetryingCluster, from: string, to: string): Promise<void> {
  const block = (isBlocked: true | null) =>
    cluster.need({ method: 'PUT', path: `/${from}/_settings`, body: { 'index.blocks.write': isBlocked } });
  await block(true);
  try {
    await cluster.need({
      method: 'POST',
      path: `/${from}/_clone/${to}`,
      query: { wait_for_active_shards: 'all' },
      body: { settings: { index: { ...WHILE_LOADING, 'blocks.write': null } } },
    });
  } finally {
    await block(null);
  }
}

/** Documents of an index, after all that was written is made visible. */
export async function countDocuments(cluster: RetryingCluster, index: string): Promise<number> {
  await cluster.need({ method: 'POST', path: `/${index}/_refresh` });
  return countSchema.parse((await cluster.need({ method: 'GET', path: `/${index}/_count` })).body).count;
}

/**
 * Merges each shard into one segment: a word is then looked up once a shard, and entities that a search counts equally stand in one order, on every copy.
 * Errors: `search-cluster-unavailable` when it is not done after some hours.
 */
async function mergeSegments(cluster: RetryingCluster, both: string): Promise<void> {
  const { body } = await cluster.need({
    method: 'POST',
    path: `/${both}/_forcemerge`,
    query: { max_num_segments: 1, wait_for_completion: false },
  });
  const { task } = taskSchema.parse(body);
  for (let minutes = 0; minutes < MAX_MINUTES_OF_MERGE; minutes++) {
    // A task of a node that has ended is not known any more; the index is whole, just not merged.
    const answer = await cluster.need(
      { method: 'GET', path: `/_tasks/${task}`, query: { wait_for_completion: true, timeout: '30s' } },
      [404, 408, 500],
    );
    if (answer.status === 404 || (answer.status === 200 && completedSchema.parse(answer.body).completed)) return;
  }
  throw new SameasError('search-cluster-unavailable', `The segments of the indexes ${both} were not merged in time.`, {
    advice: 'Check that all nodes run and have room on their disks, and start again: what is written is kept.',
  });
}

/** Wait for copies in one request, and number of such waits where only copies are missing. */
const COPIES_WAITED = '10s';
const ROUNDS_FOR_COPIES = 6;

/** Merges the segments where many documents were written, copies the indexes as often as they are to be, and waits until that is done; a minute at most where all parts are there and only copies lack, which `waiting` hears. Errors: `search-cluster-unavailable` when parts are missing after an hour. */
export async function settleIndexes(
  cluster: RetryingCluster,
  names: IndexNames,
  { replicas, isMerged }: Pick<IndexSize, 'replicas'> & { readonly isMerged: boolean },
  waiting: TellWaiting,
): Promise<void> {
  const both = `${names.entities},${names.words}`;
  if (!isMerged) await mergeSegments(cluster, both);
  await cluster.need({ method: 'POST', path: `/${both}/_flush` });
  await cluster.need({
    method: 'PUT',
    path: `/${both}/_settings`,
    body: {
      index: {
        number_of_replicas: replicas,
        refresh_interval: '30s',
        'translog.durability': 'request',
        'translog.flush_threshold_size': null,
      },
    },
  });
  await waitForCopies(cluster, names, waiting);
}

async function waitForCopies(cluster: RetryingCluster, names: IndexNames, waiting: TellWaiting): Promise<void> {
  const both = `${names.entities},${names.words}`;
  for (let round = 0; ; round++) {
    const { body } = await cluster.need(
      { method: 'GET', path: `/_cluster/health/${both}`, query: { wait_for_status: 'green', timeout: COPIES_WAITED } },
      [408],
    );
    const { status } = healthSchema.parse(body);
    if (status === 'green') return;
    if (round >= ROUNDS_FOR_COPIES && status === 'yellow') {
      waiting(
        `The copies of ${names.entities} are not made yet; it is served without them. See why with GET /_cluster/allocation/explain.`,
      );
      return;
    }
    if (round >= 60 * ROUNDS_FOR_COPIES) break;
    waiting(`Waiting for ${status === 'yellow' ? 'copies' : 'parts'} of ${names.entities}: the cluster is ${status}.`);
  }
  throw new SameasError(
    'search-cluster-unavailable',
    `Parts of the index ${names.entities} are not there after an hour.`,
    {
      advice: 'Check that all nodes run and have room on their disks.',
    },
  );
}

/** Lets the alias of the dataset stand for this generation alone, in one step. */
export async function serveGeneration(
  cluster: RetryingCluster,
  dataset: string,
  { entities }: IndexNames,
  served: string | undefined,
): Promise<void> {
  const alias = aliasOf(dataset);
  const old = served === undefined || served === entities ? [] : [{ remove: { index: served, alias } }];
  await cluster.need({
    method: 'POST',
    path: '/_aliases',
    body: { actions: [...old, { add: { index: entities, alias } }] },
  });
}

/** Deletes both indexes, as far as they are there. */
export async function deleteGeneration(cluster: RetryingCluster, { entities, words }: IndexNames): Promise<void> {
  for (const index of [entities, words]) await cluster.need({ method: 'DELETE', path: `/${index}` }, [404]);
}
