import type { FieldsValue } from '../../expression-value.js';
import type { ExpressionValue } from '../../expression-value.js';
import { PatternFault } from './pattern-fault.js';
import { translatePattern } from './translate-pattern.js';

/** A regular expression as a value: functions take it as an argument, nothing else can be done with it. */
export class RegexValue implements FieldsValue {
  readonly typeName = 'Pattern';
  /** As it was written. */
  readonly text: string;
  readonly groupCount: number;
  readonly groupNames: readonly string[];
  /** Where the groups of the pattern, by their number, stand in what the expression finds. */
  readonly groupNumbers: readonly number[];
  readonly #source: string;
  #finder: RegExp | undefined;
  #whole: RegExp | undefined;

  /** Throws `PatternFault`. */
  constructor(pattern: string, ignoreCase: boolean) {
    this.text = pattern;
    const translated = translatePattern(pattern, ignoreCase);
    this.#source = translated.source;
    this.groupCount = translated.groupCount;
    this.groupNames = translated.groupNames;
    this.groupNumbers = translated.groupNumbers;
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

  /** Every match in order, from the beginning. The expression is shared: `lastIndex` is set to 0 each time. */
  finder(): RegExp {
    const finder = (this.#finder ??= new RegExp(this.#source, 'gv'));
    finder.lastIndex = 0;
    return finder;
  }

  /** Matches a text as a whole or not at all. */
  whole(): RegExp {
    return (this.#whole ??= new RegExp(`^(?:${this.#source})$`, 'v'));
  }
}

const MAX_KEPT = 500;
const kept = new Map<string, RegexValue>();

/** As the constructor, but a pattern that was used before is not translated again. */
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
