import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { AccessEntry } from '../../../src/access/records.js';
import { createApiKey, createKeyRing } from '../../../src/access/api-key.js';
import { networkOptionsOf } from '../../../src/assembly/network-options.js';
import { createSessions } from '../../../src/web/access/credentials.js';
import { type WebLimits, DEFAULT_LIMITS, createClientBudgets } from '../../../src/web/clients/client-budgets.js';
import { readJsonp } from '../../support/read-jsonp.js';
import { smallApp } from '../../support/small-app.js';

const LIMITS: WebLimits = { maxBodyBytes: 1_000_000, maxBatchQueries: 1_000, batchSize: 50 };
const open = { proxyAddresses: '', allowedOrigins: '*', allowedHosts: '' };
const batchOf = (queries: number): string =>
  `queries=${JSON.stringify(Object.fromEntries(Array.from({ length: queries }, (_, i) => [`q${String(i)}`, { query: 'Berlin' }])))}`;

describe('sites whose pages may ask', () => {
  const { app } = smallApp({
    ...networkOptionsOf({ ...open, allowedOrigins: 'https://tool.example, http://127.0.0.1:3333' }),
    allowedHosts: new Set(['names.example.org']),
  });

  it('are told so, and no other one, also in preflights', async () => {
    const own = await request(app).get('/').set('Origin', 'https://tool.example');
    expect([own.status, own.headers['access-control-allow-origin'], own.headers['vary']]).toEqual([
      200,
      'https://tool.example',
      expect.stringContaining('Origin'),
    ]);
    const preflight = await request(app)
      .options('/')
      .set({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' });
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    'https://evil.example',
    'null',
    'http://tool.example',
    'https://tool.example.evil.example',
    'https://tool.example:444',
  ])('does not answer %s', async (origin) => {
    for (const asked of [
      request(app).get('/explain?query=Berlin'),
      request(app).post('/').type('form').send(batchOf(1)),
      request(app).get('/private/suggest?prefix=b'),
    ]) {
      const answer = await asked.set('Origin', origin);
      expect([answer.status, answer.headers['access-control-allow-origin'], answer.text.includes('Berlin')]).toEqual([
        403,
        undefined,
        false,
      ]);
    }
  });

  it('answers programs, which are no pages, and pages of its own', async () => {
    expect((await request(app).post('/').type('form').send(batchOf(1))).status).toBe(200);
    expect(
      (
        await request(app)
          .get('/explain?query=Berlin')
          .set({ Host: 'names.example.org', Origin: 'http://names.example.org' })
      ).status,
    ).toBe(200);
  });

  it('answers by a script only to pages of these sites', async () => {
    const asked = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
      const { text, status } = await request(app).get('/private/suggest?prefix=be&callback=f').set(headers);
      return [status, Object.keys(readJsonp(text, 'f') as object).includes('prefix') && text.includes('Berlin')];
    };
    expect(await asked({ Referer: 'http://127.0.0.1:3333/project?project=1' })).toEqual([200, true]);
    for (const headers of [{ Referer: 'https://evil.example/' }, {}, { Referer: 'https://tool.example.evil.example/' }])
      expect(await asked(headers)).toEqual([403, false]);
  });

  it('and names of its own', async () => {
    for (const path of ['/', '/explain?query=x', '/V1', '/docs']) {
      const statuses = [];
      for (const host of [
        '127.0.0.1:8000',
        'localhost',
        '[::1]:8000',
        'names.example.org',
        'evil.example',
        'names.example.org.evil.example',
      ])
        statuses.push((await request(app).get(path).set('Host', host)).status);
      expect([path, statuses.map((status) => status === 403)]).toEqual([
        path,
        [false, false, false, false, true, true],
      ]);
    }
    expect((await request(app).get('/health').set('Host', 'evil.example')).status).toBe(200);
  });
});

describe('names of the service', () => {
  it('that are stated are the only ones; without them, only what people have sent is guarded', async () => {
    const guarded = smallApp({
      ...networkOptionsOf({ ...open, allowedHosts: 'names.example.org' }),
      allowedHosts: new Set(['names.example.org']),
    }).app;
    const free = smallApp(networkOptionsOf(open)).app;
    const asked = async (app: typeof free): Promise<number> =>
      (await request(app).get('/').set('Host', 'evil.example')).status;
    expect([await asked(guarded), await asked(free)]).toEqual([403, 200]);
  });
});

describe('a host that is none of the service', () => {
  it('appears in no answer where answers hide it', async () => {
    const hiding = smallApp({
      ...networkOptionsOf({ ...open, allowedOrigins: '*' }),
      allowedHosts: new Set(['names.example.org']),
      hidesForeignHosts: true,
    }).app;
    for (const path of ['/', '/v1', '/explain?query=Berlin', '/openapi.yaml', '/about']) {
      const foreign = await request(hiding).get(path).set({ Host: 'evil.example', Accept: 'text/html,*/*' });
      expect([path, foreign.text.includes('evil.example')]).toEqual([path, false]);
    }
    expect((await request(hiding).get('/').set('Host', 'evil.example')).text).toContain('http://127.0.0.1:');
    for (const host of ['names.example.org', 'localhost:8000', '192.0.2.7'])
      expect((await request(hiding).get('/').set('Host', host)).text).toContain(`http://${host}`);
  });
});

describe('network settings', () => {
  it.each([
    [{ allowedOrigins: 'tool.example' }, 'allowedOrigins: "tool.example" is no address of a site.'],
    [{ allowedOrigins: 'https://a.example/path' }, 'allowedOrigins: "https://a.example/path"'],
    [{ proxyAddresses: '127.0.0.1, proxy' }, 'proxyAddresses: "proxy" is no address and no network.'],
    [{ proxyAddresses: '10.0.0.0/33' }, 'proxyAddresses: "10.0.0.0/33"'],
  ])('%j are refused with what is wrong', (settings, message) => {
    expect(() => networkOptionsOf({ ...open, ...settings })).toThrow(
      expect.objectContaining({
        code: 'setting-invalid',
        message: expect.stringContaining(message),
        advice: expect.stringContaining('Write them as in'),
      }),
    );
  });
});

describe('the address of a client', () => {
  const addressWith = async (
    options: { readonly trustedProxies: number; readonly proxyAddresses?: string },
    forwarded: string,
  ): Promise<string | undefined> => {
    const entries: AccessEntry[] = [];
    const { app } = smallApp({
      ...networkOptionsOf({ ...open, proxyAddresses: options.proxyAddresses ?? '' }),
      trustedProxies: options.trustedProxies,
      records: { recordAccess: (entry) => void entries.push(entry), recordChange: undefined, withTexts: false },
    });
    await request(app).get('/health').set('X-Forwarded-For', forwarded);
    return entries[0]?.address;
  };

  it('is not what the client says of itself', async () => {
    expect(await addressWith({ trustedProxies: 0 }, '203.0.113.9')).toBe('127.0.0.1');
    expect(await addressWith({ trustedProxies: 1 }, '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(await addressWith({ trustedProxies: 1, proxyAddresses: '10.0.0.0/8, ::1' }, '203.0.113.9')).toBe(
      '127.0.0.1',
    );
    expect(await addressWith({ trustedProxies: 1, proxyAddresses: '127.0.0.0/8' }, '203.0.113.9')).toBe('203.0.113.9');
    expect(
      await addressWith(
        { trustedProxies: 2, proxyAddresses: '127.0.0.1, 10.0.0.0/8' },
        '198.51.100.1, 203.0.113.9, 10.1.2.3',
      ),
    ).toBe('203.0.113.9');
    expect(
      await addressWith({ trustedProxies: 2, proxyAddresses: '127.0.0.1, 10.0.0.0/8' }, '198.51.100.1, 203.0.113.9'),
    ).toBe('203.0.113.9');
  });

  it('forged gives no other share of what a client may send', async () => {
    const { app } = smallApp({ limits: { ...LIMITS, maxRequestsPerMinute: 3 } });
    const statuses = [];
    for (let i = 0; i < 5; i++)
      statuses.push(
        (
          await request(app)
            .get('/')
            .set({
              'X-Forwarded-For': `203.0.113.${String(i)}`,
              'X-Real-IP': `203.0.113.${String(i)}`,
              Forwarded: `for=203.0.113.${String(i)}`,
            })
        ).status,
      );
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});

describe('limits in a minute', () => {
  it('come back evenly, let a minute’s share be sent at once, and say how long to wait', () => {
    let now = 0;
    const budgets = createClientBudgets(
      { ...DEFAULT_LIMITS, maxRequestsPerMinute: 60, maxQueriesPerMinute: 600 },
      () => now,
    );
    const waiting = (act: () => void): unknown => {
      try {
        act();
        return 0;
      } catch (thrown) {
        return (thrown as { facts: Record<string, unknown> }).facts['retryAfterSeconds'];
      }
    };
    for (let i = 0; i < 60; i++) budgets.admit('a')();
    expect(waiting(() => budgets.admit('a'))).toBe(1);
    expect(waiting(() => budgets.admit('b'))).toBe(0);
    now += 1_000;
    expect([waiting(() => budgets.admit('a')), waiting(() => budgets.admit('a'))]).toEqual([0, 1]);
    // A batch that is longer than a whole share is taken, and the next one waits for it.
    budgets.admitQueries('a', 900)();
    expect(waiting(() => budgets.admitQueries('a', 1))).toBe(31);
    now += 31_000;
    expect(waiting(() => budgets.admitQueries('a', 1))).toBe(0);
  });

  it('are told in the form of each address with Retry-After, hold for each key and each address by itself, and never for /health', async () => {
    const [one, other] = ['one', 'other'].map((name) => createApiKey({ name, role: 'ask', datasets: 'all' }));
    const ring = createKeyRing(() => [one, other].flatMap((key) => (key === undefined ? [] : [key.kept])));
    const { app } = smallApp({
      limits: { ...LIMITS, maxRequestsPerMinute: 4, maxQueriesPerMinute: 10 },
      access: { ring, sessions: createSessions(), keyNeeded: 'changes', dataset: '' },
    });
    const asked = (key = '') => request(app).post('/').set('X-API-Key', key).type('form');
    expect((await asked(one?.text).send(batchOf(12))).status).toBe(200);
    const refused = await asked(one?.text).send(batchOf(1));
    expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
      429,
      expect.stringMatching(/^(?:1[678]|\d)$/),
      expect.objectContaining({ status: 'error', code: 'too-many-requests' }),
    ]);
    expect((await asked(other?.text).send(batchOf(1))).status).toBe(200);
    expect((await asked().send(batchOf(1))).status).toBe(200);
    for (let i = 0; i < 3; i++) await request(app).get('/private/suggest?prefix=b');
    const suggest = await request(app).get('/private/suggest?prefix=b&callback=f');
    expect([suggest.status, suggest.headers['retry-after'], readJsonp(suggest.text, 'f')]).toEqual([
      429,
      expect.any(String),
      expect.objectContaining({ code: '/api/status/error', status: '429 Too Many Requests' }),
    ]);
    const draft = await request(app).post('/v1/match').send({ queries: [] });
    expect([draft.status, draft.headers['content-type']]).toEqual([429, expect.stringContaining('problem+json')]);
    expect((await request(app).get('/health')).status).toBe(200);
  });
});
