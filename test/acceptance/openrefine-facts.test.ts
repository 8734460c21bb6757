/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call -- supertest gives bodies as any, and what they hold is what these tests are about */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, request as httpRequest } from 'node:http';
import request, { type Response } from 'supertest';
import { NO_RESULT, textBatches } from '../support/text-batches.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { listen, type ListeningServer } from '../../src/assembly/listen.js';
import { SETTING_DEFINITIONS } from '../../src/settings/setting-definitions.js';
import { readJsonp } from '../support/read-jsonp.js';
import { smallApp } from '../support/small-app.js';
import { smallSnapshot } from '../support/small-snapshot.js';

/*
 * Twenty ways of OpenRefine that a service has to suit, one test each, in the requests that OpenRefine sends. What only the program itself
 * can show is tested with it, in test/clients and test/browser.
 */

const BASE = 'https://names.example.org';
const { app } = smallApp({
  publicBaseUrl: BASE,
  limits: { maxBodyBytes: 1_000_000, maxBatchQueries: 1_000, batchSize: 50 },
});
const agent = request(app);

interface WireCandidate {
  readonly id: string;
  readonly score: number;
  readonly match: boolean;
  readonly type: readonly unknown[];
}

/** As the program itself sends: a form, without Accept and without Origin. */
const fromProgram = async (fields: Readonly<Record<string, unknown>>, path = '/'): Promise<Response> =>
  agent
    .post(path)
    .redirects(0)
    .set('Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8')
    .set('User-Agent', 'OpenRefine/3.8.7')
    .send(
      Object.entries(fields)
        .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value)).replaceAll('%20', '+')}`)
        .join('&'),
    );
/** As its pages send: across origins, with what jQuery accepts. */
const fromPage = async (path: string): Promise<Response> =>
  agent
    .get(path)
    .set('Origin', 'http://127.0.0.1:3333')
    .set('Accept', 'application/json, text/javascript, */*; q=0.01');
const idsOf = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);

describe('OpenRefine', () => {
  it('is two clients: a program that posts forms, and pages that read across origins', async () => {
    const posted = await fromProgram({ queries: { q0: { query: 'Tokyo', limit: 3 } } });
    expect([posted.status, posted.body.q0.result[0].id]).toEqual([200, 'T']);
    for (const path of [
      '/',
      '/private/suggest?prefix=b',
      '/private/flyout?id=B',
      '/extend/propose?type=City',
      '/preview?id=B',
    ]) {
      const read = await fromPage(path);
      expect([path, read.status, read.headers['access-control-allow-origin']]).toEqual([path, 200, '*']);
    }
  });

  it('posts queries and extensions to the very address of the manifest', async () => {
    const names = { q1: { query: 'München & Co', limit: 3 }, q0: { query: 'Tokyo', limit: 3 } };
    expect(Object.keys((await fromProgram({ queries: names })).body).sort()).toEqual(['q0', 'q1']);
    expect(
      (await fromProgram({ extend: { ids: ['B'], properties: [{ id: 'country' }] } })).body.rows.B.country[0].id,
    ).toBe('DE');
    expect((await fromPage('/')).body.name).toBe('Small world');
  });

  it('reads by script where it cannot read across origins: every answer that its pages read comes to a callback as well', async () => {
    const batch = encodeURIComponent('{"q0":{"query":"Tokyo"}}');
    for (const path of [
      '/?',
      `/?queries=${batch}&`,
      '/private/suggest?prefix=b&',
      '/type/private/suggest?prefix=c&',
      '/property/private/suggest?prefix=p&',
      '/private/flyout?id=B&',
      '/search?filter=(all%20mid:B)&',
      '/extend/propose?type=City&',
    ]) {
      const answer = await agent.get(`${path}callback=jQuery3_1&_=1`).set('Accept', '*/*');
      expect([path, answer.headers['content-type']]).toEqual([path, 'application/javascript; charset=utf-8']);
      expect(readJsonp(answer.text, 'jQuery3_1')).toEqual(expect.any(Object));
    }
  });

  it('keeps the manifest for ever: it is complete from the first day, and the same however it is asked for', async () => {
    const { body, text } = await fromPage('/');
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'versions',
        'name',
        'identifierSpace',
        'schemaSpace',
        'view',
        'preview',
        'suggest',
        'extend',
        'defaultTypes',
        'batchSize',
        'documentation',
        'logo',
      ]),
    );
    const another = smallApp({
      publicBaseUrl: `${BASE}/`,
      snapshot: smallSnapshot(),
      limits: { maxBodyBytes: 1, maxBatchQueries: 1, batchSize: 50 },
    });
    expect((await request(another.app).get('/').set('Host', 'elsewhere')).text).toBe(text);
  });

  it('reads no versions: what it is not told to want is the batch of 0.1 and 0.2', async () => {
    const { body } = await fromProgram({ queries: { q0: { query: 'Tokyo' } } });
    expect(Object.keys(body)).toEqual(['q0']);
    expect(Object.keys(body.q0)).toEqual(['result']);
  });

  it('breaks on a type that is no list: every candidate has one, with or without types', async () => {
    const { body } = await fromProgram({
      queries: { a: { query: 'Zero Point' }, b: { query: 'Berlin' }, c: { query: 'Newtown', limit: 40 } },
    });
    const all = Object.values(body as Record<string, { result: WireCandidate[] }>).flatMap(({ result }) => result);
    expect(all.length).toBeGreaterThan(20);
    for (const { type } of all) expect(Array.isArray(type)).toBe(true);
    expect(body.a.result[0].type).toEqual([]);
  });

  it('breaks on an answer without a body: there is none, whatever is sent', async () => {
    for (const queries of [{}, { q0: {} }, { q0: { query: '' } }, { q0: 5 }, []]) {
      const answer = await fromProgram({ queries });
      expect(answer.status).not.toBe(204);
      expect(answer.body).toEqual(expect.any(Object));
      expect(answer.text.length).toBeGreaterThan(1);
    }
  });

  it('loses what it posted at a redirect: there is none, with a slash or without', async () => {
    const served = request(smallApp({ publicBaseUrl: `${BASE}/places` }).app);
    for (const path of ['/places', '/places/', '/']) {
      const answer = await served.post(path).type('form').send({ queries: '{"q0":{"query":"Tokyo"}}' }).redirects(0);
      expect([path, answer.status, answer.body.q0.result[0].id]).toEqual([path, 200, 'T']);
    }
  });

  it('tries again after 429 and 503 only, and as late as it is told: within seconds', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let begin = (): void => undefined;
    const started = new Promise<void>((resolve) => (begin = resolve));
    const busy = request(
      smallApp({
        batches: textBatches(async (asked) => (begin(), await gate, asked.map(() => NO_RESULT))),
        limits: { maxBodyBytes: 10_000, maxBatchQueries: 10, batchSize: 10, maxWaitingQueries: 1 },
      }).app,
    );
    const send = async (): Promise<Response> => busy.post('/').type('form').send({ queries: '{"q0":{"query":"x"}}' });
    const first = send();
    await started;
    const refused = await send();
    release();
    expect([(await first).status, refused.status]).toEqual([200, 429]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10);
    expect((await send()).status).toBe(200);
  });

  it('waits a minute at most: a batch has far less time, and out of time it is still answered under every key', async () => {
    expect(SETTING_DEFINITIONS.batchTimeoutMs.default).toBeLessThanOrEqual(45_000);
    const snapshot = smallSnapshot();
    const hurried = request(
      smallApp({ snapshot, batches: createInlineBatchExecutor(snapshot, { batchTimeoutMs: 1, queryTimeoutMs: 1 }) })
        .app,
    );
    const queries = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`q${String(i)}`, { query: `Newtwon of the Berlin ${String(i)}` }]),
    );
    const start = performance.now();
    const { body, status } = await hurried
      .post('/')
      .type('form')
      .send({ queries: JSON.stringify(queries) });
    expect([status, Object.keys(body).length]).toEqual([200, 300]);
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  it('sends as many queries at once as batchSize says, when that is a whole number', async () => {
    const { batchSize } = (await fromPage('/')).body;
    expect(Number.isInteger(batchSize) && batchSize > 0).toBe(true);
    const queries = Object.fromEntries(
      Array.from({ length: batchSize as number }, (_, i) => [`q${String(i)}`, { query: 'Tokyo' }]),
    );
    expect(Object.keys((await fromProgram({ queries })).body)).toHaveLength(batchSize as number);
  });

  it('puts candidates in order by score again and looks at the first alone: the match is strictly the best', async () => {
    for (const query of ['Tokyo', 'Germany', 'Newtown 07', 'München', 'Berlin', 'Paris', 'Spree-Athen']) {
      const { result } = (await fromProgram({ queries: { q0: { query } } })).body.q0 as { result: WireCandidate[] };
      const matched = result.find(({ match }) => match);
      if (matched === undefined) continue;
      for (const other of result)
        if (other.id !== matched.id)
          expect([query, other.score < matched.score, other.match]).toEqual([query, true, false]);
    }
    expect((await fromProgram({ queries: { q0: { query: 'Newtown 07' } } })).body.q0.result[0]).toMatchObject({
      id: 'N7',
      match: true,
    });
  });

  it('shifts columns when a row lacks a property: every row has every one', async () => {
    const properties = ['population', 'nonsense', 'country'];
    const { rows } = (
      await fromProgram({ extend: { ids: ['B', 'nowhere', 'JP', '0'], properties: properties.map((id) => ({ id })) } })
    ).body;
    expect(Object.keys(rows)).toHaveLength(4);
    for (const row of Object.values(rows as Record<string, Record<string, unknown>>)) {
      expect(Object.keys(row)).toEqual(properties);
      for (const cells of Object.values(row)) expect(Array.isArray(cells)).toBe(true);
    }
  });

  it('names columns by what it asked for and fills them by meta: these agree in number and order', async () => {
    const properties = ['twin', 'nonsense', 'area', 'country', 'area'];
    expect(
      idsOf((await fromProgram({ extend: { ids: ['B'], properties: properties.map((id) => ({ id })) } })).body.meta),
    ).toEqual(properties);
  });

  it('takes types and properties from suggestions alone: each has an id and a name, and is found by either', async () => {
    for (const [kind, typed, id] of [
      ['type', 'Capital city', 'Capital'],
      ['type', 'Capital', 'Capital'],
      ['property', 'seatOfGovernment', 'seatOfGovernment'],
      ['property', 'Seat of gov', 'seatOfGovernment'],
    ] as const) {
      const { result } = (
        await fromPage(
          `/${kind}/private/suggest?prefix=${encodeURIComponent(typed)}&spell=always&exact=false&scoring=schema&prefixed=true`,
        )
      ).body;
      expect([typed, result[0].id]).toEqual([typed, id]);
      for (const one of result) expect([one.id.length > 0, one.name.length > 0]).toEqual([true, true]);
    }
  });

  it('asks for a card by a search for the id: it gets the card', async () => {
    const { suggest } = (await fromPage('/')).body;
    for (const [kind, id] of [
      ['entity', 'B'],
      ['type', 'City'],
      ['property', 'country'],
    ] as const) {
      const address = `${suggest[kind].service_url as string}/search?filter=(all%20mid:${id})&output=(notable:/client/summary%20(description%20citation%20provenance)%20type)&key=null`;
      const { body } = await fromPage(address.replace(BASE, ''));
      expect([body.id, body.html.includes('fbs-flyout-content')]).toEqual([id, true]);
    }
  });

  it.each([
    ['an address', '&filter=(all%20https://id.example.org/place/7)', '', 'https://id.example.org/place/7'],
    ['the address of an entity of this service', `&filter=(all%20${BASE}/entity/B)`, '', 'B'],
  ])('cuts %s with its colon out of what is typed: it is put together again', async (_, filter, prefix, id) => {
    const { body } = await fromPage(
      `/private/suggest?prefix=${prefix}${filter}&spell=always&exact=false&prefixed=true`,
    );
    expect(body.result[0].id).toBe(id);
  });

  it('offers “view more” for a number above 0 in cursor: it is one, until the last page', async () => {
    const seen: string[] = [];
    let address = '/private/suggest?prefix=newtown&spell=always';
    for (let pages = 0; pages < 20; pages++) {
      const { result, cursor } = (await fromPage(address)).body;
      seen.push(...idsOf(result));
      if (cursor === undefined) break;
      expect(typeof cursor === 'number' && cursor > 0).toBe(true);
      address = `/private/suggest?prefix=newtown&cursor=${String(cursor)}&spell=always`;
    }
    expect([seen.length, new Set(seen).size]).toEqual([40, 40]);
  });

  it('sends more than a hundred kilobytes, frames the preview, and loads scripts and pictures from elsewhere: nothing forbids it', async () => {
    const queries = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`q${String(i)}`, { query: `Tokyo ${'x'.repeat(3_000)}` }]),
    );
    expect((await fromProgram({ queries })).status).toBe(200);
    for (const path of ['/?callback=f', '/preview?id=B', '/logo.svg']) {
      const { headers } = await agent.get(path);
      expect([path, headers['x-frame-options'], headers['cross-origin-resource-policy']]).toEqual([
        path,
        undefined,
        'cross-origin',
      ]);
      expect(headers['content-security-policy'] ?? '').not.toContain('frame-ancestors');
    }
  });

  describe('over one connection', () => {
    let server: ListeningServer;
    beforeAll(async () => {
      server = await listen(app, '127.0.0.1', 0);
    });
    afterAll(async () => server.close());

    it('sends one batch after the other with a pause between: the connection stays open', async () => {
      const connection = new Agent({ keepAlive: true, maxSockets: 1 });
      const ports = new Set<number | undefined>();
      const body = 'queries=%7B%22q0%22%3A%7B%22query%22%3A%22Tokyo%22%7D%7D';
      const send = (): Promise<string> =>
        new Promise((resolve, reject) => {
          const sent = httpRequest(
            {
              agent: connection,
              host: '127.0.0.1',
              port: server.port,
              method: 'POST',
              headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length },
            },
            (answer) => {
              const parts: Buffer[] = [];
              ports.add(answer.socket.localPort);
              answer.on('data', (part: Buffer) => parts.push(part));
              answer.on('end', () => resolve(Buffer.concat(parts).toString()));
            },
          );
          sent.on('error', reject);
          sent.end(body);
        });
      for (let batch = 0; batch < 5; batch++) {
        expect(await send()).toContain('"id":"T"');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      connection.destroy();
      expect(ports.size).toBe(1);
    });
  });
});
