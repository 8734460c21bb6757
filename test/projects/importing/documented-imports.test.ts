import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseClientJson } from '../../../src/projects/commands/command-parameters.js';
import { cellText, type CellValue } from '../../../src/projects/grid/cell-value.js';
import { readRows } from '../../../src/projects/grid/grid.js';
import { IMPORT_READERS } from '../../../src/projects/importing/import-files.js';
import { importScratch, type ImportScratch, type TestUpload } from './import-scratch.js';

/*
 * The examples of docs/importing.md: files, options and a format in fenced blocks, and the table that they give behind them.
 */

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/importing.md'), 'utf8');

interface Example {
  readonly uploads: readonly TestUpload[];
  readonly options: string | undefined;
  readonly format: string | undefined;
  readonly table: string;
}

function examplesOf(page: string): readonly Example[] {
  const examples: Example[] = [];
  let uploads: TestUpload[] = [];
  let options: string | undefined;
  let format: string | undefined;
  for (const { groups = {} } of page.matchAll(
    /^```(?<kind>file|options|format)(?: (?<name>.+))?\n(?<content>[^]*?)^```$|^(?<table>\|.*\n\|[-|]+\n(?:\|.*\n)+)/gm,
  )) {
    const { kind, name = '', content = '', table } = groups;
    if (kind === 'file') uploads.push({ name, bytes: content });
    else if (kind === 'options') options = content;
    else if (kind === 'format') format = content.trim();
    else if (table !== undefined && uploads.length > 0) {
      examples.push({ uploads, options, format, table });
      uploads = [];
      options = undefined;
      format = undefined;
    }
  }
  return examples;
}

/** Texts in quotation marks, numbers of their kind, null for nothing. */
function shown(value: CellValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : cellText(value);
}

let scratch: ImportScratch;
beforeAll(() => {
  scratch = importScratch();
});
afterAll(() => scratch.remove());

describe('docs/importing.md', () => {
  const examples = examplesOf(PAGE);

  it('has its examples', () => expect(examples.length).toBe(7));

  it.each(examples.map((example, index) => [index + 1, example] as const))(
    'example %i gives its table',
    async (_, { uploads, options, format, table }) => {
      const { grid } = await scratch.importing(uploads, {
        ...(options === undefined ? {} : { options: parseClientJson(options) }),
        ...(format === undefined ? {} : { format }),
      });
      const { columns } = grid.model;
      const lines = [...readRows(grid)].map((row) => columns.map(({ cellIndex }) => shown(row.value(cellIndex))));
      const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
      expect(
        line(columns.map(({ name }) => name)) + `|${'---|'.repeat(columns.length)}\n` + lines.map(line).join(''),
      ).toBe(table);
    },
  );

  it('names every format that is read', () => {
    for (const [name, reader] of Object.entries(IMPORT_READERS))
      expect(PAGE.includes(`| \`${name}\` |`)).toBe(reader.kind !== 'none');
  });
});
