import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SearchClusterClient } from '../cluster/search-cluster-client.js';
import { type IndexNames, namesOfIndex } from '../cluster/index-names.js';
import type { ClusterConnection } from '../cluster/cluster-connection.js';
import { type DatasetSettings, readSettings } from '../cluster/dataset-settings.js';
import { ID_OF_SETTINGS, fetchWords } from '../cluster/documents-of-words.js';
import {
  type IndexedState,
  type StandingState,
  applyLine,
  readEntities,
  readStanding,
} from '../cluster/indexing/apply-changes.js';
import { readServed } from '../cluster/indexing/dataset-generations.js';
import { addLine, linesAfter } from '../cluster/indexing/change-log-index.js';
import type { RetryingCluster } from '../cluster/indexing/retry-requests.js';
import {
  type ChangedEntitiesWriter,
  type VersionedRecord,
  changeEntities,
  versioned,
} from '../datasets/changes/change-entities.js';
import {
  type Change,
  type LastChanges,
  entitiesOf,
  parseChangeLine,
  takeLine,
} from '../datasets/changes/change-log.js';
import { recordOfEntity } from '../datasets/changes/entity-record.js';
import { SameasError } from '../foundation/sameas-error.js';

/*
 * Changes of single entities of a dataset in a search cluster. A change is effective when its line is in the log of the
 * cluster. The entities follow, written by the first process that notices the delay: after the request of the change,
 * before the next one, and before a newly indexed state is served.
 */

const documentSchema = z.object({ _source: z.unknown() });
/** Name of the log in errors of unreadable lines. */
const LOG = 'the log of changes in the search cluster';

/** The saved settings of an indexed state. Rejects with the errors of `readSettings`. */
export async function readIndexed(
  cluster: RetryingCluster,
  { words }: Pick<IndexNames, 'words'>,
): Promise<DatasetSettings> {
  const { body } = await cluster.need({ method: 'GET', path: `/${words}/_doc/${ID_OF_SETTINGS}` });
  return readSettings(documentSchema.parse(body)._source, words);
}

/**
 * Saves the log into this folder, in the format of the log of a dataset in memory; returns the number of its last line.
 */
export async function saveLog(
  cluster: RetryingCluster,
  dataset: string,
  folder: string,
): Promise<{ readonly path: string; readonly through: number }> {
  const path = join(folder, 'changes.jsonl');
  let through = 0;
  for await (const line of linesAfter(cluster, dataset, 0)) {
    writeFileSync(path, `${line}\n`, { flag: 'a' });
    through = parseChangeLine(line, through, path).number;
  }
  return { path, through };
}

/** Number of entity changes in the log after this number. */
export async function countChangesAfter(cluster: RetryingCluster, dataset: string, number: number): Promise<number> {
  let count = 0;
  for await (const text of linesAfter(cluster, dataset, number))
    count += parseChangeLine(text, number, LOG).changes.length;
  return count;
}

/** Applies the later changes of the log to a state. */
export async function followLog(
  connection: ClusterConnection,
  cluster: RetryingCluster,
  dataset: string,
  names: IndexNames,
): Promise<void> {
  const indexed = await readIndexed(cluster, names);
  const words = await fetchWords(new SearchClusterClient(connection), names, indexed, { words: [] });
  await followed(cluster, dataset, await readStanding(cluster, { names, indexed, words }));
}

async function followed(cluster: RetryingCluster, dataset: string, before: StandingState): Promise<StandingState> {
  let state = before;
  for await (const text of linesAfter(cluster, dataset, before.changed.through))
    state = await applied(cluster, state, text);
  return state;
}

function applied(cluster: RetryingCluster, state: StandingState, text: string): Promise<StandingState> {
  const line = parseChangeLine(text, state.changed.through, LOG);
  const changes: LastChanges = new Map();
  takeLine(changes, line);
  // Values that fit no property were refused when they were sent; one of a property that was removed since is left out.
  const entities = entitiesOf(changes, state.indexed.facts.properties, () => undefined);
  return applyLine(cluster, state, { number: line.number, entities });
}

/** Other writers may add a line first. */
const MAX_ATTEMPTS = 100;

export interface ClusterEntityWriter extends ChangedEntitiesWriter {
  readonly get: (id: string) => Promise<VersionedRecord>;
  /** Applies logged changes that the entities lack. Call it before the first change. */
  readonly catchUp: () => Promise<void>;
}

/** A writer without a request before the first call; it caches the words of the dataset. */
export function createClusterWriter(
  connection: ClusterConnection,
  cluster: RetryingCluster,
  dataset: string,
): ClusterEntityWriter {
  const state = new ServedState(connection, cluster, dataset);
  const act: Act = (ids, decide) => actOn(state, ids, decide);
  return {
    ...changeEntities({ properties: () => state.indexed?.facts.properties ?? [], act }),
    get: (id) => act([id], (recordOf) => ({ changes: [], result: versioned(id, recordOf(id)) })),
    catchUp: async () => void (await state.current()),
  };
}

/** The served state of a dataset; the words are cached. */
class ServedState {
  readonly #connection: ClusterConnection;
  readonly cluster: RetryingCluster;
  readonly dataset: string;
  #known: IndexedState | undefined;

  constructor(connection: ClusterConnection, cluster: RetryingCluster, dataset: string) {
    this.#connection = connection;
    this.cluster = cluster;
    this.dataset = dataset;
  }

  /** As last read. */
  get indexed(): DatasetSettings | undefined {
    return this.#known?.indexed;
  }

  /** The state with all changes of the log. */
  async current(): Promise<StandingState> {
    const { cluster, dataset } = this;
    const names = namesOfIndex((await readServed(cluster, dataset)) ?? '');
    if (names === undefined)
      throw new SameasError('not-ready', `The search cluster has no dataset "${dataset}" at present.`, {
        advice: 'Try again in a few seconds.',
      });
    if (this.#known?.names.entities !== names.entities) {
      const indexed = await readIndexed(cluster, names);
      const words = await fetchWords(new SearchClusterClient(this.#connection), names, indexed, { words: [] });
      this.#known = { names, indexed, words };
    }
    return followed(cluster, dataset, await readStanding(cluster, this.#known));
  }
}

type Act = Parameters<typeof changeEntities>[0]['act'];

async function actOn<Result>(
  served: ServedState,
  ids: readonly string[],
  decide: (recordOf: (id: string) => ReturnType<typeof recordOfEntity> | undefined) => {
    readonly changes: readonly Change[];
    readonly result: Result;
  },
): Promise<Result> {
  const { cluster, dataset } = served;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const state = await served.current();
    const entities = await readEntities(cluster, state, ids);
    const { changes, result } = decide((id) => {
      const entity = entities.get(id);
      return entity === undefined ? undefined : recordOfEntity(entity.record(), state.indexed.facts.properties);
    });
    if (changes.length === 0) return result;
    const number = state.changed.through + 1;
    const line = JSON.stringify({ number, at: new Date().toISOString(), changes });
    if (!(await addLine(cluster, dataset, { number, line }))) continue;
    // The change is effective now. Entities that cannot be written at once are written before the next change or by
    // the next check.
    await applied(cluster, state, line).catch(() => undefined);
    return result;
  }
  throw new SameasError('changes-unwritable', `Too many others change the dataset "${dataset}" at the same time.`, {
    advice: 'Send the change again in a few seconds.',
  });
}
