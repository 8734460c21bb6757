import { connect } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { inlineWorker } from '../../src/assembly/inline-batch-executor.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { ENTITY_RECORD, entityOfRecord } from '../../src/datasets/changes/entity-record.js';
import { readGraph } from '../../src/formats/rdf/read-graph.js';
import { textSource } from '../../src/formats/text-source.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { readInMemory } from '../../src/scoring/snapshot.js';
import type { SnapshotLease } from '../../src/describe/served-snapshot.js';
import { serveApp } from '../support/serve-app.js';
import { until } from '../support/until.js';
import { makeSnapshot } from '../support/make-snapshot.js';
import { smallApp } from '../support/small-app.js';

/* An entity at its address, in the form that is asked for: a page, JSON, JSON-LD, Turtle. */

const folder = temporaryFolder();
afterAll(() => folder.remove());

const snapshot = makeSnapshot({
  identifierSpace: 'https://example.org/id/',
  entities: [
    {
      id: 'a b"1',
      name: 'Köln "am Rhein"\n\\',
      nameLanguage: 'de',
      aliases: ['Cologne'],
      types: ['City'],
      description: 'On the Rhine.',
      properties: {
        population: [{ kind: 'integer', number: 1_087_863 }],
        founded: [
          { kind: 'date', date: { year: -37 } },
          { kind: 'date', date: { year: 50, month: 3 } },
        ],
        area: [{ kind: 'number', number: 405.2 }],
        twin: [{ kind: 'reference', id: 'b' }],
        site: [{ kind: 'url', url: 'https://koeln.example/a b' }],
        motto: [{ kind: 'text', text: 'Et es wie et es', language: 'ksh' }],
        at: [{ kind: 'coordinates', latitude: 50.9, longitude: 6.96 }],
        open: [{ kind: 'boolean', boolean: true }],
      },
    },
    { id: 'b', name: 'Turin' },
  ],
  types: [{ id: 'City', name: 'City', broader: [] }],
  properties: [
    { id: 'population', datatype: 'integer' },
    { id: 'founded', datatype: 'date' },
    { id: 'area', datatype: 'number' },
    { id: 'twin', datatype: 'reference' },
    { id: 'site', datatype: 'url' },
    { id: 'motto', datatype: 'text' },
    { id: 'at', datatype: 'coordinates' },
    { id: 'open', datatype: 'boolean' },
  ],
});
const { app } = smallApp({ snapshot, publicBaseUrl: 'https://names.example' });
const ADDRESS = `/entity/${encodeURIComponent('a b"1')}`;
const get = async (accept: string, address = ADDRESS, target = app): Promise<Response> =>
  request(target)
    .get(address)
    .set('Accept', accept)
    .buffer(true)
    .parse((answer, done) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      answer.on('end', () => done(null, text));
    });
const typeOf = ({ headers }: Response): string => String(headers['content-type']).split(';')[0] ?? '';

async function triplesOf(answer: Response, syntax: 'turtle' | 'json-ld'): Promise<readonly string[]> {
  const { triples } = await readGraph(textSource('entity', Buffer.from(String(answer.body))), syntax);
  const all: string[] = [];
  for (let subject = 0; subject < triples.subjects; subject++)
    triples.eachOf(subject, (predicate, object) =>
      all.push([triples.subjectTerm(subject), predicate, object].map(triples.text).join(' ')),
    );
  return all.sort();
}

