import { countGroups } from './count-groups.js';
import { numberGroups, openingMark, referenceMark, type GroupMark } from './group-marks.js';
import { PatternFault } from './pattern-fault.js';
import { caseVariants, codePoint, withFlag, type Flags } from './pattern-flags.js';
import { ANY, BOUNDARY, CLASSES, LAST_BREAK, LINE_END, LINE_START, NO_BOUNDARY, NO_BREAK } from './java-classes.js';
import { propertyClass } from './property-class.js';

/*
 * Patterns of the Java dialect, which recipes are written in, as expressions of JavaScript with the `v` flag.
 *
 * Advice to the next person: everything that differs is spelled out in the translation instead of set by a flag, because a Java pattern can
 * switch its flags in the middle. So the `i` flag is never used (a letter becomes a class of its two cases, ASCII only as in the original),
 * `.` becomes the class of what is no line break, and `$` a look-ahead. What cannot be said in JavaScript is refused, not approximated.
 * An atomic group is a look-ahead whose group is matched again: nobody goes back into a look-ahead. Such groups are beyond those of the pattern, so
 * that groups are emitted as marks (group-marks.ts), and get their numbers at the end.
 * A reference to a group that took no part fails in Java and matches the empty text in JavaScript; so the translator keeps account of the groups
 * that have certainly taken part (`#taken`), and refuses a reference to any other.
 */

/** `source` for `new RegExp(source, 'v')`; with `g` or `y` as the caller needs, but no other flag. */
export interface TranslatedPattern {
  readonly source: string;
  readonly groupCount: number;
  readonly groupNames: readonly string[];
  /** The number that a group of the pattern has in `source`, by its own number; at 0 the whole match, 0. */
  readonly groupNumbers: readonly number[];
}

/** Throws `PatternFault`. */
export function translatePattern(pattern: string, ignoreCase: boolean): TranslatedPattern {
  const translator = new Translator(pattern, ignoreCase);
  return translator.translate();
}

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 };

class Translator {
  readonly #chars: readonly string[];
  #place = 0;
  #flags: Flags;
  #groupCount = 0;
  readonly #groupNames: string[] = [];
  readonly #numberOfName = new Map<string, number>();
  readonly #totalGroups: number;
  /** The groups that have taken part wherever the present place is reached. */
  #taken: ReadonlySet<number> = new Set();
  #lookbehindDepth = 0;
  #atomicCount = 0;

  constructor(pattern: string, ignoreCase: boolean) {
    this.#chars = [...pattern];
    this.#flags = { ignoreCase, unicodeCase: false, dotAll: false, multiline: false, comments: false, unicodeClasses: false };
    this.#totalGroups = countGroups(this.#chars);
  }

