import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startProgram } from './program.js';
import { parentInMemory } from './temporary-files.js';

/** A server that a test started, on a port of its own of this computer, with a database `museum` for the user `keeper`. */
export interface DatabaseServer {
  readonly port: number;
  /** The address of its database; ends where parameters may follow. */
  readonly address: string;
  /** The file of its certificate, which it has signed itself. */
  readonly certificate: string;
  /** Runs statements as the owner. */
  readonly run: (sql: string) => void;
  readonly stop: () => Promise<void>;
}

/** Two servers are made at once. */
const inBackground = promisify(execFile);

export const PASSWORD = 'f1dl3-st1cks';

/** PostgreSQL of Debian, as the user `postgres`: it refuses to run as root. */
export async function startPostgres(): Promise<DatabaseServer> {
  const versions = readdirSync('/usr/lib/postgresql').sort();
  const bin = join('/usr/lib/postgresql', versions.at(-1) ?? '', 'bin');
  const { folder, as } = homeOf('postgres');
  const data = join(folder, 'data');
  const secret = join(folder, 'secret');
  writeFileSync(secret, `${PASSWORD}\n`, { mode: 0o644 });
  await inBackground(
    'runuser',
    [
      ...as,
      join(bin, 'initdb'),
      '-D',
      data,
      '-U',
      'keeper',
      '--auth=scram-sha-256',
      `--pwfile=${secret}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { cwd: '/' },
  );
  const { certificate, key } = certificateIn(folder, 'postgres');
  const port = await freePort();
  const program = await startProgram({
    command: 'runuser',
    args: [
      ...as,
      join(bin, 'postgres'),
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'fsync=off',
      '-c',
      'ssl=on',
      '-c',
      `ssl_cert_file=${certificate}`,
      '-c',
      `ssl_key_file=${key}`,
    ],
    cwd: '/',
    readyWithinMs: 60_000,
    isReady: (output) => Promise.resolve(output.includes('ready to accept connections')),
  });
  const run = (sql: string, database = 'museum'): void => {
    execFileSync(
      join(bin, 'psql'),
      ['-v', 'ON_ERROR_STOP=1', '-q', '-h', '127.0.0.1', '-p', String(port), '-U', 'keeper', '-d', database, '-c', sql],
      { stdio: 'pipe', env: { ...process.env, PGPASSWORD: PASSWORD } },
    );
  };
  run('CREATE DATABASE museum', 'postgres');
  return {
    port,
    certificate,
    address: `postgres://keeper:${PASSWORD}@127.0.0.1:${port}/museum`,
    run,
    stop: async () => stopped(program, folder),
  };
}

/** MariaDB of Debian, as the user `mysql`. */
export async function startMariadb(): Promise<DatabaseServer> {
  const { folder, as } = homeOf('mysql');
  const data = join(folder, 'data');
  await inBackground(
    'runuser',
    [
      ...as,
      'mariadb-install-db',
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
    ],
    { cwd: '/' },
  );
  const { certificate, key } = certificateIn(folder, 'mysql');
  const port = await freePort();
  const socket = join(folder, 'socket');
  const program = await startProgram({
    command: 'runuser',
    args: [
      ...as,
      'mariadbd',
      '--no-defaults',
      `--datadir=${data}`,
      `--port=${port}`,
      `--socket=${socket}`,
      '--bind-address=127.0.0.1',
      `--pid-file=${join(folder, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=0',
      '--skip-name-resolve',
      `--ssl-cert=${certificate}`,
      `--ssl-key=${key}`,
    ],
    cwd: '/',
    readyWithinMs: 60_000,
    isReady: (output) => Promise.resolve(output.includes('ready for connections')),
  });
  const run = (sql: string, database = 'museum'): void => {
    execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-u', 'root', database, '-e', sql], {
      stdio: 'pipe',
    });
  };
  run(
    `CREATE DATABASE museum CHARACTER SET utf8mb4; CREATE USER keeper@'127.0.0.1' IDENTIFIED BY '${PASSWORD}'; GRANT ALL ON museum.* TO keeper@'127.0.0.1'`,
    'mysql',
  );
  return {
    port,
    certificate,
    address: `mariadb://keeper:${PASSWORD}@127.0.0.1:${port}/museum`,
    run,
    stop: async () => stopped(program, folder),
  };
}

/** A certificate of this computer, signed by itself, and its key, which only the user may read. */
function certificateIn(folder: string, user: string): { readonly certificate: string; readonly key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=127.0.0.1',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-out',
      certificate,
      '-keyout',
      key,
    ],
    { stdio: 'pipe' },
  );
  execFileSync('chown', [user, key]);
  chmodSync(key, 0o600);
  return { certificate, key };
}

function homeOf(user: string): { readonly folder: string; readonly as: readonly string[] } {
  const folder = mkdtempSync(join(parentInMemory(), `sameas-${user}-`));
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, user], { encoding: 'utf8' })));
  chmodSync(folder, 0o755);
  chownSync(folder, uid ?? 0, gid ?? 0);
  mkdirSync(join(folder, 'tmp'));
  return { folder, as: ['-u', user, '--'] };
}

async function stopped(program: { readonly stop: () => Promise<number | null> }, folder: string): Promise<void> {
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
}
