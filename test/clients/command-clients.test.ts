import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { freePort } from '../support/program.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * Programs that others wrote for this interface, as they are published: each makes a project, looks at its columns, applies a recipe, exports, deletes.
 * `.ci/command-clients FOLDER` installs them, and TEST_COMMAND_CLIENTS names that folder.
 */

const folder = temporaryFolder();
const drivers = join(import.meta.dirname, 'drivers');
const csv = 'name,area,note\n" Zürich ",87.88,"a, ""b"""\nGenève,15.93,\n  Bâle ,23.85,"two\nlines"\nZürich,,x\n';
const rows = { engineConfig: { facets: [], mode: 'row-based' } };
const recipe = [
  {
    op: 'core/text-transform',
    ...rows,
    columnName: 'name',
    expression: 'value.trim()',
    onError: 'keep-original',
    repeat: false,
    repeatCount: 10,
    description: 'Trim',
  },
  { op: 'core/column-rename', oldColumnName: 'name', newColumnName: 'town' },
  {
    op: 'core/column-addition',
    ...rows,
    baseColumnName: 'town',
    expression: 'jython:return value.upper()',
    onError: 'set-to-blank',
    newColumnName: 'upper',
    columnInsertIndex: 1,
  },
  {
    op: 'core/mass-edit',
    ...rows,
    columnName: 'town',
    expression: 'grel:value',
    edits: [{ from: ['Bâle'], fromBlank: false, fromError: false, to: 'Basel' }],
  },
];
const exported =
  'town,upper,area,note\nZürich,ZÜRICH,87.88,"a, ""b"""\nGenève,GENÈVE,15.93,\nBasel,BÂLE,23.85,"two\nlines"\nZürich,ZÜRICH,,x\n';
const changedColumns = ['town', 'upper', 'area', 'note'];

const createdSchema = z.object({ project_id: z.string().regex(/^\d{13}$/), html: z.string() });
const tokenSettings = ['strict', 'compatible', 'off'] as const;
type TokenSetting = (typeof tokenSettings)[number];

let clients = '';
let towns = '';
let recipeFile = '';
let services: Readonly<Record<TokenSetting, RunningService>>;
let fileServer: Server;
let fileAddress = '';

beforeAll(async () => {
  clients = process.env['TEST_COMMAND_CLIENTS'] ?? '';
  if (clients === '') throw new Error('TEST_COMMAND_CLIENTS has to name the folder that .ci/command-clients has made.');
  towns = folder.write('towns.csv', csv);
  recipeFile = folder.write('recipe.json', JSON.stringify(recipe));
  const list = folder.write('list.csv', 'id,name\n1,Zürich\n');
  const start = (csrf: TokenSetting): Promise<RunningService> =>
    startService([list, '--data-dir', join(folder.path, csrf), '--csrf', csrf]);
  services = { strict: await start('strict'), compatible: await start('compatible'), off: await start('off') };
  const port = await freePort();
  fileAddress = `http://127.0.0.1:${port}/towns.csv`;
  fileServer = createServer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/csv' }).end(csv),
  ).listen(port, '127.0.0.1');
});

afterAll(async () => {
  fileServer?.close();
  for (const setting of tokenSettings) await services?.[setting].stop();
  folder.remove();
});

async function run(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [...args], {
    timeout: 60_000,
    cwd: folder.path,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  return stdout;
}

async function runForJson(command: string, args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = JSON.parse(await run(command, args));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`Not an object: ${JSON.stringify(value)}`);
  return { ...value };
}

const python = (): string => join(clients, 'python', 'bin', 'python');

