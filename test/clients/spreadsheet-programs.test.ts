import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { engineConfigSchema } from '../../src/projects/browsing/engine-config.js';
import { selectRows } from '../../src/projects/browsing/select-rows.js';
import { fileSink } from '../../src/projects/exporting/byte-sink.js';
import { prepareExport } from '../../src/projects/exporting/export-rows.js';
import { operationContext } from '../projects/operation-context.js';
import { gridOfTable, tableOfGrid, type Table } from '../projects/table-grid.js';
import { importScratch } from '../projects/importing/import-scratch.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * Spreadsheets that we write, opened by programs of others, and the other way round. `.ci/command-clients FOLDER` installs them, and TEST_COMMAND_CLIENTS
 * names that folder.
 */

const folder = temporaryFolder();
const scratch = importScratch();
afterAll(() => {
  folder.remove();
  scratch.remove();
});

function inPython(task: 'read' | 'write', target: string): string {
  const clients = process.env['TEST_COMMAND_CLIENTS'] ?? '';
  if (clients === '') throw new Error('TEST_COMMAND_CLIENTS has to name the folder that .ci/command-clients has made.');
  return execFileSync(
    join(clients, 'python', 'bin', 'python'),
    [join(import.meta.dirname, 'drivers', 'spreadsheets.py'), task, target],
    {
      encoding: 'utf8',
      env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    },
  );
}

describe('a spreadsheet that is exported', () => {
  const grid = gridOfTable(
    ['text', 'number', 'other'],
    [
      ['=1+1', 6, true],
      ['  two\nlines\t<&>  ', { floating: -0.25 }, { date: '2020-01-31T00:00:00Z' }],
      ['http://example.org/?a=1&b=2', null, 'Zürich 🏔'],
      ['00123', { floating: 1e300 }, { error: 'no date' }],
    ],
  );

  it.each(['xlsx', 'xls', 'ods'])('is read by another program: %s', (format) => {
    const context = operationContext(grid);
    const path = join(folder.path, `export.${format}`);
    const file = openSync(path, 'w');
    const sink = fileSink(file);
    prepareExport(context, selectRows(engineConfigSchema.parse({}), context), {
      format,
      options: undefined,
      encoding: '',
      projectName: 'towns',
      template: { template: '', prefix: '', suffix: '', separator: '', limit: -1 },
    }).write(sink);
    sink.end();
    closeSync(file);
    const day: unknown = format === 'ods' ? expect.stringMatching(/^2020-01-31/) : '2020-01-31T00:00:00';
    // xlrd does not give links.
    const link = format === 'xls' ? null : 'http://example.org/?a=1&b=2';
    expect(JSON.parse(inPython('read', path))).toEqual({
      name: 'towns',
      rows: [
        [
          ['text', 'text', null],
          ['text', 'number', null],
          ['text', 'other', null],
        ],
        [
          ['text', '=1+1', null],
          ['number', 6, null],
          ['boolean', true, null],
        ],
        [
          ['text', '  two\nlines\t<&>  ', null],
          ['number', -0.25, null],
          ['date', day, null],
        ],
        [['text', 'http://example.org/?a=1&b=2', link], null, ['text', 'Zürich 🏔', null]],
        [
          ['text', '00123', null],
          ['number', 1e300, null],
          ['text', 'no date', null],
        ],
      ],
    });
  });
});

describe('a spreadsheet of another program', () => {
  it('is imported', async () => {
    inPython('write', folder.path);
    const tables: Table[] = [];
    for (const name of ['people.xlsx', 'people.ods'])
      tables.push(
        tableOfGrid((await scratch.importing([{ name, bytes: readFileSync(join(folder.path, name)) }])).grid),
      );
    const columns = ['name', 'number', 'yes', 'moment', 'sum'];
    const moment = { date: '2020-01-02T12:30:00Z' };
    expect(tables).toEqual([
      // openpyxl writes formulas without the values that they have.
      {
        columns,
        rows: [
          ['Zoë & co', 6, true, moment, null],
          ['00123', 2.5, false, null, null],
        ],
      },
      {
        columns,
        rows: [
          ['Zoë & co', { floating: 6 }, true, moment, { floating: 7 }],
          ['00123', 2.5, false, null, null],
        ],
      },
    ]);
  });
});
