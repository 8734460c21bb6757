import { SameasError } from '../foundation/sameas-error.js';
import type { Deadline } from '../foundation/deadline.js';
import { NONE, type Contents, type KeptContents } from './contents.js';
import { idOfEntity } from './document-of-entity.js';
import { idOfWord } from './document-of-word.js';
import type { IndexNames } from './index-names.js';
import { placedEntity, type PlacedEntity } from './placed-entity.js';
import { readEntityDocument, readWordDocument } from './read-documents.js';
import { neighboursAmong, wordSearch, type Neighbours } from './word-questions.js';
import {
  hasFailed,
  type FailedSearch,
  type SearchBody,
  type SearchCluster,
  type SearchHits,
} from './search-cluster.js';

/** Fetches what readers lack. */
export interface FillContents {
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

/** What stands before an identifier that is not too long. */
const ID_PREFIX = idOfEntity('');
/** Identifiers in one request. */
const MAX_IDS = 2_000;
/** Searches in one request. */
const MAX_SEARCHES = 50;

/** What is noted in the same moment, by whomever, goes together; each reader gets what it asked for, and only what it asked for can fail it. `kept`: words and entities that need not be read again. */
export function createFillContents(
  cluster: SearchCluster,
  { entities, words }: IndexNames,
  kept: Pick<KeptContents, 'words' | 'entities'>,
): FillContents {
  let waiting: Waiting[] = [];

  async function flush(): Promise<void> {
    const all = waiting;
    waiting = [];
    const deadline = all.reduce<Deadline>(
      (latest, one) => (one.deadline.remainingMs() > latest.remainingMs() ? one.deadline : latest),
      all[0]?.deadline ?? NEVER,
    );
    const wanted = <Question>(
      lackingOf: (contents: Contents) => ReadonlyMap<string, Question>,
    ): ReadonlyMap<string, Question> => new Map(all.flatMap(({ contents }) => [...lackingOf(contents)]));
    const ids = new Set([
      ...wanted((contents) => contents.named.lacking).keys(),
      ...wanted((contents) => contents.referredTo.lacking).keys(),
    ]);
    const [ofWords, neighbours, ofEntities, searches, counts] = await Promise.all([
      getAll(
        words,
        [...wanted((contents) => contents.words.lacking).keys()],
        idOfWord,
        (source) => readWordDocument(source).entities,
        deadline,
      ),
      searchAll(
        words,
        wanted((contents) => contents.neighbours.lacking),
        wordSearch,
        (question, { hits }) =>
          neighboursAmong(
            question,
            hits.map(({ source }) => readWordDocument(source)),
          ),
        deadline,
      ),
      getAll(entities, [...ids], idOfEntity, (source) => placedEntity(readEntityDocument(source)), deadline),
      searchAll(
        entities,
        wanted((contents) => contents.searches.lacking),
        (body) => body,
        (_, { hits }) => hits.map(readHit),
        deadline,
      ),
      searchAll(
        entities,
        wanted((contents) => contents.counts.lacking),
        (body) => body,
        (_, { total }) => total,
        deadline,
      ),
    ]);
    const namedWords = new Set(
      [...searches.values()].flatMap((found) => (hasFailed(found) ? [] : found.flatMap((entity) => entity.words))),
    );
    for (const found of ofEntities.values())
      if (found !== undefined && !hasFailed(found)) for (const word of found.words) namedWords.add(word);
    const unknown = [...namedWords].filter((word) => kept.words.get(word) === undefined && !ofWords.has(word));
    // Kept, but told to nobody: what a reader was told depends on what it asked for alone.
    for (const [word, found] of await getAll(
      words,
      unknown,
      idOfWord,
      (source) => readWordDocument(source).entities,
      deadline,
    ))
      if (!hasFailed(found)) kept.words.set(word, found ?? 0);
    for (const { contents, resolve, reject } of all) {
      const failed = [
        ...answerAll(contents.words, ofWords, 0),
        ...answerAll(contents.neighbours, neighbours, NO_NEIGHBOURS),
        ...answerAll(contents.named, ofEntities, NONE),
        ...answerAll(contents.referredTo, ofEntities, NONE),
        ...answerAll(contents.searches, searches, []),
        ...answerAll(contents.counts, counts, 0),
      ];
      const [first] = failed;
      if (first === undefined) resolve();
      else reject(unavailable(first));
    }
  }

  function readHit({ id, source }: SearchHits['hits'][number]): PlacedEntity {
    const known = kept.entities.get(id.slice(ID_PREFIX.length));
    if (known !== undefined && known !== NONE) return known;
    const entity = placedEntity(readEntityDocument(source));
    kept.entities.set(entity.record.id, entity);
    return entity;
  }

  async function getAll<Value>(
    index: string,
    keys: readonly string[],
    idOf: (key: string) => string,
    read: (source: unknown) => Value,
    deadline: Deadline,
  ): Promise<ReadonlyMap<string, Value | undefined | FailedSearch>> {
    const parts = Array.from({ length: Math.ceil(keys.length / MAX_IDS) }, (_, i) =>
      keys.slice(i * MAX_IDS, (i + 1) * MAX_IDS),
    );
    const found = await Promise.all(parts.map((part) => cluster.get(index, part.map(idOf), deadline)));
    return new Map(
      parts.flatMap((part, i) =>
        part.map((key, k) => {
          const sources = found[i] ?? { fault: 'nothing came back' };
          return [
            key,
            hasFailed(sources) ? sources : sources[k] === undefined ? undefined : checked(() => read(sources[k])),
          ] as const;
        }),
      ),
    );
  }

  async function searchAll<Question, Value>(
    index: string,
    questions: ReadonlyMap<string, Question>,
    bodyOf: (question: Question) => SearchBody | undefined,
    read: (question: Question, hits: SearchHits) => Value,
    deadline: Deadline,
  ): Promise<ReadonlyMap<string, Value | FailedSearch>> {
    const asked = [...questions].flatMap(([key, question]) => {
      const body = bodyOf(question);
      return body === undefined ? [] : [{ key, question, body }];
    });
    const parts = Array.from({ length: Math.ceil(asked.length / MAX_SEARCHES) }, (_, i) =>
      asked.slice(i * MAX_SEARCHES, (i + 1) * MAX_SEARCHES),
    );
    const found = await Promise.all(
      parts.map((part) =>
        cluster.search(
          index,
          part.map(({ body }) => body),
          deadline,
        ),
      ),
    );
    return new Map(
      parts.flatMap((part, i) =>
        part.map(({ key, question }, k) => {
          const hits = found[i]?.[k] ?? { fault: 'nothing came back' };
          return [key, hasFailed(hits) ? hits : checked(() => read(question, hits))] as const;
        }),
      ),
    );
  }

  return {
    fill: (contents, deadline) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(() => void flush());
        waiting.push({ contents, deadline, resolve, reject });
      }),
  };
}

const NO_NEIGHBOURS: Neighbours = { words: [], isWhole: true };
const NEVER: Deadline = { expired: () => true, remainingMs: () => 0 };

/** What cannot be read was not written by this version. */
function checked<Value>(read: () => Value): Value | FailedSearch {
  try {
    return read();
  } catch (thrown) {
    return { fault: `a document that cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}` };
  }
}

/** Tells a reader all that it lacks; gives what failed. */
function answerAll<Value>(
  asked: { readonly lacking: ReadonlyMap<string, unknown>; readonly answer: (key: string, value: Value) => void },
  found: ReadonlyMap<string, Value | undefined | FailedSearch>,
  otherwise: Value,
): readonly FailedSearch[] {
  return Array.from(asked.lacking.keys()).flatMap((key) => {
    const value = found.get(key);
    if (value !== undefined && hasFailed(value)) return [value];
    asked.answer(key, value ?? otherwise);
    return [];
  });
}

/** What those who ask are told, and for the log what the cluster said. */
export function unavailable({ fault }: FailedSearch): SameasError {
  return new SameasError(
    'search-cluster-unavailable',
    'The search cluster that holds the dataset gave no whole answer in time.',
    { advice: 'Send the same request again in a few seconds.', cause: fault },
  );
}
