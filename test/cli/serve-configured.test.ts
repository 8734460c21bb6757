import { readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createApiKey } from '../../src/access/api-key.js';
import { changeKeyFile } from '../../src/access/key-file.js';
import { startDatasets, type RunningDatasets } from '../../src/assembly/start-datasets.js';
import { configuredDatasets, listWithSettings } from '../../src/cli/configured-datasets.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';

const folder = temporaryFolder();
const running: RunningDatasets[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});
afterAll(() => folder.remove());

const access = { urlAccess: 'off', cacheFolder: undefined } as const;
folder.write('authors.csv', 'id,name\n1,Virginia Woolf\n2,Chinua Achebe\n');
folder.write('judged.csv', 'name,id\nAlbert Achinualumogu,2\n');
folder.write('towns.csv', 'id,name\na,Cologne\n');
folder.write('rivers.csv', 'id,name\nb,Rhine\n');

async function start(configFile: string): Promise<RunningDatasets> {
  const settings = readSettings({ flags: { port: '0', workers: '0' }, env: {}, processors: 1, configFile });
  const service = await startDatasets({
    datasets: configuredDatasets(configFile, access) ?? [],
    settings,
    observe: () => undefined,
  });
  running.push(service);
  return service;
}

const asked = async (
  address: string,
  name: string,
  key = '',
): Promise<{ readonly status: number; readonly ids: string; readonly manifest?: unknown }> => {
  const answer = await fetch(`${address}?queries=${encodeURIComponent(JSON.stringify({ q: { query: name } }))}`, {
    headers: { 'X-API-Key': key },
  });
  return {
    status: answer.status,
    ids: [...(await answer.text()).matchAll(/"id":"(\w+)","name"/g)].map(([, id]) => id).join(),
  };
};

