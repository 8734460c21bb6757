import { PatternFault, literal, withFlag, type Flags, PatternScanner, readQuantifier } from './pattern-scanner.js';
import {
  ANY,
  BOUNDARY,
  LAST_BREAK,
  LINE_END,
  LINE_START,
  NO_BOUNDARY,
  NO_BREAK,
  characterEscape,
  classEscape,
  translateClass,
} from './read-escape.js';

/*
 * Patterns of the Java dialect, in which recipes are written, as expressions of JavaScript with the `v` flag.
 *
 * Every difference is spelled out in the translation instead of set by a flag, because a Java pattern can switch its
 * flags in the middle. So the `i` flag is never used (a letter becomes a class of its two cases, ASCII only as in the
 * original), `.` becomes a class without line breaks, and `$` a look-ahead. Features that JavaScript lacks are refused,
 * not approximated. An atomic group is a look-ahead whose group is matched again: no match goes back into a look-ahead.
 * Such groups are additional, so groups are emitted as marks (`openingMark`), and get their numbers at the end. Code
 * that may leave a group out must say so to `PatternGroups`, which allows references.
 */

/** `source` for `new RegExp(source, 'v')`; with `g` or `y` as the caller needs, but no other flag. */
interface TranslatedPattern {
  readonly source: string;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  /** Number of a group in `source`, by its number in the pattern; at 0 the whole match, 0. */
  readonly groupNumbers: readonly number[];
}

/** A pattern of the Java dialect in that of JavaScript. Throws `PatternFault` for an invalid or unsupported one. */
export function translatePattern(pattern: string, ignoreCase: boolean): TranslatedPattern {
  const translator = new Translator(pattern, ignoreCase);
  return translator.translate();
}

class Translator {
  readonly #scanner: PatternScanner;
  readonly #groups = new PatternGroups();
  readonly #totalGroups: number;
  #flags: Flags;
  #lookbehindDepth = 0;
  #atomicCount = 0;

