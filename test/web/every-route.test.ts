import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { createFairShare } from '../../src/web/clients/fair-share.js';
import { routeTable } from '../../src/web/route-table.js';
import type { WebOptions } from '../../src/web/web-options.js';
import { smallApp } from '../support/small-app.js';
import { threadsHere } from '../support/threads-here.js';
import { liveOf } from '../support/live-of.js';

/* What holds for every route and every status, whoever adds a route. */

const metrics: NonNullable<WebOptions['metrics']> = {
  contentType: 'text/plain; version=0.0.4',
  render: () => Promise.resolve('sameas_up 1\n'),
};
const { app, observations } = smallApp({ metrics });
const failing = smallApp({
  metrics: { ...metrics, render: () => Promise.reject(new Error('broken')) },
  live: liveOf(() => {
    throw new SameasError('internal', 'It failed on purpose.');
  }),
});
const routes = routeTable(
  {
    live: liveOf(() => failing.snapshot as never),
    observe: () => undefined,
    trustedProxies: 0,
    limits: { maxBodyBytes: 1, maxBatchQueries: 1, batchSize: 1 },
    ...threadsHere,
    metrics,
  },
  createFairShare({ maxBodyBytes: 1, maxBatchQueries: 1, batchSize: 1 }),
);
const paths = routes.map(({ path }) => path.replace('{id}', path.startsWith('/docs') ? 'goals' : 'DE'));
/** What every route that answers GET can make something of. */
const GOOD = `prefix=a&query=Berlin&queries=${encodeURIComponent('{"queries":[]}')}`;
const byPostAlone = routes.filter(({ methods }) => !methods.includes('GET')).map(({ path }) => path);
/** A message of the protocol of agents. */
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
/** Forms of pages that lead back to them. */
const LEADING_BACK = ['/language'];

function expectOpen(headers: Readonly<Record<string, string>>): void {
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers['x-frame-options']).toBeUndefined();
  expect(headers['x-powered-by']).toBeUndefined();
}

describe.each(paths)('%s', (path) => {
  it('may be read from any origin, whatever comes', async () => {
    for (const [target, address] of [
      [app, path],
      [app, `${path}?id=DE&prefix=a&query=Berlin`],
      [app, `${path}?id=nowhere&callback=1+1`],
      [failing.app, `${path}?id=DE&prefix=a&query=x`],
    ] as const) {
      const answer = await request(target).get(address).set('Origin', 'https://tool.example');
      expectOpen(answer.headers);
      expect(answer.status).toBeGreaterThanOrEqual(200);
    }
  });

  it('answers a preflight, and a HEAD like a GET without its body', async () => {
    const preflight = await request(app)
      .options(path)
      .set('Origin', 'https://tool.example')
      .set('Access-Control-Request-Method', 'POST')
      .set('Access-Control-Request-Headers', 'content-type,x-request-id');
    expect(preflight.status).toBe(204);
    expectOpen(preflight.headers);
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    expect(preflight.headers['access-control-allow-headers']).toBe('content-type,x-request-id');
    expect(preflight.headers['access-control-max-age']).toBe('86400');
    const address = `${path}?id=DE&prefix=a&query=Berlin`;
    const [head, get] = [await request(app).head(address), await request(app).get(address)];
    expect(head.status).toBe(get.status);
    expect(head.text ?? '').toBe('');
  });

  it('refuses methods it does not have, and says which it has', async () => {
    const answer = await request(app).delete(path);
    expect(answer.status).toBe(405);
    expectOpen(answer.headers);
    expect(answer.headers['allow']).toMatch(
      byPostAlone.includes(path) ? /^POST, OPTIONS$/ : /^GET, HEAD, (POST, )?OPTIONS$/,
    );
  });

  it('takes no redirect, and has a slash at the end or none', async () => {
    if (byPostAlone.includes(path)) {
      for (const address of [path, `${path}/`])
        expect(
          (
            await request(app)
              .post(address)
              .send(path === '/mcp' ? PING : { queries: [], ids: [], properties: [] })
              .redirects(0)
          ).status,
        ).toBe(LEADING_BACK.includes(path) ? 303 : 200);
      return;
    }
    for (const address of [path, `${path}/`.replace('//', '/')]) {
      const id = path.includes('property')
        ? 'country'
        : path.includes('type')
          ? 'City'
          : path === '/feature'
            ? 'name'
            : 'DE';
      const answer = await request(app)
        .get(`${address}?id=${id}&${path === '/' ? 'prefix=a&query=Berlin' : GOOD}`)
        .redirects(0);
      // People who come to the address of programs are led on.
      expect(answer.status).toBe(path === '/table' ? 303 : 200);
    }
  });
});

