import type { CompiledEntity } from './compiled-entity.js';
import type { SearchBody } from './search-cluster.js';
import type { Slice } from './slice.js';

/*
 * Requests of one reader of a dataset, and the answers. A request without an answer yet is noted and answered with nothing; when the reader is done, all that
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
    if (known === undefined) this.#lacking.set(key, question);
    else this.#answers.set(key, known);
    return known;
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

/** Answers kept for all readers of a dataset. */
export interface KeptContents {
  readonly entities: Kept<CompiledEntity | typeof NONE>;
  readonly counts: Kept<number>;
}

/** Phases of a search for candidates: words as they are, with typos, and words that only resemble them. */
export type Phase = 'exact' | 'tolerant' | 'similar';

/** All questions of one reader. */
export interface Contents {
  /** Identifier → entity, which may be a candidate. */
  readonly named: Asked<string, CompiledEntity | typeof NONE>;
  /** Identifier → entity that a value refers to. */
  readonly referredTo: Asked<string, CompiledEntity | typeof NONE>;
  /** Search among the entities → entities. */
  readonly searches: Asked<SearchBody, readonly CompiledEntity[]>;
  /** Search that counts entities → how many. */
  readonly counts: Asked<SearchBody, number>;
  /** Names, as they were asked for → the searches for them. */
  readonly plans: Map<string, readonly SearchBody[]>;
  /** Names, as they were asked for → the phases that their search needs, as far as that is known. */
  readonly phases: Map<string, Phase[]>;
  /** The slice that was made last; its entities are all that was sent by then. */
  slice: Slice | undefined;
  /** Whether an entity was met that is known, but was not when the slice was made; then that is made anew, and it is read again. */
  isOutdated: boolean;
}

/** Nothing asked yet. */
export function createContents(kept: KeptContents): Contents {
  return {
    named: new Asked(asItIs, kept.entities),
    referredTo: new Asked(asItIs, kept.entities),
    searches: new Asked(searchKey),
    counts: new Asked(searchKey, kept.counts),
    plans: new Map(),
    phases: new Map(),
    slice: undefined,
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
  named,
  referredTo,
  searches,
  counts,
}: Contents): readonly Pick<Asked<unknown, unknown>, 'lacking' | 'begin'>[] {
  return [named, referredTo, searches, counts];
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