describe('the settings file of the documentation', () => {
  const [, example = ''] =
    /```yaml\n(port: 8080\nkeysFile[^`]*)```/.exec(
      readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8'),
    ) ?? [];

  it('serves each dataset with its title, language, aliases, files, keys and limits', async () => {
    const [anna, museum, other] = [
      createApiKey({ name: 'anna', role: 'ask', datasets: 'all' }),
      createApiKey({ name: 'museum', role: 'ask', datasets: ['places'] }),
      createApiKey({ name: 'other', role: 'administer', datasets: 'all' }),
    ];
    const keysFile = `${folder.path}/keys.json`;
    await changeKeyFile(keysFile, () => [anna.kept, museum.kept, other.kept]);
    const config = folder.write(
      'service.yaml',
      example.replace('keys.json', keysFile).replace('access.log', `${folder.path}/access.log`),
    );
    const { url, datasets } = await start(config);
    expect(datasets.map((dataset) => [dataset.path, dataset.report?.name, dataset.report?.counts.entities])).toEqual([
      ['authors', 'Authors of the library', 2],
      ['places', 'Towns and rivers', 2],
    ]);
    expect(await (await fetch(`${url}authors/`)).json()).toMatchObject({
      name: 'Authors of the library',
      lang: 'en',
      batchSize: 20,
    });
    expect(await asked(`${url}authors/`, 'Albert Achinualumogu')).toEqual({ status: 200, ids: '2' });

    expect((await asked(`${url}places/`, 'Rhine')).status).toBe(401);
    expect((await asked(`${url}places/`, 'Rhine', other.text)).status).toBe(403);
    expect(await asked(`${url}places/`, 'Rhine', museum.text)).toEqual({ status: 200, ids: 'b' });
    expect(await asked(`${url}places/`, 'Rhine', anna.text)).toEqual({ status: 200, ids: 'b' });
    const many = JSON.stringify(
      Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`q${String(i)}`, { query: 'x' }])),
    );
    const batch = async (path: string): Promise<number> =>
      (
        await fetch(`${url}${path}`, {
          method: 'POST',
          body: new URLSearchParams({ queries: many }),
          headers: { 'X-API-Key': anna.text },
        })
      ).status;
    expect([await batch('places/'), await batch('authors/')]).toEqual([413, 200]);
    await running.splice(0)[0]?.close();
    const logged = readFileSync(`${folder.path}/access.log`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(new Set(logged.map(({ dataset, key }) => `${String(dataset)} ${String(key)}`))).toEqual(
      new Set([
        'authors undefined',
        'authors anna',
        'places undefined',
        'places other',
        'places museum',
        'places anna',
      ]),
    );
  });

  it('serves one dataset alone at its path', async () => {
    const { url } = await start(folder.write('one.yaml', 'datasets: { authors: { file: authors.csv } }\n'));
    expect(await asked(`${url}authors/`, 'Achebe')).toEqual({ status: 200, ids: '2' });
  });
});

describe('a settings file beside a list', () => {
  it('says the same of it, with --each and below what the settings file of the service says', () => {
    const list = folder.write('beside/authors.csv', 'id,name\n1,Virginia Woolf\n');
    folder.write('beside/authors.settings.yaml', 'title: Beside\nbatchSize: 7\nlanguage: en\nkeys: { anna: ask }\n');
    expect(listWithSettings({ files: [list], choices: { language: 'de' } })).toEqual({
      source: { files: [list], choices: { title: 'Beside', language: 'de' } },
      settings: { batchSize: 7 },
      roles: new Map([['anna', 'ask']]),
    });
    const [one] =
      configuredDatasets(
        folder.write('above.yaml', 'datasets:\n  a:\n    file: beside/authors.csv\n    title: Above\n    watch: on\n'),
        access,
      ) ?? [];
    expect(one).toMatchObject({
      path: 'a',
      source: { files: [list], choices: { title: 'Above', language: 'en' } },
      settings: { batchSize: 7, watch: 'on' },
    });
  });

  it('is at fault with its line', () => {
    const list = folder.write('faulty/authors.csv', 'id,name\n1,Virginia Woolf\n');
    folder.write('faulty/authors.settings.yaml', 'title: x\nfile: other.csv\n');
    expect(() => listWithSettings({ files: [list] })).toThrow(
      expect.objectContaining({
        code: 'setting-invalid',
        message: expect.stringContaining('authors.settings.yaml:2:1: there is no setting "file"'),
      }),
    );
  });
});

describe('a settings file that is wrong', () => {
  it.each([
    ['datasets: []', ':1:1: datasets has to name a path and a file for each dataset.'],
    [
      'datasets: { authors: authors.csv }',
      ':1:13: dataset authors: it has to be settings with values, such as file: authors.csv',
    ],
    [
      'datasets:\n  authors:\n    title: x',
      ':2:3: dataset authors: it names no file. Write, for example, file: authors.csv',
    ],
    ['datasets:\n  Große Orte:\n    file: a.csv', ':2:3: dataset Große Orte: its name is its path'],
    [
      'datasets:\n  authors:\n    file: a.csv\n    langauge: en',
      ':4:5: dataset authors: there is no setting "langauge". Did you mean language?',
    ],
    [
      'datasets:\n  authors:\n    file: a.csv\n    watch: maybe',
      ':4:5: dataset authors: watch: "maybe" is not one of on, off.',
    ],
    [
      'datasets:\n  authors:\n    file: a.csv\n    port: 80',
      ':4:5: dataset authors: port holds for the whole service; write it at the top.',
    ],
    [
      'datasets:\n  authors:\n    file: a.csv\n    keys:\n      anna: god',
      ':5:7: dataset authors: keys: anna: "god" is not one of ask, judge, administer.',
    ],
    ['datasets:\n  authors:\n    file: [1, {}]\n    title: []', '2 things are wrong with the datasets:'],
  ])('%j is refused', (text, message) => {
    expect(() => configuredDatasets(folder.write('wrong.yaml', `${text}\n`), access)).toThrow(
      expect.objectContaining({
        code: 'setting-invalid',
        message: expect.stringContaining(message),
        advice: expect.any(String),
      }),
    );
  });

  it('is told on the command line, as is what does not go together', async () => {
    const config = folder.write('health.yaml', 'datasets: { health: { file: authors.csv } }\n');
    expect(await runInProcess(['serve', '--config', config])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('dataset health: the service has /health for itself.'),
    });
    const good = folder.write('good.yaml', 'datasets: { authors: { file: authors.csv, requireKeys: everything } }\n');
    expect(await runInProcess(['serve', 'x.csv', '--config', good])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name them in one of the two places.'),
    });
    await expect(start(good)).rejects.toMatchObject({
      code: 'setting-invalid',
      message: 'dataset authors: requireKeys: everything needs a key, and there is no file of keys.',
    });
  });
});
