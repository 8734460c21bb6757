import { LRUCache } from 'lru-cache';
import { deadlineAfter, type Deadline } from '../foundation/deadline.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Sections } from '../foundation/sections.js';
import type { DatasetAccess, DatasetSnapshot } from '../scoring/snapshot.js';
import type { ChangedSettings } from './changed-settings.js';
import { clusterSnapshot, datasetAtHand } from './cluster-snapshot.js';
import { beginReading, createContents, lacksAnything, type KeptContents, NONE, type Contents } from './contents.js';
import type { DatasetSettings } from './dataset-settings.js';
import type { IndexNames } from './index-names.js';
import {
  type SearchCluster,
  hasFailed,
  type FailedSearch,
  type SearchBody,
  type SearchHits,
  unavailable,
} from './search-cluster.js';
import type { WordsAtHand } from './words-at-hand.js';
import { readCompiled, type CompiledEntity } from './compiled-entity.js';
import { withIds } from './questions.js';

export interface ClusterReading {
  /** Entities that are asked for by their words, for each reading of a name. */
  readonly depth: number;
  /** For all that one reader asks. */
  readonly timeoutMs: number;
}

/** One state of a dataset in the cluster, with what is held of it. */
export interface ClusterState {
  readonly names: IndexNames;
  /** With what changed since it was indexed. */
  readonly settings: DatasetSettings;
  readonly changed: ChangedSettings;
  /** Of all its words, in shared memory. */
  readonly words: Sections;
}

/** A dataset in the cluster, of which nothing is held but its settings, its words and what was asked lately. */
export interface ClusterDataset extends DatasetAccess {
  /** Metadata, types, properties, counts, words and the scoring model, without contents. */
  readonly snapshot: DatasetSnapshot;
  readonly words: WordsAtHand;
}

/** Entities in up to three phases, what they refer to, and as much again for a text that is read in several ways. */
const MAX_ROUNDS = 16;
/** Numbers of answers kept, together some tens of megabytes. */
const KEPT = { entities: 10_000, counts: 50_000 } as const;

/** Reads the two indexes of one state of a dataset. */
export function openClusterDataset(
  cluster: SearchCluster,
  { names, settings, words }: ClusterState,
  { depth, timeoutMs }: ClusterReading,
): ClusterDataset {
  const kept = keptContents();
  const fetching = new FillContents(cluster, names.entities);
  const at = datasetAtHand(settings, words, depth);

  async function read<Result>(compute: (snapshot: DatasetSnapshot) => Result): Promise<Result> {
    const deadline = deadlineAfter(timeoutMs);
    const contents = createContents(kept);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      beginReading(contents);
      const outcome = outcomeOf(() => compute(clusterSnapshot(at, contents)));
      if (!lacksAnything(contents)) {
        if ('thrown' in outcome) throw outcome.thrown;
        return outcome.value;
      }
      await fetching.fill(contents, deadline);
    }
    throw new SameasError('internal', 'What a request reads of the dataset does not come to an end.');
  }

  return { snapshot: clusterSnapshot(at, createContents(kept)), words: at.words, read };
}

type Outcome<Value> = { readonly value: Value } | { readonly thrown: unknown };

function outcomeOf<Value>(compute: () => Value): Outcome<Value> {
  try {
    return { value: compute() };
  } catch (thrown) {
    return { thrown };
  }
}

function keptContents(): KeptContents {
  return {
    entities: new LRUCache({ max: KEPT.entities }),
    counts: new LRUCache({ max: KEPT.counts }),
  };
}

/** Readers that wait for the same way to the cluster. */
interface Waiting {
  readonly contents: Contents;
  readonly deadline: Deadline;
  readonly resolve: () => void;
  readonly reject: (error: SameasError) => void;
}

/** Answers by key and by identifier. */
interface Found {
  /** Entities of a search, read once for all readers. */
  readonly entitiesOf: (key: string) => readonly CompiledEntity[] | FailedSearch;
  readonly countOf: (key: string) => number | FailedSearch;
  readonly entityOf: (id: string) => CompiledEntity | typeof NONE | FailedSearch;
}

/** Identifiers in one search. */
const MAX_IDS = 1_000;
/** Searches in one request. */
const MAX_SEARCHES = 50;

/** Fetches what readers lack. */
class FillContents {
  readonly #cluster: SearchCluster;
  readonly #index: string;
  #waiting: Waiting[] = [];

