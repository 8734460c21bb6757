import { compileLinear, type LinearRegex } from '../../../../foundation/linear-regex.js';
import type { ExpressionValue, FieldsValue } from '../../expression-value.js';
import { counted } from '../../../../foundation/backtracking.js';
import { PatternFault } from './pattern-scanner.js';
import { translatePattern } from './translate-pattern.js';
import { LAST_BREAK, LINE_END, LINE_START, BOUNDARY, NO_BOUNDARY, ANY } from './read-escape.js';

/** A place in a text, in UTF-16 code units, and its groups: 0 is the whole, `undefined` a group that took no part. */
interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

/** Backtracking with no more steps needs no other engine. */
const MAX_STEPS = 1_000_000;

/**
 * A regular expression as a value: an argument of functions, and nothing else. Each text is searched by the engine of
 * JavaScript where the shape of the pattern and the length of the text bound its steps; by an engine of linear time
 * where they do not; and by JavaScript within `MAX_BACKTRACKING_MS` where a linear engine cannot run the pattern.
 */
export class RegexValue implements FieldsValue {
  readonly typeName = 'Pattern';
  /** As it was written. */
  readonly text: string;
  readonly groupCount: number;
  /** In the order of their groups. */
  readonly groupNames: ReadonlyMap<string, number>;
  /** Numbers of the pattern's groups in the expression's matches. */
  readonly #groupNumbers: readonly number[];
  readonly #source: string;
  readonly #finder: RegExp;
  readonly #analysis: PatternAnalysis;
  #whole: RegExp | undefined;
  /** `false` where a linear engine refuses the pattern. */
  #linear: LinearRegex | false | undefined;

  /** Throws `PatternFault`. */
  constructor(pattern: string, ignoreCase: boolean) {
    this.text = pattern;
    const translated = translatePattern(pattern, ignoreCase);
    this.#source = translated.source;
    this.groupCount = translated.groupCount;
    this.groupNames = translated.groupNames;
    this.#groupNumbers = translated.groupNumbers;
    this.#analysis = analysePattern(this.#source);
    try {
      this.#finder = new RegExp(this.#source, 'gv');
    } catch (thrown) {
      throw new PatternFault(
        thrown instanceof Error ? thrown.message.replace(/^Invalid regular expression: /, '') : String(thrown),
      );
    }
  }

  field(): ExpressionValue {
    return null;
  }

  /** Whether it matches anywhere in a text. */
  test(text: string): boolean {
    const engine = this.#engineFor(text);
    return typeof engine === 'object' ? engine.test(text) : this.#exec(this.#finder, text, 0, engine) !== null;
  }

  *matches(text: string): Generator<PatternMatch> {
    const engine = this.#engineFor(text);
    if (typeof engine === 'object') {
      const matcher = engine.matcher(text);
      while (matcher.find()) yield this.#linearMatch(matcher);
      return;
    }
    for (let from = 0; from <= text.length;) {
      const found = this.#exec(this.#finder, text, from, engine);
      if (found === null) return;
      const end = found.index + found[0].length;
      from = found[0] === '' ? end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1) : end;
      yield this.#match(found);
    }
  }

  matchWhole(text: string): PatternMatch | undefined {
    const engine = this.#engineFor(text);
    if (typeof engine === 'object') {
      const matcher = engine.matcher(text);
      return matcher.matches() ? this.#linearMatch(matcher) : undefined;
    }
    this.#whole ??= new RegExp(`^(?:${this.#source})$`, 'v');
    const found = this.#exec(this.#whole, text, 0, engine);
    return found === null ? undefined : this.#match(found);
  }

  #engineFor(text: string): LinearRegex | 'bounded' | 'unbounded' {
    if (this.#analysis.stepsFor(text.length) <= MAX_STEPS) return 'bounded';
    const { linear, isLinearFor } = this.#analysis;
    if (linear === undefined || !isLinearFor(text)) return 'unbounded';
    this.#linear ??= linearOrNot(linear());
    return this.#linear === false ? 'unbounded' : this.#linear;
  }

  #exec(regex: RegExp, text: string, from: number, engine: 'bounded' | 'unbounded'): RegExpExecArray | null {
    // The expression is shared.
    regex.lastIndex = from;
    return engine === 'bounded' ? regex.exec(text) : counted(() => regex.exec(text));
  }

  #match(found: RegExpExecArray): PatternMatch {
    return {
      start: found.index,
      end: found.index + found[0].length,
      groups: this.groupCount === 0 ? [found[0]] : this.#groupNumbers.map((number) => found[number]),
    };
  }

  #linearMatch(matcher: ReturnType<LinearRegex['matcher']>): PatternMatch {
    const numbers = Array.from({ length: this.groupCount + 1 }, (_, number) => number);
    return {
      start: matcher.start(),
      end: matcher.end(),
      groups: numbers.map((number) => matcher.group(number) ?? undefined),
    };
  }
}

