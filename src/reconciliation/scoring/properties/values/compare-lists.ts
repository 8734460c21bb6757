import type { CompareValue } from './value-comparison.js';
import { keyOfText } from '../value-key.js';

/** Lists without anything in common may be two parts of one. */
const NOTHING_IN_COMMON = -0.5;
const LONGEST = 200;

/** The parts of a text that holds several values, two hundred at most. */
export function partsOfList(text: string, separator: string): readonly string[] {
  return text.split(separator, LONGEST).map((part) => part.trim()).filter((part) => part !== '');
}

/**
 * Texts that hold several values: a list need not be complete, so what both have is agreement, whatever else one of them has. `shareOf` gives the share of the entities that have a
 * value, by its key: the rarest in common counts. `undefined` for a text without values.
 */
export function compareListWith(asked: string, separator: string, shareOf: (key: string) => number): CompareValue | undefined {
  const wanted = new Set(partsOfList(asked, separator).map(keyOfText));
  if (wanted.size === 0) return undefined;
  return (value) => {
    if (value.kind !== 'text') return undefined;
    const own = new Set(partsOfList(value.text, separator).map(keyOfText));
    if (own.size === 0) return undefined;
    const common = [...own].filter((key) => wanted.has(key)).sort((a, b) => shareOf(a) - shareOf(b));
    const [rarest] = common;
    if (rarest === undefined) return { agreement: NOTHING_IN_COMMON, reason: 'no value in common' };
    const share = common.length / Math.min(own.size, wanted.size);
    return { agreement: 0.5 + share / 2, key: rarest, reason: share === 1 ? 'one holds the other' : `${String(common.length)} in common` };
  };
}
