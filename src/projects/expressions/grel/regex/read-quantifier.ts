import { PatternFault } from './pattern-fault.js';
import type { PatternScanner } from './pattern-scanner.js';

/** Repetition of the part before it. */
export interface Quantifier {
  /** Without the sign of a possessive one; may be empty. */
  readonly repeated: string;
  /** Whether it may match nothing. */
  readonly isOptional: boolean;
  readonly isPossessive: boolean;
}

/** Larger repetitions are no pattern for a cell. */
const MAX_REPETITION = 100_000;
const NONE: Quantifier = { repeated: '', isOptional: false, isPossessive: false };

/** The next quantifier, if any. Throws `PatternFault` for an invalid or too large repetition. */
export function readQuantifier(scanner: PatternScanner): Quantifier {
  const quantifier = readSign(scanner);
  if (quantifier === undefined) return NONE;
  const mode = scanner.peek();
  if (mode === '+' || mode === '?') scanner.place += 1;
  return {
    repeated: mode === '?' ? `${quantifier}?` : quantifier,
    isOptional: /^(?:[*?]|\{0+[,}])/.test(quantifier),
    isPossessive: mode === '+',
  };
}

function readSign(scanner: PatternScanner): string | undefined {
  const char = scanner.peek();
  if (char === '{') return readRepetition(scanner);
  if (char !== '*' && char !== '+' && char !== '?') return undefined;
  scanner.place += 1;
  return char;
}

function readRepetition(scanner: PatternScanner): string {
  const inner = scanner.textBefore('}', 1) ?? '';
  const [, least = '', comma = '', most = ''] = /^(\d+)(,?)(\d*)$/.exec(inner) ?? [];
  if (least === '' || (comma === '' && most !== ''))
    throw new PatternFault(`Illegal repetition near index ${scanner.place}`);
  if (most !== '' && Number(most) < Number(least))
    throw new PatternFault(`Illegal repetition range near index ${scanner.place}`);
  if (Number(least) > MAX_REPETITION || Number(most) > MAX_REPETITION)
    throw new PatternFault(`a repetition of more than ${MAX_REPETITION} times is not supported`);
  scanner.skipPast('}');
  return `{${inner}}`;
}
