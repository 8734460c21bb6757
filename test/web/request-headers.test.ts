import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { AccessEntry } from '../../src/access/records.js';
import { smallApp } from '../support/small-app.js';

/* What tools expect of headers: ids of requests and traces, what is left of a rate, problem details for who asks for them, the words of the status line. */

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;

describe('the ids of a request', () => {
  const entries: AccessEntry[] = [];
  const { app, observations } = smallApp({
    records: { recordAccess: (entry) => void entries.push(entry), withTexts: false, recordChange: undefined },
  });

  it('are answered as they were sent, and stand in the logs', async () => {
    const answer = await request(app)
      .get('/?queries={"a":{"query":"Berlin"}}')
      .set('X-Request-Id', 'job-17/row:3')
      .set('traceparent', PARENT);
    expect(answer.headers['x-request-id']).toBe('job-17/row:3');
    expect(answer.headers['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(answer.headers['traceparent']).not.toBe(PARENT);
    expect(entries.at(-1)).toMatchObject({ requestId: 'job-17/row:3', traceId: TRACE });
    expect(observations.at(-1)).toMatchObject({
      kind: 'request-answered',
      requestId: 'job-17/row:3',
      traceId: TRACE,
    });
  });

  it('of a request that fails are told, too', async () => {
    const answer = await request(app).get('/nowhere').set('X-Request-Id', 'r2').set('traceparent', PARENT);
    expect([answer.status, answer.headers['x-request-id']]).toEqual([404, 'r2']);
    expect(observations.find(({ kind }) => kind === 'request-failed')).toMatchObject({
      requestId: 'r2',
      traceId: TRACE,
    });
  });

  it('are made where none is sent, or none that can stand in a log', async () => {
    const ids = await Promise.all(
      ['', 'a b', 'x'.repeat(200), '"><script>'].map(
        async (sent) => (await request(app).get('/health').set('X-Request-Id', sent)).headers['x-request-id'] ?? '',
      ),
    );
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['no header', ''],
    ['another form', 'zz-1-2-3'],
    ['a version that is not allowed', PARENT.replace(/^00/, 'ff')],
    ['a trace of nothing', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['a parent of nothing', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capitals', PARENT.toUpperCase()],
  ])('begin no trace for %s', async (_why, sent) => {
    const answer = await request(app).get('/health').set('traceparent', sent);
    expect(answer.headers['traceparent']).toBeUndefined();
  });
});

describe('what is left of a rate', () => {
  it('stands in every answer, also in that of who has to wait', async () => {
    const { app } = smallApp({
      limits: {
        maxBodyBytes: 1_000_000,
        maxBatchQueries: 1_000,
        batchSize: 50,
        maxRequestsPerMinute: 2,
        maxQueriesPerMinute: 30,
      },
    });
    const ask = () => request(app).get('/?queries={"a":{"query":"Berlin"}}');
    const first = await ask();
    expect(first.headers['ratelimit-policy']).toBe('"requests";q=2;w=60, "queries";q=30;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"requests";r=1;t=30, "queries";r=30;t=0$/);
    await ask();
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit']).toMatch(/^"requests";r=0;t=\d+, "queries";r=2[89];t=\d$/);
  });

  it('is not told where no rate is limited', async () => {
    const { headers } = await request(smallApp().app).get('/?queries={"a":{"query":"Berlin"}}');
    expect([headers['ratelimit'], headers['ratelimit-policy']]).toEqual([undefined, undefined]);
  });
});

describe('an error', () => {
  const { app } = smallApp();

  it.each([
    ['/?queries=x', 400],
    ['/private/suggest', 400],
    ['/preview?id=nowhere', 404],
    ['/nowhere', 404],
  ])('of %s is problem details for who asks for them', async (address, status) => {
    const answer = await request(app).get(address).set('Accept', 'application/json, application/problem+json');
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/problem+json']);
    expect(answer.body).toMatchObject({ type: 'about:blank', status });
  });

  it('has the form of its address for all others', async () => {
    for (const accept of ['*/*', 'application/json', 'application/problem+json;q=0, */*']) {
      const answer = await request(app).get('/?queries=x').set('Accept', accept);
      expect(answer.body).toMatchObject({ status: 'error' });
    }
  });

  it('has the usual words in its status line, and for OpenRefine the reason, which it shows', async () => {
    const wordsFor = async (agent: string): Promise<string> => {
      const answer = await request(app).get('/preview?id=x').set('User-Agent', agent);
      return (answer as unknown as { res: { statusMessage: string } }).res.statusMessage;
    };
    expect(await wordsFor('curl/8.5.0')).toBe('Not Found');
    expect(await wordsFor('OpenRefine/3.8.7 [abc]')).toBe('There is no entity with the identifier "x".');
  });
});

describe('small things', () => {
  const { app } = smallApp();

  it('/favicon.ico is the mark of the service', async () => {
    const { status, headers } = await request(app).get('/favicon.ico');
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  });

  it('/v1/match takes POST alone', async () => {
    const { status, headers } = await request(app).get('/v1/match?queries={}');
    expect([status, headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  });
});
