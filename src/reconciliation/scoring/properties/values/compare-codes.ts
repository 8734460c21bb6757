import { editDistanceWithin } from '../../../../text/similarity/edit-distance.js';
import { normaliseIdentifier } from './compare-identifiers.js';
import { EQUAL_VALUE, type CompareValue } from './value-comparison.js';

const DIGITS = /^\d+$/;
/** From this length on, two codes that differ by one digit are rather one with a typo than two by chance. */
const LONG = 6;
/** Short codes begin or end alike by chance. */
const SHORTEST_PART = 5;

/** Numbers that somebody assigned, such as postcodes and telephone numbers: however near two of them are, they are others. `undefined` for what is not made of digits. */
export function compareCodeWith(asked: string): CompareValue | undefined {
  const wanted = normaliseIdentifier(asked);
  if (!DIGITS.test(wanted)) return undefined;
  return (value) => {
    const text = value.kind === 'integer' || value.kind === 'number' ? String(value.number) : value.kind === 'text' ? value.text : undefined;
    const own = text === undefined ? '' : normaliseIdentifier(text);
    if (!DIGITS.test(own)) return undefined;
    if (own === wanted) return EQUAL_VALUE;
    const [short, long] = own.length < wanted.length ? [own, wanted] : [wanted, own];
    if (short.length >= SHORTEST_PART && short.length < long.length && (long.endsWith(short) || long.startsWith(short))) return { agreement: 0.8, reason: 'one is a part of the other' };
    if (editDistanceWithin(own, wanted, 1) > 1) return { agreement: -1, reason: 'another code' };
    return { agreement: short.length >= LONG ? 0.4 : 0, reason: 'differs by one digit' };
  };
}