function linearOrNot(source: string): LinearRegex | false {
  try {
    return compileLinear(source);
  } catch {
    // It counts repetitions up to 1,000 only.
    return false;
  }
}

const MAX_KEPT = 500;
const kept = new Map<string, RegexValue>();

/** As the constructor, but a recent pattern is not translated again. */
export function regexOf(pattern: string, ignoreCase = false): RegexValue {
  const key = `${ignoreCase ? 'i' : '-'}${pattern}`;
  let regex = kept.get(key);
  if (regex === undefined) {
    regex = new RegexValue(pattern, ignoreCase);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, regex);
  }
  return regex;
}

interface PatternAnalysis {
  /** Most backtracking steps over a text of so many UTF-16 code units; `Infinity` where only exponents bound them. */
  readonly stepsFor: (length: number) => number;
  /**
   * The same pattern in the syntax of RE2, groups in order. `undefined` with references, look-around or atomic groups,
   * which a linear engine lacks.
   */
  readonly linear: (() => string) | undefined;
  /** Whether the linear form means the same in this text. */
  readonly isLinearFor: (text: string) => boolean;
}

/** Assertions of the translation, their counterparts in RE2, and texts in which both mean the same. */
const ASSERTIONS: readonly (readonly [source: string, linear: string, isSameIn: RegExp])[] = [
  [LAST_BREAK, '\\z', /(?:^|[^\n\r\x85\u2028\u2029])$/],
  [LINE_END, '(?m:$)', /^[^\r\x85\u2028\u2029]*$/],
  [LINE_START, '(?m:^)', /^(?:[^\r\x85\u2028\u2029]*[^\n\r\x85\u2028\u2029])?$/],
  [BOUNDARY, '\\b', /^[\0-\x7f]*$/],
  [NO_BOUNDARY, '\\B', /^[\0-\x7f]*$/],
  ['^', '\\A', /(?:)/],
  ['$', '\\z', /(?:)/],
];

interface Frame {
  branches: number;
  /** Whether there is more than one way to match a text here. */
  hasChoice: boolean;
}

/** Analyses the source of `translatePattern`. Cost: linear in the source. */
export function analysePattern(source: string): PatternAnalysis {
  return new PatternWalk(source).analysis();
}

/** A walk over the source of a pattern, from left to right. */
class PatternWalk {
  readonly #source: string;
  readonly #parts: (string | (() => string))[] = [];
  readonly #conditions = new Set<RegExp>();
  readonly #outermost: Frame = { branches: 1, hasChoice: false };
  readonly #frames: Frame[] = [this.#outermost];
  #isLinear = true;
  /** Number of repetitions that share the text. */
  #degree: number;
  #factor = 1;
  /** Whether the part before the present place can match in more than one way. */
  #hasAtomChoice = false;

  constructor(source: string) {
    this.#source = source;
    this.#degree = source.startsWith('^') ? 0 : 1;
    for (let at = 0; at < source.length;) at += this.#take(at);
    this.#factor *= this.#outermost.branches;
  }

  analysis(): PatternAnalysis {
    const [parts, conditions] = [this.#parts, [...this.#conditions]];
    const [factor, degree] = [this.#factor, this.#degree];
    return {
      stepsFor: (length) => factor * (length + 1) ** degree,
      linear: this.#isLinear
        ? () => parts.map((part) => (typeof part === 'string' ? part : part())).join('')
        : undefined,
      isLinearFor: (text) => conditions.every((isSameIn) => isSameIn.test(text)),
    };
  }

  /** Takes the part at a place; returns its length. */
  #take(at: number): number {
    const rest = this.#source.slice(at, at + 200);
    const assertion = ASSERTIONS.find(([written]) => rest.startsWith(written));
    if (assertion !== undefined) {
      const [written, linear, isSameIn] = assertion;
      this.#conditions.add(isSameIn);
      this.#hasAtomChoice = false;
      return this.#add(linear, written.length);
    }
    const [opening] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest) ?? [];
    if (opening !== undefined) {
      if (/^\(\?<?[=!]/.test(opening)) this.#isLinear = false;
      this.#frames.push({ branches: 1, hasChoice: false });
      return this.#add(opening === '(?:' ? '(?:' : '(', opening.length);
    }
    if (rest.startsWith(')')) this.#close();
    else if (rest.startsWith('|')) this.#branch();
    else {
      const [quantifier] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(rest) ?? [];
      return quantifier === undefined ? this.#takeAtom(at) : this.#repeat(quantifier);
    }
    return this.#add(rest.charAt(0), 1);
  }

  #add(part: string | (() => string), length: number): number {
    this.#parts.push(part);
    return length;
  }

