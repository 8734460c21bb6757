import type { FoundWord } from './read-documents.js';
import type { PlacedEntity } from './placed-entity.js';
import type { SearchBody } from './search-cluster.js';

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
class Asked<Value> {
  readonly #kept: Kept<Value> | undefined;
  readonly #answers = new Map<string, Value>();
  readonly #lacking = new Set<string>();

  constructor(kept?: Kept<Value>) {
    this.#kept = kept;
  }

  /** The answer; `undefined` where it is not known yet, which is noted. */
  ask(key: string): Value | undefined {
    const known = this.peek(key);
    if (known === undefined) this.#lacking.add(key);
    else this.#answers.set(key, known);
    return known;
  }

  /** Only what was answered before: nothing is noted. */
  peek(key: string): Value | undefined {
    const own = this.#answers.get(key);
    return own === undefined ? this.#kept?.get(key) : own;
  }

  answer(key: string, value: Value): void {
    this.#lacking.delete(key);
    this.#answers.set(key, value);
    this.#kept?.set(key, value);
  }

  get lacking(): readonly string[] {
    return [...this.#lacking];
  }

  get isLacking(): boolean {
    return this.#lacking.size > 0;
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
  readonly neighbours: Kept<readonly FoundWord[]>;
  readonly entities: Kept<PlacedEntity | typeof NONE>;
  readonly counts: Kept<number>;
}

/** All questions of one reader. */
export interface Contents {
  /** Word → how many entities have it, 0 for one that none has. */
  readonly words: Asked<number>;
  /** Search among the words, as JSON → words. */
  readonly neighbours: Asked<readonly FoundWord[]>;
  /** Identifier → entity, which may be a candidate. */
  readonly named: Asked<PlacedEntity | typeof NONE>;
  /** Identifier → entity that a value refers to. */
  readonly referredTo: Asked<PlacedEntity | typeof NONE>;
  /** Search among the entities, as JSON → entities. */
  readonly searches: Asked<readonly PlacedEntity[]>;
  /** Search that counts entities, as JSON → how many. */
  readonly counts: Asked<number>;
  /** Whether something was met that belongs into the tables which were made before reading began; then these are made anew, and it is read again. */
  isOutdated: boolean;
}

/** Nothing asked yet. */
export function createContents(kept: KeptContents): Contents {
  return { words: new Asked(kept.words), neighbours: new Asked(kept.neighbours), named: new Asked(kept.entities), referredTo: new Asked(kept.entities), searches: new Asked(), counts: new Asked(kept.counts), isOutdated: false };
}

/** Whether anything was asked that is not known, or was not known when reading began. */
export function lacksAnything(contents: Contents): boolean {
  return contents.isOutdated || allOf(contents).some(({ isLacking }) => isLacking);
}

/** Begins to read anew, with what was told before. */
export function beginReading(contents: Contents): void {
  contents.isOutdated = false;
  for (const asked of allOf(contents)) asked.begin();
}

function allOf({ words, neighbours, named, referredTo, searches, counts }: Contents): readonly Pick<Asked<unknown>, 'isLacking' | 'begin'>[] {
  return [words, neighbours, named, referredTo, searches, counts];
}

/** A search as a question; equal searches, equal keys. */
export function searchKey(body: SearchBody): string {
  return JSON.stringify(body);
}
