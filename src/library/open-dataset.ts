import { createBatchExecutor } from '../assembly/create-batch-executor.js';
import { createBrowseThreads } from '../assembly/browse-threads.js';
import { ReloadableDataset } from '../assembly/live-dataset.js';
import { prepareSnapshot } from '../assembly/prepare-snapshot.js';
import { createTableThreads } from '../assembly/table-threads.js';
import type { Entity } from '../entities/entity.js';
import { findEntity } from '../entities/entity-store.js';
import type { Observe } from '../foundation/observation.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { WITH_REASONS } from '../describe/answer.js';
import { explanationInEnglish, featureInEnglish, type EnglishExplanation } from '../describe/explanation-in-english.js';
import { similarEntities, suggestEntities } from '../describe/suggest-entities.js';
import type { LiveDataset } from '../describe/served-snapshot.js';
import type { TableDataset } from '../input/table-dataset.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { readSettings, type SettingSources } from '../settings/read-settings.js';
import type { Settings } from '../settings/setting-definitions.js';
import { alignTable, type AlignedColumn, type TableInput } from './align-table.js';
import { type Answer, type Candidate, measureAnswers, type KnownAnswer, type Measures } from './measure-answers.js';
import type { ClusterInput, DatasetInput, ListInput } from './dataset-input.js';
import { keepParts, type DatasetParts } from './dataset-parts.js';
import { readQueryInput, type QueryInput } from '../input/query-input.js';
import { withSource } from './with-source.js';

export interface OpenOptions {
  /** Threads that answer queries; 0, the default: the calling one, a few milliseconds at a time. */
  readonly threads?: number | undefined;
  /** Time in milliseconds after which the search for one query uses what it has found; 2,000 by default. */
  readonly queryTimeoutMs?: number | undefined;
  /**
   * Index for candidates: `minisearch` or `compiled`; `auto`, the default, by the number of names. Scores are the same.
   */
  readonly candidateIndex?: 'auto' | 'minisearch' | 'compiled' | undefined;
  /** Receives loads, failures, queries that were hurried. */
  readonly observe?: Observe | undefined;
}

export interface Suggestion {
  readonly id: string;
  readonly name: string;
  /** The alias by which it was found. */
  readonly foundBy?: string;
}

/** An indexed dataset that matches names. */
export interface OpenDataset {
  readonly name: string;
  /** Number of entities. */
  readonly size: number;
  /** Best candidate first. Rejects with `query-invalid` and `query-failed`. */
  readonly reconcile: (query: QueryInput) => Promise<readonly Candidate[]>;
  /** One answer a query, in order; a faulty one does not affect the others. */
  readonly reconcileAll: (queries: Iterable<QueryInput>) => Promise<readonly Answer[]>;
  /** Entities whose names equal or begin with the text; well-known ones first. */
  readonly suggest: (
    typed: string,
    options?: { readonly types?: readonly string[]; readonly limit?: number },
  ) => Promise<readonly Suggestion[]>;
  /** Explanation of the score of the entity with this id, or of the best candidate. Rejects with `entity-unknown`. */
  readonly explain: (query: QueryInput, id?: string) => Promise<EnglishExplanation>;
  /** An entity with all that is known of it; `undefined` for an unknown id. */
  readonly entity: (id: string) => Promise<Entity | undefined>;
  /**
   * Columns of a table that correspond to properties of the dataset by their values. Rejects with `parameter-invalid`
   * when no column holds names.
   */
  readonly alignColumns: (table: TableInput) => Promise<readonly AlignedColumn[]>;
  /** Quality of matching for names with known entities. */
  readonly evaluate: (known: Iterable<KnownAnswer>) => Promise<Measures>;
  /**
   * Reads the input again, or another one, and answers from it from then on; a dataset in a search cluster is followed
   * automatically. Rejects on failure, and the old state stays.
   */
  readonly load: (input?: DatasetInput) => Promise<void>;
  /** Ends its threads, and those of its routers. */
  readonly close: () => Promise<void>;
}

const SUGGESTED = 10;
/** Only the address of an entity is removed from a typed text. */
const NO_PREFIXES: readonly string[] = [];

