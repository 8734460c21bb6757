import { compileLinear, type LinearRegex } from '../../../../foundation/linear-regex.js';
import type { ExpressionValue, FieldsValue } from '../../expression-value.js';
import { analysePattern, type PatternAnalysis } from './analyse-pattern.js';
import { counted } from '../../../../foundation/backtracking.js';
import { PatternFault } from './pattern-fault.js';
import { translatePattern } from './translate-pattern.js';

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
