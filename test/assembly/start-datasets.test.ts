import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createApiKey } from '../../src/access/api-key.js';
import { changeKeyFile } from '../../src/access/key-file.js';
import { namedDatasets } from '../../src/assembly/named-datasets.js';
import { startDatasets, type RunningDatasets } from '../../src/assembly/start-datasets.js';
import type { Observation } from '../../src/foundation/observation.js';
import { readSettings } from '../../src/settings/read-settings.js';
import type { SettingName } from '../../src/settings/setting-definitions.js';
import { freePort } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

const folder = temporaryFolder();
const authors = folder.write('authors.csv', 'id,name\n1,Virginia Woolf\n2,Chinua Achebe\n');
const places = folder.write('Große Orte.csv', 'id,name\na,Köln\nb,München\n');
const broken = folder.write('broken.csv', '');
const running: RunningDatasets[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});
afterAll(() => folder.remove());

const observations: Observation[] = [];
async function start(
  files: readonly string[],
  flags: Partial<Record<SettingName, string>> = {},
): Promise<RunningDatasets> {
  const settings = readSettings({ flags: { port: '0', workers: '1', ...flags }, env: {}, processors: 1 });
  const datasets = await namedDatasets(files, (file) => ({ source: { files: [file] } }));
  const service = await startDatasets({ datasets, settings, observe: (observation) => observations.push(observation) });
  running.push(service);
  return service;
}

async function get(
  address: string,
  accept = 'application/json',
): Promise<{ readonly status: number; readonly text: string; readonly json: unknown }> {
  const response = await fetch(address, { headers: { Accept: accept } });
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined };
}

const bestOf = async (address: string, name: string): Promise<unknown> =>
  (await get(`${address}?queries=${encodeURIComponent(JSON.stringify({ q: { query: name } }))}`)).json;

describe.each(['1', '0'])('several datasets in one process (%s threads)', (workers) => {
  it('each answer below a path of their own, by the name of their file', async () => {
    const { url, datasets } = await start([authors, places], { workers });
    expect(datasets.map((dataset) => dataset.url)).toEqual([`${url}authors/`, `${url}grosse-orte/`]);
    expect(await bestOf(`${url}authors/`, 'Virginia Wolf')).toMatchObject({
      q: { result: [{ id: '1' }] },
    });
    expect(await bestOf(`${url}grosse-orte/`, 'Koeln')).toMatchObject({ q: { result: [{ id: 'a' }] } });
    const manifest = await get(`${url}grosse-orte/`);
    expect(manifest.json).toMatchObject({ name: 'Große Orte', view: { url: `${url}grosse-orte/view?id={{id}}` } });
    expect((await get(`${url}authors/suggest/entity?prefix=chi`)).json).toMatchObject({ result: [{ id: '2' }] });
  });

  it('do not touch one another: one that cannot be loaded is said to be so, and is there once its file is mended', async () => {
    const { url, datasets, reload } = await start([authors, broken], { workers });
    expect(datasets.map(({ report }) => report?.counts.entities)).toEqual([2, undefined]);
    expect(observations.some((observation) => observation.kind === 'dataset-load-failed')).toBe(true);
    expect(await get(`${url}broken/`)).toMatchObject({
      status: 503,
      json: { code: 'not-ready', message: 'The dataset could not be loaded.' },
    });
    expect(await bestOf(`${url}authors/`, 'Achebe')).toMatchObject({ q: { result: [{ id: '2' }] } });
    expect((await get(`${url}health`)).json).toEqual({ status: 'ok', loadFailed: [{ dataset: 'broken' }] });
    expect(await get(`${url}ready`)).toMatchObject({
      status: 200,
      json: { status: 'ready', datasets: { authors: 'ready', broken: 'failed' } },
    });
    writeFileSync(broken, 'id,name\nx,Mended at last\n');
    writeFileSync(authors, '');
    await reload();
    expect(await bestOf(`${url}broken/`, 'Mended at last')).toMatchObject({
      q: { result: [{ id: 'x', match: true }] },
    });
    // What cannot be loaded any more stays as it was.
    expect(await bestOf(`${url}authors/`, 'Achebe')).toMatchObject({ q: { result: [{ id: '2' }] } });
    expect((await get(`${url}health`)).json).toMatchObject({
      loadFailed: [{ dataset: 'authors', code: 'file-empty' }],
    });
    writeFileSync(authors, 'id,name\n1,Virginia Woolf\n2,Chinua Achebe\n');
    writeFileSync(broken, '');
  });
});

