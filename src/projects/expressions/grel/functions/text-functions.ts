import { MAX_TEXT_LENGTH, TextTooLongError, valueText } from '../../value-text.js';
import { isArrayValue, type ExpressionValue } from '../../expression-value.js';
import { DateValue } from '../../../grid/cell-value.js';
import { GrelFailure } from '../evaluation/environment.js';
import { dateDifference } from '../dates/date-arithmetic.js';
import { RegexValue } from '../regex/regex-value.js';
import { trimWhiteSpace } from '../text/characters.js';
import { expects, textOf, type GrelFunction } from './grel-function.js';

/** Functions that change a text, or find one in another. */
export const TEXT_FUNCTIONS: readonly GrelFunction[] = [
  {
    name: 'toUppercase',
    group: 'text',
    parameters: 'text',
    returns: 'string',
    description: 'The text in capital letters.',
    examples: [['"abc".toUppercase()', 'ABC']],
    run: (args, name) => oneText(args, name).toUpperCase(),
  },
  {
    name: 'toLowercase',
    group: 'text',
    parameters: 'text',
    returns: 'string',
    description: 'The text in small letters.',
    examples: [['"ÉTÉ".toLowercase()', 'été']],
    run: (args, name) => oneText(args, name).toLowerCase(),
  },
  {
    name: 'toTitlecase',
    group: 'text',
    parameters: 'text, delimiters?',
    returns: 'string',
    description:
      'The text in small letters with a capital letter at the start of each word. Words begin after the characters of the second argument: space, tab, line break and full stop when there is none.',
    examples: [
      ['"hello WORLD".toTitlecase()', 'Hello World'],
      ['"jean-luc picard".toTitlecase("- ")', 'Jean-Luc Picard'],
    ],
    run: (args, name) => {
      const [text, delimiters = ' \t\r\n.'] = args;
      if (args.length > 2 || text === null || text === undefined || delimiters === null)
        throw expects(name, 'one or two strings');
      return titlecase(valueText(text), valueText(delimiters));
    },
  },
  {
    name: 'trim',
    aliases: ['strip'],
    group: 'text',
    parameters: 'text',
    returns: 'string',
    description: 'The text without white space at both ends, the non-breaking kinds included.',
    examples: [['"  a b ".trim()', 'a b']],
    run: (args, name) => {
      const [text] = args;
      if (args.length !== 1 || typeof text !== 'string') throw expects(name, 'a string');
      return trimWhiteSpace(text);
    },
  },
  {
    name: 'contains',
    group: 'text',
    parameters: 'text, text or regex',
    returns: 'boolean',
    description: 'Whether the second is found anywhere in the first.',
    examples: [
      ['"rose".contains("os")', 'true'],
      ['"rose".contains(/\\d/)', 'false'],
    ],
    run: ([text, sought]) => {
      if (typeof text !== 'string') return null;
      if (typeof sought === 'string') return text.includes(sought);
      return sought instanceof RegexValue ? sought.test(text) : null;
    },
  },
  {
    name: 'startsWith',
    group: 'text',
    parameters: 'text, beginning',
    returns: 'boolean',
    description: 'Whether the text begins with the other.',
    examples: [['"rose".startsWith("ro")', 'true']],
    run: (args, name) => onTwoTexts(args, name, (text, sought) => text.startsWith(sought)),
  },
  {
    name: 'endsWith',
    group: 'text',
    parameters: 'text, end',
    returns: 'boolean',
    description: 'Whether the text ends with the other.',
    examples: [['"rose".endsWith("se")', 'true']],
    run: (args, name) => onTwoTexts(args, name, (text, sought) => text.endsWith(sought)),
  },
  {
    name: 'indexOf',
    group: 'text',
    parameters: 'text, sought',
    returns: 'number',
    description: 'The position, from 0, where the other text is found first; -1 when it is not found.',
    examples: [['"banana".indexOf("an")', '1']],
    run: (args, name) => onTwoTexts(args, name, (text, sought) => BigInt(text.indexOf(sought))),
  },
  {
    name: 'lastIndexOf',
    group: 'text',
    parameters: 'text, sought',
    returns: 'number',
    description: 'The position, from 0, where the other text is found last; -1 when it is not found.',
    examples: [['"banana".lastIndexOf("an")', '3']],
    run: (args, name) => onTwoTexts(args, name, (text, sought) => BigInt(text.lastIndexOf(sought))),
  },
  {
    name: 'replace',
    group: 'text',
    parameters: 'text, text or regex, replacement',
    returns: 'string',
    description:
      'The text with every occurrence replaced. After a regular expression, $1 in the replacement stands for the first group; write \\\\$ for a dollar.',
    examples: [
      ['"a.b.c".replace(".", "-")', 'a-b-c'],
      ['"John Smith".replace(/(\\w+) (\\w+)/, "$2, $1")', 'Smith, John'],
    ],
    run: (args, name) => {
      const [subject, sought, replacement] = args;
      const text = textOf(subject);
      if (args.length === 3 && text !== undefined && typeof replacement === 'string') {
        if (typeof sought === 'string') return replaceText(text, sought, replacement);
        if (sought instanceof RegexValue) return replaceMatches(text, sought, replacement);
      }
      throw expects(name, 'three strings, or one string, one regex, and one string');
    },
  },
  {
    name: 'replaceChars',
    group: 'text',
    parameters: 'text, characters, replacements',
    returns: 'string',
    description:
      'Each of the characters becomes the one at the same place of the third argument; where there is none it is taken out.',
    examples: [['"banana".replaceChars("ab", "o")', 'onono']],
    run: (args, name) => {
      const [subject, characters, replacements] = args;
      const text = textOf(subject);
      if (args.length !== 3 || text === undefined || typeof characters !== 'string' || typeof replacements !== 'string')
        throw expects(name, 'three strings');
      let result = '';
      for (let place = 0; place < text.length; place += 1) {
        const char = text.charAt(place);
        const position = characters.indexOf(char);
        result += position < 0 ? char : replacements.charAt(position);
      }
      return result;
    },
  },
  {
    name: 'replaceEach',
    group: 'text',
    parameters: 'text, array of texts, array of replacements or one replacement',
    returns: 'string',
    description:
      'Replaces several texts at once, and again until nothing changes. With fewer replacements than texts, all get the last one.',
    examples: [
      ['"a cat and a dog".replaceEach(["cat", "dog"], ["mouse", "bird"])', 'a mouse and a bird'],
      ['"1;2,3".replaceEach([";", ","], "|")', '1|2|3'],
    ],
    run: (args, name) => {
      const [subject, searches, replacements] = args;
      const text = textOf(subject);
      const isMany = isArrayValue(replacements);
      if (
        args.length !== 3 ||
        text === undefined ||
        !isArrayValue(searches) ||
        !(isMany || typeof replacements === 'string')
      )
        throw new GrelFailure(
          `${name} expects three arguments: a string, an array of strings to replace, and an array of replacement strings or one`,
        );
      const others = isMany ? replacements.map(valueText) : [valueText(replacements ?? null)];
      if (others.length > searches.length)
        throw new GrelFailure(`${name} expects at most as many replacement strings as strings to replace`);
      return replaceEach(text, searches.map(valueText), others);
    },
  },
  {
    name: 'chomp',
    group: 'text',
    parameters: 'text, end',
    returns: 'string',
    description: 'The text without the other one at its end, where it stands there.',
    examples: [['"file.txt".chomp(".txt")', 'file']],
    run: ([text, end]) => {
      if (typeof text !== 'string' || typeof end !== 'string') return null;
      return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
    },
  },
  {
    name: 'diff',
    group: 'text',
    parameters: 'text1, text2; or date1, date2, unit',
    returns: 'string or number',
    description:
      'Of two texts, the rest of the second from the first difference on. Of two dates, how many whole units the first is after the second: years, months, weeks, days, hours, minutes, seconds, milliseconds, nanos.',
    examples: [
      ['diff("cacti", "cactus")', 'us'],
      ['diff(toDate("2020-03-01"), toDate("2020-02-01"), "days")', '29'],
    ],
    run: (args, name) => {
      const [one, other, unit] = args;
      if (typeof one === 'string' && typeof other === 'string' && args.length === 2) return differenceOf(one, other);
      if (one instanceof DateValue && other instanceof DateValue && typeof unit === 'string')
        return dateDifference(one, other, unit);
      throw expects(name, 'either two strings, or two dates and a unit string');
    },
  },
];

