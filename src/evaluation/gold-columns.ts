import { headingKey, headingRank } from '../datasets/heading-vocabulary.js';
import { resolveProperty, type Dataset } from '../entities/dataset.js';
import type { Property } from '../entities/property.js';
import { SameasError } from '../foundation/sameas-error.js';
import { nearestWord } from '../foundation/nearest-word.js';

/** Which column of a gold file plays which part; positions count from 0. */
export interface GoldColumns {
  readonly query: number;
  readonly expected: number;
  /** Says whether a row was judged at all, and how; OpenRefine's `cell.recon.judgment`. */
  readonly judgment: number | undefined;
  readonly type: number | undefined;
  readonly properties: readonly { readonly column: number; readonly property: Property }[];
  /** Two columns of equal length: properties as a list of `{pid, v}`. */
  readonly pairs: { readonly pid: number; readonly v: number } | undefined;
  readonly ignored: readonly string[];
}

/** Headings that the user named, in place of recognition. */
export interface NamedColumns {
  readonly query?: string | undefined;
  readonly expected?: string | undefined;
}

const QUERY_KEYS = ['query', 'queries', 'querytext', 'cell', 'cellvalue', 'searchtext', 'mention', 'surfaceform', 'input', 'originalvalue'];
const EXPECTED_KEYS = [
  'expected', 'expectedid', 'expectedids', 'gold', 'goldid', 'goldids', 'goldstandard', 'groundtruth', 'truth', 'right', 'rightid', 'correct', 'correctid', 'answer', 'answerid',
  'target', 'targetid', 'matchid', 'matchedid', 'reconid', 'reconmatchid', 'reconciledid', 'entityid', 'match',
];
const JUDGMENT_KEYS = ['judgment', 'judgement', 'reconjudgment', 'reconjudgement'];
/** What OpenRefine users add to the heading of a column for the ids beside it. */
const ID_SUFFIXES = ['id', 'identifier', 'qid', 'uri', 'reconid', 'matchid', 'matchedid', 'reconmatchid', 'reconciledid', 'entityid'];
const GENERIC_QUERY_KEYS = ['value', 'string', 'text'];
/** Share of the filled cells that must be ids of the dataset for a column to be taken for that of the ids by its content. */
const KNOWN_IDS = 0.5;

/**
 * Finds the columns by their headings: first those that can mean nothing else, then a column with its "… id" beside it,
 * then names and ids in any usual wording, last a column that holds ids of the dataset. `sample` are rows of texts.
 * Error: `gold-invalid` when the queries or the ids are not found.
 */
export function findGoldColumns(file: string, columns: readonly string[], sample: readonly (readonly string[])[], dataset: Dataset, named: NamedColumns = {}): GoldColumns {
  const keys = columns.map(headingKey);
  const byKeys = (wanted: readonly string[]): number | undefined => firstFound(wanted.map((key) => keys.indexOf(key)));
  let query = namedColumn(file, columns, named.query, '--query-column') ?? byKeys(QUERY_KEYS);
  let expected = namedColumn(file, columns, named.expected, '--id-column') ?? byKeys(EXPECTED_KEYS);
  if (query === undefined || expected === undefined) {
    const pair = pairOf(keys, query, expected);
    query ??= pair?.query;
    expected ??= pair?.expected;
  }
  query ??= byRole(columns, 'name', expected) ?? byKeys(GENERIC_QUERY_KEYS);
  expected ??= byRole(columns, 'id', query) ?? columnOfIds(columns.length, sample, dataset, query);
  if (expected === undefined) throw notFound(file, columns, 'the expected ids', 'expected', '--id-column');
  if (query === undefined) {
    const left = columns.flatMap((heading, i) => (i === expected || JUDGMENT_KEYS.includes(keys[i] ?? '') || headingRank(heading, 'type') !== undefined || propertyFor(heading, dataset) !== undefined ? [] : [i]));
    query = left.length === 1 ? left[0] : undefined;
  }
  if (query === undefined) throw notFound(file, columns, 'the names to ask for', 'query', '--query-column');

  const queryKey = keys[query] ?? '';
  const judgment = byKeys([...JUDGMENT_KEYS, ...JUDGMENT_KEYS.map((key) => queryKey + key)]);
  const type = byRole(columns, 'type', query, expected);
  const pid = keys.indexOf('propertiespid');
  const v = keys.indexOf('propertiesv');
  const pairs = pid >= 0 && v >= 0 ? { pid, v } : undefined;
  const taken = new Set([query, expected, judgment, type, pairs?.pid, pairs?.v]);
  const properties: { readonly column: number; readonly property: Property }[] = [];
  const ignored: string[] = [];
  columns.forEach((heading, column) => {
    if (taken.has(column)) return;
    const property = propertyFor(heading, dataset);
    if (property === undefined || properties.some((other) => other.property.id === property.id)) ignored.push(heading);
    else properties.push({ column, property });
  });
  return { query, expected, judgment, type, properties, pairs, ignored };
}

function namedColumn(file: string, columns: readonly string[], heading: string | undefined, flag: string): number | undefined {
  if (heading === undefined) return undefined;
  const found = columns.indexOf(heading);
  if (found >= 0) return found;
  const meant = nearestWord(heading, columns);
  throw new SameasError('gold-invalid', `${file} has no column "${heading}", which ${flag} names.`, {
    advice: meant === undefined ? `Its columns are "${columns.slice(0, 20).join('", "')}".` : `Did you mean "${meant}"?`,
    facts: { file, column: heading },
  });
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

function byRole(columns: readonly string[], role: 'id' | 'name' | 'type', ...taken: readonly (number | undefined)[]): number | undefined {
  let best: { readonly column: number; readonly rank: number } | undefined;
  columns.forEach((heading, column) => {
    const rank = headingRank(heading, role);
    if (rank !== undefined && !taken.includes(column) && (best === undefined || rank < best.rank)) best = { column, rank };
  });
  return best?.column;
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

/** The property that a heading names, by id or name, however it is written; `properties.` in front, as in JSON, does not count. */
function propertyFor(heading: string, dataset: Dataset): Property | undefined {
  const name = heading.replace(/^propert(?:y|ies)\./i, '');
  const key = headingKey(name);
  return resolveProperty(dataset, name) ?? (key === '' ? undefined : dataset.properties.find((property) => headingKey(property.id) === key || headingKey(property.name) === key));
}

function firstFound(positions: readonly number[]): number | undefined {
  return positions.find((position) => position >= 0);
}

function notFound(file: string, columns: readonly string[], what: string, heading: string, flag: string): SameasError {
  return new SameasError('gold-invalid', `${file}: which column holds ${what} was not recognised; its columns are "${columns.slice(0, 20).join('", "')}".`, {
    advice: `Call the column "${heading}" in the first line of the file, or name it with ${flag}.`,
    facts: { file, columns },
  });
}