/** A dataset that answers, in memory or a cluster. */
interface LiveParts {
  readonly live: LiveDataset;
  readonly settings: Settings;
  /** Rejects with errors of reading. */
  readonly load: (next: DatasetInput | undefined) => Promise<void>;
  /** As tables are matched with it, for as long as `use` takes. */
  readonly withTable: <Result>(use: (whole: TableDataset) => Promise<Result>) => Promise<Result>;
  readonly createBrowsing: DatasetParts['createBrowsing'];
  readonly createTables: DatasetParts['createTables'];
  readonly close: () => Promise<void>;
}

/**
 * Opens a dataset: reads it, indexes it, and learns how informative its names and values are; or opens one in a search
 * cluster. Rejects with errors of the input (`file-not-found`, `manifest-invalid`, `dataset-empty`, `parameter-invalid`
 * …; docs/errors.md) and leaves nothing running then.
 */
export async function openDataset(input: DatasetInput, options: OpenOptions = {}): Promise<OpenDataset> {
  const { observe = () => undefined } = options;
  const { live, settings, load, withTable, createBrowsing, createTables, close } = isInCluster(input)
    ? await openInCluster(input, options)
    : await openList(input, options);
  const closers: (() => Promise<void>)[] = [];
  const snapshot = (): DatasetSnapshot => live.current().snapshot;
  const reconcile = async (query: QueryInput): Promise<readonly Candidate[]> => {
    const [answer] = await reconcileAll(live, [query]);
    if (answer === undefined || 'error' in answer)
      throw answer?.error ?? new SameasError('internal', 'The query was not answered.');
    return answer.candidates;
  };

  const dataset: OpenDataset = {
    get name() {
      return snapshot().dataset.metadata.name;
    },
    get size() {
      return snapshot().dataset.entities.size;
    },
    reconcile,
    reconcileAll: (queries) => reconcileAll(live, queries),
    suggest: async (typed, { types = [], limit = SUGGESTED } = {}) => {
      const { read } = live.current();
      const page = { offset: 0, limit };
      const { similar, items } = await read((served) => {
        const begun = suggestEntities(served, { typed, types, typeMode: 'any', uriPrefixes: NO_PREFIXES, ...page });
        return { similar: begun.similar, items: suggestionsOf(served, begun.items) };
      });
      if (similar === undefined) return items;
      const candidates = await reconcile({ name: typed, types, limit: similar.limit });
      return read((served) => suggestionsOf(served, similarEntities(served, candidates, page).items));
    },
    explain: async (query, id) =>
      explanationInEnglish(
        await live.current().work.explain({ query: readQueryInput(query), ids: id === undefined ? [] : [id] }),
      ),
    entity: (id) => live.current().read(({ dataset: { entities } }) => findEntity(entities, id)),
    alignColumns: (table) => withTable((whole) => alignTable(table, whole)),
    evaluate: async (known) => {
      const questions = [...known];
      return measureAnswers(
        questions,
        await reconcileAll(
          live,
          questions.map(({ query }) => query),
        ),
      );
    },
    load,
    close: async () => {
      await Promise.all(closers.splice(0).map((end) => end()));
      await close();
    },
  };
  keepParts(dataset, {
    live,
    settings,
    observe,
    createBrowsing,
    createTables,
    closeWith: (end) => closers.push(end),
  });
  return dataset;
}

/** One answer a query, in order; a faulty query has its error. */
async function reconcileAll(live: LiveDataset, queries: Iterable<QueryInput>): Promise<readonly Answer[]> {
  const { served, release } = live.lease();
  const read = [...queries].map((query) => attempt(() => readQueryInput(query)));
  const sound = read.flatMap((one) => (one instanceof SameasError ? [] : [one]));
  const outcomes = await served.batches.execute(sound, WITH_REASONS).finally(release);
  let place = 0;
  return read.map((one): Answer => {
    if (one instanceof SameasError) return { error: one };
    const outcome = outcomes[place++];
    if (outcome?.kind !== 'answered')
      return { error: outcome?.error ?? new SameasError('internal', 'The query was not answered.') };
    return {
      candidates: outcome.answer.candidates.map(({ id, name, types, score, match, probability, features }) => ({
        ...{ id, name, types, score, match, probability },
        features: features.map(featureInEnglish),
      })),
    };
  });
}

