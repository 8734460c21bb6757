import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Dataset } from '../../entities/dataset.js';
import {
  BUILT_IN_PREFIXES,
  LITERAL_TYPE,
  MAPPING_SETS,
  NO_TERM_FOUND,
  UNSPECIFIED_LICENSE,
} from '../../formats/sssom/sssom-vocabulary.js';
import { PROPERTY_FEATURE } from '../../scoring/feature-table.js';
import type { AnsweredRow, RowCandidate } from '../answered-row.js';
import type { InputRow, InputTable } from '../open-input.js';
import { columnByRole } from '../../datasets/find-column.js';
import { slugOf } from '../../datasets/property-naming.js';
import { largestOf } from '../../foundation/largest-of.js';

/** A mapping for an answer, without its subject. */
interface AnswerMapping {
  /** `exactMatch` for a decided row; `mappingRelation`, which asserts only a possible one, for a proposal. */
  readonly predicate: 'skos:exactMatch' | 'skos:mappingRelation';
  /** `undefined`: nothing was found. */
  readonly object: RowCandidate | undefined;
  readonly justification: string;
}

/** Score of equal names, without rounding. */
const EQUAL = 99.995;

/**
 * The match alone; "nothing found" without candidates. For an undecided row nothing, or all candidates as proposals.
 * None for a row that could not be queried.
 */
function mappingsOf({ candidates, problem }: AnsweredRow, withUndecided: boolean): readonly AnswerMapping[] {
  if (problem !== undefined) return [];
  const [first] = candidates;
  if (first === undefined)
    return [
      { predicate: 'skos:exactMatch', object: undefined, justification: 'semapv:LexicalSimilarityThresholdMatching' },
    ];
  if (first.match) return [{ predicate: 'skos:exactMatch', object: first, justification: justificationOf(first) }];
  if (!withUndecided) return [];
  return candidates.map((object) => ({
    predicate: 'skos:mappingRelation',
    object,
    justification: justificationOf(object),
  }));
}

/** By the name alone, equal or similar; or by name and properties. */
function justificationOf({ features }: RowCandidate): string {
  if (features.some(({ id, value }) => (id.startsWith(PROPERTY_FEATURE) || id === 'record') && value !== 0))
    return 'semapv:CompositeMatching';
  const isEqual = features.some(
    ({ id, value }) => id === 'id' || (['name', 'alias', 'transliteration'].includes(id) && Number(value) >= EQUAL),
  );
  return isEqual ? 'semapv:LexicalMatching' : 'semapv:LexicalSimilarityThresholdMatching';
}

function objectSlots({ object }: AnswerMapping, curieOf: (id: string) => string): Readonly<Record<string, string>> {
  if (object === undefined) return { object_id: NO_TERM_FOUND };
  const probability = object.probability;
  return {
    object_id: curieOf(object.id),
    object_label: object.name,
    object_category: object.type.map(({ name }) => name).join(', '),
    ...(probability === undefined ? {} : { confidence: share(probability) }),
    similarity_score: share(object.score / 100),
    similarity_measure: SIMILARITY_MEASURE,
  };
}

const SIMILARITY_MEASURE = 'sameas score';

/** A number from 0 to 1 with at most three digits, as in the standard. */
function share(value: number): string {
  return String(Number(Math.min(1, Math.max(0, value)).toFixed(3)));
}

/** Metadata of a run for the head of its mappings. */
export interface SssomRun {
  readonly table: CalledTable & Pick<InputTable, 'contentHash'>;
  readonly dataset: Dataset;
  /** Key of the run, equal only for the same rows, dataset and options: the id of the set is derived from it. */
  readonly question: string;
  readonly toolVersion: string;
  readonly date: Date;
  readonly isReviewed?: boolean;
  /** Whether candidates of undecided rows are written as proposals; false by default. */
  readonly withUndecided?: boolean;
}

/** A row with the author and the date (`2026-11-23`) of its judgment, if any. */
interface CuratedRow extends AnsweredRow {
  readonly curation?: { readonly author: string; readonly date: string } | undefined;
}