describe('the address of an entity', () => {
  it.each([
    ['text/html', 'text/html'],
    ['*/*', 'text/html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['application/json', 'application/json'],
    ['application/ld+json', 'application/ld+json'],
    ['text/turtle', 'text/turtle'],
    ['text/turtle;q=0.5, application/ld+json', 'application/ld+json'],
    ['text/html;q=0.4, text/turtle;q=0.6', 'text/turtle'],
    ['text/turtle;q=0', 'text/html'],
  ])('for %s is %s, and names the other forms', async (accept, type) => {
    const answer = await get(accept);
    expect([answer.status, typeOf(answer)]).toEqual([200, type]);
    expect(answer.headers['vary']).toContain('Accept');
    expect(answer.headers['link']).toContain(
      '<https://names.example/view?id=a%20b%221&as=ttl>; rel="alternate"; type="text/turtle"',
    );
  });

  it('says the same in Turtle and in JSON-LD', async () => {
    const turtle = await get('text/turtle');
    expect(turtle.body).toContain('<https://example.org/id/a%20b%221>');
    const triples = await triplesOf(turtle, 'turtle');
    expect(triples).toHaveLength(13);
    expect(await triplesOf(await get('*/*', '/view?id=a%20b%221&as=jsonld'), 'json-ld')).toEqual(triples);
    const said = triples.join('\n');
    for (const part of [
      '1087863',
      'gYearMonth',
      '-0037',
      '0050-03',
      'POINT(6.96 50.9)',
      'https://example.org/id/b',
      'https://koeln.example/a%20b',
      'https://names.example/schema/City',
      'ksh',
      'Cologne',
    ])
      expect(said).toContain(part);
    expect(said).toContain('"Köln "am Rhein"\n\\"@de');
  });
});

describe('the whole dataset at /dataset', () => {
  const many = makeSnapshot({
    entities: Array.from({ length: 6_000 }, (_, i) => ({
      id: `n${String(i)}`,
      name: `Name ${String(i)}`,
      nameLanguage: 'en',
      aliases: ['x'.repeat(80)],
      properties: { next: [{ kind: 'reference', id: `n${String(i + 1)}` }] },
    })),
    properties: [{ id: 'next', datatype: 'reference' }],
  });
  const { app: large } = smallApp({ snapshot: many, publicBaseUrl: 'https://names.example' });
  const whole = (accept: string, address = '/dataset'): Promise<Response> => get(accept, address, large);

  it.each([
    ['*/*', '/dataset', 'application/x-ndjson'],
    ['application/n-triples', '/dataset', 'application/n-triples'],
    ['application/x-ndjson, application/n-triples;q=0.5', '/dataset', 'application/x-ndjson'],
    ['application/x-ndjson', '/dataset?as=nt', 'application/n-triples'],
  ])('for %s at %s is %s', async (accept, address, type) => {
    expect(typeOf(await whole(accept, address))).toBe(type);
  });

  it('has every statement of every entity in N-Triples, in several parts', async () => {
    const { triples } = await readGraph(
      textSource('all.nt', Buffer.from(String((await whole('', '/dataset?as=nt')).body))),
      'turtle',
    );
    expect([triples.subjects, triples.size]).toEqual([6_000, 18_000]);
    expect(await triplesOf(await get('', '/dataset?as=nt'), 'turtle')).toEqual(
      [
        ...(await triplesOf(await get('text/turtle'), 'turtle')),
        'https://example.org/id/b http://www.w3.org/2000/01/rdf-schema#label "Turin"',
      ].sort(),
    );
  });

  it('has an entity a line in JSON lines, which give the same entities when they are read', async () => {
    const rows = 'a,Ada,fr,Ade,https://ada.example/,1815-12-10,,3\nb,Bob,en,,,1791,a,2.5\n';
    const file = folder.write('people.csv', `id,name,name_lang,aliases_de,site,born,parent,size\n${rows}`);
    const of = attachSnapshot(await buildSnapshot({ files: [file] }));
    const { app: other } = smallApp({ snapshot: of });
    const lines = String((await get('', '/dataset?as=jsonl', other)).body).split('\n');
    expect(lines.pop()).toBe('');
    const { dataset } = of;
    const read = lines.map((line) => entityOfRecord(ENTITY_RECORD.parse(JSON.parse(line)), dataset.properties));
    expect(read.flatMap(({ faults }) => faults)).toEqual([]);
    expect(read.map(({ entity }) => entity)).toEqual(
      Array.from(lines, (_, ordinal) => dataset.entities.entity(ordinal)),
    );
    expect(read).toHaveLength(dataset.entities.size);
  });

  it('is not sent again to who has it, and nothing is made of it for HEAD', async () => {
    const { headers } = await whole('application/n-triples');
    const tag = String(headers['etag']);
    expect(tag).toMatch(/^W\/"test-\w+"$/);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['access-control-expose-headers']).toContain('ETag');
    const again = (more: string): request.Test => request(large).get(`/dataset${more}`).set('If-None-Match', tag);
    expect((await again('?as=nt')).status).toBe(304);
    expect((await again('?as=jsonl')).status).toBe(200);
    const head = await request(large).head('/dataset?as=nt');
    expect([head.status, head.headers['etag']]).toEqual([200, tag]);
  });

  it('ends for a client that takes none of it, and lets its snapshot go', async () => {
    const long = makeSnapshot({
      entities: Array.from({ length: 5_000 }, (_, i) => ({
        id: `l${String(i)}`,
        name: 'Long',
        description: 'x'.repeat(8_000),
      })),
    });
    let leases = 0;
    const here = {
      snapshot: long,
      read: readInMemory(long),
      batches: { execute: () => Promise.resolve([]) },
      work: inlineWorker(long),
    };
    const limits = { maxBodyBytes: 1_000, maxBatchQueries: 10, batchSize: 10, bodyTimeoutMs: 300 };
    const lease = (): SnapshotLease => {
      leases++;
      return { served: here, release: () => leases-- };
    };
    const server = await serveApp(smallApp({ live: { current: () => here, lease }, limits }).app);
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').pause();
    try {
      socket.write('GET /dataset HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      await until(() => leases === 1);
      await until(() => leases === 0);
    } finally {
      socket.destroy();
      await server.stop();
    }
  });

  it('is in no other form', async () => {
    expect(await request(large).get('/dataset?as=xml')).toMatchObject({
      status: 400,
      body: { code: 'parameter-invalid' },
    });
  });
});
