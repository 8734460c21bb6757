import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createApiKey } from '../../src/access/api-key.js';
import { changeKeyFile } from '../../src/access/key-file.js';
import { namedDatasets, TAKEN_PATHS } from '../../src/assembly/named-datasets.js';
import { startDatasets, type RunningDatasets } from '../../src/assembly/start-datasets.js';
import { readSettings } from '../../src/settings/read-settings.js';
import type { SettingName } from '../../src/settings/setting-definitions.js';
import { createSessions } from '../../src/web/access/credentials.js';
import { listRoutes } from '../../src/web/datasets-app.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

const folder = temporaryFolder();
const authors = folder.write('authors.csv', 'id,name\n1,Virginia Woolf\n2,Chinua Achebe\n');
const places = folder.write('places.csv', 'id,name\na,Cologne\nb,Munich\n');
const running: RunningDatasets[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});
afterAll(() => folder.remove());

async function start(
  flags: Partial<Record<SettingName, string>>,
  files: readonly string[] = [authors, places],
): Promise<string> {
  const settings = readSettings({ flags: { port: '0', workers: '1', ...flags }, env: {}, processors: 1 });
  const service = await startDatasets({
    datasets: await namedDatasets(files, (file) => ({ source: { files: [file] } })),
    settings,
    observe: () => undefined,
  });
  running.push(service);
  return service.url;
}

async function stop(): Promise<void> {
  await running.pop()?.close();
}

interface Page {
  readonly status: number;
  readonly text: string;
  readonly location: string;
  readonly cookie: string;
}