export interface SssomWriter {
  readonly head: string;
  /** The mappings of one row, one a line; empty for a row that could not be queried. */
  readonly line: (answered: CuratedRow) => string;
  /** Sentences on the identifiers, for the user. */
  readonly notes: readonly string[];
}

const COLUMNS = [
  'subject_id',
  'subject_label',
  'predicate_id',
  'object_id',
  'object_label',
  'object_category',
  'mapping_justification',
  'author_label',
  'mapping_date',
  'confidence',
  'similarity_score',
  'similarity_measure',
  'comment',
] as const;
const OF_REVIEWS: readonly string[] = ['author_label', 'mapping_date'];
const OF_PROPOSALS: readonly string[] = ['comment'];

/**
 * A mapping set (SSSOM/TSV 1.0) from names to entities. It is canonical except for the order of the mappings, which is
 * that of the rows. Cost: a look at each id of the dataset and of the table.
 */
export function sssomWriter(run: SssomRun): SssomWriter {
  const { table, dataset, isReviewed = false, withUndecided = false } = run;
  const { metadata, types } = dataset;
  const objects = curiePrefixes(
    { name: metadata.name, identifierSpace: metadata.identifierSpace, ids: idsOf(dataset) },
    new Set(),
  );
  const subjects = subjectIds(table, new Set(objects.prefixes.keys()));
  const columns = COLUMNS.filter(
    (column) =>
      (column !== 'object_category' || types.types.length > 0) &&
      (isReviewed || !OF_REVIEWS.includes(column)) &&
      (withUndecided || !OF_PROPOSALS.includes(column)),
  );
  return {
    head: headOf(run, subjects, objects, columns),
    line: (answered) =>
      mappingsOf(answered, withUndecided)
        .map((mapping) => {
          const cells = cellsOf(mapping, answered, run.date, subjects, objects);
          return `${columns.map((column) => cellText(cells[column] ?? '')).join('\t')}\n`;
        })
        .join(''),
    notes: notesOn(metadata, subjects, objects),
  };
}

type Subjects = ReturnType<typeof subjectIds>;
type Objects = ReturnType<typeof curiePrefixes>;

