import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { requestsAreCleanedUp } from './data-folder-contents.js';
import { projectsClient, type ProjectsClient } from './projects-client.js';

/*
 * Commands whose numbers and lists are far too large: each is refused with a sentence that says what is too large, or answered as it would be with a number that is not, and
 * none is worked on until a time limit ends it.
 */

const temporary = temporaryFolder();
const dataFolder = join(temporary.path, 'data');
let service: RunningService;
let client: ProjectsClient;
let project = '';

/** The limit of a command, which none of those here may come near. */
const COMMAND_MS = 60_000;

beforeAll(async () => {
  const list = temporary.write('list.csv', 'id,name\n1,Rome\n');
  service = await startService([
    list,
    '--data-dir',
    dataFolder,
    '--project-workers',
    '2',
    '--project-memory-bytes',
    '256MB',
    '--command-timeout-ms',
    String(COMMAND_MS),
  ]);
  client = projectsClient(service.origin);
  project = await client.created(`name,n\n${Array.from({ length: 10 }, (_, row) => `row ${row},${row}`).join('\n')}\n`);
}, 240_000);

afterAll(async () => {
  await service?.stop();
  temporary.remove();
});

const EVERY_ROW = '{"mode":"row-based","facets":[]}';
const operations = (...all: readonly object[]): Readonly<Record<string, string>> => ({
  operations: JSON.stringify(all),
});

const REFUSED: readonly (readonly [string, string, () => Readonly<Record<string, string>>, RegExp])[] = [
  [
    'rows into columns: columns',
    'transpose-rows-into-columns',
    () => ({ columnName: 'name', rowCount: '1000000000' }),
    /more than 16384 columns/,
  ],
  [
    'a split by lengths: lengths',
    'split-column',
    () => ({ columnName: 'name', mode: 'lengths', fieldLengths: `[${'1,'.repeat(150_000)}1]` }),
    /fieldLengths.* more than 100000 elements/,
  ],
  [
    'a split by lengths: columns',
    'split-column',
    () => ({ columnName: 'name', mode: 'lengths', fieldLengths: `[${'1,'.repeat(20_000)}1]` }),
    /more than 16384 columns/,
  ],
  ['added rows', 'add-rows', () => ({ rows: `[${'{},'.repeat(150_000)}{}]`, index: '0' }), /more than 100000 elements/],
  [
    'the place of added rows',
    'add-rows',
    () => ({ rows: '[{}]', index: '999999999999999' }),
    /Rows cannot be added at position 999999999999999/,
  ],
  [
    'rounds of a transformation',
    'text-transform',
    () => ({ columnName: 'name', expression: 'value+"x"', repeat: 'true', repeatCount: '999999999999999' }),
    /"repeatCount" must be at most 1000/,
  ],
  [
    'edits',
    'mass-edit',
    () => ({
      columnName: 'name',
      expression: 'value',
      edits: JSON.stringify(Array.from({ length: 100_001 }, (_, index) => ({ from: [`k${index}`], to: 'x' }))),
    }),
    /more than 100000 elements/,
  ],
  [
    'operations',
    'apply-operations',
    () => operations(...Array.from({ length: 10_001 }, () => ({ op: 'core/row-star', starred: true }))),
    /at most 10000 operations/,
  ],
  [
    'JSON within JSON',
    'apply-operations',
    () => ({
      operations: `[{"op":"core/row-removal","engineConfig":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}]`,
    }),
    /more than 200 objects and lists/,
  ],
  [
    'facets of an engine',
    'compute-facets',
    () => ({
      engine: JSON.stringify({ facets: Array.from({ length: 201 }, () => ({ type: 'list', columnName: 'name' })) }),
    }),
    /at most 200 facets/,
  ],
  [
    'facets of an engine in a recipe',
    'apply-operations',
    () =>
      operations({
        op: 'core/row-removal',
        engineConfig: { facets: Array.from({ length: 201 }, () => ({ type: 'list', columnName: 'name' })) },
      }),
    /at most 200 facets/,
  ],
  [
    'facets of an engine beyond what is read',
    'compute-facets',
    () => ({ engine: `{"facets":[${'1,'.repeat(150_000)}1]}` }),
    /more than 100000 elements/,
  ],
  [
    'the number of an entry of the history',
    'undo-redo',
    () => ({ lastDoneID: '999999999999999' }),
    /no entry 999999999999999/,
  ],
  [
    'the radius of clusters',
    'compute-clusters',
    () => ({
      engine: EVERY_ROW,
      clusterer: '{"type":"knn","function":"levenshtein","column":"name","params":{"radius":1e308}}',
    }),
    /clusterer/,
  ],
  [
    'runs of letters of clusters',
    'compute-clusters',
    () => ({
      engine: EVERY_ROW,
      clusterer: '{"type":"binning","function":"ngram-fingerprint","column":"name","params":{"ngram-size":1000000000}}',
    }),
    /clusterer/,
  ],
  [
    'the time between two requests',
    'apply-operations',
    () =>
      operations({
        op: 'core/column-addition-by-fetching-urls',
        baseColumnName: 'name',
        newColumnName: 'y',
        urlExpression: 'value',
        columnInsertIndex: 1,
        delay: 1e15,
        onError: 'store-error',
      }),
    /"delay" must be at most 3600000/,
  ],
  [
    'candidates',
    'apply-operations',
    () => operations({ op: 'core/recon', columnName: 'name', config: { service: 'http://localhost/', limit: 1e9 } }),
    /"config.limit" must be at most 1000/,
  ],
  ['the name of a project', 'rename-project', () => ({ name: 'x'.repeat(2_000_000) }), /1048576 characters/],
  ['preferences', 'set-preference', () => ({ name: 'x', value: 'x'.repeat(17_000_000) }), /16777216 characters/],
];

