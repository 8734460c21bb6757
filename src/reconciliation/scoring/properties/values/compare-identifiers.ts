import { editDistanceWithin } from '../../../../text/similarity/edit-distance.js';
import { type CompareValue, EQUAL_VALUE } from './value-comparison.js';

/** Letters and digits in upper case: what counts of an identifier. */
export function normaliseIdentifier(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Identifiers are equal or not; marks, spaces and case do not count, nor does a prefix such as "ISBN" or the URL around one. */
export function compareIdentifierWith(asked: string): CompareValue | undefined {
  const wanted = normaliseIdentifier(asked);
  if (wanted === '') return undefined;
  return (value) => {
    const text =
      value.kind === 'identifier' || value.kind === 'text'
        ? value.text
        : value.kind === 'integer'
          ? String(value.number)
          : undefined;
    if (text === undefined) return undefined;
    const own = normaliseIdentifier(text);
    if (own === '') return undefined;
    if (own === wanted) return EQUAL_VALUE;
    const [short, long] = own.length < wanted.length ? [own, wanted] : [wanted, own];
    if (short.length >= 5 && long.endsWith(short))
      return { agreement: 0.8, reason: 'equal but for what stands before it' };
    return { agreement: -1, reason: 'another identifier' };
  };
}

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
    const text =
      value.kind === 'integer' || value.kind === 'number'
        ? String(value.number)
        : value.kind === 'text'
          ? value.text
          : undefined;
    const own = text === undefined ? '' : normaliseIdentifier(text);
    if (!DIGITS.test(own)) return undefined;
    if (own === wanted) return EQUAL_VALUE;
    const [short, long] = own.length < wanted.length ? [own, wanted] : [wanted, own];
    if (short.length >= SHORTEST_PART && short.length < long.length && (long.endsWith(short) || long.startsWith(short)))
      return { agreement: 0.8, reason: 'one is a part of the other' };
    if (editDistanceWithin(own, wanted, 1) > 1) return { agreement: -1, reason: 'another code' };
    return { agreement: short.length >= LONG ? 0.4 : 0, reason: 'differs by one digit' };
  };
}

/** Without scheme, "www.", case of the host, a slash at the end. */
export function normaliseUrl(text: string): string {
  const bare = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[/?#]+$/, '');
  const slash = bare.indexOf('/');
  return slash < 0 ? bare.toLowerCase() : bare.slice(0, slash).toLowerCase() + bare.slice(slash);
}

/** URLs are equal, on the same host, or elsewhere. */
export function compareUrlWith(asked: string): CompareValue | undefined {
  const wanted = normaliseUrl(asked);
  if (wanted === '') return undefined;
  const wantedHost = hostOf(wanted);
  return (value) => {
    const text =
      value.kind === 'url' ? value.url : value.kind === 'text' || value.kind === 'identifier' ? value.text : undefined;
    if (text === undefined) return undefined;
    const own = normaliseUrl(text);
    if (own === wanted) return EQUAL_VALUE;
    const host = hostOf(own);
    if (host === wantedHost) return { agreement: 0.6, reason: 'same host' };
    if (host.endsWith(`.${wantedHost}`) || wantedHost.endsWith(`.${host}`))
      return { agreement: 0.4, reason: 'a host of the same domain' };
    return { agreement: -0.5, reason: 'another host' };
  };
}

function hostOf(url: string): string {
  return url.split(/[/?#:]/, 1)[0] ?? url;
}
