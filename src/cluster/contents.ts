import type { PlacedEntity } from './placed-entity.js';
import type { SearchBody } from './search-cluster.js';
import type { Slice } from './slice.js';
import { wordQuestionKey, type Neighbours, type WordQuestion } from './word-questions.js';

/*
 * What one reader of a dataset has asked of it, and what it was told. What is asked and not known yet is noted and answered with nothing; when the reader is done, all that
 * was noted is fetched at once, and it reads again. A dataset in the cluster never changes, so that what is known holds for good, and whatever is kept of earlier readers
 * saves a way and changes no answer.
 */

/** Keeps answers beyond one reader. */
export interface Kept<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => unknown;
}

/** Questions of one kind. */
class Asked<Question, Value> {
  readonly #keyOf: (question: Question) => string;
  readonly #kept: Kept<Value> | undefined;
  readonly #answers = new Map<string, Value>();
  readonly #lacking = new Map<string, Question>();
  #misses = 0;

  constructor(keyOf: (question: Question) => string, kept?: Kept<Value>) {
    this.#keyOf = keyOf;
    this.#kept = kept;
  }

  /** The answer; `undefined` where it is not known yet, which is noted. */
  ask(question: Question): Value | undefined {
    const key = this.#keyOf(question);
    const own = this.#answers.get(key);
    if (own !== undefined) return own;
    const known = this.#kept?.get(key);
    if (known === undefined) {
      this.#lacking.set(key, question);
      this.#misses++;
    } else this.#answers.set(key, known);
    return known;
  }

  /** Only what was answered before: nothing is noted. */
  peek(question: Question): Value | undefined {
    const key = this.#keyOf(question);
    const own = this.#answers.get(key);
    return own === undefined ? this.#kept?.get(key) : own;
  }

  /** By the key of the question. */
  answer(key: string, value: Value): void {
    this.#lacking.delete(key);
    this.#answers.set(key, value);
    this.#kept?.set(key, value);
  }

  /** Questions that are not answered, by their keys. */
  get lacking(): ReadonlyMap<string, Question> {
    return this.#lacking;
  }

  /** How often something was asked that was not known. */
  get misses(): number {
    return this.#misses;
  }

  /** Forgets what was noted. */
  begin(): void {
    this.#lacking.clear();
  }

  entries(): Iterable<readonly [string, Value]> {
    return this.#answers;
  }
}

/** The answer to a question for an entity that there is not. */
export const NONE = 'none';

/** What is kept beyond one reader, for all of a dataset. */
export interface KeptContents {
  readonly words: Kept<number>;
  readonly neighbours: Kept<Neighbours>;
  readonly entities: Kept<PlacedEntity | typeof NONE>;
  readonly counts: Kept<number>;
}

/** The searches for a name. */
export interface PlannedSearches {
  readonly searches: readonly SearchBody[];
  /** The words that they are made of, as far as the dataset has them. */
  readonly words: readonly string[];
}

/** All questions of one reader. */
export interface Contents {
  /** Word → how many entities have it, 0 for one that none has. */
  readonly words: Asked<string, number>;
  readonly neighbours: Asked<WordQuestion, Neighbours>;
  /** Identifier → entity, which may be a candidate. */
  readonly named: Asked<string, PlacedEntity | typeof NONE>;
  /** Identifier → entity that a value refers to. */
  readonly referredTo: Asked<string, PlacedEntity | typeof NONE>;
  /** Search among the entities → entities. */
  readonly searches: Asked<SearchBody, readonly PlacedEntity[]>;
  /** Search that counts entities → how many. */
  readonly counts: Asked<SearchBody, number>;
  /** Names, as they were asked for → the searches for them: what is planned with all that it depends on is planned for good. */
  readonly plans: Map<string, PlannedSearches>;
  /** The slice that was made last, and of how many entities and words; it has all weights that it needs. */
  slice: { readonly slice: Slice; readonly madeOf: string } | undefined;
  /** Whether a search has looked for similar words, as none was near enough without them. */
  looksFurther: boolean;
  /** Whether something was met that belongs into the tables which were made before reading began; then these are made anew, and it is read again. */
  isOutdated: boolean;
}

/** Nothing asked yet. */
export function createContents(kept: KeptContents): Contents {
  return {
    words: new Asked(asItIs, kept.words),
    neighbours: new Asked(wordQuestionKey, kept.neighbours),
    named: new Asked(asItIs, kept.entities),
    referredTo: new Asked(asItIs, kept.entities),
    searches: new Asked(searchKey),
    counts: new Asked(searchKey, kept.counts),
    plans: new Map(),
    slice: undefined,
    looksFurther: false,
    isOutdated: false,
  };
}

/** Whether anything was asked that is not known, or was not known when reading began. */
export function lacksAnything(contents: Contents): boolean {
  return contents.isOutdated || allOf(contents).some(({ lacking }) => lacking.size > 0);
}

/** Begins to read anew, with what was told before. */
export function beginReading(contents: Contents): void {
  contents.isOutdated = false;
  for (const asked of allOf(contents)) asked.begin();
}

function allOf({
  words,
  neighbours,
  named,
  referredTo,
  searches,
  counts,
}: Contents): readonly Pick<Asked<unknown, unknown>, 'lacking' | 'begin'>[] {
  return [words, neighbours, named, referredTo, searches, counts];
}

function asItIs(question: string): string {
  return question;
}

const keys = new WeakMap<SearchBody, string>();

/** Equal searches, equal keys. */
function searchKey(body: SearchBody): string {
  let key = keys.get(body);
  if (key === undefined) keys.set(body, (key = JSON.stringify(body)));
  return key;
}
