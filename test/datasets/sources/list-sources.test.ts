import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { listSourceContract } from '../../contract/list-source.contract.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { startSparqlEndpoint, startWebServer } from '../../support/web-server.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const PLACES = 'id,name\np1,Lund\np2,Malmö\n';
const MORE = `${PLACES}p3,Ystad\n`;

listSourceContract({
  name: 'a file',
  brokenBy: 'file-not-found',
  open: () => {
    const file = folder.write('one/places.csv', PLACES);
    return {
      source: { files: [file] },
      change: () => void folder.write('one/places.csv', MORE),
      break: () => rmSync(file),
    };
  },
});

listSourceContract({
  name: 'a folder of files',
  brokenBy: 'file-empty',
  open: () => {
    folder.write('places/a.csv', 'id,name\np1,Lund\n');
    folder.write('places/b.json', '[{"id": "p2", "name": "Malmö"}]');
    folder.write('places/README.txt', 'Two places.');
    const path = join(folder.path, 'places');
    return {
      source: { files: [path] },
      change: () => void folder.write('places/c.csv', 'id,name\np3,Ystad\n'),
      break: () => ['a.csv', 'b.json', 'c.csv'].forEach((name) => rmSync(join(path, name))),
    };
  },
});

listSourceContract({
  name: 'an SQLite database',
  brokenBy: 'file-not-found',
  open: () => {
    const file = join(folder.path, 'places.sqlite');
    const run = (sql: string): void => {
      const database = new sqlite.Database(file);
      database.exec(sql);
      database.close();
    };
    run(
      "CREATE TABLE places (id TEXT, name TEXT); CREATE TABLE others (id TEXT); INSERT INTO places VALUES ('p1', 'Lund'), ('p2', 'Malmö')",
    );
    return {
      source: { files: [file], choices: { table: 'places' } },
      change: () => run("INSERT INTO places VALUES ('p3', 'Ystad')"),
      break: () => rmSync(file),
    };
  },
});

listSourceContract({
  name: 'an address of the web',
  brokenBy: 'source-unavailable',
  secret: 's3cret',
  open: async () => {
    let content = PLACES;
    let status = 200;
    const server = await startWebServer((request, response) => {
      const isKnown = request.headers.authorization === `Basic ${Buffer.from('reader:s3cret').toString('base64')}`;
      response.writeHead(isKnown ? status : 401, { 'Content-Type': 'text/csv' }).end(content);
    });
    return {
      source: {
        files: [`${server.origin.replace('//', '//reader:s3cret@')}/places.csv?api_key=s3cret`],
        access: { urlAccess: 'all', cacheFolder: undefined },
      },
      change: () => void (content = MORE),
      break: () => void (status = 503),
      close: server.stop,
    };
  },
});

listSourceContract({
  name: 'a SPARQL endpoint',
  brokenBy: 'source-unavailable',
  open: async () => {
    const statements = (names: readonly string[]): string =>
      names.map((name, i) => `<urn:p${i + 1}> <http://www.w3.org/2000/01/rdf-schema#label> "${name}" .\n`).join('');
    const endpoint = await startSparqlEndpoint(statements(['Lund', 'Malmö']));
    const query =
      'SELECT ?id ?name { ?place <http://www.w3.org/2000/01/rdf-schema#label> ?name BIND(STRAFTER(STR(?place), "urn:") AS ?id) } ORDER BY ?id';
    return {
      source: {
        files: [`${endpoint.origin}/sparql`],
        choices: { query },
        access: { urlAccess: 'all', cacheFolder: undefined },
      },
      change: () => endpoint.replace(statements(['Lund', 'Malmö', 'Ystad'])),
      break: endpoint.stop,
    };
  },
});