function suggestionsOf(
  { dataset: { entities } }: DatasetSnapshot,
  items: ReturnType<typeof suggestEntities>['items'],
): readonly Suggestion[] {
  return items.map(({ ordinal, foundBy }) => ({
    id: entities.idOf(ordinal),
    name: entities.nameOf(ordinal),
    ...(foundBy !== undefined && { foundBy }),
  }));
}

/** The settings of the options, with further ones. Throws `setting-invalid`. */
function settingsFor(
  { threads = 0, queryTimeoutMs, candidateIndex = 'auto' }: OpenOptions,
  { flags = {}, password }: { readonly flags?: SettingSources['flags']; readonly password?: string | undefined } = {},
): Settings {
  return readSettings({
    flags: {
      workers: String(threads),
      indexCache: 'off',
      candidateIndex,
      ...(queryTimeoutMs !== undefined && { queryTimeoutMs: String(queryTimeoutMs) }),
      ...flags,
    },
    env: password === undefined ? {} : { SAMEAS_SEARCH_CLUSTER_PASSWORD: password },
    processors: 1,
  });
}

async function openList(input: ListInput, options: OpenOptions): Promise<LiveParts> {
  const { observe = () => undefined } = options;
  const settings = settingsFor(options);
  let current = input;
  const live = new ReloadableDataset({
    sourceName: 'the dataset',
    build: () =>
      withSource(
        current,
        async (source) =>
          (await prepareSnapshot({ source, keepIndex: false, candidateIndex: settings.candidateIndex })).image,
      ),
    readContentHash: () => Promise.resolve(''),
    createExecutor: (image, snapshot) => createBatchExecutor(image, snapshot, settings, observe),
    observe,
  });
  await live.load();
  return {
    live,
    settings,
    load: async (next) => {
      if (next !== undefined && isInCluster(next)) throw notExchanged();
      const before = current;
      current = next ?? current;
      try {
        await live.load();
      } catch (thrown) {
        current = before;
        throw thrown;
      }
    },
    withTable: (use) => use({ dataset: live.current().snapshot.dataset }),
    createBrowsing: () => createBrowseThreads(settings.browseEntities),
    createTables: createTableThreads,
    close: () => live.close(),
  };
}

async function openInCluster(input: ClusterInput, options: OpenOptions): Promise<LiveParts> {
  const { searchCluster, dataset, user, password, caFile, depth } = input;
  const { openLiveCluster } = await import('../assembly/open-live-cluster.js');
  const settings = settingsFor(options, {
    flags: {
      searchCluster: typeof searchCluster === 'string' ? searchCluster : searchCluster.join(','),
      dataset,
      ...(user !== undefined && { searchClusterUser: user }),
      ...(caFile !== undefined && { searchClusterCaFile: caFile }),
      ...(depth !== undefined && { searchDepth: String(depth) }),
    },
    password,
  });
  const { live, withTable, createBrowsing, tables, close } = openLiveCluster(settings, {
    observe: options.observe ?? (() => undefined),
  });
  try {
    await live.load();
  } catch (thrown) {
    await close();
    throw thrown;
  }
  live.watch(() => undefined);
  return {
    live,
    settings,
    load: async (next) => {
      if (next !== undefined) throw notExchanged();
      await live.load();
    },
    withTable,
    createBrowsing,
    createTables: () => tables,
    close,
  };
}

function isInCluster(input: DatasetInput): input is ClusterInput {
  return typeof input === 'object' && 'searchCluster' in input;
}

function notExchanged(): SameasError {
  return new SameasError(
    'parameter-invalid',
    'A dataset in a search cluster cannot be loaded in place of another one, nor another one in its place.',
    { advice: 'Open the other one with openDataset.' },
  );
}

function attempt<T>(make: () => T): T | SameasError {
  try {
    return make();
  } catch (thrown) {
    return asSameasError(thrown);
  }
}
