import { inEnglish, untranslated } from '../../../foundation/sentence.js';
import { type RawCell, type RecordReader, textsOf } from '../../../formats/raw-record.js';
import { readBytes } from '../../../formats/read-bytes.js';
import { mayBeSpreadsheet } from '../../../formats/first-bytes.js';
import {
  BUILT_IN_PREFIXES,
  MAPPING_SLOTS,
  NO_TERM_FOUND,
  metadataOfSssom,
  recogniseSssom,
} from '../../../formats/sssom/sssom-vocabulary.js';
import { textSource } from '../../../formats/text-source.js';
import type { DataFile, FileOptions } from '../../data-file.js';
import { columnNamed, columnNotFound } from '../../find-column.js';
import { openDataContent } from '../../open-data-file.js';
import type { JudgedList } from '../judged-list.js';
import type { ColumnChoice, JudgmentColumns } from '../judgment-columns.js';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { ErrorCode } from '../../../foundation/error-catalogue.js';
import { yamlFaultsInWords } from '../../../foundation/yaml-faults-in-words.js';
import { SameasError } from '../../../foundation/sameas-error.js';

const SKOS = 'http://www.w3.org/2004/02/skos/core#';

const OWL = 'http://www.w3.org/2002/07/owl#';

const SAME: ReadonlySet<string> = new Set([
  `${SKOS}exactMatch`,
  `${OWL}sameAs`,
  `${OWL}equivalentClass`,
  `${OWL}equivalentProperty`,
]);

/** A mapping less than close is not a match. */
const CLOSE = `${SKOS}closeMatch`;

const SEMAPV = 'https://w3id.org/semapv/vocab/';

const BY_A_PERSON: ReadonlySet<string> = new Set([`${SEMAPV}ManualMappingCuration`, `${SEMAPV}MappingReview`]);

/** Placeholder addresses of ids whose prefix is unknown. */
const NOWHERE = /^https?:\/\/[^/]*\.invalid\//;

/** Mappings read to find the side with the dataset's ids. */
const SAMPLE_ROWS = 500;
const NOTE =
  'Only mappings that say "the same" (skos:exactMatch, owl:sameAs …) and that a person has made or reviewed count; predicate_modifier Not says that it is not.';

interface JudgedMappings {
  readonly data: DataFile;
  readonly found: JudgmentColumns;
}

/**
 * A mapping set (SSSOM/TSV, also as saved by a spreadsheet program) as a table of judged names: successive mappings of
 * one name are one row with the ids of the dataset. `undefined` for any other file. The dataset is on the side with
 * more known ids.
 *
 * Errors: those of opening a data file; errors of `choice.code` for an unreadable head and a table without labels.
 */
export async function openMappings(
  options: FileOptions,
  list: JudgedList,
  choice: ColumnChoice,
): Promise<JudgedMappings | undefined> {
  const { bytes, stored } = await readBytes(options.path);
  if (mayBeSpreadsheet(bytes)) return undefined;
  const source = textSource(options.path, bytes, options.encoding);
  const delimiter = recogniseSssom(source.head);
  if (delimiter === undefined) return undefined;
  const text = [...source.chunks(() => undefined)].join('');
  const head = metadataOfSssom(text);
  const headLines = head.split(/\r?\n/).slice(0, -1);
  const expand = readCurieMap(options.path, headLines, choice.code);
  // Blank lines keep the line numbers of the rows.
  const table = '\n'.repeat(headLines.length) + text.slice(head.length);
  const data = await openDataContent(
    { path: options.path, format: 'delimited', delimiter, quote: '"', header: true, encoding: 'utf-8' },
    Buffer.from(table),
  );
  return asJudgments(
    {
      ...data,
      stored,
      readAs: untranslated(`mappings (SSSOM), ${inEnglish(data.readAs)}`),
      options: { ...data.options, encoding: options.encoding },
    },
    expand,
    list,
    choice,
  );
}

