import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { createApiKey } from '../../src/access/api-key.js';
import { changeKeyFile } from '../../src/access/key-file.js';
import { namedDatasets } from '../../src/assembly/named-datasets.js';
import { startDatasets } from '../../src/assembly/start-datasets.js';
import { startService } from '../../src/assembly/start-service.js';
import { readSettings } from '../../src/settings/read-settings.js';
import type { SettingName } from '../../src/settings/setting-definitions.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
const served = folder.write('authors.csv', 'id,name\n1,Virginia Woolf\n2,Chinua Achebe\n');
const running: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});
afterAll(() => folder.remove());

async function start(flags: Partial<Record<SettingName, string>>, files?: readonly string[]): Promise<string> {
  const settings = readSettings({ flags: { port: '0', workers: '0', ...flags }, env: {}, processors: 1 });
  const observe = (): void => undefined;
  const service =
    files === undefined
      ? await startService({ source: { files: [served] }, settings, observe })
      : await startDatasets({
          datasets: await namedDatasets(files, (file) => ({ source: { files: [file] } })),
          settings,
          observe,
        });
  running.push(service);
  return service.url;
}

const dataDir = (name: string): string => join(folder.path, name);
async function stop(): Promise<void> {
  await running.pop()?.close();
}

interface Page {
  readonly status: number;
  readonly text: string;
  readonly location: string;
}

async function visit(
  address: string,
  body?: FormData | URLSearchParams,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const answer = await fetch(address, {
    headers: { Accept: 'text/html', ...headers },
    redirect: 'manual',
    ...(body !== undefined && { method: 'POST', body }),
  });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' };
}

function form(parts: Readonly<Record<string, string | readonly [name: string, content: string]>>): FormData {
  const data = new FormData();
  for (const [name, part] of Object.entries(parts))
    if (typeof part === 'string') data.set(name, part);
    else data.set(name, new Blob([part[1]]), part[0]);
  return data;
}

const BRIDGES =
  'nr;bridge;kind;water\nB1;Tower Bridge;bascule;Thames\nB2;Pont Neuf;arch;Seine\nB3;Karlův most;arch;Vltava\n';
const candidates = async (address: string, query: string): Promise<readonly { id: string; match: boolean }[]> => {
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ queries: JSON.stringify({ q: { query } }) }),
  });
  return ((await answer.json()) as { q?: { result: { id: string; match: boolean }[] } }).q?.result ?? []; // as the protocol says; nothing while it is loaded
};

