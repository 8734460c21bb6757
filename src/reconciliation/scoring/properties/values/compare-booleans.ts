import { EQUAL_VALUE, type CompareValue } from './value-comparison.js';

const YES = new Set(['true', 'yes', 'y', '1', 'oui', 'ja', 'si', 'sí', 'sim']);
const NO = new Set(['false', 'no', 'n', '0', 'non', 'nein', 'não']);

/** Yes and no in some languages, and 1 and 0. */
export function compareBooleanWith(asked: string | number | boolean): CompareValue | undefined {
  const word = String(asked).trim().toLowerCase();
  if (!YES.has(word) && !NO.has(word)) return undefined;
  const wanted = YES.has(word);
  return (value) => (value.kind !== 'boolean' ? undefined : value.boolean === wanted ? EQUAL_VALUE : { agreement: -1, reason: 'the opposite' });
}
