import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runSameas, type FinishedRun } from '../cli/run-sameas.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { watchHealth } from '../support/watch-health.js';
import { projectsClient, type ProjectsClient } from './projects-client.js';

/*
 * Data in which one thing has nearly everything: one name in all rows, an entity with 50,000 aliases, 10,000 columns, a cell of ten megabytes. All is answered, or refused with its limit;
 * four times the rows take about four times as long, not sixteen times; and /health is answered meanwhile. The bounds are those of a busy machine.
 */

const ROWS = 20_000;
const ALIASES = 50_000;
const COLUMNS = 10_000;
const CELL = 'word '.repeat(2 * 1024 * 1024);
/** Ten, where four times the work is expected: fourfold rows that took as the square would take sixteen times as long. */
const MAX_GROWTH = 10;

const folder = temporaryFolder();
const untitled = (rows: number): string => `name\n${'Untitled\n'.repeat(rows)}`;
const wide = (...names: readonly string[]): string =>
  [
    Array.from({ length: COLUMNS }, (_, i) => (i === 0 ? 'name' : `c${String(i)}`)).join(','),
    ...names.map((name) => `${name}${',x'.repeat(COLUMNS - 1)}`),
    '',
  ].join('\n');
const dataset = folder.write(
  'skewed.csv',
  `id,name,kind,aliases\n${Array.from({ length: ROWS }, (_, i) => `e${String(i)},Untitled,work,\n`).join('')}` +
    `big,Big One,river,"${Array.from({ length: ALIASES }, (_, i) => `Alias ${i.toString(36)} thing`).join('|')}"\nb,Berlin,city,\n`,
);

let service: RunningService;
let client: ProjectsClient;

