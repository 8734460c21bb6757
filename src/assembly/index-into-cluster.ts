import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { SearchClusterClient } from '../cluster/search-cluster-client.js';
import { type ClusterAccess, type ClusterConnection, connectCluster } from '../cluster/cluster-connection.js';
import type { ClusterReading } from '../cluster/cluster-dataset.js';
import { ID_OF_CHANGES, documentOfChanges, unchangedSettings, withChanges } from '../cluster/changed-settings.js';
import { type DatasetSettings, documentOfSettings } from '../cluster/dataset-settings.js';
import { DOCUMENT_FORM, documentOfEntity, idOfEntity } from '../cluster/document-of-entity.js';
import { ID_OF_SETTINGS, countWordsDocuments, documentsOfWords } from '../cluster/documents-of-words.js';
import { type IndexNames, indexNames } from '../cluster/index-names.js';
import { type RetryingCluster, type TellWaiting, retryUntilAnswered } from '../cluster/indexing/retry-requests.js';
import { type AnsweredNames, checkAnswers, knownAnswers } from '../cluster/indexing/check-known-answers.js';
import {
  type DatasetInCluster,
  countDataNodes,
  countDocuments,
  deleteGeneration,
  makeIndexes,
  readDatasetInCluster,
  serveGeneration,
  settleIndexes,
} from '../cluster/indexing/dataset-generations.js';
import { type DatasetLock, whileLocked } from '../cluster/indexing/dataset-lock.js';
import { readStanding, versionAfter } from '../cluster/indexing/apply-changes.js';
import { deleteLog } from '../cluster/indexing/change-log-index.js';
import { type PlacedDocument, loadDocuments } from '../cluster/indexing/load-documents.js';
import { type DocumentsPlan, planDocuments, withPositions } from '../cluster/indexing/plan-documents.js';
import { type EntitySpool, EntitySpoolWriter } from '../cluster/spool/entity-spool.js';
import { spooledSource } from '../cluster/spool/spooled-source.js';
import { asWorkFault, makeWorkFolder } from '../cluster/spool/work-folder.js';
import { type DatasetSource, isAllFiles, readSourceState } from '../datasets/dataset-source.js';
import type { EntitySink } from '../datasets/entity-sink.js';
import { registerOnDisk } from '../datasets/ids-on-disk.js';
import { readDataset } from '../datasets/load-dataset.js';
import { countChangesAfter, followLog, readIndexed, saveLog } from './cluster-changes.js';
import type { LoadReport } from '../datasets/load-report.js';
import type { DatasetFacts } from '../entities/packed-entity-store.js';
import { createTypeHierarchy } from '../entities/type-hierarchy.js';
import type { ReportProgress } from '../foundation/progress.js';
import { SameasError, asSameasError } from '../foundation/sameas-error.js';
import { attachVocabulary } from '../search/words/attach-vocabulary.js';
import { SCORER, estimateScoringModel } from '../scoring/estimate-statistics.js';
import { snapshotId } from './snapshot-image.js';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';

interface ClusterIndexing {
  readonly source: DatasetSource;
  readonly access: ClusterAccess;
  readonly dataset: string;
  readonly keep: number;
  /** Shards of the index of entities; by default chosen by the size of the dataset. */
  readonly shards?: number | undefined;
  /** Replicas of each shard; by default one when there are several data nodes. */
  readonly replicas?: number | undefined;
  /** Folder for intermediate files of the size of the dataset. */
  readonly work: string;
  /** Options for checking the new state before it is served. */
  readonly reading: ClusterReading;
}

/** Observers of indexing. */
interface IndexingWatch {
  readonly tell: ReportProgress;
  /** Gets the reason for waiting, each once. */
  readonly waiting: TellWaiting;
  /** Gets the path of a folder to remove when the program ends, and `undefined` when it is gone. */
  readonly temporary: (path: string | undefined) => void;
}

interface IndexedDataset {
  /** `undefined` when the cluster already serves this content. */
  readonly report: LoadReport | undefined;
  readonly index: string;
  readonly entities: number;
  readonly words: number;
  /** Checks of sampled names, unchanged and with a typo: total and found; `undefined` when nothing was written. */
  readonly checked: { readonly written: AnsweredNames; readonly withTypo: AnsweredNames } | undefined;
  /**
   * Entities that were already equal, in the previous state or by an interrupted indexing of the same content; written
   * entities; deleted entities.
   */
  readonly equal: number;
  readonly written: number;
  readonly gone: number;
  readonly deleted: readonly string[];
}