const ANSWERED: readonly (readonly [
  string,
  string,
  Readonly<Record<string, string>>,
  Readonly<Record<string, unknown>>,
])[] = [
  [
    'columns that are not there are not made into rows',
    'transpose-columns-into-rows',
    { startColumnName: 'name', columnCount: '1000000000', combinedColumnName: 'x', ignoreBlankCells: 'true' },
    { code: 'ok' },
  ],
  [
    'more pieces than any text has',
    'split-column',
    { columnName: 'x', mode: 'separator', separator: 'o', maxColumns: '1000000000', removeOriginalColumn: 'false' },
    { code: 'ok' },
  ],
  [
    'more rows than there are',
    'get-rows',
    { start: '0', limit: '999999999999999', engine: EVERY_ROW },
    { total: 20, limit: 20 },
  ],
  [
    'a place far behind the last row',
    'get-rows',
    { start: '99999999999', limit: '10', engine: EVERY_ROW },
    { total: 20, filtered: 20, rows: [], previousPageEnd: 99999999999 },
  ],
  ['a place far before the first row', 'get-rows', { start: '-999999999999999', limit: '1' }, { total: 20, start: 0 }],
  ['an end far behind the last row', 'get-rows', { end: '999999999999999', limit: '1' }, { total: 20, start: 19 }],
];

const NOTHING = JSON.stringify({
  type: 'text',
  name: 't',
  columnName: 'n',
  mode: 'text',
  caseSensitive: false,
  query: 'nothing-like-this',
});