function oneText(args: readonly ExpressionValue[], name: string): string {
  const text = textOf(args[0]);
  if (args.length !== 1 || text === undefined) throw expects(name, 'a string');
  return text;
}

function onTwoTexts(
  [text, sought]: readonly ExpressionValue[],
  name: string,
  answer: (text: string, sought: string) => ExpressionValue,
): ExpressionValue {
  if (typeof text !== 'string' || typeof sought !== 'string') throw expects(name, 'two strings');
  return answer(text, sought);
}

function titlecase(text: string, delimiters: string): string {
  let atStart = true;
  let result = '';
  for (const char of text.toLowerCase()) {
    const isDelimiter = delimiters.includes(char);
    result += atStart && !isDelimiter ? titleForm(char) : char;
    atStart = isDelimiter;
  }
  return result;
}

/** Small letters that are one sign for two, and the form that has a capital for the first of them alone. */
const TWO_LETTER_SIGNS: ReadonlyMap<string, string> = new Map([
  ['ǆ', 'ǅ'],
  ['ǉ', 'ǈ'],
  ['ǌ', 'ǋ'],
  ['ǳ', 'ǲ'],
]);

/**
 * The form of a small letter at the beginning of a name. Those with two capitals, as ß, and Georgian ones, whose
 * capitals only occur in words all of capitals, keep theirs.
 */
