/** Consonants that are confused share a letter; vowels, h and y are left out. */
const SOUND_CLASSES: Readonly<Record<string, string>> = {
  b: 'p',
  p: 'p',
  f: 'f',
  v: 'f',
  w: 'f',
  c: 'k',
  g: 'k',
  k: 'k',
  q: 'k',
  x: 'k',
  d: 't',
  t: 't',
  j: 's',
  s: 's',
  z: 's',
  l: 'l',
  r: 'r',
  m: 'm',
  n: 'n',
};
const SHORTEST_HEARD = 5;
const MIN_CONSONANTS = 3;
const A = 97;
const P = 112;
const H = 104;
/** The classes of the letters from a to z; empty for those left out. */
const CLASSES = Array.from({ length: 26 }, (_, i) => SOUND_CLASSES[String.fromCharCode(A + i)] ?? '');

/**
 * Phonetic key of a folded word: classes of its consonants in order, neighbours of one class once, "ph" as f. Empty for
 * words that are too short or not Latin. A reduced Soundex of the whole word.
 */
export function soundOf(text: string): string {
  if (text.length < SHORTEST_HEARD) return '';
  let sound = '';
  let last = '';
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    const own = letter === P && text.charCodeAt(i + 1) === H ? 'f' : CLASSES[letter - A];
    if (own === undefined) return '';
    if (own === '' || own === last) continue;
    sound += own;
    last = own;
  }
  return sound.length < MIN_CONSONANTS ? '' : sound;
}

/** Minimum consonants for keys with one difference to be near. */
export const SHORTEST_WITH_SLIP = 5;

/**
 * Whether two phonetic keys are equal, or long enough to differ in one consonant: changed, added or removed. Cost:
 * their length.
 */
export function soundsNear(a: string, b: string): boolean {
  if (a === b) return a !== '';
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST_WITH_SLIP || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < short.length - start &&
    short.charCodeAt(short.length - 1 - end) === long.charCodeAt(long.length - 1 - end)
  )
    end++;
  return start + end >= long.length - 1;
}
