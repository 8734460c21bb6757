/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import request, { type Response, type Test } from 'supertest';
import { NO_RESULT, textBatches } from '../../support/text-batches.js';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import type { BatchExecutor } from '../../../src/describe/served-snapshot.js';
import { createFairShare } from '../../../src/web/clients/fair-share.js';
import { routeTable } from '../../../src/web/route-table.js';
import { readJsonp } from '../../support/read-jsonp.js';
import { smallApp } from '../../support/small-app.js';
import { threadsHere } from '../../support/threads-here.js';
import { LIMITS, agent, postForm, postBatch, idsOf, expectValid } from './checklist-service.js';
import { liveOf } from '../../support/live-of.js';

describe('everywhere', () => {
  const failing = (code: 'internal' | 'not-ready'): ReturnType<typeof request> =>
    request(
      smallApp({
        live: liveOf(() => {
          throw new SameasError(code, 'On purpose.');
        }),
      }).app,
    );
  const routes = routeTable(
    {
      live: liveOf(() => failing('internal') as never),
      observe: () => undefined,
      trustedProxies: 0,
      limits: LIMITS,
      ...threadsHere,
    },
    createFairShare(LIMITS),
  );
  const paths = routes.map(({ path }) => path.replace('/docs/{id}', '/docs/scoring').replace('{id}', 'DE'));
  /** A batch executor that is busy until it is told to go on. */
  function heldBack(): {
    readonly batches: BatchExecutor;
    readonly release: () => void;
    readonly started: Promise<void>;
  } {
    let release = (): void => undefined;
    let begin = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const started = new Promise<void>((resolve) => (begin = resolve));
    return {
      batches: textBatches(async (asked) => {
        begin();
        await gate;
        return asked.map(() => NO_RESULT);
      }),
      release: () => release(),
      started,
    };
  }
  /** The answer to a second batch while the first keeps the service busy. */
  async function refusedWhileBusy(): Promise<Response> {
    const { batches, release, started } = heldBack();
    const busy = request(smallApp({ batches, limits: { ...LIMITS, maxWaitingQueries: 1 } }).app);
    const first = busy
      .get('/')
      .query({ queries: '{"a":{"query":"x"}}' })
      .then((answer) => answer.status);
    await started;
    const second = await busy.get('/').query({ queries: '{"a":{"query":"x"}}' });
    release();
    expect(await first).toBe(200);
    return second;
  }

  it('answers of every status may be read from any origin, on every route that can give them, and after a preflight', async () => {
    const origin = 'https://tool.example';
    const needsNoDataset = [
      '/api',
      '/docs',
      '/docs/scoring',
      '/favicon.ico',
      '/health',
      '/logo.svg',
      '/offline',
      '/openapi.json',
      '/openapi.yaml',
      '/pages.js',
      '/projects',
      '/sameas-suggest.js',
    ];
    for (const path of paths) {
      const byPost = [
        '/extend',
        '/language',
        '/mcp',
        '/reconcile',
        '/v1/extend',
        '/v1/match',
        '/v1/reconcile',
      ].includes(path);
      const asked = `${path}?id=DE&prefix=a&query=Berlin${path === '/' ? '' : `&queries=${encodeURIComponent('{"queries":[]}')}`}`;
      const answers: readonly (readonly [number | 'any', Test])[] = [
        [
          path.includes('type') || path.includes('property') || path === '/feature'
            ? 'any'
            : byPost
              ? 405
              : path === '/table'
                ? 303
                : 200,
          agent.get(asked),
        ],
        ['any', agent.get(`${path}?id=nowhere&callback=alert(1)`)],
        [405, agent.delete(path)],
        [
          204,
          agent
            .options(path)
            .set('Access-Control-Request-Method', 'POST')
            .set('Access-Control-Request-Headers', 'content-type'),
        ],
        [needsNoDataset.includes(path) ? 200 : byPost ? 405 : 500, failing('internal').get(asked)],
        [needsNoDataset.includes(path) ? 200 : byPost ? 405 : 503, failing('not-ready').get(asked)],
      ];
      for (const [status, sent] of answers) {
        const answer = await sent.set('Origin', origin);
        if (status !== 'any') expect([path, answer.status]).toEqual([path, status]);
        expect([path, answer.status, answer.headers['access-control-allow-origin']]).toEqual([
          path,
          answer.status,
          '*',
        ]);
      }
    }
    const others: readonly (readonly [number, Test | Promise<Response>])[] = [
      [400, agent.get('/?queries=[]')],
      [404, agent.get('/private/flyout?id=nowhere')],
      [404, agent.get('/no/such/place')],
      [413, postForm({ queries: 'x'.repeat(60_000) })],
      [415, agent.post('/').set('Content-Type', 'text/plain').send('x')],
      [429, refusedWhileBusy()],
    ];
    for (const [status, sent] of others) {
      const answer = await sent;
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, '*']);
    }
    // Some two hundred requests, which a busy machine takes its time for.
  }, 240_000);

  it('a service that has too much to do, or is not ready, says how many seconds to wait', async () => {
    const busy = await refusedWhileBusy();
    const loading = await failing('not-ready').post('/').type('form').send({ queries: '{"a":{"query":"x"}}' });
    expect([busy.status, loading.status]).toEqual([429, 503]);
    for (const answer of [busy, loading]) expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });
});