describe('what datasets have in common', () => {
  it('a reload of one lets no request to another fail or answer otherwise', async () => {
    const rows = (more: string): string =>
      `id,name\n${Array.from({ length: 3_000 }, (_, i) => `${String(i)},Village ${String(i)} upon the River\n`).join('')}${more}`;
    const large = folder.write('large.csv', rows(''));
    const { url } = await start([authors, large], { watch: 'on' });
    let isReloading = true;
    const clients = Array.from({ length: 3 }, async () => {
      let asked = 0;
      for (; isReloading; asked++)
        expect(await bestOf(`${url}authors/`, 'Virginia Wolf')).toMatchObject({
          q: { result: [{ id: '1' }] },
        });
      return asked;
    });
    for (const round of ['first', 'second', 'third']) {
      writeFileSync(large, rows(`new,Qzyx ${round}\n`));
      await until(async () =>
        JSON.stringify(await bestOf(`${url}large/`, `Qzyx ${round}`)).includes(`"name":"Qzyx ${round}"`),
      );
    }
    isReloading = false;
    expect(Math.min(...(await Promise.all(clients)))).toBeGreaterThan(3);
  });

  it('is the share of a client: what a key has asked of one dataset counts for all, and not for another key', async () => {
    const [one, other] = [
      createApiKey({ name: 'one', role: 'ask', datasets: 'all' }),
      createApiKey({ name: 'other', role: 'ask', datasets: 'all' }),
    ];
    const keysFile = `${folder.path}/shares.json`;
    await changeKeyFile(keysFile, () => [one.kept, other.kept]);
    const { url } = await start([authors, places], { keysFile, requireKeys: 'everything', maxRequestsPerMinute: '3' });
    const asked = async (path: string, key: string): Promise<readonly unknown[]> => {
      const answer = await fetch(`${url}${path}?queries=${encodeURIComponent('{"q":{"query":"x"}}')}`, {
        headers: { 'X-API-Key': key },
      });
      return [answer.status, answer.headers.has('retry-after')];
    };
    expect([
      await asked('authors/', one.text),
      await asked('grosse-orte/', one.text),
      await asked('all/', one.text),
    ]).toEqual([
      [200, false],
      [200, false],
      [200, false],
    ]);
    for (const path of ['authors/', 'grosse-orte/', 'all/']) expect(await asked(path, one.text)).toEqual([429, true]);
    expect([await asked('authors/', other.text), await asked('all/', other.text)]).toEqual([
      [200, false],
      [200, false],
    ]);
  });
});

describe('the tools of agents', () => {
  async function agent(address: string, key?: string): Promise<(name: string, args: object) => Promise<unknown>> {
    const client = new Client({ name: 'test', version: '1' });
    const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
    return async (name, args) => {
      const answer = await client.callTool({ name, arguments: { ...args } });
      return answer.structuredContent ?? answer.content;
    };
  }

  it('are over all datasets at the address of the service, and over one at its own', async () => {
    const { url } = await start([authors, places]);
    const names = [{ name: 'Köln' }];
    for (const address of [`${url}mcp`, `${url}all/mcp`]) {
      const call = await agent(address);
      expect(await call('list_datasets', {})).toMatchObject({
        datasets: [
          { name: 'authors', entities: 2 },
          { name: 'grosse-orte', entities: 2 },
        ],
      });
      expect(await call('match', { names, dataset: 'grosse-orte' })).toMatchObject({
        results: [{ verdict: 'match', id: 'a' }],
      });
      expect(await call('match', { names, dataset: 'authors' })).toMatchObject({ results: [{ verdict: 'none' }] });
      expect(await call('match', { names })).toMatchObject([
        { text: expect.stringContaining('"authors", "grosse-orte"') },
      ]);
      expect(await call('match_table', { table: 'name\nKöln\n', dataset: 'grosse-orte' })).toMatchObject({
        answers: [{ verdict: 'match', id: 'a' }],
      });
    }
    const one = await agent(`${url}authors/mcp`);
    expect(await one('match', { names: [{ name: 'Chinua Achebe' }] })).toMatchObject({ results: [{ id: '2' }] });
  });

  it('tell a key of those datasets alone that it may ask', async () => {
    const key = createApiKey({ name: 'authors', role: 'ask', datasets: ['authors'] });
    const keysFile = `${folder.path}/agents.json`;
    await changeKeyFile(keysFile, () => [key.kept]);
    const { url } = await start([authors, places], { keysFile, requireKeys: 'everything' });
    const call = await agent(`${url}mcp`, key.text);
    expect(await call('list_datasets', {})).toMatchObject({ datasets: [{ name: 'authors' }] });
    expect(await call('search', { text: 'M', dataset: 'grosse-orte' })).toMatchObject([
      { text: expect.stringContaining('no dataset "grosse-orte"') },
    ]);
    await expect(agent(`${url}mcp`)).rejects.toThrow(/key-missing/);
    await expect(agent(`${url}grosse-orte/mcp`, key.text)).rejects.toThrow(/key-not-allowed/);
  });
});

