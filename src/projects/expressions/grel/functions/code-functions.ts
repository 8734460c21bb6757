import { createHash } from 'node:crypto';
import { levenshteinDistance } from '../../../../text/similarity/edit-distance.js';
import { lowerUnits, generalCategory, splitAtWhiteSpace } from '../text/characters.js';
import type { ExpressionValue } from '../../expression-value.js';
import { GrelFailure } from '../evaluation/environment.js';
import { BaseDecodingFault, decodeBase, encodeBase, isKnownEncoding, reinterpretText } from '../text/base-encoding.js';
import { escapeText, unescapeText } from '../text/escape-text.js';
import {
  fingerprint,
  ngramFingerprint,
  withoutMarks,
  PHONETIC_ENCODINGS,
  phoneticKey,
  type PhoneticEncoding,
} from '../text/text-keys.js';
import { expects, integerOf, isNumber, textOf, type GrelFunction } from './grel-function.js';

/** Encodings, keys of similar texts, and functions on single characters. */
export const CODE_FUNCTIONS: readonly GrelFunction[] = [
  {
    name: 'escape',
    group: 'text',
    parameters: 'text, mode',
    returns: 'string',
    description:
      'The text such that it can stand in something else. Modes: html, xml, csv, javascript, url, urlpath, urlform, urlfragment.',
    examples: [
      ['escape("a b/é", "url")', 'a+b%2F%C3%A9'],
      ['"R&D".escape("html")', 'R&amp;D'],
    ],
    run: ([value, mode], name) => {
      if (typeof mode !== 'string') return null;
      return inMode(escapeText, textOf(value) ?? '', mode, name);
    },
  },
  {
    name: 'unescape',
    group: 'text',
    parameters: 'text, mode',
    returns: 'string',
    description: 'The opposite of escape. Modes: html, xml, csv, javascript, url.',
    examples: [['"caf&eacute;".unescape("html")', 'café']],
    run: ([text, mode], name) => {
      if (typeof text !== 'string' || typeof mode !== 'string') return null;
      return inMode(unescapeText, text, mode, name);
    },
  },
  {
    name: 'encode',
    group: 'text',
    parameters: 'text, base',
    returns: 'string',
    description: 'The text in base16, base32, base32hex, base64 or base64url.',
    examples: [['"abc".encode("base64")', 'YWJj']],
    run: ([text, base, ...others], name) => {
      if (typeof text !== 'string' || typeof base !== 'string' || others.length > 0)
        throw expects(name, 'two arguments: a string and an encoding');
      const encoded = encodeBase(text, base);
      if (encoded === undefined) throw new GrelFailure(`${name}: Unknown encoding ${base}.`);
      return encoded;
    },
  },
  {
    name: 'decode',
    group: 'text',
    parameters: 'text, base',
    returns: 'string',
    description: 'The opposite of encode.',
    examples: [['"YWJj".decode("base64")', 'abc']],
    run: ([text, base, ...others], name) => {
      if (typeof text !== 'string' || typeof base !== 'string' || others.length > 0)
        throw expects(name, 'two arguments: a string and an encoding');
      try {
        const decoded = decodeBase(text, base);
        if (decoded === undefined) throw new GrelFailure(`${name}: Unknown encoding ${base}.`);
        return decoded;
      } catch (thrown) {
        if (thrown instanceof BaseDecodingFault) throw new GrelFailure(`${name} failed: ${thrown.message}`);
        throw thrown;
      }
    },
  },
  hashFunction('md5', 'MD5', '900150983cd24fb0d6963f7d28e17f72'),
  hashFunction('sha1', 'SHA-1', 'a9993e364706816aba3e25717850c26c9cd0d89d'),
  {
    name: 'reinterpret',
    group: 'text',
    parameters: 'text, target encoding, source encoding?',
    returns: 'string',
    description:
      'Mends a text that was read with the wrong encoding: it is written with the source encoding (UTF-8 when none is named) and read with the target.',
    examples: [['"Ã©".reinterpret("utf-8", "iso-8859-1")', 'é']],
    run: (args, name) => {
      const [subject, target, named] = args;
      const source = named ?? '';
      const text = textOf(subject);
      if (args.length > 3 || text === undefined || typeof target !== 'string' || typeof source !== 'string')
        throw new GrelFailure(
          `${name} expects a string to reinterpret with a given target encoding and optional source encoding`,
        );
      for (const [role, encoding] of [
        ['source', source],
        ['target', target],
      ] as const)
        if (!isKnownEncoding(encoding))
          throw new GrelFailure(`${name}: ${role} encoding '${encoding}' is not available or recognized.`);
      return reinterpretText(text, source, target);
    },
  },
  {
    name: 'fingerprint',
    group: 'text',
    parameters: 'value',
    returns: 'string',
    description:
      'The words of a text without case, accents and punctuation, each once, in order. Texts with one fingerprint often mean the same.',
    examples: [['"Tom Müller, Tom".fingerprint()', 'muller tom']],
    run: ([value]) => {
      const text = textOf(value);
      return text === undefined ? null : fingerprint(text);
    },
  },
  {
    name: 'ngramFingerprint',
    group: 'text',
    parameters: 'value, n?',
    returns: 'string',
    description:
      'All runs of n characters (1 when it is left out) of the text without spaces and punctuation, each once, in order.',
    examples: [['"paris".ngramFingerprint(2)', 'arispari']],
    run: ([value, size = null], name, { budget }) => {
      const text = textOf(value);
      if (text === undefined) return null;
      const n =
        size === null ? 1 : integerOf(typeof size === 'string' && /^[+-]?\d{1,9}$/.test(size) ? Number(size) : size);
      if (n === undefined || n < 0) throw expects(name, 'the second parameter to be a number');
      if (n === 0) return '';
      budget.spend(Math.floor((text.length * n) / 100));
      return ngramFingerprint(text, n);
    },
  },
  {
    name: 'phonetic',
    group: 'text',
    parameters: 'value, encoding',
    returns: 'string',
    description:
      'How a text sounds, as a key. Encodings: doublemetaphone, metaphone, soundex, cologne, daitch-mokotoff, beider-morse.',
    examples: [
      ['"Thompson".phonetic("doublemetaphone")', 'TMPSN'],
      ['"Robert".phonetic("soundex")', 'R163'],
    ],
    run: ([value, encoding = 'metaphone3'], name) => {
      const text = textOf(value);
      if (text === undefined) throw expects(name, 'at least one argument');
      if (typeof encoding !== 'string') throw expects(name, 'the second parameter to be a string');
      return phoneticKey(text, phoneticEncoding(encoding.toLowerCase(), encoding, name));
    },
  },
  {
    name: 'ngram',
    group: 'text',
    parameters: 'text, n',
    returns: 'array of strings',
    description: 'All runs of n words of a text.',
    examples: [['"one two three".ngram(2)', '[ "one two", "two three" ]']],
    run: (args, name, { budget }) => {
      const [text, size] = args;
      if (args.length !== 2) throw expects(name, 'a string and a number');
      if (typeof text !== 'string' || !isNumber(size)) return null;
      const words = splitAtWhiteSpace(text);
      const n = Math.max(1, integerOf(size) ?? 1);
      if (n >= words.length) return [text];
      budget.spend(words.length * n);
      return Array.from({ length: words.length - n + 1 }, (_, start) => words.slice(start, start + n).join(' '));
    },
  },
  {
    name: 'levenshteinDistance',
    group: 'text',
    parameters: 'text1, text2',
    returns: 'number',
    description:
      'How many characters have to be changed, put in or taken out to make one text of the other; case does not count.',
    examples: [['levenshteinDistance("kitten", "sitting")', '3']],
    run: ([one, other, ...others], name, { budget }) => {
      if (typeof one !== 'string' || typeof other !== 'string' || others.length > 0) throw expects(name, 'two strings');
      return levenshteinDistance(lowerUnits(one), lowerUnits(other), (steps) => budget.spend(steps));
    },
  },
  {
    name: 'normalize',
    group: 'text',
    parameters: 'value',
    returns: 'string',
    description: 'The text without accents and other marks; letters that are one sign for several are taken apart.',
    examples: [['"Éléphant ﬁ".normalize()', 'Elephant fi']],
    run: (args, name) => {
      const text = textOf(args[0]);
      if (args.length !== 1 || text === undefined) throw expects(name, 'a string');
      return withoutMarks(text);
    },
  },
  {
    name: 'detectLanguage',
    group: 'text',
    parameters: 'text',
    returns: 'error',
    description: 'Not offered here: it needs a profile of every language. Always gives an error that says so.',
    examples: [
      ['detectLanguage("hello")', 'error: detectLanguage is not offered here: there are no language profiles'],
    ],
    run: (_args, name) => {
      throw new GrelFailure(`${name} is not offered here: there are no language profiles`);
    },
  },
  {
    name: 'unicode',
    group: 'text',
    parameters: 'value',
    returns: 'array of numbers',
    description:
      'The code point of each character. A character beyond the first 65,536 counts as two, the second being half of it.',
    examples: [['unicode("aé")', '[ 97, 233 ]']],
    run: ([value], _name, { budget }) => {
      const text = textOf(value);
      if (text === undefined) return null;
      budget.spend(text.length);
      return Array.from({ length: text.length }, (_, place) => BigInt(text.codePointAt(place) ?? 0));
    },
  },
  {
    name: 'unicodeType',
    group: 'text',
    parameters: 'value',
    returns: 'array of strings',
    description: 'What kind of character each is: "uppercase letter", "decimal digit number", "space separator" …',
    examples: [['unicodeType("a1")', '[ "lowercase letter", "decimal digit number" ]']],
    run: ([value], _name, { budget }) => {
      const text = textOf(value);
      if (text === undefined) return null;
      budget.spend(text.length);
      return Array.from({ length: text.length }, (_, place) =>
        generalCategory(String.fromCodePoint(text.codePointAt(place) ?? 0)),
      );
    },
  },
  {
    name: 'range',
    group: 'arrays',
    parameters: 'from, to?, step?; or one text of them',
    returns: 'array of numbers',
    description:
      'The whole numbers from the first up to, but without, the second. One number alone is the end of a range from 0. A text may hold several of the numbers, with commas between.',
    examples: [
      ['range(3)', '[ 0, 1, 2 ]'],
      ['range(1, 10, 3)', '[ 1, 4, 7 ]'],
      ['range("1, 5, 2")', '[ 1, 3 ]'],
    ],
    run: (args, name, { budget }) => {
      const numbers = rangeNumbers(args);
      const [first, second, step = 1n] = numbers ?? [];
      if (numbers === undefined || first === undefined) throw expects(name, RANGE);
      const [from, to] = second === undefined ? [0n, first] : [first, second];
      const result: bigint[] = [];
      if (step === 0n) return result;
      // Before the range is made, so that an endless one is refused.
      budget.spend(Math.max(0, Number((to - from) / step)));
      for (let current = from; step > 0n ? current < to : current > to; current += step) result.push(current);
      return result;
    },
  },
];

