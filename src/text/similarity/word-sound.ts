/** Consonants that are confused for one another share a letter; vowels, h and y are left out. */
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
 * What is left of a folded word for the ear: classes of its consonants in order, neighbours of one class once, "ph" as f. Empty
 * for words that are not Latin or too short to tell. A much reduced Soundex, which keeps the whole word.
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

/** Sounds of this many consonants and more may differ in one of them and still be near. */
export const SHORTEST_WITH_SLIP = 5;

/** Whether two sounds are equal, or long enough to differ in one consonant: another one, one more, or one less. Cost: their length. */
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
