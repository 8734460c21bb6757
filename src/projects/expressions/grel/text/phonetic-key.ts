import { createRequire } from 'node:module';
import { doubleMetaphone } from 'double-metaphone';
import { withoutMarks } from './fingerprint.js';

/** The encodings that `phonetic` knows, by what they may be called. */
export const PHONETIC_ENCODINGS = {
  doublemetaphone: 'doublemetaphone',
  metaphone: 'metaphone',
  soundex: 'soundex',
  cologne: 'cologne',
  'cologne-phonetic': 'cologne',
  'daitch-mokotoff': 'daitch-mokotoff',
} as const;

export type PhoneticEncoding = (typeof PHONETIC_ENCODINGS)[keyof typeof PHONETIC_ENCODINGS];

/** How a text sounds, as letters or digits: words that sound alike have the same key. Empty when there is nothing that sounds. */
export function phoneticKey(text: string, encoding: PhoneticEncoding): string {
  // German letters have a sound of their own there; everywhere else accents do not count.
  const plain =
    encoding === 'cologne' ? text.toUpperCase() : withoutMarks(text.replace(/ß/g, 'ss')).replace(/[^A-Za-z]/g, '');
  // There a double consonant is one sound, which the package does not know.
  const letters = plain
    .replace(/[^\p{L}]/gu, '')
    .replace(encoding === 'daitch-mokotoff' ? /([b-df-hj-np-tv-z])(?=\1)/gi : /(?!)/, '');
  if (letters === '') return '';
  const key = keyOf(letters, encoding);
  // Some encodings give several keys. The first is the one that is meant, but of Daitch-Mokotoff all are of one rank.
  if (!Array.isArray(key)) return String(key);
  return encoding === 'daitch-mokotoff' ? key.join('|') : String(key[0]);
}

/** The modules of the package that encode, by encoding. It brings no types, so that it is not imported but asked for when it is needed. */
const MODULES: Readonly<Record<Exclude<PhoneticEncoding, 'doublemetaphone'>, string>> = {
  metaphone: 'talisman/phonetics/metaphone.js',
  soundex: 'talisman/phonetics/soundex.js',
  cologne: 'talisman/phonetics/german/cologne.js',
  'daitch-mokotoff': 'talisman/phonetics/daitch-mokotoff.js',
};

/** One key, or several. */
function keyOf(letters: string, encoding: PhoneticEncoding): unknown {
  if (encoding === 'doublemetaphone') return doubleMetaphone(letters);
  const module: unknown = createRequire(import.meta.url)(MODULES[encoding]);
  const encoder: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
  if (typeof encoder !== 'function') throw new Error('The package of phonetic keys has another form than expected');
  const key: unknown = Reflect.apply(encoder, undefined, [letters]);
  return key;
}
