import { type RawCell, textsOf } from '../../formats/raw-record.js';
import type { ErrorCode } from '../../foundation/error-catalogue.js';
import { analyseLabel } from '../../text/analyse-label.js';
import {
  GENERIC_QUERY_KEYS,
  QUERY_KEYS,
  type SoughtTable,
  columnByKey,
  columnByRole,
  columnNamed,
  columnNotFound,
} from '../find-column.js';
import { headingKey, headingRank } from '../heading-vocabulary.js';
import { type JudgedIds, type JudgedList, namesProperty, readJudgedIds } from './judged-list.js';

/** Columns of a table of judged names by role; positions count from 0. */
export interface JudgmentColumns {
  /** The names. */
  readonly query: number;
  readonly expected: number;
  /** Whether and how a row was judged; OpenRefine's `cell.recon.judgment`. */
  readonly judgment: number | undefined;
  /** Ids that the name does not denote. */
  readonly denied?: number | undefined;
  /** Sentence on the judgment of all rows, where no column has it. */
  readonly note?: string | undefined;
  /** Whether each id in `expected` is the match, where those are the ids of all candidates. */
  readonly matches: number | undefined;
  /**
   * Columns that identify automatic matches: `matched by`, and the first candidate (in JSON lines the first of all).
   */
  readonly own: { readonly matchedBy: number; readonly candidate: number } | undefined;
  /** Columns that matching has added to the table. */
  readonly answers: readonly number[];
  /** Whether the columns were found by content alone: then the first row may not be headings. */
  readonly isGuessed: boolean;
}

export interface ColumnChoice {
  /** Headings given by the user. */
  readonly query?: string | undefined;
  readonly expected?: string | undefined;
  /** The user's names for these two, for messages. */
  readonly called: { readonly query: string; readonly expected: string };
  readonly code: ErrorCode;
}

/** A table of judged names with its first rows. */
interface SampledTable extends Pick<SoughtTable, 'file' | 'columns'> {
  /** Rows of texts. */
  readonly sample: readonly (readonly string[])[];
}

const EXPECTED_KEYS = [
  'expected',
  'expectedid',
  'expectedids',
  'gold',
  'goldid',
  'goldids',
  'goldstandard',
  'groundtruth',
  'truth',
  'right',
  'rightid',
  'correct',
  'correctid',
  'answer',
  'answerid',
  'target',
  'targetid',
  'matchid',
  'matchedid',
  'reconid',
  'reconmatchid',
  'reconciledid',
  'entityid',
  'match',
];
const JUDGMENT_KEYS = ['judgment', 'judgement', 'reconjudgment', 'reconjudgement'];
/** Headings of judgments when all their cells are true or false or the like. */
const YES_OR_NO_KEYS = ['matched', 'match', 'ismatch', 'ismatched', 'reconmatched'];
const YES_OR_NO = /^(?:true|false|yes|no|matched|new|none)$/i;
/** Suffixes of OpenRefine users for the heading of the column with the ids. */
const ID_SUFFIXES = [
  'id',
  'identifier',
  'qid',
  'uri',
  'reconid',
  'matchid',
  'matchedid',
  'reconmatchid',
  'reconciledid',
  'entityid',
];
/** Ids and flags of all candidates, in JSON lines of matching. */
const CANDIDATE_IDS = 'candidates.id';
const CANDIDATE_FLAGS = 'candidates.match';
/** Minimum share of filled cells with ids of the dataset for a column of ids without a heading. */
const KNOWN_IDS = 0.5;

/**
 * Finds the columns by their headings: first unambiguous headings, then a column with its "… id", then usual headings
 * of names and ids, last a column with ids of the dataset. In a table that was matched, the names are the column most
 * similar to the names of the candidates. Throws `choice.code` without a column of names or of ids.
 */
