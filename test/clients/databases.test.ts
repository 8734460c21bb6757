import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { PASSWORD, startMariadb, startPostgres, type DatabaseServer } from '../support/database-servers.js';
import { freePort, startProgram } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

/* Lists in real databases, by the built program. It stands here because it needs the servers of Debian's packages. */

/** Each is read in more than one part: PostgreSQL hands out 5,000 rows at once, SQLite 10,000, MariaDB a stream. */
const ROWS = { PostgreSQL: 60_000, MariaDB: 12_000, SQLite: 12_000 } as const;
type Product = keyof typeof ROWS;
const folder = temporaryFolder();
const servers: DatabaseServer[] = [];

/** A database with a table `artists` of many rows and a small one, and how rows of it are changed. */
interface Filled {
  readonly list: readonly string[];
  readonly address: string;
  readonly rename: (id: number, name: string) => void;
  /** Runs a statement. */
  readonly run: (sql: string) => void;
  /** What it calls itself in messages. */
  readonly product: string;
}

const databases = new Map<Product, Filled>();

beforeAll(async () => {
  const started = async (start: () => Promise<DatabaseServer>): Promise<DatabaseServer> => {
    const server = await start();
    servers.push(server);
    return server;
  };
  const [postgres, mariadb] = await Promise.all([started(startPostgres), started(startMariadb)]);
  postgres.run(`CREATE TABLE artists (id integer PRIMARY KEY, name text NOT NULL, born date, aliases text[], facts jsonb);
    INSERT INTO artists SELECT i, 'Artist number ' || i, DATE '1800-01-01' + i % 70000, CASE WHEN i = 7 THEN ARRAY['Seventh artist', 'Septimus'] END, CASE WHEN i = 7 THEN '{"town": "Łódź"}'::jsonb END FROM generate_series(1, ${ROWS.PostgreSQL}) i;
    CREATE SCHEMA archive; CREATE TABLE archive.places (id text, name text); INSERT INTO archive.places VALUES ('p1', 'Lund'), ('p2', 'Malmö')`);
  databases.set('PostgreSQL', {
    list: [`${postgres.address}?table=artists`],
    address: postgres.address,
    product: 'PostgreSQL',
    run: (sql) => postgres.run(sql),
    rename: (id, name) => postgres.run(`UPDATE artists SET name = '${name}' WHERE id = ${id}`),
  });
  mariadb.run(`CREATE TABLE artists (id integer PRIMARY KEY, name varchar(200) NOT NULL, born date, aliases varchar(200));
    INSERT INTO artists SELECT seq, CONCAT('Artist number ', seq), DATE_ADD('1800-01-01', INTERVAL seq % 70000 DAY), IF(seq = 7, 'Seventh artist', NULL) FROM seq_1_to_${ROWS.MariaDB};
    CREATE TABLE places (id varchar(9), name varchar(200)); INSERT INTO places VALUES ('p1', 'Lund'), ('p2', 'Malmö')`);
  databases.set('MariaDB', {
    list: [`${mariadb.address}?table=artists`],
    address: mariadb.address,
    product: 'MariaDB',
    run: (sql) => mariadb.run(sql),
    rename: (id, name) => mariadb.run(`UPDATE artists SET name = '${name}' WHERE id = ${id}`),
  });
  const file = join(folder.path, 'museum.sqlite');
  const change = (sql: string): void => {
    const database = new sqlite.Database(file);
    database.exec(sql);
    database.close();
  };
  change(`CREATE TABLE artists (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born TEXT, aliases TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS.SQLite}) INSERT INTO artists SELECT i, 'Artist number ' || i, date('1800-01-01', (i % 70000) || ' days'), CASE WHEN i = 7 THEN 'Seventh artist' END FROM n;
    CREATE TABLE places (id TEXT, name TEXT); INSERT INTO places VALUES ('p1', 'Lund'), ('p2', 'Malmö')`);
  databases.set('SQLite', {
    list: [file, '--table', 'artists'],
    address: file,
    product: 'SQLite',
    run: change,
    rename: (id, name) => change(`UPDATE artists SET name = '${name}' WHERE id = ${id}`),
  });
}, 240_000);

afterAll(async () => {
  for (const server of servers) await server.stop();
  folder.remove();
});