beforeAll(async () => {
  service = await startService([dataset, '--data-dir', join(folder.path, 'data')]);
  client = projectsClient(service.origin);
}, 240_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

const watched = <T>(work: () => Promise<T>): ReturnType<typeof watchHealth<T>> => watchHealth(service.origin, work);

/** Does a quarter of the work and then all of it, and compares the times. */
async function growsLinearly<T>(work: (rows: number) => Promise<T>): Promise<T> {
  const quarter = await watched(() => work(ROWS / 4));
  const whole = await watched(() => work(ROWS));
  expect(whole.ms).toBeLessThan(MAX_GROWTH * Math.max(quarter.ms, 500));
  expect(Math.max(quarter.health, whole.health)).toBeLessThan(2_000);
  return whole.result;
}

const get = async (path: string): Promise<{ readonly status: number; readonly text: string }> => {
  const response = await fetch(service.origin + path, { headers: { Accept: 'application/json' } });
  return { status: response.status, text: await response.text() };
};
const sendTable = async (content: string): Promise<{ readonly status: number; readonly text: string }> => {
  const form = new FormData();
  form.set('file', new File([content], 'table.csv'));
  const response = await fetch(`${service.origin}/table`, { method: 'POST', body: form });
  return { status: response.status, text: await response.text() };
};

describe('a table of skewed data', () => {
  it('is matched in time that grows with its rows, where all have one name that all entities have', async () => {
    const { status, text } = await growsLinearly((rows) => sendTable(untitled(rows)));
    expect(status).toBe(200);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(ROWS + 1);
    // Nothing tells which of them is meant.
    expect(lines.at(-1)).toMatch(/^Untitled,,e\d+,Untitled,work,100\.00,/);
  });

  it('is refused with the limit where it has too many columns or bytes', async () => {
    const columns = await watched(() => sendTable(wide('Berlin')));
    expect(columns.result).toMatchObject({ status: 413, text: expect.stringContaining('more than 1,000 columns') });
    const cell = await watched(() => sendTable(`name,note\nBerlin,${CELL}\n`));
    expect(cell.result).toMatchObject({ status: 413, text: expect.stringContaining('longer than 2 MB') });
    expect(Math.max(columns.health, cell.health)).toBeLessThan(2_000);
  });
});

describe('sameas reconcile with skewed data', () => {
  const reconcile = async (
    name: string,
    content: string,
  ): Promise<FinishedRun & { readonly lines: readonly string[] }> => {
    const out = join(folder.path, `${name}-matched.csv`);
    const run = await runSameas(['reconcile', dataset, folder.write(`${name}.csv`, content), '--out', out, '--replace'])
      .finished;
    return { ...run, lines: readFileSync(out, 'utf8').trimEnd().split('\n') };
  };

  it('takes time that grows with the rows, where all have one name that all entities have', async () => {
    const { code, stdout } = await growsLinearly((rows) => reconcile('untitled', untitled(rows)));
    expect(code).toBe(0);
    expect(stdout).toContain('20,000 names asked: 0 matched (0.0 %), 20,000 ');
  });

  it('matches tables with 10,000 columns and with a cell of ten megabytes, which come out whole', async () => {
    const columns = await reconcile('wide', wide('Berlin', 'Alias 5k thing'));
    expect(columns.lines.map((line) => line.split(',').slice(COLUMNS, COLUMNS + 1)[0])).toEqual([
      'matched id',
      'b',
      'big',
    ]);
    // Not a line of 10,000 headings.
    expect(columns.stdout.length).toBeLessThan(5_000);
    const cell = await reconcile('cell', `name,note\nBerlin,${CELL}\nAlias 5k thing,x\n`);
    expect(cell.lines.map((line) => line.replace(CELL.trim(), '…').slice(0, 30))).toEqual([
      expect.stringMatching(/^name,note,matched id/),
      expect.stringMatching(/^Berlin,….*,b,b,Berlin/),
      expect.stringMatching(/^Alias 5k thing,x,big,big/),
    ]);
  });
});

describe('pages and answers about skewed data', () => {
  it('are given while all entities have one value, and one has 50,000 aliases', async () => {
    const queries = JSON.stringify({
      q0: { query: 'Alias 5k thing' },
      q1: { query: 'Untitled' },
      q2: { query: 'Big One' },
    });
    const { result, health } = await watched(async () => ({
      batch: await get(`/?queries=${encodeURIComponent(queries)}`),
      suggest: await get('/suggest/entity?prefix=alias'),
      page: await get('/view?id=big'),
      preview: await get('/preview?id=big'),
      explained: await get('/explain?query=Alias%205k%20thing'),
      extended: await get(
        `/?extend=${encodeURIComponent(JSON.stringify({ ids: ['big', 'e1'], properties: [{ id: 'kind' }] }))}`,
      ),
    }));
    for (const { status } of Object.values(result)) expect(status).toBe(200);
    expect(JSON.parse(result.batch.text)).toMatchObject({
      q0: { result: [{ id: 'big', match: true }] },
      q1: { result: expect.arrayContaining([expect.objectContaining({ name: 'Untitled', match: false })]) },
      q2: { result: expect.arrayContaining([expect.objectContaining({ id: 'big', match: true })]) },
    });
    expect(JSON.parse(result.suggest.text)).toMatchObject({ result: [{ id: 'big' }] });
    expect(health).toBeLessThan(2_000);
  });

  it('show and save what all entities have', async () => {
    // The first page is asked for while the index is built.
    const page = await watched(async () => {
      for (;;) {
        const answer = await get('/browse?query=untitled&as=json');
        if (answer.status !== 503) return answer;
      }
    });
    expect(JSON.parse(page.result.text)).toMatchObject({ total: ROWS });
    const csv = await watched(() => get('/browse?query=untitled&as=csv'));
    expect(csv.result.text.trimEnd().split('\n')).toHaveLength(ROWS + 1);
    const alias = await watched(() => get('/browse?query=alias&as=json'));
    expect(JSON.parse(alias.result.text)).toMatchObject({ total: 1 });
    expect(Math.max(page.health, csv.health, alias.health)).toBeLessThan(2_000);
  });
});

describe('projects with skewed data', () => {
  const engine = JSON.stringify({
    mode: 'row-based',
    facets: [{ type: 'list', name: 'name', columnName: 'name', expression: 'value', selection: [] }],
  });
  const clusterer = { type: 'binning', function: 'fingerprint', column: 'name', params: {} };

  it('are made, faceted, clustered and changed in time that grows with the rows, where all have one value', async () => {
    const { facets, clusters, undone } = await growsLinearly(async (rows) => {
      const project = await client.created(untitled(rows));
      const answers = {
        facets: await client.ask('compute-facets', { project, engine }),
        clusters: await client.ask('compute-clusters', { project, engine, clusterer: JSON.stringify(clusterer) }),
        changed: await client.ask('text-transform', {
          project,
          engine,
          columnName: 'name',
          expression: 'grel:value + "!"',
          onError: 'keep-original',
          repeat: 'false',
          repeatCount: '0',
        }),
        undone: await client.ask('undo-redo', { project, lastDoneID: '0' }),
      };
      for (const { status } of Object.values(answers)) expect(status).toBe(200);
      return answers;
    });
    expect(facets.body).toMatchObject({ facets: [{ choices: [{ v: { v: 'Untitled' }, c: ROWS }] }] });
    expect(JSON.parse(clusters.text)).toEqual([]);
    expect(undone.body).toMatchObject({ code: 'ok' });
  });

  it('hold 10,000 columns and a cell of a million characters, and refuse one of ten megabytes with the limit', async () => {
    const columns = await watched(() => client.created(wide('Berlin', 'Paris')));
    const models = await client.ask('get-models', { project: columns.result }, 'GET');
    expect((models.text.match(/"cellIndex"/g) ?? []).length).toBe(COLUMNS);
    const rows = await client.ask('get-rows', { project: columns.result, engine: '{}', start: '0', limit: '10' });
    expect(rows.body).toMatchObject({ filtered: 2 });
    expect((rows.text.match(/"v":"x"/g) ?? []).length).toBe(2 * (COLUMNS - 1));

    const long = CELL.slice(0, 1_000_000);
    const cell = await watched(() => client.created(`name,note\nBerlin,${long}\n`));
    expect((await client.csv(cell.result)).length).toBeGreaterThan(long.length);
    const facet = await client.ask('compute-facets', { project: cell.result, engine });
    expect(facet.body).toMatchObject({ facets: [{ choices: [{ v: { v: 'Berlin' }, c: 1 }] }] });
    const tooLong = await watched(() => client.create([{ name: 'long.csv', content: `name,note\nBerlin,${CELL}\n` }]));
    expect(tooLong.result).toMatchObject({
      project: undefined,
      text: expect.stringContaining('The cell that begins on line 2 is longer than 1048576 characters'),
    });
    expect(Math.max(columns.health, cell.health, tooLong.health)).toBeLessThan(2_000);
  });
});
