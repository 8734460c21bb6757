import { attachSnapshot } from '../assembly/snapshot-image.js';
import { createBatchExecutor } from '../assembly/create-batch-executor.js';
import { createLiveDataset } from '../assembly/live-dataset.js';
import { prepareSnapshot } from '../assembly/prepare-snapshot.js';
import type { Entity } from '../entities/entity.js';
import type { Observe } from '../foundation/observation.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { WITH_REASONS } from '../describe/answer.js';
import type { Explanation } from '../describe/explain-candidate.js';
import { similarEntities, suggestEntities } from '../describe/suggest-entities.js';
import { readSettings } from '../settings/read-settings.js';
import { alignTable, type AlignedColumn, type TableInput } from './align-table.js';
import type { Answer, Candidate } from './answer.js';
import type { DatasetInput } from './dataset-input.js';
import { keepParts } from './dataset-parts.js';
import { measureAnswers, type KnownAnswer, type Measures } from './measure-answers.js';
import { readQueryInput, type QueryInput } from '../input/query-input.js';
import { withSource } from './with-source.js';

/** How a dataset is opened. */
export interface OpenOptions {
  /** Threads that answer queries; 0, which is the default, answers them on the calling one, a few milliseconds at a time. */
  readonly threads?: number | undefined;
  /** Time after which the search for one query makes do with what it has found, in milliseconds; 2,000 when left out. */
  readonly queryTimeoutMs?: number | undefined;
  /** What finds candidates: `minisearch` or `compiled`; `auto`, which is the default, chooses by the number of names. Scores are the same. */
  readonly candidateIndex?: 'auto' | 'minisearch' | 'compiled' | undefined;
  /** Is told what happens: loads, failures, queries that were hurried. */
  readonly observe?: Observe | undefined;
}

/** A completion of what was typed. */
export interface Suggestion {
  readonly id: string;
  readonly name: string;
  /** The alias by which it was found. */
  readonly foundBy?: string;
}

/** A list of entities, indexed, that answers what names mean. */
export interface OpenDataset {
  readonly name: string;
  /** Number of entities. */
  readonly size: number;
  /** Best candidate first. Rejects with `query-invalid` and `query-failed`. */
  readonly reconcile: (query: QueryInput) => Promise<readonly Candidate[]>;
  /** One answer a query, in order; one that is at fault does not touch the others. */
  readonly reconcileAll: (queries: Iterable<QueryInput>) => Promise<readonly Answer[]>;
  /** Entities that are called what was typed, or begin so; the well-known first. */
  readonly suggest: (
    typed: string,
    options?: { readonly types?: readonly string[]; readonly limit?: number },
  ) => Promise<readonly Suggestion[]>;
  /** Why the entity of this id, or the best candidate, has its score. Rejects with `entity-unknown`. */
  readonly explain: (query: QueryInput, id?: string) => Promise<Explanation>;
  /** All that is known of an entity; `undefined` where there is none of this id. */
  readonly entity: (id: string) => Entity | undefined;
  /** Which columns of a table say the same as properties of the dataset, found by their values. Throws `parameter-invalid` when no column holds names. */
  readonly alignColumns: (table: TableInput) => readonly AlignedColumn[];
  /** How well names are matched whose entities are known. */
  readonly evaluate: (known: Iterable<KnownAnswer>) => Promise<Measures>;
  /** Reads the input again, or another one, and answers from it from then on. When that fails the old state stays, and the promise rejects. */
  readonly load: (input?: DatasetInput) => Promise<void>;
  /** Ends its threads, and those of routers made for it. */
  readonly close: () => Promise<void>;
}

const SUGGESTED = 10;
/** Beyond the address of an entity nothing is taken off what was typed. */
const NO_PREFIXES: readonly string[] = [];

/**
 * Opens a list of entities: reads it, indexes it, and learns from it how telling its names and values are. Rejects with what is wrong with the input
 * (`file-not-found`, `manifest-invalid`, `dataset-empty`, `parameter-invalid` …; docs/errors.md) and leaves nothing running then.
 */
export async function openDataset(input: DatasetInput, options: OpenOptions = {}): Promise<OpenDataset> {
  const { threads = 0, queryTimeoutMs, candidateIndex = 'auto', observe = () => undefined } = options;
  const flags = {
    workers: String(threads),
    indexCache: 'off',
    candidateIndex,
    ...(queryTimeoutMs !== undefined && { queryTimeoutMs: String(queryTimeoutMs) }),
  };
  const settings = readSettings({ flags, env: {}, processors: 1 });
  let current = input;
  const live = createLiveDataset({
    sourceName: 'the dataset',
    build: () =>
      withSource(
        current,
        async (source) =>
          (
            await prepareSnapshot({
              source,
              keepIndex: false,
              candidateIndex: settings.candidateIndex,
            })
          ).image,
      ),
    readContentHash: () => Promise.resolve(''),
    createExecutor: (image, snapshot) => createBatchExecutor(image, snapshot, settings, observe),
    observe,
  });
  await live.load();
  const closers: (() => Promise<void>)[] = [];
  const snapshot = (): ReturnType<typeof attachSnapshot> => live.current().snapshot;

  const reconcileAll = async (queries: Iterable<QueryInput>): Promise<readonly Answer[]> => {
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
          id,
          name,
          types,
          score,
          match,
          probability,
          features,
        })),
      };
    });
  };
  const reconcile = async (query: QueryInput): Promise<readonly Candidate[]> => {
    const [answer] = await reconcileAll([query]);
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
    reconcileAll,
    suggest: async (typed, { types = [], limit = SUGGESTED } = {}) => {
      const served = snapshot();
      const page = { offset: 0, limit };
      const begun = suggestEntities(served, { typed, types, typeMode: 'any', uriPrefixes: NO_PREFIXES, ...page });
      const { items } =
        begun.similar === undefined
          ? begun
          : similarEntities(served, await reconcile({ name: typed, types, limit: begun.similar.limit }), page);
      return items.map(({ ordinal, foundBy }) => {
        const { id, name } = served.dataset.entities.entity(ordinal);
        return { id, name, ...(foundBy !== undefined && { foundBy }) };
      });
    },
    explain: async (query, id) =>
      live.current().work.explain({ query: readQueryInput(query), ids: id === undefined ? [] : [id] }),
    entity: (id) => {
      const { entities } = snapshot().dataset;
      const ordinal = entities.ordinalOf(id);
      return ordinal < 0 ? undefined : entities.entity(ordinal);
    },
    alignColumns: (table) => alignTable(table, snapshot().dataset),
    evaluate: async (known) => {
      const questions = [...known];
      return measureAnswers(questions, await reconcileAll(questions.map(({ query }) => query)));
    },
    load: async (next) => {
      const before = current;
      current = next ?? current;
      try {
        await live.load();
      } catch (thrown) {
        current = before;
        throw thrown;
      }
    },
    close: async () => {
      await Promise.all(closers.splice(0).map((close) => close()));
      await live.close();
    },
  };
  keepParts(dataset, { live, settings, observe, closeWith: (close) => closers.push(close) });
  return dataset;
}

function attempt<T>(make: () => T): T | SameasError {
  try {
    return make();
  } catch (thrown) {
    return asSameasError(thrown);
  }
}