describe('the list of datasets', () => {
  it('is JSON for programs and a page for people', async () => {
    const { url } = await start([authors, broken]);
    expect((await get(url)).json).toEqual({
      datasets: [
        { path: 'authors', url: `${url}authors/`, state: 'ready', name: 'Authors', entities: 2 },
        { path: 'broken', url: `${url}broken/`, state: 'failed', name: 'broken' },
      ],
    });
    const page = await get(url, 'text/html');
    expect(page.text).toContain(`<a href="${url}authors/">Authors</a>`);
    expect(page.text).toContain('could not be loaded');
    expect((await get(`${url}metrics`)).text).toContain('sameas_');
  });

  it('says where the datasets are to whoever asks elsewhere', async () => {
    const { url } = await start([authors]);
    expect(await get(`${url}nothing`)).toMatchObject({
      status: 404,
      json: { code: 'route-unknown', advice: expect.stringContaining('/authors/') },
    });
    expect((await get(`${url}nothing`, 'text/html')).text).toContain('<h1>Not found</h1>');
  });

  it('is guarded and recorded as the datasets are', async () => {
    const key = createApiKey({ name: 'watcher', role: 'ask', datasets: 'all' });
    const [keysFile, accessLog] = [`${folder.path}/keys.json`, `${folder.path}/access.log`];
    await changeKeyFile(keysFile, () => [key.kept]);
    const { url, close } = await start([authors], {
      keysFile,
      accessLog,
      requireKeys: 'everything',
      allowedOrigins: 'https://tool.example',
    });
    const asked = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
      const answer = await fetch(`${url}${path}`, { headers });
      return [answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('www-authenticate')];
    };
    expect(await asked('')).toEqual([200, null, null]);
    expect(await asked('', { Origin: 'https://tool.example' })).toEqual([200, 'https://tool.example', null]);
    expect(await asked('', { Origin: 'https://evil.example' })).toEqual([403, null, null]);
    expect(await asked('health')).toEqual([200, null, null]);
    expect(await asked('metrics')).toEqual([401, null, 'Bearer realm="sameas"']);
    expect(await asked('metrics', { 'X-API-Key': key.text })).toEqual([200, null, null]);
    running.length = 0;
    await close();
    const lines = readFileSync(accessLog, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => [line['route'], line['status'], line['key']])).toEqual([
      ['/', 200, undefined],
      ['/', 200, undefined],
      ['/', 403, undefined],
      ['/health', 200, undefined],
      ['/metrics', 401, undefined],
      ['/metrics', 200, 'watcher'],
    ]);
  });

  it('names the public address, and answers with and without its path', async () => {
    const port = String(await freePort());
    const service = await start([authors], { port, baseUrl: 'https://example.org/lists/' });
    expect(service.url).toBe('https://example.org/lists/');
    for (const path of ['authors/', 'lists/authors/'])
      expect((await get(`http://127.0.0.1:${port}/${path}`)).json).toMatchObject({
        view: { url: 'https://example.org/lists/authors/view?id={{id}}' },
      });
    expect((await get(`http://127.0.0.1:${port}/lists/`)).json).toMatchObject({
      datasets: [{ url: 'https://example.org/lists/authors/' }],
    });
  });
});

describe('the paths of datasets', () => {
  const paths = async (...files: readonly string[]): Promise<readonly string[]> =>
    (await namedDatasets(files, (file) => ({ source: { files: [file] } }))).map(({ path }) => path);

  it('are the names of files in small Latin letters, and a folder stands for its lists', async () => {
    const inside = join(folder.path, 'lists');
    mkdirSync(inside);
    for (const name of ['One List.csv', 'two.json.gz', 'README.md']) writeFileSync(join(inside, name), 'x');
    expect(await paths(inside, '/x/Musée (Paris).manifest.yaml', 'https://example.org/data/people.csv?v=2')).toEqual([
      'one-list',
      'two',
      'musee-paris',
      'people',
    ]);
  });

  it('are refused when they are not each others own', async () => {
    await expect(paths('/a/x.csv', '/b/X.tsv')).rejects.toMatchObject({
      code: 'setting-invalid',
      message: expect.stringContaining('/a/x.csv and /b/X.tsv would both be at /x/'),
    });
    await expect(paths('/a/health.csv')).rejects.toMatchObject({ message: expect.stringContaining('/health') });
    await expect(paths('/a/---.csv')).rejects.toMatchObject({ message: expect.stringContaining('gives no path') });
  });
});