/** Patience with a cluster that has not answered yet; after a first answer it is ten minutes. */
const FIRST_PATIENCE_MS = 5_000;
const PATIENCE_MS = 600_000;
const ENTITIES_OF_SHARD = 5_000_000;
const MAX_REMEMBERED = 1_000_000;
const CHECKED = 100;

/**
 * Reads a source, writes it into a cluster next to the served state, checks it, and switches to it in one step. Memory:
 * bounded, whatever the number of entities; `work` needs about 1.5 times the records as JSON. An interruption leaves
 * the served state unchanged; the next call for the same content continues, one for other content deletes the
 * unfinished indexes.
 *
 * Errors: those of `readDataset`; `search-cluster-unavailable`, `search-cluster-refused`; `file-unwritable` for `work`.
 */
export async function indexIntoCluster(indexing: ClusterIndexing, watch: IndexingWatch): Promise<IndexedDataset> {
  const connection = connectCluster(indexing.access);
  try {
    // First, so that a wrong password is reported before an hour of work.
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
  const { dataset } = indexing;
  const { temporary } = watch;
  const cluster = retryUntilAnswered(connection, PATIENCE_MS, watch.waiting);
  const before = await readDatasetInCluster(cluster, dataset);
  const folder = makeWorkFolder(indexing.work);
  temporary(folder);
  try {
    const changes = await saveLog(cluster, dataset, folder);
    const source = { ...indexing.source, changesFile: changes.path };
    // Sources other than files are not read a second time for this.
    const names = (await isAllFiles(source))
      ? namesFor(dataset, (await readSourceState(source)).contentHash)
      : undefined;
    if (names !== undefined && before.served === names.entities)
      return { ...unchanged(names), deleted: await deleteOld(cluster, indexing, before) };
    return await fillAndServe(connection, { ...indexing, source }, { folder, lock, through: changes.through }, watch);
  } catch (thrown) {
    throw asWorkFault(thrown, indexing.work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    temporary(undefined);
  }
}

/** Passes each text on once. */
function once(tell: TellWaiting): TellWaiting {
  const reported = new Set<string>();
  return (reason) => {
    if (!reported.has(reason)) tell(reason);
    reported.add(reason);
  };
}

/** Deletes all indexes of a dataset from the cluster; returns their names. Errors: as above. */
export async function dropFromCluster(access: ClusterAccess, dataset: string): Promise<readonly string[]> {
  const connection = connectCluster(access);
  try {
    const { generations } = await readDatasetInCluster(retryUntilAnswered(connection, FIRST_PATIENCE_MS), dataset);
    if (generations.length === 0) return [];
    const cluster = retryUntilAnswered(connection, PATIENCE_MS);
    return await whileLocked(cluster, dataset, async () => {
      // Aliases are deleted with their index.
      for (const generation of generations) await deleteGeneration(cluster, generation);
      await deleteLog(cluster, dataset);
      return generations.map(({ entities }) => entities);
    });
  } finally {
    await connection.close();
  }
}

function unchanged({ entities }: IndexNames): Omit<IndexedDataset, 'deleted'> {
  return {
    report: undefined,
    index: entities,
    entities: 0,
    words: 0,
    checked: undefined,
    equal: 0,
    written: 0,
    gone: 0,
  };
}

async function fillAndServe(
  connection: ClusterConnection,
  indexing: ClusterIndexing,
  { folder, lock, through }: { readonly folder: string; readonly lock: DatasetLock; readonly through: number },
  { tell, waiting }: IndexingWatch,
): Promise<IndexedDataset> {
  const { source, dataset } = indexing;
  const cluster = retryUntilAnswered(connection, PATIENCE_MS, waiting);
  const writer = new EntitySpoolWriter(folder);
  const { spool, sink } = spoolSink(folder, writer);
  const { facts, report } = await readDataset(source, sink, tell);
  const spooled = spool();
  try {
    await lock.check();
    const names = namesFor(dataset, facts.metadata.contentHash);
    const { generations, served } = await readDatasetInCluster(cluster, dataset);
    if (served === names.entities) return { ...unchanged(names), deleted: [] };
    const filling = { dataset, spool: spooled, facts, through };
    const { plan, size } = await fillMissing(cluster, indexing, { names, generations, served, filling }, tell);
    const known = knownAnswers(spooled, CHECKED);
    const checked = await checkAnswers(new SearchClusterClient(connection), names, known, indexing.reading);
    await settleIndexes(cluster, names, { ...size, isMerged: plan?.isClone === true }, waiting);
    await lock.check();
    await followLog(connection, cluster, dataset, names);
    await serveGeneration(cluster, dataset, names, served);
    // Later changes may only be in the previous state.
    await followLog(connection, cluster, dataset, names);
    const deleted = await deleteOld(cluster, indexing, await readDatasetInCluster(cluster, dataset));
    return {
      ...{ report, checked, deleted },
      ...{ index: names.entities, entities: spooled.size, words: spooled.words.size },
      equal: plan?.equal ?? spooled.size,
      written: plan === undefined ? 0 : spooled.size - plan.equal,
      gone: plan?.deleted.length ?? 0,
    };
  } finally {
    spooled.close();
  }
}

/** Deletes abandoned indexes, and fills those of this content unless they are complete. */
async function fillMissing(
  cluster: RetryingCluster,
  indexing: ClusterIndexing,
  { names, generations, served, filling }: DatasetInCluster & { readonly names: IndexNames; readonly filling: Filling },
  tell: ReportProgress,
) {
  const complete = generations.filter(({ isComplete }) => isComplete).map(({ entities }) => entities);
  for (const other of generations)
    if (!other.isComplete && other.entities !== names.entities) await deleteGeneration(cluster, other);
  const size = {
    shards: indexing.shards ?? Math.max(1, Math.ceil(filling.spool.size / ENTITIES_OF_SHARD)),
    replicas: indexing.replicas ?? Math.min(1, (await countDataNodes(cluster)) - 1),
  };
  const before = generations.find(({ entities, isComplete }) => isComplete && entities === served);
  const plan = complete.includes(names.entities)
    ? undefined
    : await prepareIndexes(cluster, { names, before, ...size, isFixed: indexing.shards !== undefined }, filling);
  if (plan !== undefined) await fill(cluster, names, { ...filling, ...plan }, tell);
  return { plan, size };
}

/** The index names for a content in the format of this version of the software. */
function namesFor(dataset: string, contentHash: string): IndexNames {
  return indexNames(
    dataset,
    createHash('sha256')
      .update(`${snapshotId(contentHash, SCORER, SOFTWARE_VERSION)}\n${String(DOCUMENT_FORM)}`)
      .digest('hex'),
  );
}

/** A sink that writes to files of this folder. */
function spoolSink(
  folder: string,
  writer: EntitySpoolWriter,
): { readonly sink: EntitySink; readonly spool: () => EntitySpool } {
  let finished: EntitySpool | undefined;
  const spool = (): EntitySpool => (finished ??= writer.finish());
  const sink: EntitySink = {
    inMemory: false,
    mostRemembered: MAX_REMEMBERED,
    register: () => registerOnDisk(folder),
    add: (entity, furtherNames) => writer.add(entity, furtherNames),
    finish: () => ({
      typesOf: (ids) => {
        const wanted = new Set(ids);
        const types = new Map<string, readonly string[]>();
        if (wanted.size > 0)
          for (const { record } of spool().entitiesFrom(0))
            if (wanted.has(record.id)) types.set(record.id, record.types);
        return types;
      },
      // Finding them would take as many hashes as there are entities.
      sharedNames: { count: 0, examples: [] },
    }),
  };
  return { sink, spool };
}

/** Content of both indexes of a state. */
interface Filling {
  readonly dataset: string;
  readonly spool: EntitySpool;
  readonly facts: DatasetFacts;
  /** Number of the last contained change of single entities. */
  readonly through: number;
}

interface PreparedIndexes extends DocumentsPlan {
  readonly places: number;
  readonly typeSets: DatasetSettings['typeSets'];
  readonly isClone: boolean;
}

/** With a larger share of new or changed entities all are written, so that the index has few deleted documents. */
const MAX_CHANGED_SHARE = 0.3;

/**
 * Creates the indexes, that of the entities as a clone of the served one (`before`) where it differs little, and plans
 * the documents. Unfinished indexes of an interrupted call are completed. `isFixed`: the number of shards was
 * requested.
 */
async function prepareIndexes(
  cluster: RetryingCluster,
  {
    names,
    before,
    shards,
    isFixed,
  }: {
    readonly names: IndexNames;
    readonly before: IndexNames | undefined;
    readonly shards: number;
    readonly isFixed: boolean;
  },
  { spool, facts }: Filling,
): Promise<PreparedIndexes> {
  const alike = before === undefined || isFixed ? undefined : await settingsLike(cluster, before, facts);
  const { typeSets, numberOf } = numberTypeSets(spool, alike?.typeSets ?? []);
  const isBegun = (await cluster.need({ method: 'GET', path: `/${names.entities}/_count` }, [404])).status !== 404;
  if (!isBegun && before !== undefined && alike !== undefined) {
    await countDocuments(cluster, before.entities);
    const plan = await planDocuments(cluster, before.entities, spool, numberOf);
    if (spool.size - plan.equal + plan.deleted.length <= MAX_CHANGED_SHARE * spool.size) {
      await makeIndexes(cluster, names, { shards, base: before.entities });
      // It also contains changes made meanwhile.
      await countDocuments(cluster, names.entities);
      return withPositions(cluster, names.entities, { ...plan, typeSets, isClone: true }, false);
    }
  }
  await makeIndexes(cluster, names, { shards, base: undefined });
  await countDocuments(cluster, names.entities);
  const plan = await planDocuments(cluster, names.entities, spool, numberOf);
  return withPositions(cluster, names.entities, { ...plan, typeSets, isClone: false }, true);
}

/** The settings of a state whose documents have the layout for these facts; `undefined` for another layout. */
async function settingsLike(
  cluster: RetryingCluster,
  names: IndexNames,
  facts: DatasetFacts,
): Promise<DatasetSettings | undefined> {
  try {
    const { changed } = await readStanding(cluster, { names });
    const settings = withChanges(await readIndexed(cluster, names), changed);
    const laidOut = ({ properties, metadata }: DatasetFacts): string =>
      JSON.stringify([
        properties.map(({ id, datatype, identifying }) => [id, datatype, identifying]),
        metadata.nameRules,
      ]);
    const types = new Map(facts.types.map((type) => [type.id, type]));
    const isKept = settings.facts.types.every(({ id, name, broader }) => {
      const now = types.get(id);
      return now === undefined || (now.name === name && now.broader.join('\0') === broader.join('\0'));
    });
    return isKept && laidOut(settings.facts) === laidOut(facts) ? settings : undefined;
  } catch (thrown) {
    // An index of another version is not continued.
    if (asSameasError(thrown).code === 'index-outdated') return undefined;
    throw thrown;
  }
}

/** Numbers of combinations of types; existing numbers are kept. */
function numberTypeSets(
  spool: EntitySpool,
  known: DatasetSettings['typeSets'],
): { readonly typeSets: DatasetSettings['typeSets']; readonly numberOf: (types: readonly string[]) => number } {
  const counts = new Map(known.map(({ types }) => [types.join('\0'), { types, count: 0 }]));
  for (const [number, types] of spool.typeSets.entries())
    counts.set(types.join('\0'), { types, count: spool.entitiesOfSet[number] ?? 0 });
  const numbers = new Map(Array.from(counts.keys(), (key, number) => [key, number]));
  return { typeSets: [...counts.values()], numberOf: (types) => numbers.get(types.join('\0')) ?? 0 };
}

/** Writes missing documents, the words first, and last the settings, which mark an index as complete. */
async function fill(
  cluster: RetryingCluster,
  names: IndexNames,
  { dataset, spool, facts, through, typeSets, ...plan }: Filling & PreparedIndexes,
  tell: ReportProgress,
): Promise<void> {
  const types = createTypeHierarchy(facts.types);
  const words = attachVocabulary(spool.counted());
  const numbers = new Map(typeSets.map(({ types: set }, number) => [set.join('\0'), number]));
  const place = {
    weightOf: (word: string) => words.weightOf(words.idOf(word)),
    upwards: types.upwards,
    nameOfType: (type: string) => types.get(type)?.name ?? type,
    properties: facts.properties,
    typeSetOf: (set: readonly string[]) => numbers.get(set.join('\0')) ?? 0,
  };
  await loadDocuments(cluster, names.words, documentsOfWords(spool.words.all()), () => undefined);
  await loadDocuments(
    cluster,
    names.entities,
    entityDocuments(spool, plan, { ...place, version: versionAfter(through) }),
    (written) =>
      tell({ phase: 'sending', unit: 'documents', done: Math.min(spool.size, plan.equal + written), all: spool.size }),
  );
  await refuseLost(cluster, names, { dataset, spool, through });
  const settings = {
    snapshot: snapshotId(facts.metadata.contentHash, SCORER, SOFTWARE_VERSION),
    facts,
    scoring: estimateScoringModel(spooledSource(spool, { types, properties: facts.properties })),
    entityCount: spool.size,
    places: plan.places,
    labelCount: spool.labelCount,
    wordCount: spool.words.size,
    typeSets,
  };
  await writeSettings(cluster, names, settings, through);
}

/** Throws where fewer documents are there than were written, and deletes the indexes then. */
async function refuseLost(
  cluster: RetryingCluster,
  names: IndexNames,
  { dataset, spool, through }: Pick<Filling, 'dataset' | 'spool' | 'through'>,
): Promise<void> {
  const documents = countWordsDocuments(spool.words.size);
  const counted = [await countDocuments(cluster, names.words), await countDocuments(cluster, names.entities)];
  // Entities of a cloned index may have been changed since the dataset was read.
  const later = await countChangesAfter(cluster, dataset, through);
  if ((counted[0] ?? 0) < documents || Math.abs((counted[1] ?? 0) - spool.size) > later) {
    await deleteGeneration(cluster, names);
    throw new SameasError(
      'search-cluster-unavailable',
      `The search cluster has lost documents: it holds ${String(counted[1])} of ${String(spool.size)} entities and ${String(counted[0])} of ${String(documents)} documents of words. What was written has been deleted; what is served is as it was.`,
      { advice: 'Check that all nodes run and have room on their disks, and index the dataset again.' },
    );
  }
}

/** Writes the settings, which mark an index as complete. */
async function writeSettings(
  cluster: RetryingCluster,
  { words }: IndexNames,
  settings: Parameters<typeof documentOfSettings>[0],
  through: number,
): Promise<void> {
  for (const [id, document] of [
    [ID_OF_CHANGES, documentOfChanges(unchangedSettings(settings, through))],
    [ID_OF_SETTINGS, documentOfSettings(settings)],
  ] as const)
    await cluster.need({
      method: 'PUT',
      path: `/${words}/_doc/${id}`,
      query: { refresh: true },
      body: document,
    });
}

function* entityDocuments(
  spool: EntitySpool,
  { positions, isThere, deleted }: DocumentsPlan,
  {
    typeSetOf,
    version,
    ...place
  }: Omit<Parameters<typeof documentOfEntity>[1], 'position' | 'typeSet' | 'furtherNames'> & {
    readonly typeSetOf: (types: readonly string[]) => number;
    readonly version: number;
  },
): Generator<PlacedDocument> {
  let number = 0;
  for (const { record, furtherNames } of spool.entitiesFrom(0)) {
    const position = positions[number] ?? number;
    if (!isThere(number++))
      yield {
        id: idOfEntity(record.id),
        document: documentOfEntity(record, { ...place, position, typeSet: typeSetOf(record.types), furtherNames }),
        version,
      };
  }
  for (const id of deleted) yield { id, document: undefined, version };
}

/** Deletes states that are neither served nor kept. */
async function deleteOld(
  cluster: RetryingCluster,
  { keep }: ClusterIndexing,
  { generations, served }: DatasetInCluster,
): Promise<readonly string[]> {
  const old = generations.filter(({ entities, isComplete }) => isComplete && entities !== served).slice(keep);
  for (const generation of old) await deleteGeneration(cluster, generation);
  return old.map(({ entities }) => entities);
}
