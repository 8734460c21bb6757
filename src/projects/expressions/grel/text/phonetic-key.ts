import { doubleMetaphone } from 'double-metaphone';
import daitchMokotoff from 'talisman/phonetics/daitch-mokotoff.js';
import cologne from 'talisman/phonetics/german/cologne.js';
import metaphone from 'talisman/phonetics/metaphone.js';
import soundex from 'talisman/phonetics/soundex.js';
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
  const plain = encoding === 'cologne' ? text.toUpperCase() : withoutMarks(text).replace(/[^A-Za-z]/g, '');
  const letters = plain.replace(/[^\p{L}]/gu, '');
  if (letters === '') return '';
  const key = keyBy(ENCODERS[encoding], letters);
  // Some encodings give several keys. The first is the one that is meant, but of Daitch-Mokotoff all are of one rank.
  if (!Array.isArray(key)) return String(key);
  return encoding === 'daitch-mokotoff' ? key.join('|') : String(key[0]);
}

const ENCODERS: Readonly<Record<PhoneticEncoding, unknown>> = {
  doublemetaphone: doubleMetaphone,
  metaphone,
  soundex,
  cologne,
  'daitch-mokotoff': daitchMokotoff,
};

/** The functions come from a package without types, as themselves or as the member `default`. */
function keyBy(module: unknown, letters: string): unknown {
  const encoder: unknown = typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
  if (typeof encoder !== 'function') throw new Error('The package of phonetic keys has another form than expected');
  const key: unknown = Reflect.apply(encoder, undefined, [letters]);
  return key;
}
