import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { readSourceState, type DatasetSource } from '../../../src/datasets/dataset-source.js';
import { shownPath } from '../../../src/datasets/sources/source-address.js';
import { loadForTest, loadingError } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { startSparqlEndpoint, startWebServer } from '../../support/web-server.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const PLACES = 'id,name\np1,Lund\np2,Malmö\n';
const at = (url: string, cacheFolder?: string): DatasetSource => ({
  files: [url],
  access: { urlAccess: 'all', cacheFolder },
});

describe('addresses as they are shown', () => {
  it.each([
    ['people.csv', 'people.csv'],
    [
      'postgres://bob:p%40ss@db.example.org:5433/museum?table=artists',
      'postgres://bob@db.example.org:5433/museum?table=artists',
    ],
    ['postgres://bob@db/museum?table=a&password=x&sslpassword=y', 'postgres://bob@db/museum?table=a'],
    ['https://bob:pass@example.org/list.csv?token=abc&page=1', 'https://example.org/list.csv?page=1'],
    ['postgres://bob:p#ss@db:x/museum', 'postgres://…@db:x/museum'],
  ])('%s', (path, shown) => expect(shownPath(path)).toBe(shown));
});

describe('a list at an address', () => {
  it('is sent again only when it has changed, by its ETag or its date', async () => {
    let version = 1;
    const statuses: number[] = [];
    const server = await startWebServer((request, response) => {
      const etag = `"v${version}"`;
      const status = request.headers['if-none-match'] === etag ? 304 : 200;
      statuses.push(status);
      response
        .writeHead(status, { ETag: etag, 'Content-Type': 'text/csv' })
        .end(status === 304 ? undefined : `${PLACES}${version === 1 ? '' : 'p3,Ystad\n'}`);
    });
    const cache = join(folder.path, 'cache');
    const source = at(`${server.origin}/places.csv`, cache);
    expect((await loadForTest(source)).entities).toHaveLength(2);
    expect((await loadForTest(source)).entities).toHaveLength(2);
    version = 2;
    expect((await loadForTest(source)).entities).toHaveLength(3);
    expect(statuses).toEqual([200, 304, 200]);
    // A copy that was damaged is fetched anew.
    const body = readdirSync(cache).find((name) => name.endsWith('.body')) ?? '';
    folder.write(`cache/${body}`, 'broken');
    expect((await loadForTest(source)).entities).toHaveLength(3);
    expect(statuses.at(-1)).toBe(200);
    await server.stop();
  });

  it('is not asked for before it is allowed, nor at private places when only public ones are', async () => {
    for (const urlAccess of ['off', 'public'] as const) {
      const { code, advice } = await loadingError({
        files: ['http://127.0.0.1:9/list.csv'],
        access: { urlAccess, cacheFolder: undefined },
      });
      expect([code, advice]).toEqual(['source-unavailable', expect.stringContaining('--url-access all')]);
    }
  });

  it('that leads round and round, is a page, or gives too much, is refused in a sentence', async () => {
    const server = await startWebServer((request, response) => {
      if (request.url === '/round') response.writeHead(302, { Location: '/round' }).end();
      else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!DOCTYPE html><p>Sign in first');
    });
    expect(await loadingError(at(`${server.origin}/round`))).toMatchObject({
      code: 'source-unavailable',
      message: expect.stringMatching(/it leads on more than 5 times\.$/),
    });
    expect(await loadingError(at(`${server.origin}/list.csv`))).toMatchObject({
      code: 'file-format-unknown',
      message: expect.stringMatching(/is a web page \(HTML\)/),
    });
    await server.stop();
  });

  it('may be of any format, which its media type tells where the content does not', async () => {
    const server = await startWebServer((_, response) =>
      response
        .setHeader('Content-Type', 'text/turtle; charset=utf-8')
        .end('<urn:x:1> <http://www.w3.org/2004/02/skos/core#prefLabel> "Lund"@sv .\n'),
    );
    expect((await loadForTest(at(`${server.origin}/export`))).entities.map(({ name }) => name)).toEqual(['Lund']);
    await server.stop();
  });

  it('that is a SPARQL endpoint says what is wrong with a query', async () => {
    const endpoint = await startSparqlEndpoint('<urn:a> <urn:b> "c" .');
    const { code, message } = await loadingError({ ...at(endpoint.origin), choices: { query: 'SELECT ?x { ?x' } });
    expect([code, message]).toEqual([
      'source-invalid',
      expect.stringMatching(/^The query was refused by http:\S+: .*\.$/),
    ]);
    await endpoint.stop();
  });
});

describe('an SQLite file', () => {
  it('that a program is writing is read with what is still in its log', async () => {
    const file = join(folder.path, 'logged.sqlite');
    const database = new sqlite.Database(join(folder.path, 'writing.sqlite'));
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
    database.exec(
      "CREATE TABLE places (id TEXT, name TEXT, picture BLOB); INSERT INTO places VALUES ('p1', 'Lund', x'00ff'), ('p2', 'Malmö', NULL)",
    );
    // As it is while the program runs.
    for (const end of ['', '-wal']) cpSync(join(folder.path, `writing.sqlite${end}`), `${file}${end}`);
    database.close();
    expect(existsSync(`${file}-wal`)).toBe(true);
    const { entities, report } = await loadForTest(file);
    expect(entities.map(({ name }) => name)).toEqual(['Lund', 'Malmö']);
    expect(report.files[0]?.readAs).toBe('table "places" of an SQLite database');
    expect((await readSourceState({ files: [file] })).contentHash).toBe(
      (await loadForTest(file)).dataset.metadata.contentHash,
    );
  });

  it('keeps numbers of any length, and tells places by rows', async () => {
    const file = join(folder.path, 'odd.sqlite');
    const database = new sqlite.Database(file);
    database.exec(
      "CREATE TABLE t (id INTEGER, name TEXT); INSERT INTO t VALUES (1152921504606846977, 'Big'), (2, NULL), (3, 'Three')",
    );
    database.close();
    const { entities, report } = await loadForTest(file);
    expect(entities.map(({ id }) => id)).toEqual(['1152921504606846977', '3']);
    expect(report.problems[0]?.examples[0]).toMatchObject({ line: 2, unit: 'row' });
  });

  it('that is cut off is refused', async () => {
    const file = join(folder.path, 'whole.sqlite');
    const database = new sqlite.Database(file);
    database.exec(
      "CREATE TABLE t (id INTEGER, name TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i, 'Name ' || i FROM n",
    );
    database.close();
    folder.write('cut.sqlite', readFileSync(file).subarray(0, 20_000));
    expect(await loadingError(join(folder.path, 'cut.sqlite'))).toMatchObject({
      code: 'file-damaged',
      message: expect.stringMatching(/is an SQLite database, but it is incomplete or damaged\.$/),
    });
  });
});

describe('the standard input', () => {
  it('is a list like any other', () => {
    const { status, stdout } = spawnSync(process.execPath, ['dist/main.js', 'check', '-'], {
      input: PLACES,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('2 entities with 2 names')]);
  });

  it('with nothing in it is said to be empty', () => {
    const { status, stderr } = spawnSync(process.execPath, ['dist/main.js', 'check', '-'], {
      input: '',
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('the standard input is empty.')]);
  });
});
