import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandClient, type CommandClient } from './project-commands.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

const temporary = temporaryFolder();
const dataFolder = join(temporary.path, 'data');
const list = join(temporary.path, 'people.csv');
let service: RunningService;
let client: CommandClient;

beforeAll(async () => {
  writeFileSync(list, 'id,name,works\nQ1,Virginia Woolf,Orlando|The Waves\nQ2,Chinua Achebe,\n');
  service = await startService([list, '--data-dir', dataFolder]);
  client = commandClient(service.origin);
}, 240_000);
afterAll(async () => {
  await service?.stop();
  temporary.remove();
});

const TABLE = 'name,year,note\n Virginia Woolf ,1882,a;b\nChinua Achebe,1930,\n"Pamuk, Orhan",x,c\n';

describe('a table', () => {
  it('is uploaded, looked at, changed, exported, put back and deleted', async () => {
    const id = await client.upload(
      { 'people.csv': TABLE },
      { 'project-name': 'Żółw', options: '{ separator: ",", guessCellValueTypes: true }' },
    );

    const page = await fetch(`${service.origin}/project?project=${id}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<td dir="auto">Pamuk, Orhan</td>');

    expect(await client.read('get-models', { project: id })).toMatchObject({
      columnModel: {
        columns: [{ cellIndex: 0, originalName: 'name', name: 'name' }, { name: 'year' }, { name: 'note' }],
        keyCellIndex: 0,
        keyColumnName: 'name',
        columnGroups: [],
      },
      recordModel: { hasRecords: false },
      scripting: {
        grel: { defaultExpression: 'value' },
        jython: { defaultExpression: 'return value' },
        clojure: { defaultExpression: 'value' },
      },
    });
    expect(await client.read('get-project-metadata', { project: id })).toMatchObject({
      name: 'Żółw',
      rowCount: 3,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown,
    });

    expect(
      await client.give('preview-expression', {
        project: id,
        cellIndex: '0',
        rowIndices: '[0,1,7]',
        expression: 'grel:value.trim().length()',
      }),
    ).toEqual({ code: 'ok', results: ['14', '13', null] });
    expect(
      await client.give('preview-expression', {
        project: id,
        cellIndex: '0',
        rowIndices: '[0]',
        expression: 'grel:value.',
      }),
    ).toMatchObject({ code: 'error', type: 'parser' });

    const recipe = [
      {
        op: 'core/text-transform',
        columnName: 'name',
        expression: 'grel:value.trim()',
        onError: 'keep-original',
        repeat: false,
        repeatCount: 10,
      },
      {
        op: 'core/column-addition',
        baseColumnName: 'year',
        newColumnName: 'century',
        columnInsertIndex: 2,
        expression: 'jython:return int(value) // 100 + 1',
        onError: 'set-to-blank',
      },
      {
        op: 'core/column-addition',
        baseColumnName: 'name',
        newColumnName: 'loud',
        columnInsertIndex: 3,
        expression: 'clojure:(.toUpperCase value)',
        onError: 'set-to-blank',
      },
    ];
    expect(await client.give('apply-operations', { project: id, operations: JSON.stringify(recipe) })).toMatchObject({
      code: 'ok',
      historyEntries: [
        {
          description: 'Text transform on 1 cells in column name: grel:value.trim()',
          operation_id: 'core/text-transform',
        },
        {},
        {},
      ],
    });
    expect(await client.read('get-rows', { project: id, limit: '1' })).toMatchObject({
      rows: [{ cells: [{ v: 'Virginia Woolf' }, { v: 1882 }, { v: 'a;b' }, { v: 19 }, { v: 'VIRGINIA WOOLF' }] }],
      filtered: 3,
      total: 3,
      start: 0,
      limit: 1,
    });

    const facet = {
      type: 'list',
      name: 'century',
      columnName: 'century',
      expression: 'value',
      selection: [{ v: { v: 20, l: '20' } }],
    };
    const engine = JSON.stringify({ facets: [facet], mode: 'row-based' });
    expect(await client.give('compute-facets', { project: id, engine })).toMatchObject({
      facets: [{ choices: [{ c: 1 }, { c: 1, s: true }], blankChoice: { c: 1, s: false } }],
      mode: 'row-based',
      'engine-mode': 'row-based',
    });
    expect(await client.exported({ project: id, format: 'csv', engine })).toBe(
      'name,year,century,loud,note\nChinua Achebe,1930,20,CHINUA ACHEBE,\n',
    );

    const { past } = (await client.read('get-history', { project: id })) as {
      readonly past: readonly { readonly id: number }[];
    }; // checked by what follows
    expect(await client.give('undo-redo', { project: id, lastDoneID: String(past[0]?.id) })).toEqual({ code: 'ok' });
    expect(await client.exported({ project: id, format: 'tsv' })).toBe(
      'name\tyear\tnote\nVirginia Woolf\t1882\ta;b\nChinua Achebe\t1930\t\nPamuk, Orhan\tx\tc\n',
    );
    expect(await client.give('undo-redo', { project: id, undoID: String(past[0]?.id) })).toEqual({ code: 'ok' });
    expect(await client.exported({ project: id, format: 'csv' })).toContain(' Virginia Woolf ,1882');

    expect(await client.read('get-all-project-metadata')).toMatchObject({ projects: { [id]: { name: 'Żółw' } } });
    expect(await client.give('delete-project', { project: id })).toEqual({ code: 'ok' });
    expect(await client.read('get-models', { project: id })).toMatchObject({
      code: 'error',
      status: 'error',
      message: `Failed to find project id #${id} - may be corrupt`,
    });
    // The folder of a request goes when its answer is out.
    for (let tries = 0; tries < 100 && readdirSync(join(dataFolder, 'work')).length > 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(['projects', 'trash', 'work'].map((folder) => readdirSync(join(dataFolder, folder)))).toEqual([[], [], []]);
  }, 240_000);

  it('is reconciled with the list that the same service serves', async () => {
    const id = await client.upload({ 'people.csv.gz': gzipSync(TABLE) });
    const recon = {
      op: 'core/recon',
      columnName: 'name',
      config: { mode: 'standard-service', service: service.url, identifierSpace: '', schemaSpace: '', autoMatch: true },
    };
    expect(await client.give('apply-operations', { project: id, operations: JSON.stringify([recon]) })).toEqual({
      code: 'pending',
    });
    for (let tries = 0; tries < 200; tries += 1) {
      const { processes } = (await client.read('get-processes', { project: id })) as {
        readonly processes: readonly unknown[];
      }; // as documented
      if (processes.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const matched = {
      columns: [{ name: 'name', reconSettings: { output: 'entity-id', blankUnmatchedCells: true } }],
      outputBlankRows: true,
    };
    expect(await client.exported({ project: id, format: 'csv', options: JSON.stringify(matched) })).toBe(
      'name\nQ1\nQ2\n\n',
    );
    expect(
      await client.give('guess-types-of-column', { project: id, columnName: 'name', service: service.url }),
    ).toMatchObject({ code: 'ok', types: expect.any(Array) as unknown });
    const preview = { project: id, columnName: 'name', extension: '{"properties":[{"id":"works"}]}' };
    expect(await client.give('preview-extend-data', { ...preview, rowIndices: '[0,1,2,99]' })).toEqual({
      code: 'ok',
      columns: [{ id: 'works', name: 'Works' }],
      rows: [
        ['Virginia Woolf', 'Orlando'],
        [null, 'The Waves'],
        [{ id: 'Q2', name: 'Chinua Achebe', types: [], score: 100 }],
        ['<not reconciled>'],
      ],
    });
    expect(
      await client.give('preview-extend-data', { ...preview, columnName: 'year', rowIndices: '[0]' }),
    ).toMatchObject({
      code: 'error',
      message: expect.stringContaining('names no column that was reconciled') as unknown,
    });
    await client.give('delete-project', { project: id });
  }, 240_000);

  it('has its spellings put together', async () => {
    const id = await client.upload({ 'towns.csv': 'town\nSão Paulo\nsao paulo\nSao  Paulo\nRio\n' });
    expect(
      await client.give('compute-clusters', {
        project: id,
        clusterer: '{"type":"binning","column":"town","function":"fingerprint","params":{}}',
      }),
    ).toMatchObject([[{ c: 1 }, { c: 1 }, { c: 1 }]]);
    expect(await client.read('get-clustering-functions-and-distances')).toMatchObject({
      distances: ['levenshtein', 'ppm'],
    });
    expect(await client.read('get-expression-language-info')).toMatchObject({
      functions: { trim: { returns: expect.any(String) as unknown } },
      controls: { forEach: {} },
    });
    await client.give('delete-project', { project: id });
  });
});

describe('requests of the oldest clients', () => {
  it('a body that nobody encoded', async () => {
    const id = await client.upload({ 'people.csv': TABLE });
    const answer = await fetch(`${service.origin}/command/core/export-rows/100%.csv`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `engine={"facets":[],"mode":"row-based"}&project=${id}&format=csv&note=100%`,
    });
    expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Content-Disposition')]).toEqual([
      200,
      'text/plain;charset=UTF-8',
      "attachment; filename=100%25.csv; filename*=UTF-8''100%25.csv",
    ]);
    expect(await answer.text()).toContain('Chinua Achebe');
    await client.give('delete-project', { project: id });
  });

  it('legacy fields, a format that does not exist, options that are empty', async () => {
    const id = await client.upload(
      { 'some;file.txt': 'a;b\n1;2\n' },
      { separator: ';', format: 'text/line-based/csv', options: '' },
    );
    expect(await client.exported({ project: id, format: 'CSV' })).toBe('a,b\n1,2\n');
    await client.give('delete-project', { project: id });
  });
});