const RANGE =
  "a string of the form 'a, b, c' or integers a, b, c where a and b are the start and the end of the range respectively and c is the step (increment)";

/** One to three whole numbers; undefined for anything else. */
function rangeNumbers(args: readonly ExpressionValue[]): readonly bigint[] | undefined {
  if (args.some((arg) => typeof arg === 'string' && arg.endsWith(',')))
    throw new GrelFailure('the last character in the input string should not be a comma');
  const parts: readonly unknown[] = args.flatMap((arg): readonly unknown[] =>
    typeof arg === 'string' ? arg.split(',').map((part) => part.trim()) : [arg],
  );
  if (parts.length < 1 || parts.length > 3) return undefined;
  const numbers = parts.map((part) => {
    if (typeof part === 'bigint') return part;
    if (typeof part === 'number') return Number.isSafeInteger(part) ? BigInt(part) : undefined;
    return typeof part === 'string' && /^[+-]?\d{1,18}$/.test(part) ? BigInt(part.replace('+', '')) : undefined;
  });
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

function inMode(
  translate: (text: string, mode: string) => string | undefined,
  text: string,
  mode: string,
  name: string,
): string {
  const result = translate(text, mode);
  if (result === undefined) throw new GrelFailure(`${name} does not recognize mode ${mode}.`);
  return result;
}

/** The function that hashes a text; `digest` is that of `abc`. */
function hashFunction(algorithm: 'md5' | 'sha1', title: string, digest: string): GrelFunction {
  return {
    name: algorithm,
    group: 'text',
    parameters: 'value',
    returns: 'string',
    description: `The ${title} hash of the text, in hexadecimal digits.`,
    examples: [[`${algorithm}("abc")`, digest]],
    run: ([value, ...others], name) => {
      const text = textOf(value);
      if (others.length > 0 || text === undefined) throw expects(name, 'a string');
      return createHash(algorithm).update(text, 'utf8').digest('hex');
    },
  };
}

function phoneticEncoding(key: string, sent: string, name: string): PhoneticEncoding {
  const found = Object.entries(PHONETIC_ENCODINGS).find(([calledAs]) => calledAs === key)?.[1];
  if (found !== undefined) return found;
  if (key === 'metaphone3')
    throw new GrelFailure(
      `${name} does not offer the '${sent}' encoding here; name another one, such as "doublemetaphone"`,
    );
  throw new GrelFailure(`${name} does not know how to handle the '${sent}' encoding.`);
}