function titleForm(char: string): string {
  const twofold = TWO_LETTER_SIGNS.get(char);
  if (twofold !== undefined) return twofold;
  const capital = char.toUpperCase();
  return [...capital].length === 1 && !/\p{Script=Georgian}/u.test(char) ? capital : char;
}

function replaceText(text: string, sought: string, replacement: string): string {
  if (replacement.length > sought.length && text.length * replacement.length > MAX_TEXT_LENGTH) {
    const occurrences = text.split(sought).length;
    if (text.length + occurrences * (replacement.length - sought.length) > MAX_TEXT_LENGTH)
      throw new TextTooLongError();
  }
  return text.replaceAll(sought, () => replacement);
}

function differenceOf(one: string, other: string): string {
  let place = 0;
  while (place < one.length && place < other.length && one.charAt(place) === other.charAt(place)) place += 1;
  return other.slice(place);
}

type ReplacementPart = string | { readonly group: number };

/**
 * Every match replaced. In the replacement `$1` and `${name}` are groups (one that took no part is empty), and a
 * backslash makes the next character literal. Throws `GrelFailure` with the messages that users know, but never for a
 * faulty replacement without a match.
 */
function replaceMatches(text: string, regex: RegexValue, replacement: string): string {
  let parts: readonly ReplacementPart[];
  try {
    parts = replacementParts(replacement, regex);
  } catch (fault) {
    if (!regex.test(text)) return text;
    throw fault;
  }
  let replaced = '';
  let from = 0;
  for (const { start, end, groups } of regex.matches(text)) {
    replaced += text.slice(from, start);
    for (const part of parts) replaced += typeof part === 'string' ? part : (groups[part.group] ?? '');
    from = end;
  }
  return from === 0 && replaced === '' ? text : replaced + text.slice(from);
}

function replacementParts(replacement: string, regex: RegexValue): readonly ReplacementPart[] {
  const parts: ReplacementPart[] = [];
  let plain = '';
  const add = (part: ReplacementPart): void => {
    if (plain !== '') parts.push(plain);
    plain = '';
    parts.push(part);
  };
  for (let place = 0; place < replacement.length; place += 1) {
    const char = replacement.charAt(place);
    if (char === '\\') {
      place += 1;
      if (place >= replacement.length)
        throw new GrelFailure('java.lang.IllegalArgumentException: character to be escaped is missing');
      plain += replacement.charAt(place);
    } else if (char !== '$') plain += char;
    else {
      const rest = replacement.slice(place + 1);
      const [braced, name = ''] = /^\{([A-Za-z][A-Za-z0-9]*)\}/.exec(rest) ?? [];
      if (braced !== undefined) {
        const group = regex.groupNames.get(name);
        if (group === undefined)
          throw new GrelFailure(`java.lang.IllegalArgumentException: No group with name {${name}}`);
        add({ group });
        place += braced.length;
      } else {
        const digits = groupDigits(rest, regex.groupCount);
        add({ group: Number(digits) });
        place += digits.length;
      }
    }
  }
  if (plain !== '') parts.push(plain);
  return parts;
}

/** As many digits as name an existing group; the first always counts. */
function groupDigits(text: string, groupCount: number): string {
  const [first] = /^[0-9]/.exec(text) ?? [];
  if (first === undefined) throw new GrelFailure('java.lang.IllegalArgumentException: Illegal group reference');
  if (Number(first) > groupCount) throw new GrelFailure(`java.lang.IndexOutOfBoundsException: No group ${first}`);
  let digits = first;
  for (let place = 1; /[0-9]/.test(text.charAt(place)) && Number(digits + text.charAt(place)) <= groupCount; place += 1)
    digits += text.charAt(place);
  return digits;
}

/**
 * Replaces several texts at once, the first one each time, and again in the result until nothing changes. With fewer
 * replacements than texts every text gets the last one. Throws `GrelFailure` for an endless cycle.
 */
function replaceEach(text: string, searches: readonly string[], replacements: readonly string[]): string {
  const fallback = replacements.at(-1) ?? '';
  const pairs = new Map<string, string>();
  searches.forEach((search, index) => {
    if (search === '' || pairs.has(search)) return;
    pairs.set(search, replacements.length < searches.length ? fallback : (replacements[index] ?? fallback));
  });
  if (pairs.size === 0) return text;
  // Of two at the same place the one that is named first.
  const finder = new RegExp(
    [...pairs.keys()].map((search) => search.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
    'g',
  );
  let current = text;
  for (let round = 0; round <= searches.length; round += 1) {
    const next = current.replace(finder, (found) => pairs.get(found) ?? found);
    if (next === current) return current;
    current = next;
  }
  const isCircular = searches.some((search) => replacements.includes(search));
  if (!isCircular && current.replace(finder, (found) => pairs.get(found) ?? found) === current) return current;
  throw new GrelFailure(
    'java.lang.IllegalStateException: Aborting to protect against StackOverflowError - output of one loop is the input of another',
  );
}
