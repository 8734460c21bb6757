import { createRequire } from 'node:module';
import { doubleMetaphone } from 'double-metaphone';
import { beiderMorse } from './beider-morse.js';
import { colognePhonetics } from './cologne-phonetics.js';
import { daitchMokotoff } from './daitch-mokotoff.js';
import { withoutMarks } from './fingerprint.js';

/** Encodings of `phonetic`, by name. */
export const PHONETIC_ENCODINGS = {
  doublemetaphone: 'doublemetaphone',
  metaphone: 'metaphone',
  soundex: 'soundex',
  cologne: 'cologne',
  'cologne-phonetic': 'cologne',
  'daitch-mokotoff': 'daitch-mokotoff',
  'beider-morse': 'beider-morse',
} as const;

export type PhoneticEncoding = (typeof PHONETIC_ENCODINGS)[keyof typeof PHONETIC_ENCODINGS];

/** A phonetic key of letters or digits: words that sound alike have the same key. Empty without sounds. */
export function phoneticKey(text: string, encoding: PhoneticEncoding): string {
  // These take the text as it is; for the others accents do not count.
  if (encoding === 'cologne') return colognePhonetics(text);
  if (encoding === 'daitch-mokotoff') return daitchMokotoff(text);
  // The first of several keys, which names that sound alike mostly share.
  if (encoding === 'beider-morse') return beiderMorse(text).split('|')[0] ?? '';
  const letters = withoutMarks(text.replace(/ß/g, 'ss')).replace(/[^A-Za-z]/g, '');
  if (letters === '') return '';
  if (encoding === 'doublemetaphone') return doubleMetaphone(letters)[0];
  const module: unknown = createRequire(import.meta.url)(MODULES[encoding]);
  const encoder: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
  if (typeof encoder !== 'function') throw new Error('The package of phonetic keys has another form than expected');
  return String(Reflect.apply(encoder, undefined, [letters]));
}

/** Modules of the package by encoding. It has no types, so it is loaded by name, on demand. */
const MODULES: Readonly<Record<'metaphone' | 'soundex', string>> = {
  metaphone: 'talisman/phonetics/metaphone.js',
  soundex: 'talisman/phonetics/soundex.js',
};