  /** Sends requests noted by all readers at the same moment together; each reader gets its own answers, and fails by them alone. */
  constructor(cluster: SearchCluster, index: string) {
    this.#cluster = cluster;
    this.#index = index;
  }

  /** Resolves when all that was noted is known; rejects with `search-cluster-unavailable` when a part of it could not be had. */
  fill(contents: Contents, deadline: Deadline): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#flush());
      this.#waiting.push({ contents, deadline, resolve, reject });
    });
  }

  async #flush(): Promise<void> {
    const all = this.#waiting;
    this.#waiting = [];
    const deadline = all.reduce<Deadline>(
      (latest, one) => (one.deadline.remainingMs() > latest.remainingMs() ? one.deadline : latest),
      all[0]?.deadline ?? NEVER,
    );
    const found = await this.#findAll(
      all.map(({ contents }) => contents),
      deadline,
    );
    for (const { contents, resolve, reject } of all) {
      const [failed] = [
        ...answerAll(contents.searches, found.entitiesOf),
        ...answerAll(contents.counts, found.countOf),
        ...answerAll(contents.named, found.entityOf),
        ...answerAll(contents.referredTo, found.entityOf),
      ];
      if (failed === undefined) resolve();
      else reject(unavailable(failed));
    }
  }

  /** Sends the searches and identifiers that these lack, each once. */
  async #findAll(all: readonly Contents[], deadline: Deadline): Promise<Found> {
    const bodies = new Map(
      all.flatMap(({ searches, counts }) => [searches, counts].flatMap(({ lacking }) => [...lacking])),
    );
    const ids = new Set(
      all.flatMap(({ named, referredTo }) => [named, referredTo].flatMap(({ lacking }) => [...lacking.keys()])),
    );
    const partsOfIds = partsOf([...ids], MAX_IDS);
    const found = await this.#searchAll([...bodies.values(), ...partsOfIds.map(withIds)], deadline);
    const hitsOf = new Map([...bodies.keys()].map((key, i) => [key, found[i] ?? NOTHING_CAME]));
    const byId = new Map<string, CompiledEntity | typeof NONE | FailedSearch>();
    for (const [i, part] of partsOfIds.entries()) {
      const entities = entitiesIn(found[bodies.size + i] ?? NOTHING_CAME);
      for (const id of part) byId.set(id, hasFailed(entities) ? entities : NONE);
      if (!hasFailed(entities)) for (const entity of entities) byId.set(entity.id, entity);
    }
    const read = new Map<string, ReturnType<typeof entitiesIn>>();
    return {
      entitiesOf: (key) => {
        let entities = read.get(key);
        if (entities === undefined) read.set(key, (entities = entitiesIn(hitsOf.get(key) ?? NOTHING_CAME)));
        return entities;
      },
      countOf: (key) => {
        const hits = hitsOf.get(key) ?? NOTHING_CAME;
        return hasFailed(hits) ? hits : hits.total;
      },
      entityOf: (id) => byId.get(id) ?? NOTHING_CAME,
    };
  }

  async #searchAll(bodies: readonly SearchBody[], deadline: Deadline): Promise<readonly (SearchHits | FailedSearch)[]> {
    const parts = partsOf(bodies, MAX_SEARCHES);
    return (await Promise.all(parts.map((part) => this.#cluster.search(this.#index, part, deadline)))).flat();
  }
}

function partsOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

const NEVER: Deadline = { expired: () => true, remainingMs: () => 0 };
const NOTHING_CAME: FailedSearch = { fault: 'nothing came back' };

/** The entities that were found. What cannot be read was not written by this version. */
function entitiesIn(hits: SearchHits | FailedSearch): readonly CompiledEntity[] | FailedSearch {
  if (hasFailed(hits)) return hits;
  try {
    return hits.hits.map(({ source }) => readCompiled(source));
  } catch (thrown) {
    return { fault: `a document that cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}` };
  }
}

/** Tells a reader all that it lacks; gives what failed. */
function answerAll<Value>(
  asked: { readonly lacking: ReadonlyMap<string, unknown>; readonly answer: (key: string, value: Value) => void },
  found: (key: string) => Value | FailedSearch,
): readonly FailedSearch[] {
  return Array.from(asked.lacking.keys()).flatMap((key) => {
    const value = found(key);
    if (hasFailed(value)) return [value];
    asked.answer(key, value);
    return [];
  });
}