export function findJudgmentColumns(
  { file, columns, sample }: SampledTable,
  list: JudgedList,
  choice: ColumnChoice,
): JudgmentColumns {
  const { called, code } = choice;
  const table: SoughtTable = { file, columns, code };
  const keys = columns.map(headingKey);
  const answers = findAnswerColumns(columns);
  const yesOrNo = yesOrNoColumn(keys, sample);
  const flagged = columns.includes(CANDIDATE_FLAGS) ? columns.indexOf(CANDIDATE_IDS) : -1;
  // Columns added by matching are not names, and "match" may be a flag.
  const own = columns.map((heading, i) => (answers?.all.includes(i) === true || i === yesOrNo ? '' : heading));
  let query = columnNamed(table, choice.query, called.query) ?? columnByKey(own, QUERY_KEYS);
  let expected =
    columnNamed(table, choice.expected, called.expected) ??
    answers?.matchedId ??
    (flagged < 0 ? undefined : flagged) ??
    columnByKey(own, EXPECTED_KEYS);
  if (answers !== undefined) query ??= columnLikeCandidates(own, sample, answers, expected);
  if (query === undefined || expected === undefined) {
    const pair = pairOf(own.map(headingKey), query, expected);
    query ??= pair?.query;
    expected ??= pair?.expected;
  }
  query ??=
    columnByRole(own, 'name', [expected]) ??
    columnByKey(own, GENERIC_QUERY_KEYS) ??
    columnByRole(own, 'aliases', [expected]);
  expected ??= columnByRole(own, 'id', [query]);
  const isGuessed = expected === undefined;
  expected ??= columnOfIds(columns.length, sample, list, query);
  if (expected === undefined)
    throw columnNotFound(table, { what: 'the ids that are meant', heading: 'expected', flag: called.expected });
  if (query === undefined) {
    const left = own.flatMap((heading, i) =>
      i === expected || i === yesOrNo || answers?.all.includes(i) === true || isOther(heading, list) ? [] : [i],
    );
    query = left.length === 1 ? left[0] : undefined;
  }
  if (query === undefined) throw columnNotFound(table, { what: 'the names', heading: 'query', flag: called.query });

  const queryKey = keys[query] ?? '';
  const judgment = columnByKey(columns, [...JUDGMENT_KEYS, ...JUDGMENT_KEYS.map((key) => queryKey + key)]) ?? yesOrNo;
  const matches = expected === flagged ? columns.indexOf(CANDIDATE_FLAGS) : undefined;
  return {
    query,
    expected,
    judgment,
    matches,
    own: ownMatches(columns, expected, answers),
    answers: answers?.all ?? [],
    isGuessed,
  };
}

function ownMatches(
  columns: readonly string[],
  expected: number,
  answers: AnswerColumns | undefined,
): JudgmentColumns['own'] {
  if (answers?.matchedBy !== undefined && expected === answers.matchedId)
    return { matchedBy: answers.matchedBy, candidate: answers.candidateId };
  const matchedBy = columns.indexOf(MATCHED_BY_KEY);
  return matchedBy >= 0 && columns[expected] === CANDIDATE_IDS ? { matchedBy, candidate: expected } : undefined;
}

function isOther(heading: string, list: JudgedList): boolean {
  return (
    JUDGMENT_KEYS.includes(headingKey(heading)) ||
    headingRank(heading, 'type') !== undefined ||
    namesProperty(heading, list)
  );
}

function yesOrNoColumn(keys: readonly string[], sample: readonly (readonly string[])[]): number | undefined {
  const column = keys.findIndex((key) => YES_OR_NO_KEYS.includes(key));
  const filled = sample.flatMap((row) => ((row[column]?.trim() ?? '') === '' ? [] : [row[column]?.trim() ?? '']));
  return column >= 0 && filled.length > 0 && filled.every((text) => YES_OR_NO.test(text)) ? column : undefined;
}

/** Two columns, one with the other's heading and "id" or the like after it. */
function pairOf(
  keys: readonly string[],
  query: number | undefined,
  expected: number | undefined,
): { readonly query: number; readonly expected: number } | undefined {
  for (const [i, key] of keys.entries()) {
    if (key === '' || (query !== undefined && query !== i)) continue;
    const stem = key.length > 'value'.length && key.endsWith('value') ? key.slice(0, -'value'.length) : key;
    for (const suffix of ID_SUFFIXES) {
      const j = keys.indexOf(stem + suffix);
      if (j >= 0 && (expected === undefined || expected === j)) return { query: i, expected: j };
    }
  }
  return undefined;
}

/** The column whose words are most often in the names of the matched candidates; `undefined` when none stands out. */
function columnLikeCandidates(
  own: readonly string[],
  sample: readonly (readonly string[])[],
  { matchedId, candidateName, all }: AnswerColumns,
  expected: number | undefined,
): number | undefined {
  const matched = sample.filter((row) => (row[matchedId]?.trim() ?? '') !== '');
  let best = { column: -1, likeness: 0, isAlone: false };
  own.forEach((_, column) => {
    if (column === expected || all.includes(column)) return;
    const likeness = matched.reduce((sum, row) => sum + shareOfWords(row[column] ?? '', row[candidateName] ?? ''), 0);
    if (likeness > best.likeness) best = { column, likeness, isAlone: true };
    else if (likeness === best.likeness) best = { ...best, isAlone: false };
  });
  return best.likeness > 0 && best.isAlone ? best.column : undefined;
}

function shareOfWords(text: string, name: string): number {
  const words = analyseLabel(text).tokens;
  const wanted = new Set(analyseLabel(name).tokens);
  return words.length === 0 ? 0 : words.filter((word) => wanted.has(word)).length / words.length;
}

function columnOfIds(
  count: number,
  sample: readonly (readonly string[])[],
  list: JudgedList,
  query: number | undefined,
): number | undefined {
  let best: { readonly column: number; readonly share: number } | undefined;
  for (let column = 0; column < count; column++) {
    if (column === query) continue;
    const filled = sample.map((row) => row[column]?.trim() ?? '').filter((text) => text !== '');
    const share = filled.filter((text) => knowsAnyOf(text, list)).length / Math.max(1, filled.length);
    if (share > KNOWN_IDS && (best === undefined || share > best.share)) best = { column, share };
  }
  return best?.column;
}

function knowsAnyOf(text: string, list: JudgedList): boolean {
  const { ids, unknown } = readJudgedIds([text], list);
  return ids.length > unknown.length;
}

