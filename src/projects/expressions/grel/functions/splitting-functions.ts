import type { ExpressionValue } from '../../expression-value.js';
import { RegexValue } from '../regex/regex-value.js';
import { generalCategory, splitAtWhiteSpace } from '../text/characters.js';
import { expects, integerOf, regexOfText, textOf, type GrelFunction } from './grel-function.js';

/** Functions that find parts of a text, or split it. */
export const SPLITTING_FUNCTIONS: readonly GrelFunction[] = [
  {
    name: 'find',
    group: 'text',
    parameters: 'text, text or regex',
    returns: 'array of strings',
    description: 'Everything that matches, in order; of a regular expression the whole matches, not the groups.',
    examples: [
      ['"12 b 34".find(/\\d+/)', '[ "12", "34" ]'],
      ['find(null, /a/)', '[  ]'],
    ],
    run: (args, name, { budget }) => {
      if (args.length !== 2) throw expects(name, 'a string or a regex');
      const text = textOf(args[0]);
      const sought = args[1];
      if (text === undefined) return [];
      if (sought instanceof RegexValue)
        return Array.from(sought.matches(text), ({ start, end }) => text.slice(start, end));
      if (typeof sought !== 'string' || sought === '') return [];
      const found: string[] = [];
      for (let place = text.indexOf(sought); place >= 0; place = text.indexOf(sought, place + 1)) {
        budget.spend(1);
        found.push(sought);
      }
      return found;
    },
  },
  {
    name: 'match',
    group: 'text',
    parameters: 'text, regex',
    returns: 'array of strings',
    description:
      'The groups of a regular expression that matches the whole text; null when it does not. Without groups the array is empty; a group that took no part is null.',
    examples: [
      ['"abc".match(/a(.)c/)', '[ "b" ]'],
      ['"xabc".match(/a(.)c/)', null],
    ],
    run: (args, name) => {
      if (args.length !== 2) throw expects(name, 'a string or a regex');
      const [subject, pattern] = args;
      const text = textOf(subject);
      if (text === undefined || pattern === null) return null;
      const regex = pattern instanceof RegexValue ? pattern : regexOfText(textOf(pattern) ?? '');
      return (
        regex
          .matchWhole(text)
          ?.groups.slice(1)
          .map((found) => found ?? null) ?? null
      );
    },
  },
  {
    name: 'split',
    group: 'text',
    parameters: 'text, separator or regex, keep empty pieces?',
    returns: 'array of strings',
    description: 'The pieces between separators. Empty pieces are left out unless the third argument is true.',
    examples: [
      ['"a,,b,".split(",")', '[ "a", "b" ]'],
      ['"a,,b,".split(",", true)', '[ "a", "", "b", "" ]'],
      ['"a1b22".split(/\\d+/)', '[ "a", "b" ]'],
    ],
    run: (args, name) => {
      const [subject, separator, keepAll] = args;
      const text = textOf(subject);
      if (args.length <= 3 && text !== undefined) {
        if (separator instanceof RegexValue) return splitAtRegex(text, separator, keepAll === true);
        if (typeof separator === 'string') return splitAtText(text, separator, keepAll === true);
      }
      throw expects(name, 'three strings, or one string, one regex, followed by an optional boolean');
    },
  },
  {
    name: 'smartSplit',
    group: 'text',
    parameters: 'text, separator?',
    returns: 'array of strings',
    description:
      'The fields of a line of separated values, which may be quoted. Without a separator, tabs separate where there are any, else commas.',
    examples: [[`'"a, b",c'.smartSplit()`, '[ "a, b", "c" ]']],
    run: (args, name) => {
      const text = textOf(args[0]);
      const separator = textOf(args[1]) ?? (text?.includes('\t') ? '\t' : ',');
      if (args.length > 2 || text === undefined || separator === '') throw expects(name, 'one or two strings');
      return splitCsvLine(text, separator).map((field) => (field === '' ? null : field));
    },
  },
  {
    name: 'splitByCharType',
    group: 'text',
    parameters: 'text',
    returns: 'array of strings',
    description:
      'The text cut wherever the kind of character changes: capital letters, small letters, digits, spaces, punctuation …',
    examples: [['"ABCdef12".splitByCharType()', '[ "ABC", "def", "12" ]']],
    run: (args, name) => {
      const text = textOf(args[0]);
      if (args.length !== 1 || text === undefined) throw expects(name, 'two strings');
      return runsOfOneKind(text);
    },
  },
  {
    name: 'splitByLengths',
    group: 'text',
    parameters: 'text, length1, length2, …',
    returns: 'array of strings',
    description: 'Pieces of these lengths, one after the other; what is missing at the end is the empty text.',
    examples: [['"20200102".splitByLengths(4, 2, 2)', '[ "2020", "01", "02" ]']],
    run: (args, name) => {
      const [subject, ...lengths] = args;
      const text = textOf(subject);
      if (text === undefined || lengths.length === 0) throw expects(name, 'one string and at least one number');
      let start = 0;
      return lengths.map((value, index) => {
        const length = integerOf(value);
        if (length === undefined) throw expects(name, `parameter ${index + 2} to be a number`);
        const piece = text.slice(start, start + Math.max(0, length));
        start += Math.max(0, length);
        return piece;
      });
    },
  },
  {
    name: 'partition',
    group: 'text',
    parameters: 'text, text or regex, leave out?',
    returns: 'array of strings',
    description:
      'What stands before the first occurrence, the occurrence, and what stands behind it; only the outer two when the third argument is true.',
    examples: [
      ['"abc".partition("b")', '[ "a", "b", "c" ]'],
      ['"abc".partition("x")', '[ "abc", "", "" ]'],
      ['"abc".partition(/b/, true)', '[ "a", "c" ]'],
    ],
    run: (args) =>
      partition(args, (places) => {
        for (const place of places) return place;
        return undefined;
      }),
  },
  {
    name: 'rpartition',
    group: 'text',
    parameters: 'text, text or regex, leave out?',
    returns: 'array of strings',
    description: 'As partition, with the last occurrence.',
    examples: [['"a.b.c".rpartition(".")', '[ "a.b", ".", "c" ]']],
    run: (args) =>
      partition(args, (places) => {
        let last: Place | undefined;
        for (const place of places) last = place;
        return last;
      }),
  },
];