describe('a number or a list that is too large', () => {
  it.each(REFUSED)(
    '%s: is refused with a clear sentence',
    async (_, command, parameters, sentence) => {
      const { status, body, tookMs } = await client.ask(command, { project, ...parameters() });
      expect(status).toBe(200);
      expect(body).toMatchObject({ code: 'error', message: expect.stringMatching(sentence) as unknown });
      expect(tookMs).toBeLessThan(COMMAND_MS / 2);
      expect((await client.ask('get-history', { project })).body).toMatchObject({ past: [], future: [] });
    },
    240_000,
  );

  it.each(ANSWERED)(
    '%s: is answered',
    async (_, command, parameters, answer) => {
      const { status, body, tookMs } = await client.ask(command, { project, ...parameters });
      expect(status).toBe(200);
      expect(body).toMatchObject(answer);
      expect(tookMs).toBeLessThan(COMMAND_MS / 2);
    },
    240_000,
  );

  it.each(['row-based', 'record-based'])(
    'a place far behind the last of no rows at all, %s, is answered',
    async (mode) => {
      const own = await client.created('n\n1\n2\n');
      const { body, tookMs } = await client.ask('get-rows', {
        project: own,
        engine: `{"mode":"${mode}","facets":[${NOTHING}]}`,
        start: '99999999999',
        limit: '10',
      });
      expect(body).toMatchObject({ filtered: 0, total: 2, rows: [] });
      expect(tookMs).toBeLessThan(COMMAND_MS / 2);
    },
    240_000,
  );
});

describe('a preview that does not end', () => {
  it.each([
    ['Python', 'jython:while rowIndex > 0: pass\nreturn "first"'],
    ['GREL', 'if(rowIndex > 0, forRange(0, 3000000, 1, i, i + 1).length(), "first")'],
  ])(
    '%s: gives the rows before, and says of the others why they are not there',
    async (_, expression) => {
      const own = await client.created(`n\n${'x\n'.repeat(40)}`);
      const { body, tookMs } = await client.ask('preview-expression', {
        project: own,
        cellIndex: '0',
        rowIndices: JSON.stringify(Array.from({ length: 40 }, (__, row) => row)),
        expression,
      });
      expect(body).toMatchObject({
        code: 'ok',
        results: expect.arrayContaining([
          'first',
          { message: 'The time limit of 3 seconds for these rows was reached before this row' },
        ]) as unknown,
      });
      expect(tookMs).toBeLessThan(COMMAND_MS / 2);
    },
    240_000,
  );
});

describe('a preview with one row that does not end', () => {
  it.each([
    ['GREL', 'isNull(value.match(/((a+)+)\\2$/))'],
    ['Python', 'jython:while rowIndex == 1: pass\nreturn len(value)'],
  ])('%s: gives the rows before and after it', async (_, expression) => {
    const own = await client.created(`n\nab\n${'a'.repeat(60)}!\naaaa\n`);
    const { body, tookMs } = await client.ask('preview-expression', {
      project: own,
      cellIndex: '0',
      rowIndices: '[0,1,2]',
      expression,
    });
    expect(body).toMatchObject({ code: 'ok' });
    const [before, stopped, after] = body['results'] as readonly unknown[];
    expect(stopped).toEqual({ message: expect.stringMatching(/and was stopped/) });
    for (const other of [before, after]) expect(other).toEqual(expect.stringMatching(/^(?:\d|true|false)$/));
    expect(tookMs).toBeLessThan(COMMAND_MS / 2);
  });
});

describe('an answer of many megabytes', () => {
  it('comes whole, and leaves nothing', async () => {
    const rows = 30_000;
    const large = await client.created(
      `id,name\n${Array.from({ length: rows }, (_, row) => `${row},a name that takes some room ${row}\n`).join('')}`,
    );
    const { body, text } = await client.ask('get-rows', { project: large, limit: '1000000' });
    expect(text.length).toBeGreaterThan(2_000_000);
    expect(body['rows']).toHaveLength(rows);
    const head = await fetch(`${service.origin}/command/core/get-rows?project=${large}&limit=1000000`, {
      method: 'HEAD',
    });
    expect([head.status, head.headers.get('content-type'), head.headers.get('cache-control')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-cache',
    ]);
    await requestsAreCleanedUp(dataFolder);
  }, 240_000);
});