describe('a list that is sent to the service', () => {
  it('is recognised, served at an address of its own, and matched with the table that came with it', async () => {
    const url = await start({ dataDir: dataDir('kept') });
    const sent = await visit(
      `${url}datasets`,
      form({
        list: ['Brücken Europas.csv', BRIDGES],
        file: ['my bridges.csv', 'name,over\nTower bridge,Thames\nPonte Vecchio,Arno\n'],
        dataset: 'new',
      }),
    );
    expect([sent.status, sent.location]).toEqual([303, `${url}datasets?dataset=brucken-europas`]);
    const { text } = await visit(sent.location);
    expect(text).toContain(
      '<th scope="row" dir="auto">bridge</th><td>name</td><td dir="auto">Tower Bridge · Pont Neuf · Karlův most</td>',
    );
    expect(text).toContain('<th scope="row" dir="auto">nr</th><td>identifier</td>');
    expect(text).toContain('Match my bridges.csv with this list');

    const address = `${url}datasets/brucken-europas/`;
    expect(await (await fetch(address)).json()).toMatchObject({ name: 'Brücken Europas', versions: expect.anything() });
    expect(await candidates(address, 'Karluv most')).toMatchObject([{ id: 'B3', match: true }]);
    expect(await candidates(url, 'Karluv most')).toEqual([]);

    const matched = await visit(`${url}datasets`, form({ action: 'match', dataset: 'brucken-europas' }));
    expect(matched.location).toMatch(/\/datasets\/brucken-europas\/runs\/[0-9a-f]{32}$/);
    expect((await visit(matched.location)).text).toMatch(/Ponte Vecchio/);
    expect((await visit(sent.location)).text).not.toContain('Match my bridges.csv');

    // The page of the dataset leads back to the service, not to a part of it.
    expect((await visit(`${address}browse`)).text).toContain(`<a href="${url}docs">`);
  });

  it('is read again with columns that a person chooses, and stays as it was with others', async () => {
    const url = await start({});
    await visit(`${url}datasets`, form({ list: ['bridges.csv', BRIDGES] }));
    const chosen = await visit(
      `${url}datasets`,
      new URLSearchParams({ action: 'columns', dataset: 'bridges', name: 'water', id: 'nr', type: 'kind' }),
    );
    expect(chosen.status).toBe(303);
    const { text } = await visit(chosen.location);
    expect(text).toContain('<th scope="row" dir="auto">water</th><td>name</td>');
    expect(text).toContain('<th scope="row" dir="auto">kind</th><td>type</td>');
    expect(await candidates(`${url}datasets/bridges/`, 'Seine')).toMatchObject([{ id: 'B2' }]);
    const wrong = await visit(
      `${url}datasets`,
      new URLSearchParams({ action: 'columns', dataset: 'bridges', name: 'nowhere' }),
    );
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining('there is no column &quot;<bdi>nowhere</bdi>&quot;'),
    ]);
    expect(await candidates(`${url}datasets/bridges/`, 'Seine')).toMatchObject([{ id: 'B2' }]);
  });

  it('is kept, replaced and deleted with its tables; a state that cannot be read leaves the old one', async () => {
    const data = dataDir('kept-2');
    let url = await start({ dataDir: data });
    await visit(`${url}datasets`, form({ list: ['bridges.csv', BRIDGES] }));
    const run = await visit(`${url}datasets`, form({ dataset: 'datasets/bridges', names: 'name\nPont Neuf\n' }));
    expect([run.status, run.location]).toEqual([307, `${url}datasets/bridges/runs`]);
    const kept = await visit(run.location, form({ dataset: 'datasets/bridges', names: 'name\nPont Neuf\n' }));
    const path = new URL(kept.location).pathname.slice(1);
    await stop();

    url = await start({ dataDir: data });
    await until(async () => (await visit(`${url}${path}`)).status === 200);
    expect((await visit(url)).text).toContain('value="datasets/bridges"');
    const broken = await visit(
      `${url}datasets`,
      form({ action: 'replace', dataset: 'bridges', list: ['new.csv', ''] }),
    );
    expect([broken.status, broken.text]).toEqual([400, expect.stringContaining('role="alert"')]);
    expect(broken.text).not.toContain(data);
    expect(await candidates(`${url}datasets/bridges/`, 'Pont Neuf')).toMatchObject([{ id: 'B2' }]);
    const replaced = await visit(
      `${url}datasets`,
      form({
        action: 'replace',
        dataset: 'bridges',
        list: ['bridges 2.csv', `${BRIDGES}B4;Rialto;arch;Canal Grande\n`],
      }),
    );
    expect(replaced.status).toBe(303);
    expect(await candidates(`${url}datasets/bridges/`, 'Rialto')).toMatchObject([{ id: 'B4', match: true }]);
    expect((await visit(`${url}${path}`)).status).toBe(200);
    expect(readdirSync(join(data, 'lists', 'bridges', 'list'))).toEqual(['bridges 2.csv']);
    await stop();

    url = await start({ dataDir: data });
    await until(
      async () =>
        (await visit(`${url}datasets?dataset=bridges`)).text.includes('Rialto') ||
        (await candidates(`${url}datasets/bridges/`, 'Rialto')).length > 0,
    );
    expect((await visit(`${url}datasets`, form({ action: 'delete', dataset: 'bridges' }))).status).toBe(303);
    expect((await visit(`${url}datasets/bridges/`)).status).toBe(404);
    expect((await visit(`${url}datasets?dataset=bridges`)).status).toBe(404);
    expect(existsSync(join(data, 'lists', 'bridges'))).toBe(false);
  });

  it.each([
    ['a manifest', ['m.yaml', 'files: [/etc/hostname]\n'], 'm.yaml is a manifest, not a list.'],
    ['a manifest in JSON', ['m.json', '{"files": ["/etc/hostname"]}'], 'm.json is a manifest, not a list.'],
    ['an empty file', ['nothing.csv', ''], 'nothing.csv'],
  ] as const)('is refused where it is %s, and nothing is kept', async (_, list, message) => {
    const data = dataDir('refused');
    const url = await start({ dataDir: data });
    const answer = await visit(`${url}datasets`, form({ list }));
    expect(answer.status).toBe(400);
    expect(answer.text.replace(/<\/?bdi>/g, '')).toContain(message);
    expect(answer.text).not.toContain(data);
    expect(readdirSync(join(data, 'lists'))).toEqual([]);
  });

  it('lies in its own folder, whatever the browser calls it', async () => {
    const data = dataDir('named');
    const url = await start({ dataDir: data });
    const { location } = await visit(`${url}datasets`, form({ list: ['..\\../../.hidden\u0000/../..', BRIDGES] }));
    expect(location).toBe(`${url}datasets?dataset=list`);
    expect(readdirSync(join(data, 'lists', 'list', 'list'))).toEqual(['list']);
  });

  it('has a place among several datasets, too', async () => {
    const places = folder.write('places.csv', 'id,name\na,Cologne\n');
    const url = await start({}, [served, places]);
    await visit(`${url}datasets`, form({ list: ['authors.csv', BRIDGES] }));
    expect(await candidates(`${url}datasets/authors/`, 'Pont Neuf')).toMatchObject([{ id: 'B2' }]);
    expect(await candidates(`${url}authors/`, 'Pont Neuf')).toEqual([]);
    const { text } = await visit(url);
    for (const path of ['authors', 'places', 'datasets/authors', 'new'])
      expect(text).toContain(`name="dataset" value="${path}"`);
    expect((await visit(`${url}datasets`, form({ dataset: 'places', names: 'Köln' }))).location).toBe(
      `${url}places/runs`,
    );
  });

  it('is taken from those alone who may administer, and from no page of another site', async () => {
    const keysFile = join(folder.path, 'keys.json');
    const keys: Record<string, string> = {};
    for (const role of ['judge', 'administer'] as const) {
      const { kept, text } = createApiKey({ name: role, role, datasets: 'all' });
      await changeKeyFile(keysFile, (all) => [...all, kept]);
      keys[role] = text;
    }
    const url = await start({ keysFile });
    const send = (headers: Readonly<Record<string, string>>): Promise<Page> =>
      visit(`${url}datasets`, form({ list: ['bridges.csv', BRIDGES] }), headers);
    expect((await send({})).status).toBe(401);
    expect((await send({ 'X-API-Key': keys['judge'] ?? '' })).status).toBe(403);
    expect((await send({ 'X-API-Key': keys['administer'] ?? '', Origin: 'https://elsewhere.example' })).status).toBe(
      403,
    );
    expect((await send({ 'X-API-Key': keys['administer'] ?? '' })).status).toBe(303);
    expect(
      (
        await visit(`${url}datasets`, form({ action: 'delete', dataset: 'bridges' }), {
          'X-API-Key': keys['judge'] ?? '',
        })
      ).status,
    ).toBe(403);
  });
});