describe('what a testbench does to a service', () => {
  it('reads the manifest across origins, and by callback when that fails', async () => {
    const crossed = await agent.get('/').set('Origin', 'https://testbench.example').set('Accept', '*/*');
    expect([crossed.headers['access-control-allow-origin'], crossed.type]).toEqual(['*', 'application/json']);
    expect(readJsonp((await agent.get('/?callback=f')).text, 'f')).toEqual(crossed.body);
  });

  it('takes the version from the manifest, which names all', async () => {
    expect((await agent.get('/')).body.versions).toEqual(['0.1', '0.2', '1.0-draft']);
  });

  it('finds the manifest without a fault', async () => {
    expectValid('manifest', (await agent.get('/')).body, ['0.1', '0.2']);
  });

  it('sees view, three kinds of suggest, preview and extension in its table of services', async () => {
    const { body } = await agent.get('/');
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['view', 'suggest', 'preview', 'extend']));
    expect(Object.keys(body.suggest).sort()).toEqual(['entity', 'property', 'type']);
  });

  it('matches with an empty name and no properties, and with both', async () => {
    for (const query of [
      { query: '', properties: [] },
      { query: 'Tokyo', type: 'City', properties: [{ pid: 'country', v: 'Japan' }], limit: 5 },
    ]) {
      const answer = await postBatch({ q0: query });
      expectValid('resultBatch', answer.body, ['0.1', '0.2']);
      expect(idsOf(answer.body.q0.result).slice(0, 1)).toEqual(query.query === '' ? [] : ['T']);
    }
  });

  it('shows of a candidate its name, score, match, description, types and features, and links to its page', async () => {
    const [first] = (await postBatch({ q0: { query: 'PTX' } })).body.q0.result;
    expect(first).toMatchObject({
      name: 'Paris',
      score: expect.any(Number),
      match: true,
      description: 'City in Texas',
      type: [
        { id: 'City', name: 'City' },
        { id: 'Place', name: 'Place' },
      ],
    });
    expect(first.features.length).toBeGreaterThan(0);
    for (const { id, value } of first.features)
      expect([typeof id, ['number', 'boolean'].includes(typeof value)]).toEqual(['string', true]);
    const view: string = (await agent.get('/')).body.view.url
      .replace('{{id}}', first.id)
      .replace('https://names.example.org', '');
    expect((await agent.get(view)).text).toContain('City in Texas');
  });

  it('opens the results of a query as a link', async () => {
    expect(
      (await agent.get(`/?queries=${encodeURIComponent('{"q0":{"query":"Tokyo","type":"City"}}')}`)).body.q0.result[0]
        .id,
    ).toBe('T');
  });

  it('suggests with nothing but a prefix, at the address that the manifest puts together', async () => {
    const { suggest } = (await agent.get('/')).body;
    for (const [kind, prefix] of [
      ['entity', 'tok'],
      ['type', 'cit'],
      ['property', 'pop'],
    ] as const) {
      const address = `${suggest[kind].service_url as string}${suggest[kind].service_path as string}?prefix=${prefix}`;
      const { result } = (await agent.get(address.replace('https://names.example.org', ''))).body;
      expect(result[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    }
  });

  it('shows the preview in a frame of the size that the manifest says in whole numbers', async () => {
    const { preview } = (await agent.get('/')).body;
    expect([Number.isInteger(preview.width), Number.isInteger(preview.height)]).toEqual([true, true]);
    const address = new URL(preview.url.replace('{{id}}', encodeURIComponent('Zürich–ZH')));
    expect((await agent.get(`${address.pathname}${address.search}`)).text).toContain('Zürich');
  });

  it('extends one entity by one property with GET, and a stray parameter beside', async () => {
    const { body } = await agent
      .get('/')
      .query({ extend: '{"ids":["B"],"properties":[{"id":"country"}]}', timeout: '20000' });
    expect(body.rows.B.country).toEqual([{ id: 'DE', name: 'Germany' }]);
  });
});
