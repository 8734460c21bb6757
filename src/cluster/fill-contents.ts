import { SameasError } from '../foundation/sameas-error.js';
import type { Deadline } from '../foundation/deadline.js';
import { unavailable } from './cluster-faults.js';
import { readCompiled, type CompiledEntity } from './compiled-entity.js';
import { NONE, type Contents } from './contents.js';
import { withIds } from './questions.js';
import {
  hasFailed,
  type FailedSearch,
  type SearchBody,
  type SearchCluster,
  type SearchHits,
} from './search-cluster.js';

/** Fetches what readers lack. */
interface FillContents {
  /** Resolves when all that was noted is known; rejects with `search-cluster-unavailable` when a part of it could not be had. */
  readonly fill: (contents: Contents, deadline: Deadline) => Promise<void>;
}

/** Readers that wait for the same way to the cluster. */
interface Waiting {
  readonly contents: Contents;
  readonly deadline: Deadline;
  readonly resolve: () => void;
  readonly reject: (error: SameasError) => void;
}

/** Identifiers in one search. */
const MAX_IDS = 1_000;
/** Searches in one request. */
const MAX_SEARCHES = 50;

/** Sends requests noted by all readers at the same moment together; each reader gets its own answers, and fails by them alone. */
export function createFillContents(cluster: SearchCluster, index: string): FillContents {
  let waiting: Waiting[] = [];

  async function flush(): Promise<void> {
    const all = waiting;
    waiting = [];
    const deadline = all.reduce<Deadline>(
      (latest, one) => (one.deadline.remainingMs() > latest.remainingMs() ? one.deadline : latest),
      all[0]?.deadline ?? NEVER,
    );
    const bodies = new Map<string, SearchBody>();
    const ids = new Set<string>();
    for (const { contents } of all) {
      for (const { lacking } of [contents.searches, contents.counts])
        for (const [key, body] of lacking) bodies.set(key, body);
      for (const { lacking } of [contents.named, contents.referredTo]) for (const id of lacking.keys()) ids.add(id);
    }
    const partsOfIds = Array.from({ length: Math.ceil(ids.size / MAX_IDS) }, (_, i) =>
      [...ids].slice(i * MAX_IDS, (i + 1) * MAX_IDS),
    );
    const found = await searchAll([...bodies.values(), ...partsOfIds.map(withIds)], deadline);
    const hitsOf = new Map([...bodies.keys()].map((key, i) => [key, found[i] ?? NOTHING_CAME]));
    const ofEntities = new Map<string, CompiledEntity | typeof NONE | FailedSearch>();
    for (const [i, part] of partsOfIds.entries()) {
      const entities = entitiesIn(found[bodies.size + i] ?? NOTHING_CAME);
      for (const id of part) ofEntities.set(id, hasFailed(entities) ? entities : NONE);
      if (!hasFailed(entities)) for (const entity of entities) ofEntities.set(entity.id, entity);
    }
    // Read once, for however many readers.
    const read = new Map<string, ReturnType<typeof entitiesIn>>();
    const entitiesOf = (key: string): ReturnType<typeof entitiesIn> => {
      let entities = read.get(key);
      if (entities === undefined) read.set(key, (entities = entitiesIn(hitsOf.get(key) ?? NOTHING_CAME)));
      return entities;
    };
    for (const { contents, resolve, reject } of all) {
      const failed = [
        ...answerAll(contents.searches, entitiesOf),
        ...answerAll(contents.counts, (key) => {
          const hits = hitsOf.get(key) ?? NOTHING_CAME;
          return hasFailed(hits) ? hits : hits.total;
        }),
        ...answerAll(contents.named, (id) => ofEntities.get(id) ?? NOTHING_CAME),
        ...answerAll(contents.referredTo, (id) => ofEntities.get(id) ?? NOTHING_CAME),
      ];
      const [first] = failed;
      if (first === undefined) resolve();
      else reject(unavailable(first));
    }
  }

  async function searchAll(
    bodies: readonly SearchBody[],
    deadline: Deadline,
  ): Promise<readonly (SearchHits | FailedSearch)[]> {
    const parts = Array.from({ length: Math.ceil(bodies.length / MAX_SEARCHES) }, (_, i) =>
      bodies.slice(i * MAX_SEARCHES, (i + 1) * MAX_SEARCHES),
    );
    return (await Promise.all(parts.map((part) => cluster.search(index, part, deadline)))).flat();
  }

  return {
    fill: (contents, deadline) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(() => void flush());
        waiting.push({ contents, deadline, resolve, reject });
      }),
  };
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