function asJudgments(data: DataFile, expand: ExpandCurie, list: JudgedList, choice: ColumnChoice): JudgedMappings {
  const { columns } = data.reader;
  const table = { file: data.file, columns, code: choice.code };
  const idOf = idsOfCuries(list, expand);
  const side = sideOfList(data, idOf, choice.expected);
  const other = side === 'object' ? 'subject' : 'object';
  const query = columnNamed(table, choice.query, choice.called.query) ?? columns.indexOf(`${other}_label`);
  const expected = columns.indexOf(`${side}_id`);
  if (query < 0)
    throw columnNotFound(table, { what: 'the names', heading: `${other}_label`, flag: choice.called.query });
  if (expected < 0)
    throw columnNotFound(table, {
      what: 'the ids that are meant',
      heading: `${side}_id`,
      flag: choice.called.expected,
    });
  const found: JudgmentColumns = {
    query,
    expected,
    judgment: columns.length,
    denied: columns.length + 1,
    matches: undefined,
    own: undefined,
    answers: columns.flatMap((column, i) =>
      MAPPING_SLOTS.includes(column) && i !== query && i !== expected ? [i] : [],
    ),
    isGuessed: false,
    note: NOTE,
  };
  const reader: RecordReader = {
    columns: [...columns, 'judgment', 'not meant'],
    read: readerOf(data.reader, found, columns.indexOf(`${other}_id`), expand, idOf),
  };
  return { data: { ...data, reader }, found };
}

function sideOfList({ reader, sample }: DataFile, idOf: IdOfCurie, expected: string | undefined): 'subject' | 'object' {
  const { records } = sample();
  const known = (column: string): number => {
    const at = reader.columns.indexOf(column);
    return records.slice(0, SAMPLE_ROWS).filter((cells) => idOf(textIn(cells, at)) !== undefined).length;
  };
  if (expected === 'subject_id' || expected === 'object_id') return expected === 'subject_id' ? 'subject' : 'object';
  return known('subject_id') > known('object_id') ? 'subject' : 'object';
}

/** Mappings of one name. */
interface Group {
  readonly key: string;
  readonly cells: readonly RawCell[];
  readonly line: number;
  readonly same: string[];
  readonly different: string[];
  hasNothing: boolean;
}

function readerOf(
  table: RecordReader,
  { query, expected }: JudgmentColumns,
  otherId: number,
  expand: ExpandCurie,
  idOf: IdOfCurie,
): RecordReader['read'] {
  const places = new Map(table.columns.map((column, i) => [column, i]));
  return (visit, report) => {
    let group: Group | undefined;
    const finish = ({ cells, line, same, different, hasNothing }: Group): void => {
      const both = same.filter((id) => different.includes(id));
      if (both.length > 0) {
        report({
          kind: 'contradiction',
          line,
          message: `"${textIn(cells, query)}" is said to mean "${both.join('", "')}", and not to; what is said of it was left out.`,
          rejected: true,
        });
        return;
      }
      const row = cells.map((cell, i) => (i === expected ? same.map((text) => ({ text })) : cell));
      visit([...row, same.length > 0 ? 'matched' : hasNothing ? 'new' : '', different.map((text) => ({ text }))], line);
    };
    table.read((cells, line) => {
      const key = `${textIn(cells, otherId)}\0${textIn(cells, query)}`;
      if (group?.key !== key) {
        if (group !== undefined) finish(group);
        group = { key, cells: [...cells], line, same: [], different: [], hasNothing: false };
      }
      const object = textIn(cells, expected);
      const verdict = mappingVerdict((slot) => textIn(cells, places.get(slot) ?? -1), object, expand);
      const id = idOf(object) ?? object;
      if (verdict === 'same') group.same.push(id);
      else if (verdict === 'different') group.different.push(id);
      else if (verdict === 'nothing') group.hasNothing = true;
    }, report);
    if (group !== undefined) finish(group);
  };
}

function textIn(cells: readonly RawCell[], column: number): string {
  return textsOf(cells[column]).join('|').trim();
}

/** The id in the dataset of a CURIE; `undefined` without one. */
type IdOfCurie = (curie: string) => string | undefined;

/**
 * Ids are recognised as they are, as whole addresses, and as the rest after the dataset's own prefixes, percent-encoded
 * or not. For a dataset without prefixes, and a mapping whose prefix leads nowhere, the part after the CURIE's prefix
 * decides.
 */