function filled(name: Product): Filled {
  const found = databases.get(name);
  if (found === undefined) throw new Error(`${name} was not started`);
  return found;
}

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly complaints: string;
}

function sameas(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['dist/main.js', ...args],
      { env: { ...process.env, ...env }, timeout: 120_000 },
      (error, stdout, stderr) => {
        resolve({
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
          output: stdout,
          complaints: stderr,
        });
      },
    );
  });
}

describe.each(['PostgreSQL', 'MariaDB', 'SQLite'] as const)('a list in %s', (name) => {
  it(`of ${ROWS[name].toLocaleString('en')} rows is served, changed, refreshed and matched`, async () => {
    const { list, rename, run } = filled(name);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const program = await startProgram({
      command: process.execPath,
      args: [
        'dist/main.js',
        'serve',
        ...list,
        '--refresh',
        '1s',
        '--port',
        String(port),
        '--index-cache',
        'off',
        '--log-level',
        'info',
      ],
      readyWithinMs: 120_000,
      isReady: async () => (await fetch(`${origin}/ready`)).ok,
    });
    try {
      const first = async (
        query: string,
      ): Promise<{ readonly id: string; readonly name: string; readonly match: boolean } | undefined> => {
        const answer = await fetch(`${origin}/`, {
          method: 'POST',
          body: new URLSearchParams({ queries: JSON.stringify({ q0: { query } }) }),
        });
        // The form of an answer of the protocol.
        return ((await answer.json()) as { q0: { result: { id: string; name: string; match: boolean }[] } }).q0
          .result[0];
      };
      expect(await (await fetch(`${origin}/ready`)).json()).toMatchObject({ entities: ROWS[name] });
      expect(await first('Artist number 11234')).toMatchObject({ id: '11234', match: true });
      expect(await first('Seventh artist')).toMatchObject({ id: '7', name: 'Artist number 7' });
      rename(11_234, 'Hilma af Klint');
      await until(async () => (await first('Hilma af Klint'))?.id === '11234');
      expect(await first('Hilma af Klint')).toMatchObject({ id: '11234', name: 'Hilma af Klint', match: true });
      // A look that fails leaves what is served, and shows in the health of the service until the next one succeeds.
      const failure = async (): Promise<{ readonly code: string } | undefined> =>
        ((await (await fetch(`${origin}/health`)).json()) as { loadFailed?: { code: string } }).loadFailed; // the form of the answer
      run('ALTER TABLE artists RENAME TO painters');
      await until(async () => (await failure()) !== undefined);
      expect(await failure()).toMatchObject({ code: 'source-invalid' });
      expect(await first('Hilma af Klint')).toMatchObject({ id: '11234', match: true });
      run('ALTER TABLE painters RENAME TO artists');
      await until(async () => (await failure()) === undefined);
      expect(program.output()).not.toContain(PASSWORD);
    } finally {
      await program.stop();
    }
  }, 240_000);

  it('is matched from the command line, by a query as well', async () => {
    const { address } = filled(name);
    const names = folder.write('names.csv', 'name\nArtist number 42\nArtist number 77\n');
    const { code, output } = await sameas([
      'reconcile',
      address,
      names,
      '--query',
      'SELECT id, name FROM artists WHERE id < 100;',
    ]);
    expect(code).toBe(0);
    expect(
      output
        .split('\n')
        .slice(1, 3)
        .map((line) => line.split(',').slice(0, 2)),
    ).toEqual([
      ['Artist number 42', '42'],
      ['Artist number 77', '77'],
    ]);
  });

  it('is refused in one sentence for a table that is not there, several, a faulty query and one that would write', async () => {
    const { address } = filled(name);
    const complaintOf = async (...args: readonly string[]): Promise<string> => {
      const { code, complaints } = await sameas(['check', address, ...args]);
      expect([code, complaints]).toEqual([1, expect.not.stringContaining(PASSWORD)]);
      return complaints;
    };
    const [absent, several, faulty, writing, empty] = await Promise.all([
      complaintOf('--table', 'artits'),
      complaintOf(),
      complaintOf('--query', 'SELECT nothing FROM artists'),
      complaintOf('--query', 'DELETE FROM artists'),
      complaintOf('--query', 'SELECT id, name FROM artists WHERE id < 0'),
    ]);
    expect(absent).toMatch(/There is no table "artits" in .*\n.*Did you mean "artists"\?\n.*\(source-invalid\)/);
    expect(several).toMatch(/There are 2 tables in .*: .*"artists".*\n.*\(--table NAME.*\n.*\(source-invalid\)/);
    expect(faulty).toMatch(/The query was refused by .*nothing.*\n.*\n.*\(source-invalid\)/);
    expect(writing).toMatch(/The query was refused by .*\n.*\n.*\(source-invalid\)/);
    expect(empty).toMatch(/holds no records/);
  });
});

describe.each(['PostgreSQL', 'MariaDB'] as const)('the server of %s', (name) => {
  it('that refuses the password, has no such database or is not there is said in one sentence, without the password', async () => {
    const { address, product } = filled(name);
    const complaintOf = async (url: string): Promise<string> => {
      const { code, output, complaints } = await sameas(['check', url], { SAMEAS_LOG_LEVEL: 'debug' });
      expect([code, output]).toEqual([1, '']);
      expect(complaints).not.toMatch(/f1dl3|wr0ng/);
      return complaints.split('\n')[0] ?? '';
    };
    const [refused, absent, silent] = await Promise.all([
      complaintOf(address.replace(PASSWORD, 'wr0ng')),
      complaintOf(address.replace('/museum', '/mausoleum')),
      complaintOf(address.replace(/:\d+\/museum/, `:${await freePort()}/museum`)),
    ]);
    expect(refused).toMatch(
      new RegExp(
        `The ${product} database "museum" on 127.0.0.1:\\d+ cannot be read: it refuses the user name or the password\\.`,
      ),
    );
    expect(absent).toContain('it has no database of this name');
    expect(silent).toContain('nothing answers there');
  });

  it('is asked over an encrypted connection where the address says so, and only with a certificate that is trusted', async () => {
    const { address } = filled(name);
    const certificate = servers.find((server) => server.address === address)?.certificate ?? '';
    const [required, verified] =
      name === 'PostgreSQL' ? ['sslmode=require', 'sslmode=verify-full'] : ['ssl=required', 'ssl=required'];
    const query =
      name === 'PostgreSQL'
        ? 'SELECT 1 AS id, version AS name FROM pg_stat_ssl WHERE pid = pg_backend_pid()'
        : "SELECT 1 AS id, VARIABLE_VALUE AS name FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_version'";
    const nameIn = async (parameter: string, env: Readonly<Record<string, string>>): Promise<Ended> =>
      sameas(
        ['reconcile', `${address}?${parameter}`, folder.write('tls.csv', 'name\nTLSv1.3\n'), '--query', query],
        env,
      );
    const trusting = { NODE_EXTRA_CA_CERTS: certificate };
    expect((await nameIn(verified, trusting)).output.split('\n')[1]).toMatch(/^TLSv1\.3,1,/);
    if (name === 'PostgreSQL') expect((await nameIn(required, {})).output.split('\n')[1]).toMatch(/^TLSv1\.3,1,/);
    const refused = await nameIn(verified, {});
    expect([refused.code, refused.complaints]).toEqual([
      1,
      expect.stringMatching(/cannot be read: .*certificate.*\.\n[^]*\(source-unavailable\)/),
    ]);
    expect(refused.complaints).not.toContain(PASSWORD);
  });

  it('tells its password to nobody: reports, manifests and built indexes are without it', async () => {
    const { address } = filled(name);
    const manifest = join(folder.path, `${name}.yaml`);
    const report = await sameas(['check', `${address}?table=artists`, '--json', '--write-manifest', manifest]);
    expect(report.code).toBe(0);
    const index = join(folder.path, `${name}-index`);
    const built = await sameas([
      'index',
      address,
      '--table',
      name === 'PostgreSQL' ? 'archive.places' : 'places',
      '--out',
      index,
    ]);
    expect(built.code).toBe(0);
    for (const text of [
      report.output,
      report.complaints,
      readFileSync(manifest, 'utf8'),
      built.output,
      ...readdirSync(index).map((file) => readFileSync(join(index, file), 'latin1')),
    ])
      expect(text).not.toContain(PASSWORD);
    const variable = { PGPASSWORD: PASSWORD, MYSQL_PWD: PASSWORD };
    expect(await sameas(['check', manifest], variable)).toMatchObject({ code: 0 });
  });
});
