import { textsOf } from '../formats/raw-record.js';
import { type DataFile, noRecords } from './data-file.js';
import { type LoadReport, ProblemLog, type ReportedColumn } from './load-report.js';
import type { MappedRecords } from './map-records.js';
import type { DatasetFacts } from '../entities/packed-entity-store.js';
import { inEnglish } from '../foundation/sentence.js';
import type { Mapping } from './mapping.js';
import { SameasError } from '../foundation/sameas-error.js';
import { basename } from 'node:path';
import type { Contenders } from './column-parts.js';
import type { SharedNames } from './entity-sink.js';

/** An empty log of problems, which names places as the readers of the files do. */
export function problemLog(files: readonly DataFile[]): ProblemLog {
  return new ProblemLog(
    new Map(
      files.flatMap(({ file, reader: { placesAre } }) => (placesAre === undefined ? [] : [[file, placesAre] as const])),
    ),
  );
}

/** The report of a dataset that has been read; `more`: what was inferred, and the files of aliases. */
export function reportOf(
  { metadata, types, properties }: DatasetFacts,
  files: readonly DataFile[],
  mapping: Mapping,
  { recordsByFile, entities, labels }: MappedRecords,
  problems: ProblemLog,
  more: Pick<LoadReport, 'inferred' | 'aliasFiles'>,
): LoadReport {
  return {
    name: metadata.name,
    files: files.map(({ file, readAs }, i) => ({ file, readAs: inEnglish(readAs), records: recordsByFile[i] ?? 0 })),
    columns: reportColumns(files, mapping),
    ...more,
    counts: {
      records: sumOf(recordsByFile),
      entities,
      labels,
      types: types.length,
      properties: properties.length,
      rejected: problems.rejected,
      warnings: problems.warnings,
    },
    problems: problems.list(),
  };
}

const MAX_COLUMNS = 200;
const EXAMPLES = 3;
const MAX_CHARACTERS = 60;

/** The role of each column of the files, with its first values. Cost: the samples of the files. */
function reportColumns(files: readonly DataFile[], mapping: Mapping): readonly ReportedColumn[] {
  const headings = [...new Set(files.flatMap(({ sample }) => sample().columns))].slice(0, MAX_COLUMNS);
  return headings.map((heading) => ({ heading, part: partOf(heading, mapping), examples: examplesOf(files, heading) }));
}

function partOf(
  heading: string,
  { id, name, aliases, description, type, properties }: Mapping,
): ReportedColumn['part'] {
  const is = (columns: readonly { readonly column: string; readonly before?: string }[]): boolean =>
    columns.some(({ column, before }) => column === heading || before === heading);
  if (id.includes(heading)) return 'id';
  if (is(name.slice(0, 1))) return 'name';
  if (is([...name, ...aliases])) return 'alias';
  if (type?.column === heading) return 'type';
  if (is(description)) return 'description';
  return properties.some(({ column, latitude, longitude }) => [column, latitude, longitude].includes(heading))
    ? 'property'
    : 'unused';
}

function examplesOf(files: readonly DataFile[], heading: string): readonly string[] {
  const found = new Set<string>();
  for (const { sample } of files) {
    const { columns, records } = sample();
    const at = columns.indexOf(heading);
    for (const record of at < 0 ? [] : records) {
      const text = textsOf(record[at]).join(' | ').trim();
      if (text !== '') found.add(text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text);
      if (found.size === EXAMPLES) return [...found];
    }
  }
  return [...found];
}

/** Doubts about the columns of names, ids and types. */
export function noteContenders(
  files: readonly DataFile[],
  { name: [name], id: [id], type }: Mapping,
  contenders: Contenders,
  problems: ProblemLog,
): void {
  const note = (
    kind: 'name-uncertain' | 'id-uncertain' | 'type-uncertain',
    column: string | undefined,
    others: readonly string[],
    option: string,
  ): void => {
    if (column === undefined || others.length === 0) return;
    const message = `It was taken for the ${kind.replace('-uncertain', '')}; ${others
      .slice(0, 3)
      .map((other) => `"${other}"`)
      .join(', ')} could be it as well. ${option} says which.`;
    problems.add(kind, { file: basename(files[0]?.file ?? ''), column, message });
  };
  note('name-uncertain', name?.column, contenders.name, '--name-column');
  note('id-uncertain', id, contenders.id, '--id-column');
  note('type-uncertain', type?.column, contenders.type, '--type-column');
}

/** Notes empty columns, and names that several entities share. */
export function noteWholeDataset(
  files: readonly DataFile[],
  emptyColumns: readonly string[],
  shared: SharedNames,
  problems: ProblemLog,
): void {
  for (const column of emptyColumns) {
    const file = files.find(({ reader }) => reader.columns.includes(column))?.file ?? '';
    problems.add('column-empty', { file, column, message: 'There is no value in it; it was left out.' });
  }
  shared.examples.forEach(({ name, entities }, i) => {
    problems.add(
      'name-shared',
      {
        file: files.map(({ file }) => basename(file)).join(', '),
        message: `${entities} entities are called "${name}".`,
      },
      { count: i === 0 ? shared.count - shared.examples.length + 1 : 1 },
    );
  });
}

const MIN_RECORDS = 20;
const MAX_LEFT_OUT = 0.5;

/**
 * Throws `dataset-mostly-unusable` when more than half of the records are rejected and the columns were detected only.
 */
export function refuseMostlyUnusable(
  files: readonly DataFile[],
  recordsByFile: readonly number[],
  problems: ProblemLog,
): void {
  const records = sumOf(recordsByFile);
  if (records < MIN_RECORDS || problems.rejected <= records * MAX_LEFT_OUT) return;
  throw new SameasError(
    'dataset-mostly-unusable',
    `${String(problems.rejected)} of ${String(records)} records cannot be used: the columns are probably other ones than was recognised.${firstReason(problems)}`,
    {
      advice:
        'Say which column is the name (--name-column) and the id (--id-column), or check the file. With columns that you name, the rest is loaded and the report lists what is left out.',
      facts: { files: files.map(({ file }) => file), rejected: problems.rejected, records },
    },
  );
}

function firstReason(problems: ProblemLog): string {
  const first = problems.list()[0]?.examples[0];
  if (first === undefined) return '';
  return ` The first reason (${first.file}${first.line === undefined ? '' : `, ${first.unit ?? 'line'} ${first.line}`}): ${first.message}`;
}

/** The error for files without a usable record. */
export function nothingUsable(
  files: readonly DataFile[],
  recordsByFile: readonly number[],
  problems: ProblemLog,
): SameasError {
  const emptyFile = files.find((_, i) => recordsByFile[i] === 0);
  if (emptyFile !== undefined && problems.rejected === 0) return noRecords(emptyFile.file);
  return new SameasError(
    'dataset-empty',
    `Not one of ${sumOf(recordsByFile)} records could be used.${firstReason(problems)}`,
    {
      advice:
        'Check that the file is what it should be, or say in a manifest which column is the id and which the name.',
      facts: { files: files.map(({ file }) => file) },
    },
  );
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