  constructor(pattern: string, ignoreCase: boolean) {
    this.#scanner = new PatternScanner(pattern);
    this.#flags = {
      ignoreCase,
      unicodeCase: false,
      dotAll: false,
      multiline: false,
      comments: false,
      unicodeClasses: false,
    };
    this.#totalGroups = countGroups(this.#scanner.chars);
  }

  translate(): TranslatedPattern {
    const source = this.#alternatives();
    if (!this.#scanner.isAtEnd()) throw new PatternFault(`Unmatched closing ')' near index ${this.#scanner.place}`);
    const { count, names } = this.#groups;
    return { ...numberGroups(source, count), groupCount: count, groupNames: names };
  }

  /** Up to a closing parenthesis or the end. Flags set within it are valid up to its end. */
  #alternatives(): string {
    const outer = this.#flags;
    const before = this.#groups.taken;
    let inEvery: ReadonlySet<number> | undefined;
    let source = '';
    while (!this.#scanner.isAtEnd() && this.#scanner.peek() !== ')') {
      if (this.#scanner.peek() === '|') {
        source += '|';
        this.#scanner.place += 1;
        inEvery = inBoth(inEvery, this.#groups.taken);
        this.#groups.taken = before;
      } else source += this.#quantified();
    }
    this.#groups.taken = inBoth(inEvery, this.#groups.taken);
    this.#flags = outer;
    return source;
  }

  #quantified(): string {
    if (this.#flags.comments && this.#skipComment()) return '';
    const start = this.#scanner.place;
    const before = this.#groups.taken;
    const atom = this.#atom();
    if (this.#flags.comments) while (!this.#scanner.isAtEnd() && this.#skipComment());
    const { repeated, isOptional, isPossessive } = readQuantifier(this.#scanner);
    if (repeated === '') return atom.source;
    if (isOptional) this.#groups.taken = before;
    if (atom.source === '' || start === this.#scanner.place) return '';
    const source = `${atom.isAssertion ? `(?:${atom.source})` : atom.source}${repeated}`;
    return isPossessive ? this.#atomic(source) : source;
  }

  /** Matches as `source`, without backtracking into it. */
  #atomic(source: string): string {
    // There the order of the look-ahead and the reference would be reversed.
    if (this.#lookbehindDepth > 0)
      throw new PatternFault('an atomic group or possessive quantifier within a look-behind is not supported');
    this.#atomicCount += 1;
    const group: GroupMark = { kind: 'atomic', number: this.#atomicCount };
    return `(?:(?=${openingMark(group)}${source}))${referenceMark(group)})`;
  }

  #skipComment(): boolean {
    const char = this.#scanner.peek();
    if (char === '#') {
      while (!this.#scanner.isAtEnd() && this.#scanner.peek() !== '\n') this.#scanner.place += 1;
      return true;
    }
    if (!/[ \t\n\v\f\r]/.test(char)) return false;
    this.#scanner.place += 1;
    return true;
  }

  #atom(): Atom {
    const char = this.#scanner.take();
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return { source: translateClass(this.#scanner, this.#flags), isAssertion: false };
      case '\\':
        return this.#escape();
      case '.':
        return { source: this.#flags.dotAll ? ANY : NO_BREAK, isAssertion: false };
      case '^':
        return { source: this.#flags.multiline ? LINE_START : '^', isAssertion: true };
      case '$':
        return { source: this.#flags.multiline ? LINE_END : LAST_BREAK, isAssertion: true };
      case '*':
      case '+':
      case '?':
        throw new PatternFault(`Dangling meta character '${char}' near index ${this.#scanner.place - 1}`);
      case '{':
        throw new PatternFault(`Illegal repetition near index ${this.#scanner.place - 1}`);
      default:
        return { source: literal(char, this.#flags), isAssertion: false };
    }
  }

  #group(): Atom {
    if (this.#scanner.peek() !== '?') {
      return { source: this.#capture(), isAssertion: false };
    }
    this.#scanner.place += 1;
    const kind = this.#scanner.take();
    switch (kind) {
      case ':':
        return { source: `(?:${this.#groupEnd()}`, isAssertion: false };
      case '=':
        return { source: `(?=${this.#groupEnd()}`, isAssertion: true };
      case '!':
        return { source: `(?!${this.#groups.untaken(() => this.#groupEnd())}`, isAssertion: true };
      case '>':
        return { source: this.#atomic(`(?:${this.#groupEnd()}`), isAssertion: false };
      case '<': {
        const next = this.#scanner.peek();
        if (next !== '=' && next !== '!') return { source: this.#capture(this.#groupName()), isAssertion: false };
        this.#scanner.place += 1;
        const inner = next === '=' ? this.#lookbehind() : this.#groups.untaken(() => this.#lookbehind());
        return { source: `(?<${next}${inner}`, isAssertion: true };
      }
      default:
        this.#scanner.place -= 1;
        return this.#inlineFlags();
    }
  }

  #capture(name?: string): string {
    const number = this.#groups.begin(name);
    const source = `${openingMark({ kind: 'own', number })}${name === undefined ? '' : `?<${name}>`}${this.#groupEnd()}`;
    this.#groups.end(number);
    return source;
  }

  #lookbehind(): string {
    this.#lookbehindDepth += 1;
    const source = this.#groupEnd();
    this.#lookbehindDepth -= 1;
    return source;
  }

  #groupEnd(): string {
    const source = this.#alternatives();
    if (this.#scanner.peek() !== ')') throw new PatternFault(`Unclosed group near index ${this.#scanner.chars.length}`);
    this.#scanner.place += 1;
    return `${source})`;
  }

  #groupName(): string {
    const name = this.#scanner.textBefore('>') ?? '';
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name))
      throw new PatternFault(`Unknown group name near index ${this.#scanner.place}`);
    this.#scanner.skipPast('>');
    return name;
  }

  /** `(?i)` up to the end of the surrounding group, `(?i:…)` for its content. */
  #inlineFlags(): Atom {
    const outer = this.#flags;
    let on = true;
    for (;;) {
      const char = this.#scanner.take();
      if (char === '-') on = false;
      else if (char === ')') return { source: '', isAssertion: false };
      else if (char === ':') {
        const source = `(?:${this.#groupEnd()}`;
        this.#flags = outer;
        return { source, isAssertion: false };
      } else this.#flags = withFlag(this.#flags, char, on);
    }
  }

  #escape(): Atom {
    const char = this.#scanner.take('Unexpected internal error');
    if (/[1-9]/.test(char)) return { source: this.#backReference(char), isAssertion: false };
    switch (char) {
      case 'A':
        return { source: '^', isAssertion: true };
      case 'z':
        return { source: '$', isAssertion: true };
      case 'Z':
        return { source: LAST_BREAK, isAssertion: true };
      case 'b':
        return { source: BOUNDARY, isAssertion: true };
      case 'B':
        return { source: NO_BOUNDARY, isAssertion: true };
      case 'R':
        return { source: '(?:\\r\\n|[\\n\\v\\f\\r\\u{85}\\u{2028}\\u{2029}])', isAssertion: false };
      case 'G':
      case 'X':
      case 'N':
        throw new PatternFault(`\\${char} is not supported`);
      case 'Q':
        return { source: this.#quoted(), isAssertion: false };
      case 'E':
        return { source: '', isAssertion: false };
      case 'k': {
        if (this.#scanner.take() !== '<')
          throw new PatternFault("\\k is not followed by '<' for named capturing group");
        return { source: this.#referenceTo(this.#groups.numberOf(this.#groupName())), isAssertion: false };
      }
      default:
        return {
          source:
            classEscape(this.#scanner, char, this.#flags) ?? literal(characterEscape(this.#scanner, char), this.#flags),
          isAssertion: false,
        };
    }
  }

  /** As many digits as name an existing group. */
  #backReference(first: string): string {
    let digits = first;
    while (/[0-9]/.test(this.#scanner.peek()) && Number(digits + this.#scanner.peek()) <= this.#totalGroups)
      digits += this.#scanner.take();
    if (Number(digits) > this.#totalGroups) return '(?!)';
    return this.#referenceTo(Number(digits));
  }

  #referenceTo(number: number): string {
    if (this.#flags.ignoreCase)
      throw new PatternFault('a reference back to a group is not supported where case does not count');
    if (this.#lookbehindDepth > 0)
      throw new PatternFault('a reference back to a group within a look-behind is not supported');
    if (!this.#groups.taken.has(number))
      throw new PatternFault(`the reference to group ${number}, which may have taken no part, is not supported`);
    return referenceMark({ kind: 'own', number });
  }

  #quoted(): string {
    let source = '';
    while (!this.#scanner.isAtEnd()) {
      const char = this.#scanner.take();
      if (char === '\\' && this.#scanner.peek() === 'E') {
        this.#scanner.place += 1;
        return source;
      }
      source += literal(char, this.#flags);
    }
    return source;
  }
}

/** The part between two quantifiers. An assertion matches no characters. */
interface Atom {
  readonly source: string;
  readonly isAssertion: boolean;
}

/** `undefined` for all. */
function inBoth(one: ReadonlySet<number> | undefined, other: ReadonlySet<number>): ReadonlySet<number> {
  return one === undefined ? other : new Set([...one].filter((number) => other.has(number)));
}

/**
 * The groups of a pattern from left to right, counted from 1.
 *
 * A reference to a group that took no part fails in Java and matches the empty text in JavaScript; so groups that have
 * certainly taken part are recorded, and no other can be referenced.
 */
class PatternGroups {
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
function countGroups(chars: readonly string[]): number {
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
interface GroupMark {
  readonly kind: 'own' | 'atomic';
  readonly number: number;
}

const OPENING = '\u{f0000}';
const REFERENCE = '\u{f0001}';
const END = '\u{f0002}';
const MARKS = new RegExp(`(${OPENING}|${REFERENCE})(own|atomic)([0-9]+)${END}`, 'gu');

/** Mark of the opening parenthesis. */
function openingMark({ kind, number }: GroupMark): string {
  return `${OPENING}${kind}${number}${END}`;
}

/** Mark of a reference to the group. */
function referenceMark({ kind, number }: GroupMark): string {
  return `${REFERENCE}${kind}${number}${END}`;
}

/** The source without marks, and the numbers of the `groupCount` own groups in it; 0 for the whole match comes first. */
function numberGroups(
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
