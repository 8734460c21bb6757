import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { askCluster } from '../cluster/ask-cluster.js';
import { connectCluster, type ClusterAccess, type ClusterConnection } from '../cluster/cluster-connection.js';
import type { ClusterReading } from '../cluster/cluster-dataset.js';
import { documentOfSettings } from '../cluster/dataset-settings.js';
import { documentOfEntity, DOCUMENT_FORM, idOfEntity } from '../cluster/document-of-entity.js';
import { countWordsDocuments, documentsOfWords, ID_OF_SETTINGS } from '../cluster/documents-of-words.js';
import { indexNames, type IndexNames } from '../cluster/index-names.js';
import { retryUntilAnswered, type RetryingCluster, type TellWaiting } from '../cluster/indexing/retry-requests.js';
import {
  checkAnswers,
  checkDocuments,
  knownAnswers,
  type AnsweredNames,
} from '../cluster/indexing/check-known-answers.js';
import {
  countDataNodes,
  countDocuments,
  deleteGeneration,
  makeIndexes,
  readDatasetInCluster,
  serveGeneration,
  settleIndexes,
  type DatasetInCluster,
} from '../cluster/indexing/dataset-generations.js';
import { whileLocked, type DatasetLock } from '../cluster/indexing/dataset-lock.js';
import {
  DOCUMENTS_OF_REQUEST,
  loadDocuments,
  REQUESTS_AT_ONCE,
  type PlacedDocument,
} from '../cluster/indexing/load-documents.js';
import { writeEntitySpool, type EntitySpool } from '../cluster/spool/entity-spool.js';
import { spooledSource } from '../cluster/spool/spooled-source.js';
import { asWorkFault, makeWorkFolder } from '../cluster/spool/work-folder.js';
import { isAllFiles, readSourceState, type DatasetSource } from '../datasets/dataset-source.js';
import type { EntitySink } from '../datasets/entity-sink.js';
import { registerOnDisk } from '../datasets/ids-on-disk.js';
import { readDataset } from '../datasets/load-dataset.js';
import type { LoadReport } from '../datasets/load-report.js';
import type { DatasetFacts } from '../entities/dataset-facts.js';
import { createTypeHierarchy } from '../entities/type-hierarchy.js';
import type { TellProgress } from '../foundation/progress.js';
import { SameasError } from '../foundation/sameas-error.js';
import { attachVocabulary } from '../search/words/attach-vocabulary.js';
import { estimateScoringModel, SCORER } from '../scoring/estimate-statistics.js';
import { snapshotId } from './snapshot-image.js';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';

/** What goes into a cluster, and how. */
interface ClusterIndexing {
  readonly source: DatasetSource;
  readonly access: ClusterAccess;
  readonly dataset: string;
  /** Earlier generations that stay beside the new one. */
  readonly keep: number;
  /** Parts of the index of entities; chosen by the size of the dataset when left out. */
  readonly shards?: number | undefined;
  /** Copies of each part; one where there are several data nodes when left out. */
  readonly replicas?: number | undefined;
  /** A folder with room for the dataset on its way. */
  readonly work: string;
  /** How the new state is asked before it is served. */
  readonly reading: ClusterReading;
}

/** Who watches. */
interface IndexingWatch {
  readonly tell: TellProgress;
  /** Hears what is waited for, and why; each reason once. */
  readonly waiting: TellWaiting;
  /** Takes the path of a folder that is to be removed when the program ends, and `undefined` when it has been. */
  readonly temporary: (path: string | undefined) => void;
}

/** What has been indexed. */
interface IndexedDataset {
  /** `undefined` where the cluster serves this content already. */
  readonly report: LoadReport | undefined;
  /** The index of entities. */
  readonly index: string;
  readonly entities: number;
  readonly words: number;
  /** Names that were asked for, as they are written and with a typo, and how many gave their entity; `undefined` where nothing was written. */
  readonly checked: { readonly written: AnsweredNames; readonly withTypo: AnsweredNames } | undefined;
  /** Documents that an interrupted indexing of the same content had written already. */
  readonly continuedAt: number;
  readonly deleted: readonly string[];
}

/** A cluster that gives no answer at first is not waited for; one that was there once is, for ten minutes. */
const FIRST_PATIENCE_MS = 5_000;
const PATIENCE_MS = 600_000;
/** Entities of one part of the index. */
const ENTITIES_OF_SHARD = 5_000_000;
const MAX_REMEMBERED = 1_000_000;
const CHECKED = 100;

/**
 * Reads a source and writes it into a cluster beside what is served there, checks it, and lets the dataset be answered from it in one step. Memory: bounded, whatever the
 * number of entities; `work` needs about 1.5 times the records as JSON. Interrupted, it leaves what is served as it was; the next call for the same content continues what had been
 * written, and one for other content deletes it.
 *
 * Errors: those of `readDataset`; `search-cluster-unavailable`, `search-cluster-refused`; `file-unwritable` for `work`.
 */
