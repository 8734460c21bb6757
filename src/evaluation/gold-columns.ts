import { headingKey, headingRank } from '../datasets/heading-vocabulary.js';
import type { Dataset } from '../entities/dataset.js';
import { columnByKey, columnByRole, columnNamed, columnNotFound, columnsBeside, GENERIC_QUERY_KEYS, propertyFor, QUERY_KEYS, type QuestionColumns } from '../questions/question-columns.js';

/** Which column of a gold file plays which part; positions count from 0. */
export interface GoldColumns extends QuestionColumns {
  readonly query: number;
  readonly expected: number;
  /** Says whether a row was judged at all, and how; OpenRefine's `cell.recon.judgment`. */
  readonly judgment: number | undefined;
}

/** Headings that the user named, in place of recognition. */
export interface NamedColumns {
  readonly query?: string | undefined;
  readonly expected?: string | undefined;
}

const EXPECTED_KEYS = [
  'expected', 'expectedid', 'expectedids', 'gold', 'goldid', 'goldids', 'goldstandard', 'groundtruth', 'truth', 'right', 'rightid', 'correct', 'correctid', 'answer', 'answerid',
  'target', 'targetid', 'matchid', 'matchedid', 'reconid', 'reconmatchid', 'reconciledid', 'entityid', 'match',
];
const JUDGMENT_KEYS = ['judgment', 'judgement', 'reconjudgment', 'reconjudgement'];
/** What OpenRefine users add to the heading of a column for the ids beside it. */
const ID_SUFFIXES = ['id', 'identifier', 'qid', 'uri', 'reconid', 'matchid', 'matchedid', 'reconmatchid', 'reconciledid', 'entityid'];
/** Share of the filled cells that must be ids of the dataset for a column to be taken for that of the ids by its content. */
const KNOWN_IDS = 0.5;

/**
 * Finds the columns by their headings: first those that can mean nothing else, then a column with its "… id" beside it,
 * then names and ids in any usual wording, last a column that holds ids of the dataset. `sample` are rows of texts.
 * Error: `gold-invalid` when the queries or the ids are not found.
 */
export function findGoldColumns(file: string, columns: readonly string[], sample: readonly (readonly string[])[], dataset: Dataset, named: NamedColumns = {}): GoldColumns {
  const keys = columns.map(headingKey);
  let query = columnNamed(file, columns, named.query, '--query-column', 'gold-invalid') ?? columnByKey(columns, QUERY_KEYS);
  let expected = columnNamed(file, columns, named.expected, '--id-column', 'gold-invalid') ?? columnByKey(columns, EXPECTED_KEYS);
  if (query === undefined || expected === undefined) {
    const pair = pairOf(keys, query, expected);
    query ??= pair?.query;
    expected ??= pair?.expected;
  }
  query ??= columnByRole(columns, 'name', [expected]) ?? columnByKey(columns, GENERIC_QUERY_KEYS);
  expected ??= columnByRole(columns, 'id', [query]) ?? columnOfIds(columns.length, sample, dataset, query);
  if (expected === undefined) throw columnNotFound(file, columns, 'the expected ids', 'expected', '--id-column', 'gold-invalid');
  if (query === undefined) {
    const left = columns.flatMap((heading, i) => (i === expected || JUDGMENT_KEYS.includes(keys[i] ?? '') || headingRank(heading, 'type') !== undefined || propertyFor(heading, dataset) !== undefined ? [] : [i]));
    query = left.length === 1 ? left[0] : undefined;
  }
  if (query === undefined) throw columnNotFound(file, columns, 'the names to ask for', 'query', '--query-column', 'gold-invalid');

  const queryKey = keys[query] ?? '';
  const judgment = columnByKey(columns, [...JUDGMENT_KEYS, ...JUDGMENT_KEYS.map((key) => queryKey + key)]);
  return { query, expected, judgment, ...columnsBeside(columns, dataset, [query, expected, judgment]) };
}

/** Two columns of which one is called as the other with "id" or the like after it. */
function pairOf(keys: readonly string[], query: number | undefined, expected: number | undefined): { readonly query: number; readonly expected: number } | undefined {
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

function columnOfIds(count: number, sample: readonly (readonly string[])[], dataset: Dataset, query: number | undefined): number | undefined {
  let best: { readonly column: number; readonly share: number } | undefined;
  for (let column = 0; column < count; column++) {
    if (column === query) continue;
    const filled = sample.map((row) => row[column]?.trim() ?? '').filter((text) => text !== '');
    const share = filled.filter((text) => text.split(/[|;]/).some((id) => dataset.entities.ordinalOf(id.trim()) >= 0)).length / Math.max(1, filled.length);
    if (share > KNOWN_IDS && (best === undefined || share > best.share)) best = { column, share };
  }
  return best?.column;
}