  translate(): TranslatedPattern {
    const source = this.#alternatives();
    if (this.#place < this.#chars.length) throw new PatternFault(`Unmatched closing ')' near index ${this.#place}`);
    return { ...numberGroups(source, this.#groupCount), groupCount: this.#groupCount, groupNames: this.#groupNames };
  }

  /** Up to a closing parenthesis or the end. Flags that are set within hold up to its end. */
  #alternatives(): string {
    const outer = this.#flags;
    const before = this.#taken;
    let inEvery: ReadonlySet<number> | undefined;
    let source = '';
    while (this.#place < this.#chars.length && this.#peek() !== ')') {
      if (this.#peek() === '|') {
        source += '|';
        this.#place += 1;
        inEvery = inBoth(inEvery, this.#taken);
        this.#taken = before;
      } else source += this.#quantified();
    }
    this.#taken = inBoth(inEvery, this.#taken);
    this.#flags = outer;
    return source;
  }

  #quantified(): string {
    if (this.#flags.comments && this.#skipComment()) return '';
    const start = this.#place;
    const before = this.#taken;
    const atom = this.#atom();
    const { repeated, isOptional, isPossessive } = this.#quantifier();
    if (repeated === '') return atom.source;
    if (isOptional) this.#taken = before;
    if (atom.source === '' || start === this.#place) return '';
    const source = `${atom.isAssertion ? `(?:${atom.source})` : atom.source}${repeated}`;
    return isPossessive ? this.#atomic(source) : source;
  }

  /** What matches as `source` does, without ever giving anything back. */
  #atomic(source: string): string {
    // There the order of the look-ahead and the reference would be the other way round.
    if (this.#lookbehindDepth > 0) throw new PatternFault('an atomic group or possessive quantifier within a look-behind is not supported');
    this.#atomicCount += 1;
    const group: GroupMark = { kind: 'atomic', number: this.#atomicCount };
    return `(?:(?=${openingMark(group)}${source}))${referenceMark(group)})`;
  }

  #skipComment(): boolean {
    const char = this.#peek();
    if (char === '#') {
      while (this.#place < this.#chars.length && this.#peek() !== '\n') this.#place += 1;
      return true;
    }
    if (!/[ \t\n\v\f\r]/.test(char)) return false;
    this.#place += 1;
    return true;
  }

  #quantifier(): Quantifier {
    if (this.#flags.comments) while (this.#place < this.#chars.length && this.#skipComment());
    const char = this.#peek();
    let quantifier = '';
    if (char === '*' || char === '+' || char === '?') {
      quantifier = char;
      this.#place += 1;
    } else if (char === '{') quantifier = this.#repetition();
    else return { repeated: '', isOptional: false, isPossessive: false };
    const isOptional = /^(?:[*?]|\{0+[,}])/.test(quantifier);
    const mode = this.#peek();
    if (mode === '+' || mode === '?') this.#place += 1;
    return { repeated: mode === '?' ? `${quantifier}?` : quantifier, isOptional, isPossessive: mode === '+' };
  }

  #repetition(): string {
    const close = this.#chars.indexOf('}', this.#place);
    const inner = close < 0 ? '' : this.#chars.slice(this.#place + 1, close).join('');
    const [, least = '', comma = '', most = ''] = /^(\d+)(,?)(\d*)$/.exec(inner) ?? [];
    if (least === '' || (comma === '' && most !== '')) throw new PatternFault(`Illegal repetition near index ${this.#place}`);
    if (most !== '' && Number(most) < Number(least)) throw new PatternFault(`Illegal repetition range near index ${this.#place}`);
    if (Number(least) > MAX_REPETITION || Number(most) > MAX_REPETITION)
      throw new PatternFault(`a repetition of more than ${MAX_REPETITION} times is not supported`);
    this.#place = close + 1;
    return `{${inner}}`;
  }

  #atom(): Atom {
    const char = this.#take();
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return { source: this.#characterClass(), isAssertion: false };
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
        throw new PatternFault(`Dangling meta character '${char}' near index ${this.#place - 1}`);
      case '{':
        throw new PatternFault(`Illegal repetition near index ${this.#place - 1}`);
      default:
        return { source: this.#literal(char), isAssertion: false };
    }
  }

  #group(): Atom {
    if (this.#peek() !== '?') {
      return { source: this.#capture(), isAssertion: false };
    }
    this.#place += 1;
    const kind = this.#take();
    switch (kind) {
      case ':':
        return { source: `(?:${this.#groupEnd()}`, isAssertion: false };
      case '=':
        return { source: `(?=${this.#groupEnd()}`, isAssertion: true };
      case '!':
        return { source: `(?!${this.#untaken(() => this.#groupEnd())}`, isAssertion: true };
      case '>':
        return { source: this.#atomic(`(?:${this.#groupEnd()}`), isAssertion: false };
      case '<': {
        const next = this.#peek();
        if (next === '=' || next === '!') {
          this.#place += 1;
          return { source: `(?<${next}${this.#lookbehind(next === '!')}`, isAssertion: true };
        }
        const name = this.#groupName();
        if (this.#groupNames.includes(name)) throw new PatternFault(`Named capturing group <${name}> is already defined`);
        this.#groupNames.push(name);
        return { source: this.#capture(name), isAssertion: false };
      }
      default:
        this.#place -= 1;
        return this.#inlineFlags();
    }
  }

  #capture(name?: string): string {
    this.#groupCount += 1;
    const number = this.#groupCount;
    if (name !== undefined) this.#numberOfName.set(name, number);
    const source = `${openingMark({ kind: 'own', number })}${name === undefined ? '' : `?<${name}>`}${this.#groupEnd()}`;
    this.#taken = new Set([...this.#taken, number]);
    return source;
  }

  /** Groups within have not taken part afterwards. */
  #untaken(part: () => string): string {
    const before = this.#taken;
    const source = part();
    this.#taken = before;
    return source;
  }

  #lookbehind(isNegative: boolean): string {
    this.#lookbehindDepth += 1;
    const before = this.#taken;
    const source = this.#groupEnd();
    this.#lookbehindDepth -= 1;
    if (isNegative) this.#taken = before;
    return source;
  }

  #groupEnd(): string {
    const source = this.#alternatives();
    if (this.#peek() !== ')') throw new PatternFault(`Unclosed group near index ${this.#chars.length}`);
    this.#place += 1;
    return `${source})`;
  }

  #groupName(): string {
    const close = this.#chars.indexOf('>', this.#place);
    const name = close < 0 ? '' : this.#chars.slice(this.#place, close).join('');
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) throw new PatternFault(`Unknown group name near index ${this.#place}`);
    this.#place = close + 1;
    return name;
  }

  /** `(?i)` up to the end of the surrounding group, `(?i:…)` for what it contains. */
  #inlineFlags(): Atom {
    const outer = this.#flags;
    let on = true;
    for (;;) {
      const char = this.#take();
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
    const char = this.#take('Unexpected internal error');
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
        if (this.#take() !== '<') throw new PatternFault("\\k is not followed by '<' for named capturing group");
        const name = this.#groupName();
        const number = this.#numberOfName.get(name);
        if (number === undefined) throw new PatternFault(`named capturing group <${name}> does not exist`);
        return { source: this.#referenceTo(number), isAssertion: false };
      }
      default:
        return { source: this.#classEscape(char) ?? this.#literal(this.#characterEscape(char)), isAssertion: false };
    }
  }

  /** As many digits as name an existing group. */
  #backReference(first: string): string {
    let digits = first;
    while (/[0-9]/.test(this.#peek()) && Number(digits + this.#peek()) <= this.#totalGroups) digits += this.#take();
    if (Number(digits) > this.#totalGroups) return '(?!)';
    return this.#referenceTo(Number(digits));
  }

  #referenceTo(number: number): string {
    if (this.#flags.ignoreCase) throw new PatternFault('a reference back to a group is not supported where case does not count');
    if (this.#lookbehindDepth > 0) throw new PatternFault('a reference back to a group within a look-behind is not supported');
    if (!this.#taken.has(number)) throw new PatternFault(`the reference to group ${number}, which may have taken no part, is not supported`);
    return referenceMark({ kind: 'own', number });
  }

  #quoted(): string {
    let source = '';
    while (this.#place < this.#chars.length) {
      const char = this.#take();
      if (char === '\\' && this.#peek() === 'E') {
        this.#place += 1;
        return source;
      }
      source += this.#literal(char);
    }
    return source;
  }

  /** `\d`, `\p{L}` …; undefined when the letter stands for a character. */
  #classEscape(char: string): string | undefined {
    if (char === 'p' || char === 'P') {
      const property = propertyClass(this.#propertyName(), this.#flags.ignoreCase);
      return char === 'p' ? property : `[^${property}]`;
    }
    const classes = CLASSES[char.toLowerCase()];
    if (classes === undefined || !/[A-Za-z]/.test(char)) return undefined;
    const source = classes[this.#flags.unicodeClasses ? 1 : 0];
    return char === char.toLowerCase() ? source : `[^${source}]`;
  }

  #propertyName(): string {
    if (this.#peek() !== '{') return this.#take('Unclosed character family');
    const close = this.#chars.indexOf('}', this.#place);
    if (close < 0) throw new PatternFault('Unclosed character family');
    const name = this.#chars.slice(this.#place + 1, close).join('');
    this.#place = close + 1;
    return name;
  }

  /** The character for what follows a backslash. */
  #characterEscape(char: string): string {
    const control = CONTROL_ESCAPES[char];
    if (control !== undefined) return String.fromCodePoint(control);
    switch (char) {
      case '0':
        return this.#numbered(/^(?:[0-3][0-7]{0,2}|[0-7]{1,2})/, 8, 'Illegal octal escape sequence');
      case 'x':
        if (this.#peek() === '{') return this.#braced();
        return this.#numbered(/^[0-9A-Fa-f]{2}/, 16, 'Illegal hexadecimal escape sequence');
      case 'u':
        return this.#numbered(/^[0-9A-Fa-f]{4}/, 16, 'Illegal Unicode escape sequence');
      case 'c':
        return String.fromCodePoint((this.#take('Illegal control escape sequence').codePointAt(0) ?? 0) ^ 64);
      default:
        if (/[A-Za-z]/.test(char)) throw new PatternFault(`Illegal/unsupported escape sequence near index ${this.#place - 1}`);
        return char;
    }
  }

  #numbered(digits: RegExp, base: number, message: string): string {
    const [found = ''] = digits.exec(this.#chars.slice(this.#place, this.#place + 4).join('')) ?? [];
    if (found === '') throw new PatternFault(`${message} near index ${this.#place}`);
    this.#place += found.length;
    return String.fromCodePoint(Number.parseInt(found, base));
  }

  #braced(): string {
    const close = this.#chars.indexOf('}', this.#place);
    const hex = close < 0 ? '' : this.#chars.slice(this.#place + 1, close).join('');
    const code = Number.parseInt(hex, 16);
    if (!/^[0-9A-Fa-f]+$/.test(hex) || code > 0x10ffff)
      throw new PatternFault(`Illegal hexadecimal escape sequence near index ${this.#place}`);
    this.#place = close + 1;
    return String.fromCodePoint(code);
  }

  #literal(char: string): string {
    const variants = caseVariants(char, this.#flags);
    return variants.length === 1 ? codePoint(char) : `[${variants.map(codePoint).join('')}]`;
  }

  /** After the opening bracket, up to and with the closing one. `&&` parts are unions that are cut with each other. */
  #characterClass(): string {
    const start = this.#place;
    let isNegated = false;
    if (this.#peek() === '^') {
      isNegated = true;
      this.#place += 1;
    }
    const parts: string[] = [];
    let union = '';
    let isEmpty = true;
    for (;;) {
      const char = this.#take(`Unclosed character class near index ${this.#chars.length - 1}`);
      if (char === ']' && !(isEmpty && parts.length === 0)) break;
      if (this.#flags.comments && /[ \t\n\v\f\r]/.test(char)) continue;
      if (char === '&' && this.#peek() === '&') {
        while (this.#peek() === '&') this.#place += 1;
        if (!isEmpty) parts.push(union);
        union = '';
        isEmpty = true;
        continue;
      }
      union += this.#classMember(char, start);
      isEmpty = false;
    }
    if (!isEmpty) parts.push(union);
    const sign = isNegated ? '^' : '';
    const [only = ''] = parts;
    return parts.length === 1 ? `[${sign}${only}]` : `[${sign}${parts.map((part) => `[${part}]`).join('&&')}]`;
  }

  #classMember(char: string, start: number): string {
    if (char === '[') return this.#characterClass();
    let first = char;
    if (char === '\\') {
      const escaped = this.#take(`Unclosed character class near index ${start}`);
      if (escaped === 'Q') return this.#quotedMembers();
      if (escaped === 'E') return '';
      const named = this.#classEscape(escaped);
      if (named !== undefined) return named;
      first = this.#characterEscape(escaped);
    }
    const next = this.#chars[this.#place + 1];
    if (this.#peek() !== '-' || next === undefined || next === ']' || next === '[')
      return caseVariants(first, this.#flags).map(codePoint).join('');
    this.#place += 1;
    let last = this.#take();
    if (last === '\\') {
      const escaped = this.#take(`Unclosed character class near index ${start}`);
      if (CLASSES[escaped.toLowerCase()] !== undefined || escaped === 'p' || escaped === 'P')
        throw new PatternFault(`Illegal character range near index ${this.#place}`);
      last = this.#characterEscape(escaped);
    }
    return this.#range(first, last);
  }

  #quotedMembers(): string {
    let members = '';
    while (this.#place < this.#chars.length && !(this.#peek() === '\\' && this.#chars[this.#place + 1] === 'E'))
      members += caseVariants(this.#take(), this.#flags).map(codePoint).join('');
    this.#place += 2;
    return members;
  }

  #range(first: string, last: string): string {
    const from = first.codePointAt(0) ?? 0;
    const to = last.codePointAt(0) ?? 0;
    if (to < from) throw new PatternFault(`Illegal character range near index ${this.#place}`);
    const range = `${codePoint(first)}-${codePoint(last)}`;
    if (!this.#flags.ignoreCase) return range;
    const end = this.#flags.unicodeCase ? Math.min(to, from + MAX_FOLDED_RANGE) : Math.min(to, 0x7a);
    const variants = new Set<string>();
    for (let code = from; code <= end; code += 1)
      for (const variant of caseVariants(String.fromCodePoint(code), this.#flags)) {
        const folded = variant.codePointAt(0) ?? 0;
        if (folded < from || folded > to) variants.add(codePoint(variant));
      }
    return range + [...variants].join('');
  }

  #peek(): string {
    return this.#chars[this.#place] ?? '';
  }

  #take(messageAtEnd = `Unclosed group near index ${this.#chars.length}`): string {
    const char = this.#chars[this.#place];
    if (char === undefined) throw new PatternFault(messageAtEnd);
    this.#place += 1;
    return char;
  }
}

/** What stands between two quantifiers. An assertion matches no characters. */
interface Atom {
  readonly source: string;
  readonly isAssertion: boolean;
}

interface Quantifier {
  /** Without the sign of a possessive one; the empty text where there is none. */
  readonly repeated: string;
  readonly isOptional: boolean;
  readonly isPossessive: boolean;
}

/** `undefined` for all there are. */
function inBoth(one: ReadonlySet<number> | undefined, other: ReadonlySet<number>): ReadonlySet<number> {
  return one === undefined ? other : new Set([...one].filter((number) => other.has(number)));
}

/** Larger repetitions are no pattern for a cell. */
const MAX_REPETITION = 100_000;
const MAX_FOLDED_RANGE = 0x3000;
