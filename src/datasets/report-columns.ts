import { textsOf } from '../formats/raw-record.js';
import type { DataFile } from './data-file.js';
import type { ReportedColumn } from './load-report.js';
import type { Mapping } from './mapping.js';

const MAX_COLUMNS = 200;
const EXAMPLES = 3;
const MAX_CHARACTERS = 60;

/** The role of each column of the files, with its first values. Cost: the samples of the files. */
export function reportColumns(files: readonly DataFile[], mapping: Mapping): readonly ReportedColumn[] {
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