export async function indexIntoCluster(indexing: ClusterIndexing, watch: IndexingWatch): Promise<IndexedDataset> {
  const connection = connectCluster(indexing.access);
  try {
    // First, so that nobody waits for an hour to hear that the password is wrong.
    await readDatasetInCluster(retryUntilAnswered(connection, FIRST_PATIENCE_MS), indexing.dataset);
    return await whileLocked(retryUntilAnswered(connection, PATIENCE_MS), indexing.dataset, (lock) =>
      indexLocked(connection, indexing, { ...watch, waiting: once(watch.waiting) }, lock),
    );
  } finally {
    await connection.close();
  }
}

async function indexLocked(
  connection: ClusterConnection,
  indexing: ClusterIndexing,
  watch: IndexingWatch,
  lock: DatasetLock,
): Promise<IndexedDataset> {
  const { source, dataset } = indexing;
  const { temporary } = watch;
  const cluster = retryUntilAnswered(connection, PATIENCE_MS, watch.waiting);
  const before = await readDatasetInCluster(cluster, dataset);
  // What lies elsewhere is not read once more for this.
  const names = (await isAllFiles(source)) ? namesFor(dataset, (await readSourceState(source)).contentHash) : undefined;
  if (names !== undefined && before.served === names.entities)
    return { ...unchanged(names), deleted: await deleteOld(cluster, indexing, before) };
  const folder = makeWorkFolder(indexing.work);
  temporary(folder);
  try {
    return await fillAndServe(connection, indexing, { folder, lock }, watch);
  } catch (thrown) {
    throw asWorkFault(thrown, indexing.work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    temporary(undefined);
  }
}

/** Passes each text on once. */
function once(tell: TellWaiting): TellWaiting {
  const told = new Set<string>();
  return (reason) => {
    if (!told.has(reason)) tell(reason);
    told.add(reason);
  };
}

/** Deletes all that the cluster has of a dataset; gives the indexes. Errors: as above. */
export async function dropFromCluster(access: ClusterAccess, dataset: string): Promise<readonly string[]> {
  const connection = connectCluster(access);
  try {
    const { generations } = await readDatasetInCluster(retryUntilAnswered(connection, FIRST_PATIENCE_MS), dataset);
    if (generations.length === 0) return [];
    const cluster = retryUntilAnswered(connection, PATIENCE_MS);
    return await whileLocked(cluster, dataset, async () => {
      // An alias goes with the index that it stands for.
      for (const generation of generations) await deleteGeneration(cluster, generation);
      return generations.map(({ entities }) => entities);
    });
  } finally {
    await connection.close();
  }
}

function unchanged({ entities }: IndexNames): Omit<IndexedDataset, 'deleted'> {
  return { report: undefined, index: entities, entities: 0, words: 0, checked: undefined, continuedAt: 0 };
}

async function fillAndServe(
  connection: ClusterConnection,
  indexing: ClusterIndexing,
  { folder, lock }: { readonly folder: string; readonly lock: DatasetLock },
  { tell, waiting }: IndexingWatch,
): Promise<IndexedDataset> {
  const { source, dataset } = indexing;
  const cluster = retryUntilAnswered(connection, PATIENCE_MS, waiting);
  const writer = writeEntitySpool(folder);
  const { spool, sink } = spoolSink(folder, writer);
  const { facts, report } = await readDataset(source, sink, tell);
  const spooled = spool();
  try {
    await lock.check();
    const names = namesFor(dataset, facts.metadata.contentHash);
    const { generations, served } = await readDatasetInCluster(cluster, dataset);
    if (served === names.entities) return { ...unchanged(names), deleted: [] };
    for (const other of generations)
      if (!other.isComplete && other.entities !== names.entities) await deleteGeneration(cluster, other);
    const size = {
      shards: indexing.shards ?? Math.max(1, Math.ceil(spooled.size / ENTITIES_OF_SHARD)),
      replicas: indexing.replicas ?? Math.min(1, (await countDataNodes(cluster)) - 1),
    };
    const isThere = generations.some(({ entities, isComplete }) => isComplete && entities === names.entities);
    if (!isThere) await makeIndexes(cluster, names, size);
    const continuedAt = isThere ? spooled.size : await fill(cluster, names, { spool: spooled, facts }, tell);
    const known = knownAnswers(spooled, CHECKED);
    await checkDocuments(cluster, names, known);
    const checked = await checkAnswers(askCluster(connection), names, known, indexing.reading);
    await settleIndexes(cluster, names, size, waiting);
    await lock.check();
    await serveGeneration(cluster, dataset, names, served);
    const deleted = await deleteOld(cluster, indexing, await readDatasetInCluster(cluster, dataset));
    return {
      report,
      index: names.entities,
      entities: spooled.size,
      words: spooled.words.size,
      checked,
      continuedAt,
      deleted,
    };
  } finally {
    spooled.close();
  }
}

/** The indexes for a content as this version of the software writes it. */
function namesFor(dataset: string, contentHash: string): IndexNames {
  return indexNames(
    dataset,
    createHash('sha256')
      .update(`${snapshotId(contentHash, SCORER, SOFTWARE_VERSION)}\n${String(DOCUMENT_FORM)}`)
      .digest('hex'),
  );
}

/** Ends the reading of a source in files of this folder. */
function spoolSink(
  folder: string,
  writer: ReturnType<typeof writeEntitySpool>,
): { readonly sink: EntitySink; readonly spool: () => EntitySpool } {
  let finished: EntitySpool | undefined;
  const spool = (): EntitySpool => (finished ??= writer.finish());
  const sink: EntitySink = {
    inMemory: false,
    mostRemembered: MAX_REMEMBERED,
    register: () => registerOnDisk(folder),
    add: writer.add,
    finish: () => ({
      typesOf: (ids) => {
        const wanted = new Set(ids);
        const types = new Map<string, readonly string[]>();
        if (wanted.size > 0)
          for (const { record } of spool().entitiesFrom(0))
            if (wanted.has(record.id)) types.set(record.id, record.types);
        return types;
      },
      // To find them would take as many hashes as there are entities.
      sharedNames: { count: 0, examples: [] },
    }),
  };
  return { sink, spool };
}

/** Writes all documents, those of words first, then the settings, by which an index is complete; gives how many an interrupted call had written. */
async function fill(
  cluster: RetryingCluster,
  names: IndexNames,
  { spool, facts }: { readonly spool: EntitySpool; readonly facts: DatasetFacts },
  tell: TellProgress,
): Promise<number> {
  const types = createTypeHierarchy(facts.types);
  const words = attachVocabulary(spool.counted());
  const place = {
    weightOf: (word: string) => words.weightOf(words.idOf(word)),
    upwards: types.upwards,
    nameOfType: (type: string) => types.get(type)?.name ?? type,
    properties: facts.properties,
  };
  const there = await startingAt(cluster, names.entities, spool.size);
  const documents = countWordsDocuments(spool.words.size);
  await loadDocuments(cluster, names.words, documentsOfWords(spool.words.all()), () => undefined);
  await loadDocuments(cluster, names.entities, entityDocuments(spool, there, place), (written) =>
    tell({ phase: 'sending', unit: 'documents', done: there + written, all: spool.size }),
  );
  const counted = [await countDocuments(cluster, names.words), await countDocuments(cluster, names.entities)];
  if (counted[0] !== documents || counted[1] !== spool.size) {
    await deleteGeneration(cluster, names);
    throw new SameasError(
      'search-cluster-unavailable',
      `The search cluster has lost documents: it holds ${String(counted[1])} of ${String(spool.size)} entities and ${String(counted[0])} of ${String(documents)} documents of words. What was written has been deleted; what is served is as it was.`,
      { advice: 'Check that all nodes run and have room on their disks, and index the dataset again.' },
    );
  }
  const settings = documentOfSettings({
    snapshot: snapshotId(facts.metadata.contentHash, SCORER, SOFTWARE_VERSION),
    facts,
    scoring: estimateScoringModel(spooledSource(spool, { types, properties: facts.properties })),
    entityCount: spool.size,
    labelCount: spool.labelCount,
    wordCount: spool.words.size,
    typeSets: spool.typeSets.map((set, number) => ({ types: set, count: spool.entitiesOfSet[number] ?? 0 })),
  });
  await cluster.need({
    method: 'PUT',
    path: `/${names.words}/_doc/${ID_OF_SETTINGS}`,
    query: { refresh: true },
    body: { ...settings },
  });
  return there;
}

/** The first document that an interrupted call may not have written: requests that were under way may have come in any order. */
async function startingAt(cluster: RetryingCluster, index: string, all: number): Promise<number> {
  const count = await countDocuments(cluster, index);
  return count >= all ? all : Math.max(0, count - (REQUESTS_AT_ONCE + 1) * DOCUMENTS_OF_REQUEST);
}

function* entityDocuments(
  spool: EntitySpool,
  from: number,
  place: Omit<Parameters<typeof documentOfEntity>[1], 'position' | 'typeSet' | 'furtherNames'>,
): Generator<PlacedDocument> {
  let position = from;
  const typeSets = new Map(spool.typeSets.map((types, number) => [types.join('\0'), number]));
  for (const { record, furtherNames } of spool.entitiesFrom(from))
    yield {
      id: idOfEntity(record.id),
      document: documentOfEntity(record, {
        ...place,
        position: position++,
        typeSet: typeSets.get(record.types.join('\0')) ?? 0,
        furtherNames,
      }),
    };
}

/** Deletes what is neither served nor to be kept. */
async function deleteOld(
  cluster: RetryingCluster,
  { keep }: ClusterIndexing,
  { generations, served }: DatasetInCluster,
): Promise<readonly string[]> {
  const old = generations.filter(({ entities, isComplete }) => isComplete && entities !== served).slice(keep);
  for (const generation of old) await deleteGeneration(cluster, generation);
  return old.map(({ entities }) => entities);
}