async function visit(
  address: string,
  fields?: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const answer = await fetch(address, {
    headers: { Accept: 'text/html', ...headers },
    redirect: 'manual',
    ...(fields !== undefined && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  return {
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get('location') ?? '',
    cookie: answer.headers.get('set-cookie') ?? '',
  };
}

const navigationOf = ({ text }: Page): readonly string[] =>
  [...(/<nav aria-label="Main">(.*?)<\/nav>/s.exec(text)?.[1] ?? '').matchAll(/href="([^"]*)"/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );

describe('tables that are matched in the browser, among several datasets', () => {
  it('belong to the dataset that they are matched with, and outlive the service in a folder of their own', async () => {
    const dataDir = join(folder.path, 'kept');
    let url = await start({ dataDir });
    const { location } = await visit(`${url}authors/runs`, { names: 'author\nVirginia Wolf\nChinua Achebe\n' });
    expect(location).toMatch(/\/authors\/runs\/[0-9a-f]{32}$/);
    await visit(`${location}/start`, {});
    await until(async () => (await visit(location)).text.includes('rows are matched'));
    expect((await visit(`${location}/review`)).status).toBe(200);
    const id = location.slice(-32);
    expect(existsSync(join(dataDir, 'datasets', 'authors', 'reviews', id))).toBe(true);
    expect((await visit(location.replace('/authors/', '/places/'))).status).toBe(404);
    await stop();
    url = await start({ dataDir });
    expect((await visit(`${url}authors/runs`)).text).toContain(id);
    expect((await visit(`${url}places/runs`)).text).not.toContain(id);
    expect((await visit(`${url}authors/runs/${id}/file?format=csv`)).text).toContain('Virginia Woolf');
  });

  it('go on where a restart has stopped them, once their dataset can be loaded', async () => {
    const dataDir = join(folder.path, 'resumed');
    const late = folder.write('late.csv', 'id,name\n1,Ada Lovelace\n');
    const url = await start({ dataDir }, [authors, late]);
    const { location } = await visit(`${url}late/runs`, { names: 'name\nAda Lovelace\n' });
    await visit(`${location}/start`, {});
    await until(async () => (await visit(location)).text.includes('rows are matched'));
    await stop();
    const id = location.slice(-32);
    const record = join(dataDir, 'datasets', 'late', 'reviews', id, 'run.json');
    const stopped = z.looseObject({ status: z.literal('done') }).parse(JSON.parse(readFileSync(record, 'utf8')));
    writeFileSync(record, JSON.stringify({ ...stopped, status: 'matching' }));
    writeFileSync(late, '');
    const again = await start({ dataDir }, [authors, late]);
    expect((await visit(`${again}late/runs/${id}`)).status).toBe(503);
    writeFileSync(late, 'id,name\n1,Ada Lovelace\n');
    await running[0]?.reload();
    await until(async () => (await visit(`${again}late/runs/${id}`)).text.includes('rows are matched'));
  });

  it('live as long as the service without a data folder', async () => {
    const url = await start({});
    expect((await visit(`${url}authors/runs`)).text).toContain('lost when it stops');
    expect((await visit(`${url}projects`)).text).toContain('This service keeps no projects.');
  });
});

describe('projects among several datasets', () => {
  const columnsOf = async (url: string, id: string): Promise<string> =>
    (await fetch(`${url}command/core/get-models?project=${id}`)).text();
  const tokenOf = async (url: string): Promise<string> =>
    z.object({ token: z.string() }).parse(await (await fetch(`${url}command/core/get-csrf-token`)).json()).token;

  it('are at the address of the service, and reconcile with each of them', async () => {
    const url = await start({ dataDir: join(folder.path, 'projects') });
    const form = new FormData();
    form.append('project-file', new Blob(['town\nCologne\nMunich\n']), 'towns.csv');
    const created = await fetch(`${url}command/core/create-project-from-upload?csrf_token=${await tokenOf(url)}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    const id = /project=(\d+)$/.exec(created.headers.get('location') ?? '')?.[1] ?? '';
    expect(created.headers.get('location')).toBe(`${url}project?project=${id}`);
    expect((await visit(`${url}projects`)).text).toContain(`${url}project?project=${id}`);
    // By the name that people type, too.
    const local = url.replace('127.0.0.1', 'localhost');
    const page = await visit(`${local}project?project=${id}`);
    expect([...page.text.matchAll(/<option value="([^"]*)">(Authors|Places)</g)].map(([, address]) => address)).toEqual(
      [`${local}authors/`, `${local}places/`],
    );
    const csrf = /name="csrf_token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const sent = await visit(`${local}project?project=${id}`, {
      csrf_token: csrf,
      action: 'reconcile',
      column: 'town',
      service: `${local}places/`,
    });
    expect([sent.status, sent.location]).toEqual([303, `${local}project?project=${id}`]);
    await until(async () => (await columnsOf(url, id)).includes('reconStats'));
    const rows = await (await fetch(`${url}command/core/get-rows?project=${id}`)).text();
    expect([...rows.matchAll(/"m":\{"id":"(\w)"/g)].map(([, found]) => found).sort()).toEqual(['a', 'b']);
    expect(await columnsOf(url, id)).toContain(`${local}places/`);
    expect(
      (
        await visit(`${url}project?project=${id}`, {
          csrf_token: csrf,
          action: 'reconcile',
          column: 'town',
          service: 'https://elsewhere.example/',
        })
      ).status,
    ).toBe(503);
  });

  it('are one step away from every page, and so are the datasets', async () => {
    const url = await start({ dataDir: join(folder.path, 'navigation') });
    for (const path of ['', 'projects', 'docs', 'all/']) {
      const page = await visit(`${url}${path}`);
      expect(navigationOf(page)).toEqual(['/', '/all/', '/projects', '/docs']);
      expect(page.text).toContain(`<img src="${url}logo.svg"`);
      expect(page.text).toContain(`action="${url}language"`);
    }
    for (const path of ['authors/', 'authors/runs', 'authors/about'])
      expect(navigationOf(await visit(`${url}${path}`))).toEqual([
        '/',
        '/authors/',
        '/authors/browse',
        '/authors/runs',
        '/projects',
        '/authors/about',
        '/docs',
      ]);
    expect((await visit(url)).text).toContain(`<a href="${url}places/runs">Match a table</a>`);
    expect((await visit(`${url}authors/projects`)).location).toBe(`${url}projects`);
  });

  it('leave no dataset the paths that they and the service need', () => {
    const ring = { find: () => undefined, byId: () => undefined, reload: () => undefined };
    const routes = listRoutes(
      [],
      { contentType: '', render: () => Promise.resolve('') },
      { ring, sessions: createSessions() },
    );
    const taken = new Set(
      routes.map(({ path }) => path.split('/')[1] ?? '').filter((first) => first !== '' && !first.includes('.')),
    );
    expect([...TAKEN_PATHS].sort()).toEqual([...taken, 'all', 'command', 'datasets', 'mcp', 'project'].sort());
  });
});

describe('signing in to a service of several datasets', () => {
  it('happens once for all that a key holds for', async () => {
    const keys = [
      createApiKey({ name: 'both', role: 'judge', datasets: ['authors', 'places'] }),
      createApiKey({ name: 'one', role: 'judge', datasets: ['places'] }),
      createApiKey({ name: 'all', role: 'administer', datasets: 'all' }),
      createApiKey({ name: 'none', role: 'judge', datasets: ['elsewhere'] }),
    ] as const;
    const [both, one, all, none] = keys;
    const keysFile = join(folder.path, 'keys.json');
    await changeKeyFile(keysFile, () => keys.map(({ kept }) => kept));
    const url = await start({ keysFile, dataDir: join(folder.path, 'signed-in') });
    const refused = await visit(`${url}authors/runs?x=1`);
    expect([refused.status, refused.text]).toEqual([
      401,
      expect.stringContaining(`${url}sign-in?to=${encodeURIComponent('/authors/runs?x=1')}`),
    ]);
    expect((await visit(`${url}authors/sign-in`)).status).toBe(404);
    const signIn = (key: string, to = '/authors/runs?x=1'): Promise<Page> => visit(`${url}sign-in`, { key, to });
    const entered = await signIn(both.text);
    expect([entered.status, entered.location, entered.cookie]).toEqual([
      303,
      `${url}authors/runs?x=1`,
      expect.stringContaining('Path=/;'),
    ]);
    const withKey = async (cookie: string, path: string): Promise<number> =>
      (await visit(`${url}${path}`, undefined, { Cookie: cookie.split(';')[0] ?? '' })).status;
    expect([
      await withKey(entered.cookie, 'authors/runs'),
      await withKey(entered.cookie, 'places/runs'),
      await withKey(entered.cookie, 'projects'),
    ]).toEqual([200, 200, 403]);
    const second = await signIn(one.text);
    expect([await withKey(second.cookie, 'authors/runs'), await withKey(second.cookie, 'places/runs')]).toEqual([
      403, 200,
    ]);
    expect(await withKey((await signIn(all.text)).cookie, 'projects')).toBe(200);
    const useless = await signIn(none.text);
    expect([useless.status, useless.cookie, useless.text]).toEqual([
      403,
      '',
      expect.stringContaining('This key holds for none of these datasets.'),
    ]);
  });
});