  #frame(): Frame {
    return this.#frames.at(-1) ?? { branches: 1, hasChoice: false };
  }

  #close(): void {
    const frame = this.#frame();
    this.#frames.pop();
    this.#hasAtomChoice = frame.hasChoice;
    this.#factor *= frame.branches;
    this.#frame().hasChoice ||= frame.hasChoice;
  }

  #branch(): void {
    const frame = this.#frame();
    frame.branches += 1;
    frame.hasChoice = true;
    // A start that is bound to one place in one branch only.
    if (this.#frames.length === 1 && this.#degree === 0) this.#degree = 1;
  }

  #repeat(quantifier: string): number {
    const [least, most] = boundsOf(quantifier);
    if (this.#hasAtomChoice && most > 1) this.#factor = Infinity;
    if (least !== most) {
      if (most === 1) this.#factor *= 2;
      else this.#degree += 1;
      this.#frame().hasChoice = true;
    }
    this.#hasAtomChoice = false;
    return this.#add(quantifier, quantifier.length);
  }

  #takeAtom(at: number): number {
    const atom = atomAt(this.#source, at);
    if (/^\\[1-9]/.test(atom)) {
      this.#isLinear = false;
      this.#degree += 1;
    }
    this.#hasAtomChoice = false;
    return this.#add(() => linearAtom(atom), atom.length);
  }
}

function boundsOf(quantifier: string): readonly [least: number, most: number] {
  const [sign = ''] = quantifier;
  if (sign === '*') return [0, Infinity];
  if (sign === '+') return [1, Infinity];
  if (sign === '?') return [0, 1];
  const [, least = '0', comma, most = ''] = /^\{(\d+)(,?)(\d*)/.exec(quantifier) ?? [];
  return [Number(least), comma === '' ? Number(least) : most === '' ? Infinity : Number(most)];
}

/** A character, an escape or a class with all that is nested in it. */
function atomAt(source: string, at: number): string {
  if (source[at] === '\\') return /^\\(?:[pPu]\{[^}]*\}|[1-9]\d*|.)/s.exec(source.slice(at, at + 100))?.[0] ?? '\\';
  if (source[at] !== '[') return String.fromCodePoint(source.codePointAt(at) ?? 0);
  let depth = 0;
  for (let end = at; end < source.length; end += 1) {
    const char = source[end];
    if (char === '\\') end += 1;
    else if (char === '[') depth += 1;
    else if (char === ']' && (depth -= 1) === 0) return source.slice(at, end + 1);
  }
  return source.slice(at);
}

const PLAIN_ATOM = /^(?:[A-Za-z0-9]|\\[nrtvf]|\\u\{[0-9a-f]+\}|\[\^?(?:[A-Za-z0-9_ -]|\\[nrtvf]|\\u\{[0-9a-f]+\})+\])$/;

const MAX_KEPT_ATOMS = 200;
const keptAtoms = new Map<string, string>();

/**
 * An atom in the syntax of RE2. Ambiguous classes become the ranges that they match. Cost: a twentieth of a second for
 * such a class, the first time.
 */
function linearAtom(atom: string): string {
  if (atom === ANY) return '(?s:.)';
  if (PLAIN_ATOM.test(atom)) return atom.replaceAll('\\u{', '\\x{');
  let linear = keptAtoms.get(atom);
  if (linear === undefined) {
    linear = rangesOf(atom);
    if (keptAtoms.size >= MAX_KEPT_ATOMS) keptAtoms.clear();
    keptAtoms.set(atom, linear);
  }
  return linear;
}

const LAST_CODE_POINT = 0x10ffff;

function rangesOf(atom: string): string {
  const isIn = new RegExp(`^${atom}$`, 'v');
  let ranges = '';
  let from = -1;
  for (let code = 0; code <= LAST_CODE_POINT + 1; code += 1) {
    const isMember = code <= LAST_CODE_POINT && isIn.test(String.fromCodePoint(code));
    if (isMember && from < 0) from = code;
    if (isMember || from < 0) continue;
    ranges += `\\x{${from.toString(16)}}-\\x{${(code - 1).toString(16)}}`;
    from = -1;
  }
  return ranges === '' ? '[^\\x{0}-\\x{10ffff}]' : `[${ranges}]`;
}
