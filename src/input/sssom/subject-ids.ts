import { basename } from 'node:path';
import { columnByRole } from '../../datasets/find-column.js';
import type { InputRow, InputTable } from '../open-input.js';
import { curiePrefixes, type CuriePrefixes } from './curie-prefixes.js';

interface SubjectIds {
  readonly prefixes: CuriePrefixes['prefixes'];
  /** Heading of the column of ids; `undefined` without one: the names are then literals, identified by their lines. */
  readonly column: string | undefined;
  readonly curieOf: (row: CalledRow) => string;
}

export type CalledTable = Pick<InputTable, 'file' | 'headings' | 'queryColumn'> & {
  readonly rows: Iterable<CalledRow>;
};

export type CalledRow = Pick<InputRow, 'cells' | 'line' | 'place'>;

/** Uses a column with a heading of ids if each row has a distinct value. Cost: a look at each row. */
export function subjectIds({ file, headings, queryColumn, rows }: CalledTable, taken: ReadonlySet<string>): SubjectIds {
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