function runsOfOneKind(text: string): readonly string[] {
  const runs: string[] = [];
  let start = 0;
  for (let place = 1; place <= text.length; place += 1) {
    const isSame = place < text.length && kindOf(text, place) === kindOf(text, place - 1);
    if (isSame) continue;
    runs.push(text.slice(start, place));
    start = place;
  }
  return text === '' ? [] : runs;
}

function kindOf(text: string, place: number): string {
  return generalCategory(text.charAt(place));
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function partition(
  args: readonly ExpressionValue[],
  choose: (places: Iterable<Place>) => Place | undefined,
): ExpressionValue {
  const [text, sought, leaveOut] = args;
  if (typeof text !== 'string' || sought === null || sought === undefined) return null;
  const place = choose(placesOf(text, sought));
  const [start, end] = place === undefined ? [text.length, text.length] : [place.start, place.end];
  const [before, found, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  return leaveOut === true ? [before, after] : [before, found, after];
}

/** Anything but a text or a regular expression has no places. */
function placesOf(text: string, sought: ExpressionValue): Iterable<Place> {
  if (sought instanceof RegexValue) return sought.matches(text);
  return typeof sought === 'string' ? occurrences(text, sought) : [];
}

function* occurrences(text: string, sought: string): Generator<Place> {
  let start = text.indexOf(sought);
  while (start >= 0) {
    yield { start, end: start + sought.length };
    // The empty text is found at the end again and again.
    if (start === text.length) return;
    start = text.indexOf(sought, start + 1);
  }
}

/**
 * The pieces between occurrences of a separator. Unless `keepAll`, empty ones are left out, so that adjacent separators
 * count as one. An empty separator splits at white space. Empty text has no pieces.
 */
function splitAtText(text: string, separator: string, keepAll: boolean): readonly string[] {
  if (text === '') return [];
  if (separator === '') return keepAll ? text.split(/\s/) : splitAtWhiteSpace(text);
  const pieces = text.split(separator);
  return keepAll ? pieces : pieces.filter((piece) => piece !== '');
}

/**
 * The pieces between matches. Empty ones at the end are always left out, others unless `keepAll`. An empty match at the
 * very start makes no piece.
 */
function splitAtRegex(text: string, regex: RegexValue, keepAll: boolean): readonly string[] {
  if (text === '') return keepAll ? [''] : [];
  const pieces: string[] = [];
  let end = 0;
  // A text without a match is one piece, even an empty one.
  let isCut = false;
  for (const match of regex.matches(text)) {
    if (match.end === 0) continue;
    if (match.start === text.length) break;
    pieces.push(text.slice(end, match.start));
    end = match.end;
    isCut = true;
  }
  pieces.push(text.slice(end));
  if (!keepAll) return pieces.filter((piece) => piece !== '');
  while (isCut && pieces.at(-1) === '') pieces.pop();
  return pieces;
}

/** The fields of one line of separated values, unquoted: a quoted field may hold separators and doubled quotes. */
function splitCsvLine(line: string, separator: string): readonly string[] {
  const fields: string[] = [];
  let place = 0;
  for (;;) {
    let field = '';
    const quoted = /\s*"/y;
    quoted.lastIndex = place;
    // Space before a quotation mark does not belong to the field; a separator may be white space itself.
    const [opening] = quoted.exec(line) ?? [];
    if (opening !== undefined && !opening.includes(separator)) {
      place += opening.length;
      while (place < line.length) {
        const char = line.charAt(place);
        if (char === '"' && line.charAt(place + 1) === '"') {
          field += '"';
          place += 2;
        } else if (char === '"') {
          place += 1;
          break;
        } else {
          field += char;
          place += 1;
        }
      }
    }
    const next = line.indexOf(separator, place);
    field += line.slice(place, next < 0 ? line.length : next);
    fields.push(field);
    if (next < 0) return fields;
    place = next + separator.length;
  }
}