describe('a path behind the address with its slash', () => {
  it('is the path', async () => {
    expect((await request(app).get('//private/suggest?prefix=be')).body).toMatchObject({
      code: '/api/status/ok',
      prefix: 'be',
    });
    expect((await request(app).post('//match').send({ queries: [] })).body).toEqual({ results: [] });
    expect((await request(app).get('/entity//lead')).status).toBe(404);
  });

  it('also where the service has a path of its own, with and without it', async () => {
    const placed = smallApp({ publicBaseUrl: 'https://names.example.org/places' }).app;
    for (const address of ['/places//health', '//health', '/places///', '//'])
      expect((await request(placed).get(address)).status).toBe(200);
    expect((await request(placed).get('//places/health')).status).toBe(200);
  });
});

const NEEDS_NO_DATASET = [
  '/api',
  '/docs',
  '/docs/goals',
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

describe('a fault of the service', () => {
  it('is told in the form of each route, without its cause', async () => {
    for (const path of paths.filter((one) => !byPostAlone.includes(one) && !NEEDS_NO_DATASET.includes(one))) {
      const answer = await request(failing.app)
        .get(path)
        .query({ id: 'DE', prefix: 'a', ...(path === '/' ? { query: 'x' } : { queries: '{"queries":[]}' }) });
      expect([path, answer.status, answer.text.includes('on purpose') || path === '/metrics']).toEqual([
        path,
        500,
        true,
      ]);
    }
    const suggest = await request(failing.app).get('/private/suggest?prefix=abc');
    expect(suggest.body).toMatchObject({
      code: '/api/status/error',
      status: '500 Internal Server Error',
      prefix: 'abc',
      result: [],
    });
    const page = await request(failing.app).get('/preview?id=DE');
    expect(page.headers['content-type']).toMatch(/html/);
    const root = await request(failing.app).get('/');
    expect(root.body).toMatchObject({ status: 'error', code: 'internal' });
    const metricsFault = await request(failing.app).get('/metrics');
    expect([metricsFault.status, metricsFault.text.includes('broken')]).toEqual([500, false]);
  });
});

describe('JSONP', () => {
  it('escapes the separators that old scripts stumble over', async () => {
    const answer = await request(app).get('/private/suggest').query({ prefix: 'a\u2028b\u2029c', callback: 'f' });
    expect(answer.text).toContain('a\\u2028b\\u2029c');
    expect(answer.text).toMatch(/^\/\*\*\/f\(\{.*\}\);$/);
  });

  it.each(['f', 'a.b.c', 'Ω', 'größe.тест', 'a[0]', 'app.calls[12].done', '$_1'])('calls %s', async (callback) => {
    const answer = await request(app).get('/').query({ callback });
    expect(answer.text.startsWith(`/**/${callback}({`)).toBe(true);
  });

  it.each(['1a', 'a[b]', "a['b']", 'a[0', 'a[-1]', 'a()', 'a b', 'a..b', 'new[0]', '[0]', 'Ω;x'])(
    'does not call %s',
    async (callback) => {
      expect((await request(app).get('/').query({ callback })).status).toBe(400);
    },
  );

  it('is not there where no client needs it', async () => {
    expect((await request(app).get('/health?callback=f')).text).toMatch(/^\{"status":"ok"/);
  });
});

it('every request is observed once, under its route', async () => {
  const before = observations.length;
  await request(app).get('/entity/DE?x=1');
  await request(app).get('/no/such/place');
  const seen = observations.slice(before).filter((one) => one.kind === 'request-answered');
  expect(seen).toEqual([
    {
      kind: 'request-answered',
      method: 'GET',
      route: '/entity/{id}',
      status: 200,
      elapsedMs: expect.any(Number),
      requestId: expect.any(String),
    },
    {
      kind: 'request-answered',
      method: 'GET',
      route: '(unknown)',
      status: 404,
      elapsedMs: expect.any(Number),
      requestId: expect.any(String),
    },
  ]);
});
