import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { startSparqlEndpoint, startWebServer, type WebServer } from '../support/web-server.js';
import { runInProcess } from './run-in-process.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

/* Bad input of every source that needs no server of databases: one sentence, advice where there is any, and the exit code. Those of databases are in test/clients/databases.test.ts. */

const folder = temporaryFolder();
const servers: WebServer[] = [];
let origin = '';
let endpoint = '';
beforeAll(async () => {
  const web = await startWebServer((request, response) => {
    if (request.url === '/round') response.writeHead(302, { Location: '/round' }).end();
    else if (request.url === '/absent.csv') response.writeHead(404).end('There is no such list.');
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!DOCTYPE html><p>Sign in first');
  });
  const sparql = await startSparqlEndpoint('<urn:a> <urn:b> "c" .');
  servers.push(web, sparql);
  [origin, endpoint] = [web.origin, sparql.origin];
  const database = new sqlite.Database(`${folder.path}/museum.sqlite`);
  database.exec(
    "CREATE TABLE artists (id TEXT, name TEXT); CREATE TABLE rooms (id TEXT, name TEXT); INSERT INTO artists VALUES ('a1', 'Hilma af Klint')",
  );
  database.close();
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  folder.remove();
});

const BOMB = `<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "${'&a;'.repeat(1000)}">]>\n<list><item><name>&b;</name></item></list>`;
const LIST = `id,name\n${Array.from({ length: 500 }, (_, i) => `p${i},Person number ${i}`).join('\n')}\n`;

interface BadInput {
  readonly what: string;
  readonly args: () => readonly string[];
  /** What the sentence must say. */
  readonly says: RegExp;
  readonly code: string;
}

const BAD: readonly BadInput[] = [
  {
    what: 'a file that is not there',
    args: () => [`${folder.path}/absent.csv`],
    says: /There is no file /,
    code: 'file-not-found',
  },
  {
    what: 'a gzipped file that is cut off',
    args: () => [folder.write('cut.csv.gz', gzipSync(LIST).subarray(0, -60))],
    says: /is gzipped, but its content is incomplete/,
    code: 'file-damaged',
  },
  {
    what: 'a bzip2 file that is cut off',
    args: () => [
      folder.write(
        'cut.csv.bz2',
        Buffer.from('QlpoOTFBWSZTWTFF/EUAAAVdgAAQAAQgAAAEJiNCACAAIgGg0EDQNAVLkFNOEdHeLuSK', 'base64'),
      ),
    ],
    says: /is packed with bzip2, but its content is incomplete/,
    code: 'file-damaged',
  },
  {
    what: 'a Parquet file that is cut off',
    args: () => [folder.write('cut.parquet', 'PAR1 and no more')],
    says: /is a Parquet file, but it is incomplete/,
    code: 'file-damaged',
  },
  {
    what: 'an XML bomb',
    args: () => [folder.write('bomb.xml', BOMB)],
    says: /entities that a document declares itself are not expanded/,
    code: 'file-damaged',
  },
  {
    what: 'JSON that is cut off',
    args: () => [folder.write('none.json', '{"data": [')],
    says: /The list is not closed: the file seems to be incomplete/,
    code: 'dataset-empty',
  },
  {
    what: 'a wrong path in JSON',
    args: () => [
      folder.write('nested.json', '{"data": {"items": [{"id": "a", "name": "A"}]}}'),
      '--json-path',
      'data.itms',
    ],
    says: /data\.itms/,
    code: 'json-path-unknown',
  },
  {
    what: 'a wrong element of XML',
    args: () => [
      folder.write('trees.xml', '<g><tree><name>Alder</name></tree><tree><name>Birch</name></tree></g>'),
      '--element',
      'bush',
    ],
    says: /has no element "bush"/,
    code: 'manifest-invalid',
  },
  {
    what: 'a wrong table of SQLite',
    args: () => [`${folder.path}/museum.sqlite`, '--table', 'artits'],
    says: /There is no table "artits"/,
    code: 'source-invalid',
  },
  {
    what: 'no table of several',
    args: () => [`${folder.path}/museum.sqlite`],
    says: /There are 2 tables/,
    code: 'source-invalid',
  },
  {
    what: 'a faulty query',
    args: () => [`${folder.path}/museum.sqlite`, '--query', 'SELECT nothing FROM artists'],
    says: /The query was refused/,
    code: 'source-invalid',
  },
  {
    what: 'a wrong column',
    args: () => [folder.write('list.csv', LIST), '--name-column', 'Nome'],
    says: /"Nome"/,
    code: 'setting-invalid',
  },
  {
    what: 'an address that leads round and round',
    args: () => [`${origin}/round`, '--url-access', 'all'],
    says: /it leads on more than 5 times/,
    code: 'source-unavailable',
  },
  {
    what: 'an address at which nothing is',
    args: () => [`${origin}/absent.csv`, '--url-access', 'all'],
    says: /404/,
    code: 'source-unavailable',
  },
  {
    what: 'a page in place of a list',
    args: () => [`${origin}/list.csv`, '--url-access', 'all'],
    says: /is a web page \(HTML\)/,
    code: 'file-format-unknown',
  },
  {
    what: 'an address that may not be asked',
    args: () => [`${origin}/list.csv`],
    says: /requests to addresses are switched off/,
    code: 'source-unavailable',
  },
  {
    what: 'a faulty query of SPARQL',
    args: () => [`${endpoint}/sparql`, '--query', 'SELECT ?x { ?x', '--url-access', 'all'],
    says: /The query was refused by /,
    code: 'source-invalid',
  },
  {
    what: 'an empty folder',
    args: () => [folder.write('nothing/README.txt', 'Nothing here.').replace(/README\.txt$/, '')],
    says: /no list/,
    code: 'file-empty',
  },
];

describe('sameas check', () => {
  it.each(BAD)('refuses $what in one sentence, with its exit code', async ({ args, says, code }) => {
    const run = await runInProcess(['check', ...args()]);
    expect({ code: run.code, stdout: run.stdout }).toEqual({
      code: code === 'setting-invalid' ? EXIT_CODES.usage.code : EXIT_CODES.data.code,
      stdout: '',
    });
    const [sentence = '', ...rest] = run.stderr.trimEnd().split('\n');
    expect(sentence).toMatch(says);
    expect(sentence).toMatch(/^sameas: .*[.:]$/);
    expect(rest.join('\n')).toContain(`(${code})`);
    // A sentence, advice and the code: no trace.
    expect(rest.length).toBeLessThanOrEqual(4);
  });
});