describe.each(['strict', 'compatible', 'off'] as const)('when tokens are %s', (csrf) => {
  it('orcli for Python works', async () => {
    const output = join(folder.path, `orcli-${csrf}.csv`);
    const seen = await runForJson(python(), [
      join(drivers, 'with_orcli.py'),
      services[csrf].origin,
      towns,
      recipeFile,
      output,
    ]);
    expect(seen).toEqual({
      project: expect.stringMatching(/^\d{13}$/),
      found: seen['project'],
      columns: ['name', 'area', 'note'],
      applied: ['ok', 'ok', 'ok', 'ok'],
      creator: 'orcli',
      changedColumns,
      left: [],
    });
    expect(readFileSync(output, 'utf8')).toBe(exported);
  });

  it('the client of openrefine-mcp works', async () => {
    const output = join(folder.path, `mcp-${csrf}.csv`);
    const seen = await runForJson(python(), [
      join(drivers, 'with_openrefine_mcp.py'),
      services[csrf].origin,
      fileAddress,
      recipeFile,
      output,
    ]);
    expect(seen).toEqual({
      project: expect.stringMatching(/^\d{13}$/),
      columns: ['name', 'area', 'note'],
      languages: ['value', 'return value', 'value'],
      applied: true,
      changedColumns,
      deleted: true,
      refusal: expect.stringContaining(`Failed to find project id #${String(seen['project'])}`),
    });
    expect(readFileSync(output, 'utf8')).toBe(exported);
  });

  it('the command line of opynrefine works', async () => {
    const opynrefine = (...args: readonly string[]): Promise<string> =>
      run(join(clients, 'python', 'bin', 'opynrefine'), [
        '--base-url',
        services[csrf].origin,
        '--log-level',
        'ERROR',
        ...args,
      ]);
    const json = async (...args: readonly string[]): Promise<unknown> => JSON.parse(await opynrefine(...args));
    const options = { separator: ',', headerLines: 1, trimStrings: false, guessCellValueTypes: false };
    const made = createdSchema.parse(
      await json(
        'create-project',
        'round trip',
        towns,
        '--format-hint',
        'text/line-based/*sv',
        '--options',
        JSON.stringify(options),
      ),
    );
    expect(made.html).toContain('<h1 dir="auto">round trip</h1>');
    const project = made.project_id;
    expect(await json('list-projects')).toMatchObject({ projects: { [project]: { name: 'round trip', rowCount: 4 } } });
    expect(await json('apply-operations', project, recipeFile)).toMatchObject({ code: 'ok' });
    expect(await json('call', 'core/get-models', '--params', JSON.stringify({ project }))).toMatchObject({
      columnModel: { columns: changedColumns.map((name) => ({ name })), keyColumnName: 'town' },
    });
    expect(await json('call', 'core/get-rows', '--params', JSON.stringify({ project, limit: 1 }))).toMatchObject({
      total: 4,
      rows: [{ i: 0, starred: false }],
    });
    const engine = JSON.stringify({ facets: [], mode: 'row-based' });
    // The command line ends every answer with a line of its own.
    expect(
      await opynrefine(
        'call',
        'core/export-rows',
        '--method',
        'POST',
        '--data',
        JSON.stringify({ project, format: 'csv', engine }),
      ),
    ).toBe(`${exported}\n`);
    expect(await json('delete-project', project)).toEqual({ code: 'ok' });
    expect(await json('list-projects')).toEqual({ projects: {} });
  });
});

describe('the client for Node, which knows of no tokens', () => {
  const runNode = (csrf: TokenSetting, output: string): Promise<Readonly<Record<string, unknown>>> =>
    runForJson(process.execPath, [
      join(drivers, 'with_openrefine.mjs'),
      join(clients, 'node'),
      services[csrf].origin,
      towns,
      recipeFile,
      output,
    ]);

  it('works when tokens are off', async () => {
    const output = join(folder.path, 'node.csv');
    const seen = await runNode('off', output);
    expect(seen).toEqual({ project: expect.stringMatching(/^\d{13}$/), name: 'round trip', rows: 4, left: [] });
    expect(readFileSync(output, 'utf8')).toBe(exported);
  });

  it('makes no project when tokens are asked for', async () => {
    await expect(runNode('compatible', join(folder.path, 'none.csv'))).rejects.toThrow();
    expect(await (await fetch(`${services.compatible.origin}/command/core/get-all-project-metadata`)).json()).toEqual({
      projects: {},
    });
  });
});