function headOf(
  { table, dataset: { metadata }, question, toolVersion, date, isReviewed = false, withUndecided = false }: SssomRun,
  subjects: Subjects,
  objects: Objects,
  columns: readonly string[],
): string {
  const curieMap = [...objects.prefixes, ...subjects.prefixes].sort(([a], [b]) => (a < b ? -1 : 1));
  const slots: readonly (readonly [string, string | undefined])[] = [
    ['mapping_set_id', MAPPING_SETS + uuidOf(question)],
    ['mapping_set_title', `${basename(table.file)} matched against ${metadata.name}`],
    ['license', UNSPECIFIED_LICENSE],
    ['subject_type', subjects.column === undefined ? LITERAL_TYPE : undefined],
    ['subject_source', sourceOf(subjects.prefixes)],
    ['subject_source_version', table.contentHash],
    ['object_source', sourceOf(objects.prefixes)],
    ['object_source_version', metadata.contentHash],
    ['mapping_tool', 'sameas'],
    ['mapping_tool_version', toolVersion],
    ['mapping_date', isReviewed ? undefined : dayOf(date)],
    ['comment', withUndecided ? `${DECIDED} ${PROPOSED}` : DECIDED],
  ];
  return [
    '#curie_map:',
    ...curieMap.map(([prefix, beginning]) => `#  ${prefix}: ${yamlText(beginning)}`),
    ...slots.flatMap(([slot, value]) => (value === undefined ? [] : [`#${slot}: ${yamlText(value)}`])),
    columns.join('\t'),
    '',
  ].join('\n');
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The cells of a mapping by column. */
function cellsOf(
  mapping: ReturnType<typeof mappingsOf>[number],
  { row, curation }: CuratedRow,
  date: Date,
  subjects: Subjects,
  objects: Objects,
): Readonly<Record<string, string>> {
  return {
    subject_id: subjects.curieOf(row),
    subject_label: row.text,
    predicate_id: mapping.predicate,
    mapping_justification: curation === undefined ? mapping.justification : 'semapv:ManualMappingCuration',
    ...(curation === undefined
      ? { mapping_date: dayOf(date) }
      : { author_label: curation.author, mapping_date: curation.date }),
    ...objectSlots(mapping, objects.curieOf),
    ...(mapping.predicate === 'skos:mappingRelation' && { comment: 'proposal' }),
  };
}

function notesOn(
  { identifierSpace }: Dataset['metadata'],
  { column }: Subjects,
  { prefixes }: Objects,
): readonly string[] {
  const nowhere = identifierSpace === undefined ? [...prefixes.values()].find(leadsNowhere) : undefined;
  return [
    column === undefined
      ? 'In the mappings the names are called by the lines that they stand on.'
      : `In the mappings the rows are called by their ids in "${column}".`,
    ...(nowhere === undefined
      ? []
      : [
          `The list does not state what its ids begin with as addresses (identifierSpace in a manifest): ${nowhere} stands for that.`,
        ]),
  ];
}

const DECIDED = 'Decided rows: skos:exactMatch is a match; sssom:NoTermFound says that there is none.';
const PROPOSED = 'Rows of skos:mappingRelation are proposals, for a person to judge.';

function* idsOf({ entities }: Dataset): Iterable<string> {
  for (let entity = 0; entity < entities.size; entity++) yield entities.idOf(entity);
}

/** Source of the dataset: the prefix of its ids. */
function sourceOf(prefixes: ReadonlyMap<string, string>): string {
  return `${[...prefixes.keys()][0] ?? ''}:`;
}

function leadsNowhere(address: string): boolean {
  return address.endsWith('.invalid/');
}

/** The same UUID for the same text (RFC 9562, version 8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Text without special characters of YAML. */
const PLAIN = /^[\p{L}\p{N}/][\p{L}\p{M}\p{N} /.,:;_()+'#&=?%~@-]*$/u;
/** Parts that would end the text, or make it a key. */
const BREAKS_OFF = /:(?: |$)| #| $/;
/** Scalars that are not text: YAML numbers, and words for true and false. */
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|y|n|\d[\d_]*(?::\d+)*(?:\.\d*)?)$/i;

/** A text as a YAML scalar, plain if possible. */
function yamlText(text: string): string {
  const isPlain = PLAIN.test(text) && !BREAKS_OFF.test(text) && !NO_TEXT.test(text) && Number.isNaN(Number(text));
  return isPlain ? text : JSON.stringify(text);
}

function cellText(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

interface SubjectIds {
  readonly prefixes: CuriePrefixes['prefixes'];
  /** Heading of the column of ids; `undefined` without one: the names are then literals, identified by their lines. */
  readonly column: string | undefined;
  readonly curieOf: (row: CalledRow) => string;
}

type CalledTable = Pick<InputTable, 'file' | 'headings' | 'queryColumn'> & {
  readonly rows: Iterable<CalledRow>;
};

export type CalledRow = Pick<InputRow, 'cells' | 'line' | 'place'>;

/** Uses a column with a heading of ids if each row has a distinct value. Cost: a look at each row. */
function subjectIds({ file, headings, queryColumn, rows }: CalledTable, taken: ReadonlySet<string>): SubjectIds {
  const name = basename(file)
    .replace(/\.gz$/i, '')
    .replace(/(.)\.[^.]*$/, '$1');
  const column = columnByRole(headings, 'id', [queryColumn]);
  const ids = column === undefined ? [] : Array.from(rows, ({ cells }) => cells[column]?.trim() ?? '');
  if (column !== undefined && ids.every((id) => id !== '') && new Set(ids).size === ids.length) {
    const { prefixes, curieOf } = curiePrefixes({ name, identifierSpace: undefined, ids }, taken);
    return { prefixes, column: headings[column] ?? '', curieOf: ({ cells }) => curieOf(cells[column]?.trim() ?? '') };
  }
  const { prefixes, curieOf } = curiePrefixes({ name, identifierSpace: undefined, ids: [] }, taken);
  const hasLines = everyRowHasLine(rows);
  return {
    prefixes,
    column: undefined,
    curieOf: ({ line, place }) => curieOf(String(hasLines ? line : (place ?? line))),
  };
}

/** JSON has no lines. */
function everyRowHasLine(rows: Iterable<CalledRow>): boolean {
  for (const { line } of rows) if (line === 0) return false;
  return true;
}

/*
 * Mappings name things by CURIEs (`authors:a1`), whose prefixes stand for the beginnings of addresses. Most datasets
 * have an identifier space, and ids that are addresses need none. Other datasets get an address that leads nowhere (RFC
 * 6761, ".invalid").
 */

export interface CuriePrefixes {
  /** Prefix → beginning of an address; at least one, the one of the whole dataset first. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** The id as a CURIE, percent-encoded where necessary. */
  readonly curieOf: (id: string) => string;
}

export interface NamedIds {
  /** Base of the prefixes. */
  readonly name: string;
  /** Prefix of ids that makes them addresses; `undefined` if unknown. */
  readonly identifierSpace: string | undefined;
  /** All ids; read once. */
  readonly ids: Iterable<string>;
}

/** An id that is an address. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|urn:[a-z0-9-]+:)(?=.)/i;

/**
 * Prefixes for the ids of a dataset: one for its identifier space, and one for the common beginning of the addresses of
 * each scheme. None is in `taken`. Cost: a look at each id.
 */
export function curiePrefixes({ name, identifierSpace, ids }: NamedIds, taken: ReadonlySet<string>): CuriePrefixes {
  const slug = prefixOf(name);
  const space = identifierSpace ?? `https://${slug}.invalid/`;
  const beginnings = new Map<string, string>();
  let areAllAddresses = true;
  for (const id of ids) {
    const start = id.startsWith(space) && id.length > space.length ? undefined : ADDRESS.exec(id)?.[0];
    if (start === undefined) areAllAddresses = false;
    else beginnings.set(start, commonBeginning(beginnings.get(start) ?? beginningOf(id, start), id, start));
  }
  const used = areAllAddresses && beginnings.size > 0 ? [...beginnings.values()] : [space, ...beginnings.values()];
  const prefixes = new Map<string, string>();
  for (const beginning of used)
    prefixes.set(
      freePrefix(slug, (prefix) => taken.has(prefix) || prefixes.has(prefix)),
      beginning,
    );
  const byBeginning = [...prefixes];
  return {
    prefixes,
    curieOf: (id) => {
      const [prefix, beginning] = byBeginning.find(([, one]) => id.startsWith(one) && id.length > one.length) ??
        byBeginning[0] ?? [slug, space];
      return `${prefix}:${inAddress(id.startsWith(beginning) ? id.slice(beginning.length) : id)}`;
    },
  };
}

/** A prefix from a name: Latin letters, digits and hyphens, a letter first. */
function prefixOf(name: string): string {
  const slug = slugOf(name)
    .replace(/[^a-z0-9-]/g, '')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);
  return /^[a-z]/.test(slug) ? slug : `list${slug === '' ? '' : `-${slug}`}`;
}

function freePrefix(slug: string, isTaken: (prefix: string) => boolean): string {
  let free = slug;
  for (let n = 2; isTaken(free) || free in BUILT_IN_PREFIXES; n++) free = `${slug}-${String(n)}`;
  return free;
}

function commonBeginning(beginning: string, id: string, start: string): string {
  let common = beginning;
  while (common.length > start.length && !(id.startsWith(common) && id.length > common.length))
    common = beginningOf(common, start);
  return common;
}

/** Up to the last sign, except a final one, after which a name may begin; at least `start`. */
function beginningOf(address: string, start: string): string {
  const end = largestOf(['/', '#', ':', '='].map((sign) => address.lastIndexOf(sign, address.length - 2)));
  return end + 1 > start.length ? address.slice(0, end + 1) : start;
}

/** Characters forbidden in an address, and invalid percent signs. */
const NOT_IN_ADDRESS = /%(?![0-9A-Fa-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%]/gu;
const HALF_A_CHARACTER = /[\ud800-\udfff]/gu;

function inAddress(id: string): string {
  return id.replace(HALF_A_CHARACTER, '\ufffd').replace(NOT_IN_ADDRESS, (character) => encodeURIComponent(character));
}