export function idsOfCuries({ hasId, addressPrefixes }: JudgedList, expand: ExpandCurie): IdOfCurie {
  return (curie) => {
    const address = expand(curie);
    const afterPrefix = curie.slice(curie.indexOf(':') + 1);
    const written = [
      ...(NOWHERE.test(address) ? [afterPrefix] : []),
      address,
      ...addressPrefixes.filter((prefix) => address.startsWith(prefix)).map((prefix) => address.slice(prefix.length)),
      curie,
      ...(addressPrefixes.length === 0 ? [afterPrefix] : []),
    ];
    return written.flatMap((id) => [id, decoded(id)]).find((id) => id !== '' && hasId(id));
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign
  }
}

/**
 * Verdict of a person on a mapping: same entity, different entities, nothing in the dataset; open: not judged, or
 * another statement.
 */
type MappingVerdict = 'same' | 'different' | 'nothing' | 'open';

/** The cell of a slot; empty for an absent one. */
type SlotOf = (slot: string) => string;

/** `object`: the CURIE on the side of the dataset. */
function mappingVerdict(slot: SlotOf, object: string, expand: ExpandCurie): MappingVerdict {
  const predicate = expand(slot('predicate_id'));
  const isDenied = slot('predicate_modifier').toLowerCase() === 'not';
  const isIdentity = SAME.has(predicate) || (isDenied && predicate === CLOSE);
  if (!isIdentity || !isJudged(slot, expand)) return 'open';
  if (expand(object) === expand(NO_TERM_FOUND)) return isDenied ? 'open' : 'nothing';
  return isDenied ? 'different' : 'same';
}

/** Made by a person, or reviewed by one without objection. */
function isJudged(slot: SlotOf, expand: ExpandCurie): boolean {
  const agreement = slot('reviewer_agreement');
  if (agreement !== '' && !(Number(agreement) > 0)) return false;
  return (
    BY_A_PERSON.has(expand(slot('mapping_justification'))) ||
    slot('reviewer_id') !== '' ||
    slot('reviewer_label') !== ''
  );
}

/** Expands a CURIE to its address; with an unknown prefix it stays as it is. */
type ExpandCurie = (curie: string) => string;

const metadataSchema = z.looseObject({ curie_map: z.record(z.string(), z.string()).nullish() }).nullable();

/**
 * The prefixes in the head of a mapping set: `lines` as in the file, each with its comment sign. Throws an error of
 * `code` for invalid YAML or no such map.
 */
function readCurieMap(file: string, lines: readonly string[], code: ErrorCode): ExpandCurie {
  const lineCounter = new LineCounter();
  const document = parseDocument(lines.map(yamlOf).join('\n'), { lineCounter, logLevel: 'silent' });
  const [fault] = yamlFaultsInWords(document.errors);
  if (fault !== undefined)
    throw unreadable(file, `line ${String(lineCounter.linePos(fault.offset).line)}, ${fault.message}`, code);
  const parsed = metadataSchema.safeParse(document.toJS());
  if (!parsed.success)
    throw unreadable(file, 'its "curie_map" is no list of prefixes, each with the beginning of an address', code);
  const prefixes = new Map(Object.entries({ ...parsed.data?.curie_map, ...BUILT_IN_PREFIXES }));
  return (curie) => {
    const colon = curie.indexOf(':');
    const beginning = colon < 0 ? undefined : prefixes.get(curie.slice(0, colon));
    return beginning === undefined ? curie : beginning + curie.slice(colon + 1);
  };
}

/**
 * The line without the separators of empty cells and the quotation marks that spreadsheets add to a line in one cell.
 */
function yamlOf(line: string): string {
  const cell = line.replace(/[\t,;]+$/, '');
  return (cell.startsWith('"#') ? cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"') : cell).replace(/^#/, '');
}

function unreadable(file: string, why: string, code: ErrorCode): SameasError {
  return new SameasError(code, `${file} is a set of mappings (SSSOM), and its head cannot be read: ${why}.`, {
    advice: 'The lines that begin with # are YAML below each other; take back what was changed there.',
    facts: { file },
  });
}