/**
 * Judgment of a row. judged: the name denotes these ids, or, when empty, nothing in the dataset · unjudged: no person
 * has judged it · id-missing: judged as matched, without an id.
 */
export type Judgment = (
  ({ readonly kind: 'judged' } & JudgedIds) | { readonly kind: 'unjudged' } | { readonly kind: 'id-missing' }
) & {
  /** Ids that the name is judged not to denote. */
  readonly denied: readonly string[];
};

/** The judgment of a row. */
export function readJudgment(cells: readonly RawCell[], columns: JudgmentColumns, list: JudgedList): Judgment {
  const judgment = columns.judgment === undefined ? 'matched' : judgmentIn(textsOf(cells[columns.judgment]).join(' '));
  const denied = columns.denied === undefined ? [] : textsOf(cells[columns.denied]);
  if (judgment === undefined) return { kind: 'unjudged', denied };
  const read = judgment === 'new' ? { ids: [], unknown: [] } : readJudgedIds(idTexts(cells, columns), list);
  if (columns.judgment !== undefined && judgment === 'matched' && read.ids.length === 0)
    return { kind: 'id-missing', denied };
  return { kind: 'judged', ...read, denied };
}

/** Whether the row is an unchanged automatic match, and so not known to be judged by a person. */
export function isOwnMatch(cells: readonly RawCell[], columns: JudgmentColumns): boolean {
  if (columns.own === undefined || textsOf(cells[columns.own.matchedBy]).join('').trim() === '') return false;
  const [first] = textsOf(cells[columns.own.candidate]);
  const [id, ...others] = idTexts(cells, columns);
  return id !== undefined && others.length === 0 && id.trim() === first?.trim();
}

function idTexts(cells: readonly RawCell[], { expected, matches }: JudgmentColumns): readonly string[] {
  const texts = textsOf(cells[expected]);
  if (matches === undefined) return texts;
  const flags = textsOf(cells[matches]);
  return texts.filter((_, i) => flags[i] === 'true');
}

/** Judgment by the words of OpenRefine and of people; `undefined`: not judged. */
function judgmentIn(text: string): 'matched' | 'new' | undefined {
  switch (text.trim().toLowerCase()) {
    case 'matched':
    case 'match':
    case 'true':
    case 'yes':
      return 'matched';
    case 'new':
    case 'no match':
    case 'nil':
      return 'new';
    default:
      return undefined;
  }
}

/**
 * The columns that matching adds to a table. `matched id` is filled only for automatic matches; the first candidate
 * follows in any case for a person to judge, then the others. `matched by` is filled for automatic matches: a person
 * who fills in or corrects the matched id leaves it unchanged, so that the two are distinguishable. `none probability`
 * is the probability that the dataset lacks the entity; it is empty unless it was learned from the file.
 */
export const ANSWER_COLUMNS = [
  'matched id',
  'candidate id',
  'candidate name',
  'candidate type',
  'score',
  'probability',
  'none probability',
  'further candidates',
  'problem',
  'matched by',
] as const;

/** Value of `matched by` for automatic matches. */
export const MATCHED_BY_SERVICE = 'sameas';
/** Its key in JSON lines. */
export const MATCHED_BY_KEY = 'matchedBy';

/** Positions, from 0, of the answers in a table that was matched before. */
interface AnswerColumns {
  readonly matchedId: number;
  readonly candidateId: number;
  readonly candidateName: number;
  /** Undefined in tables written before this column existed. */
  readonly matchedBy: number | undefined;
  /** All columns that matching has added, also in earlier runs. */
  readonly all: readonly number[];
}

/** Headings for the answers that differ from all present ones, so that columns of an earlier run stay. */
export function freeAnswerHeadings(headings: readonly string[]): readonly string[] {
  return ANSWER_COLUMNS.map((heading) => {
    let free: string = heading;
    for (let n = 2; headings.includes(free); n++) free = `${heading} ${String(n)}`;
    return free;
  });
}

/** The answers of the last run in a table, if any. */
export function findAnswerColumns(headings: readonly string[]): AnswerColumns | undefined {
  const last = (wanted: string): number =>
    headings.reduce((found, heading, i) => (isNumbered(heading, wanted) ? i : found), -1);
  const [matchedId, candidateId, candidateName, matchedBy] = [
    last('matched id'),
    last('candidate id'),
    last('candidate name'),
    last('matched by'),
  ];
  if (matchedId < 0 || candidateName < 0 || candidateId < 0) return undefined;
  return {
    matchedId,
    candidateId,
    candidateName,
    matchedBy: matchedBy < 0 ? undefined : matchedBy,
    all: headings.flatMap((heading, i) => (ANSWER_COLUMNS.some((wanted) => isNumbered(heading, wanted)) ? [i] : [])),
  };
}

/** `matched id`, `matched id 2` … */
function isNumbered(heading: string, wanted: string): boolean {
  return heading === wanted || (heading.startsWith(`${wanted} `) && /^\d+$/.test(heading.slice(wanted.length + 1)));
}
