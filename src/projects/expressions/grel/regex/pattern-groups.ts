import { PatternFault } from './pattern-scanner.js';

/**
 * The groups of a pattern from left to right, counted from 1.
 *
 * A reference to a group that took no part fails in Java and matches the empty text in JavaScript; so groups that have
 * certainly taken part are recorded, and no other can be referenced.
 */
export class PatternGroups {
  /** Groups that have taken part whenever the present place is reached. */
  taken: ReadonlySet<number> = new Set();
  readonly #numberOfName = new Map<string, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get names(): ReadonlyMap<string, number> {
    return this.#numberOfName;
  }

  /** Returns the number of a group that begins here. Throws `PatternFault` for a repeated name. */
  begin(name: string | undefined): number {
    if (name !== undefined && this.#numberOfName.has(name))
      throw new PatternFault(`Named capturing group <${name}> is already defined`);
    this.#count += 1;
    if (name !== undefined) this.#numberOfName.set(name, this.#count);
    return this.#count;
  }

  end(number: number): void {
    this.taken = new Set([...this.taken, number]);
  }

  /** Throws `PatternFault` for a name that no group up to here has. */
  numberOf(name: string): number {
    const number = this.#numberOfName.get(name);
    if (number === undefined) throw new PatternFault(`named capturing group <${name}> does not exist`);
    return number;
  }

  /** Reads a negative or optional part, whose groups have not taken part afterwards. */
  untaken<T>(read: () => T): T {
    const before = this.taken;
    const part = read();
    this.taken = before;
    return part;
  }
}

/** Number of capturing groups of a Java pattern, given by its characters, to distinguish `\11` from `\1` and a `1`. */
export function countGroups(chars: readonly string[]): number {
  let count = 0;
  let classDepth = 0;
  for (let place = 0; place < chars.length; place += 1) {
    const char = chars[place];
    if (char === '\\') {
      if (chars[place + 1] === 'Q')
        while (place < chars.length && !(chars[place] === '\\' && chars[place + 1] === 'E')) place += 1;
      place += 1;
    } else if (char === '[') classDepth += 1;
    else if (char === ']') classDepth = Math.max(0, classDepth - 1);
    else if (char === '(' && classDepth === 0) {
      const isNamed = chars[place + 1] === '?' && chars[place + 2] === '<' && /[A-Za-z]/.test(chars[place + 3] ?? '');
      if (chars[place + 1] !== '?' || isNamed) count += 1;
    }
  }
  return count;
}

/*
 * Numbers of capturing groups are known only when the whole pattern is translated, since a possessive quantifier puts a
 * group around earlier parts. Until then the opening parenthesis of a group, and a reference to it, are marks:
 * characters of a private plane, which a translation never holds otherwise.
 */

/** A group of the pattern itself, or one for an atomic group; counted separately, from 1. */
export interface GroupMark {
  readonly kind: 'own' | 'atomic';
  readonly number: number;
}

const OPENING = '\u{f0000}';
const REFERENCE = '\u{f0001}';
const END = '\u{f0002}';
const MARKS = new RegExp(`(${OPENING}|${REFERENCE})(own|atomic)([0-9]+)${END}`, 'gu');

/** Mark of the opening parenthesis. */
export function openingMark({ kind, number }: GroupMark): string {
  return `${OPENING}${kind}${number}${END}`;
}

/** Mark of a reference to the group. */
export function referenceMark({ kind, number }: GroupMark): string {
  return `${REFERENCE}${kind}${number}${END}`;
}

/** The source without marks, and the numbers of the `groupCount` own groups in it; 0 for the whole match comes first. */
export function numberGroups(
  marked: string,
  groupCount: number,
): { readonly source: string; readonly groupNumbers: readonly number[] } {
  const numbers = new Map<string, number>();
  for (const [, mark, kind, number] of marked.matchAll(MARKS))
    if (mark === OPENING) numbers.set(`${kind}${number}`, numbers.size + 1);
  const source = marked.replace(MARKS, (_, mark: string, kind: string, number: string) =>
    mark === OPENING ? '(' : `(?:\\${numbers.get(`${kind}${number}`) ?? 0})`,
  );
  return {
    source,
    groupNumbers: [0, ...Array.from({ length: groupCount }, (_, index) => numbers.get(`own${index + 1}`) ?? 0)],
  };
}
