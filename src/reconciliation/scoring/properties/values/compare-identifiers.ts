import { EQUAL_VALUE, type CompareValue } from './value-comparison.js';

/** Letters and digits in upper case: what counts of an identifier. */
export function normaliseIdentifier(text: string): string {
  return text.normalize('NFKC').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Identifiers are equal or not; marks, spaces and case do not count, nor does a prefix such as "ISBN" or the URL around one. */
export function compareIdentifierWith(asked: string): CompareValue | undefined {
  const wanted = normaliseIdentifier(asked);
  if (wanted === '') return undefined;
  return (value) => {
    const text = value.kind === 'identifier' || value.kind === 'text' ? value.text : value.kind === 'integer' ? String(value.number) : undefined;
    if (text === undefined) return undefined;
    const own = normaliseIdentifier(text);
    if (own === '') return undefined;
    if (own === wanted) return EQUAL_VALUE;
    const [short, long] = own.length < wanted.length ? [own, wanted] : [wanted, own];
    if (short.length >= 5 && long.endsWith(short)) return { agreement: 0.8, reason: 'equal but for what stands before it' };
    return { agreement: -1, reason: 'another identifier' };
  };
}
