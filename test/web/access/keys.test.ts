/* eslint-disable @typescript-eslint/no-unsafe-member-access -- supertest gives bodies as any, and what they hold is what these tests are about */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { createApiKey, createKeyRing, type Role } from '../../../src/access/api-key.js';
import { MESSAGE_TABLE } from '../../../src/protocols/message-table.js';
import type { AccessOptions } from '../../../src/web/access/access-options.js';
import { createSessions } from '../../../src/web/access/credentials.js';
import { routeTable } from '../../../src/web/route-table.js';
import { createFairShare } from '../../../src/web/clients/fair-share.js';
import { createCsrfTokens } from '../../../src/web/commands/csrf-tokens.js';
import { startProjectsService } from '../../support/start-projects-service.js';
import { readJsonp } from '../../support/read-jsonp.js';
import { smallApp } from '../../support/small-app.js';
import { SMALL_SERVED, smallRuns } from '../../support/small-review.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { threadsHere } from '../../support/threads-here.js';
import { liveOf } from '../../support/live-of.js';

const temporary = temporaryFolder();
const key = (name: string, role: Role, datasets: 'all' | readonly string[] = 'all') =>
  createApiKey({ name, role, datasets });
const KEYS = {
  ask: key('asker', 'ask'),
  judge: key('judge', 'judge'),
  administer: key('admin', 'administer'),
  elsewhere: key('elsewhere', 'administer', ['places']),
  here: key('here', 'judge', ['authors']),
};
const REMOVED = key('removed', 'administer').text;
const ring = createKeyRing(() => Object.values(KEYS).map(({ kept }) => kept));
const port = startProjectsService(join(temporary.path, 'data'));
const runs = smallRuns(temporary.path);
const common = {
  snapshot: SMALL_SERVED.snapshot,
  review: { runs, softwareVersion: '0' },
  projects: {
    port,
    tokens: createCsrfTokens(),
    csrf: 'off',
    maxUploadBytes: 1_000_000,
    allowedHosts: new Set<string>(),
    softwareVersion: '0',
  },
} as const;
const sessions = createSessions();
const appWith = (access: Partial<AccessOptions>) =>
  smallApp({ ...common, access: { ring, sessions, keyNeeded: 'everything', dataset: 'authors', ...access } });
const { app, observations } = appWith({});
const changes = appWith({ keyNeeded: 'changes' }).app;
const closed = appWith({ ring: undefined, keyNeeded: 'changes' }).app;

beforeAll(() => runs.resume());
afterAll(async () => {
  await runs.close();
  await port.close();
  temporary.remove();
});

const PAGE = 'text/html,application/xhtml+xml';
const bearer = (text: string): Record<string, string> => ({ Authorization: `Bearer ${text}` });
const QUERIES = `queries=${encodeURIComponent('{"a":{"query":"Berlin"}}')}`;

describe('where everything needs a key', () => {
  it.each([
    '/',
    '/?profile=0.1',
    '/?callback=f',
    '/v1',
    '/health',
    '/ready',
    '/logo.svg',
    '/pages.js',
    '/docs',
    '/openapi.yaml',
    '/sign-in',
    '/sameas-suggest.js',
  ])('%s needs none', async (path) => {
    expect((await request(app).get(path)).status).toBe(200);
  });

  it('every other route and every method answers 401 with how to send one', async () => {
    const routes = routeTable(
      {
        live: liveOf(() => SMALL_SERVED),
        observe: () => undefined,
        trustedProxies: 0,
        limits: { maxBodyBytes: 1, maxBatchQueries: 1, batchSize: 1 },
        ...threadsHere,
      },
      createFairShare({ maxBodyBytes: 1, maxBatchQueries: 1, batchSize: 1 }),
    );
    const needing = routes
      .filter(({ needs }) => needs !== 'nothing')
      .flatMap(({ path, methods }) => methods.map((method) => ({ method, path: path.replace('{id}', 'B') })));
    expect(needing.length).toBeGreaterThan(40);
    const outcomes = [];
    for (const { method, path } of needing) {
      const answer =
        method === 'POST'
          ? await request(app).post(path).type('form').send(QUERIES)
          : await request(app).get(path === '/' ? `/?${QUERIES}` : path === '/v1' ? '/v1?extend={}' : path);
      outcomes.push([method, path, answer.status, answer.headers['www-authenticate']]);
    }
    expect(outcomes).toEqual(needing.map(({ method, path }) => [method, path, 401, 'Bearer realm="sameas"']));
  });

  it.each([
    '/TRY',
    '/Runs',
    '/explain/?query=Berlin',
    '/?%71ueries={}',
    '//explain?query=Berlin',
    '/?',
    '/?&',
    '/v1/?extend=x',
    '/RUNS/x/review',
  ])('%s is no way around it', async (path) => {
    const answer = await request(app).get(path).set('Accept', PAGE);
    expect([path, answer.status]).toEqual([path, 401]);
  });

  it('nor are the commands, whichever method and letters', async () => {
    for (const path of [
      '/command/core/get-version',
      '/command/core/create-project-from-upload',
      '/COMMAND/core/get-csrf-token',
      '/command/core/nothing',
      '/project?project=1',
      '/projects',
      '/PROJECTS',
    ]) {
      for (const answer of [await request(app).get(path), await request(app).post(path)]) {
        if (answer.status !== 405) expect([path, answer.status]).toEqual([path, 401]);
        expect(answer.text).not.toContain('"version"');
      }
    }
  });

  it.each<[string, Record<string, string>]>([
    ['Authorization: Bearer', bearer(KEYS.ask.text)],
    ['authorization: bearer', { authorization: `bearer ${KEYS.ask.text}` }],
    ['X-API-Key', { 'X-API-Key': KEYS.ask.text }],
  ])('a key in the header %s opens it', async (_, headers) => {
    const answer = await request(app).post('/').set(headers).type('form').send(QUERIES);
    expect([answer.status, answer.body.a.result[0].id]).toEqual([200, 'B']);
  });

  it('a key in the address does, for JSONP', async () => {
    const answer = await request(app).get(`/?${QUERIES}&callback=f&api_key=${KEYS.ask.text}`);
    expect(answer.status).toBe(200);
    expect(readJsonp(answer.text, 'f')).toHaveProperty('a.result');
  });

  it.each<[string, number, Record<string, string>, string]>([
    ['a wrong one', 401, { 'X-API-Key': KEYS.ask.text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }, ''],
    ['one that was removed', 401, bearer(REMOVED), ''],
    ['one of a million characters', 431, { 'X-API-Key': 'k'.repeat(1_000_000) }, ''],
    ['one of 10,000 characters', 401, { 'X-API-Key': `${KEYS.ask.text}${'k'.repeat(10_000)}` }, ''],
    ['two in one header', 401, { 'X-API-Key': `${KEYS.ask.text}, ${KEYS.judge.text}` }, ''],
    ['one as a password', 401, { Authorization: `Basic ${Buffer.from(`x:${KEYS.ask.text}`).toString('base64')}` }, ''],
    ['one in a cookie', 401, { Cookie: `api_key=${KEYS.ask.text}; sameas-session=${KEYS.ask.text}` }, ''],
    ['one in the body', 401, {}, `&api_key=${KEYS.ask.text}`],
    ['the hash that the service keeps', 401, bearer(KEYS.ask.kept.hash), ''],
    ['one of another dataset', 403, bearer(KEYS.elsewhere.text), ''],
  ])('%s: %d', async (_, status, headers, inBody) => {
    // Node answers headers that are too long by itself.
    const answer = await request(app)
      .post('/')
      .set(headers)
      .type('form')
      .send(`${QUERIES}${inBody}`)
      .catch((fault: { response?: Response }) => fault.response);
    expect(answer?.status).toBe(status);
    if (status === 401) expect(answer?.headers['www-authenticate']).toMatch(/^Bearer realm="sameas"/);
    if (status === 403) expect(answer?.headers['www-authenticate']).toContain('insufficient_scope');
  });

  it('headers cannot be injected by a key', async () => {
    const answer = await request(app).get(`/explain?query=x&api_key=${encodeURIComponent('x\r\nSet-Cookie: a=b')}`);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('the error has the form of the route: the envelope of suggest, problem details, JSONP, commands, a page', async () => {
    expect((await request(app).get('/private/suggest?prefix=b')).body).toMatchObject({
      code: '/api/status/error',
      status: '401 Unauthorized',
      result: [],
    });
    const draft = await request(app).post('/v1/match').send({ queries: [] });
    expect([draft.headers['content-type'], JSON.parse(draft.text)]).toEqual([
      expect.stringContaining('application/problem+json'),
      expect.objectContaining({ status: 401, code: 'key-missing' }),
    ]);
    expect((await request(app).post('/').type('form').send(QUERIES)).body).toMatchObject({
      status: 'error',
      code: 'key-missing',
      advice: expect.stringContaining('X-API-Key'),
    });
    const jsonp = await request(app).get(`/?${QUERIES}&callback=f`);
    expect([jsonp.status, readJsonp(jsonp.text, 'f')]).toEqual([401, expect.objectContaining({ code: 'key-missing' })]);
    expect((await request(app).post('/command/core/get-version')).body).toMatchObject({
      code: 'error',
      errorCode: 'key-missing',
    });
    const page = await request(app).get('/try?query=Berlin').set('Accept', PAGE);
    expect([page.status, page.text]).toEqual([
      401,
      expect.stringContaining(`/sign-in?to=${encodeURIComponent('/try?query=Berlin').replaceAll('&', '&amp;')}`),
    ]);
    expect(page.headers['access-control-allow-origin']).toBe('*');
  });

  it('no key comes back in an answer or an observation', async () => {
    const texts = [];
    for (const path of [
      `/try?query=x&api_key=${REMOVED}`,
      `/explain?query=x&api_key=${REMOVED}`,
      `/nothing?api_key=${REMOVED}`,
      `/runs?api_key=${REMOVED}`,
      `/try?query=Berlin&api_key=${KEYS.ask.text}`,
      `/view?id=B&api_key=${KEYS.ask.text}`,
    ]) {
      texts.push((await request(app).get(path).set('Accept', PAGE).set('Referer', `http://127.0.0.1${path}`)).text);
    }
    const all = texts.join('') + JSON.stringify(observations);
    for (const secret of [REMOVED, KEYS.ask.text]) expect(all).not.toContain(secret.slice(20));
  });
});

describe('manifests', () => {
  const manifestOf = async (target: typeof app, address: string): Promise<Readonly<Record<string, unknown>>> =>
    JSON.parse((await request(target).get(address)).text) as Readonly<Record<string, unknown>>;

  it('declare that every question needs a key, and only then, valid in every version', async () => {
    for (const [form, address] of [
      ['0.2', '/'],
      ['1.0-draft', '/v1'],
      ['0.1', '/?profile=0.1'],
      ['freebase', '/?profile=freebase'],
    ] as const) {
      const manifest = await manifestOf(app, address);
      expect([form, MESSAGE_TABLE[form].manifest.safeParse(manifest).error]).toEqual([form, undefined]);
      expect([form, manifest['authentication']]).toEqual([
        form,
        form === 'freebase' ? undefined : expect.objectContaining({ type: 'apiKey', name: 'X-API-Key', in: 'header' }),
      ]);
      expect(await manifestOf(changes, address)).not.toHaveProperty('authentication');
    }
  });

  it('give a right key that came in their address on to what clients ask without a person, and no wrong one', async () => {
    const { text } = KEYS.ask;
    const { suggest, preview, extend, view } = (await manifestOf(app, `/?api_key=${text}`)) as {
      suggest: { entity: Record<string, string> };
      preview: { url: string };
      extend: { propose_properties: Record<string, string> };
      view: { url: string };
    };
    const { service_url: base = '', service_path: path = '', flyout_service_path: flyout = '' } = suggest.entity;
    const paths = [
      `${path}&prefix=be`,
      flyout.replace('${id}', 'B'),
      preview.url.replace('{{id}}', 'B').slice(base.length),
      `${extend.propose_properties['service_path'] ?? ''}&type=City`,
    ];
    for (const one of paths)
      expect([one.replace(text, 'KEY'), (await request(app).get(one)).status]).toEqual([one.replace(text, 'KEY'), 200]);
    expect(view.url).not.toContain(text);
    expect(JSON.stringify(await manifestOf(app, `/?api_key=${REMOVED}`))).not.toContain(REMOVED);
  });

  it('answers for those with a key are not kept for others by proxies', async () => {
    const answer = await request(app).get('/private/suggest?prefix=be').set(bearer(KEYS.ask.text));
    expect(answer.headers['cache-control']).toBe('private, max-age=60');
  });
});

describe('roles', () => {
  const asked = async (role: keyof typeof KEYS, path: string): Promise<number> =>
    (await request(app).get(path).set(bearer(KEYS[role].text))).status;

  it('ask asks, judge judges too, administer has the projects too', async () => {
    const paths = ['/explain?query=Berlin', '/runs', '/command/core/get-version', '/projects'];
    const outcomes = [];
    for (const role of ['ask', 'judge', 'administer'] as const)
      outcomes.push(await Promise.all(paths.map((path) => asked(role, path))));
    expect(outcomes).toEqual([
      [200, 403, 403, 403],
      [200, 200, 403, 403],
      [200, 200, 200, 200],
    ]);
  });

  it('hold for the datasets of a key', async () => {
    expect([await asked('here', '/runs'), await asked('elsewhere', '/explain?query=Berlin')]).toEqual([200, 403]);
  });

  it('may be stated by the dataset, and no other key holds then', async () => {
    const stated = appWith({ roles: new Map([['elsewhere', 'judge']]) }).app;
    const status = async (role: keyof typeof KEYS, path: string): Promise<number> =>
      (await request(stated).get(path).set(bearer(KEYS[role].text))).status;
    expect([
      await status('elsewhere', '/runs'),
      await status('elsewhere', '/projects'),
      await status('administer', '/explain?query=x'),
    ]).toEqual([200, 403, 403]);
  });
});

describe('where only changes need a key', () => {
  it('everybody may ask, and nobody without a key may judge or have projects', async () => {
    expect((await request(changes).get('/explain?query=Berlin')).status).toBe(200);
    for (const path of ['/runs', '/runs/x/review', '/projects', '/command/core/get-version'])
      expect((await request(changes).get(path)).status).toBe(401);
    expect((await request(changes).post('/runs').send('names=Berlin')).status).toBe(401);
    expect((await request(changes).get('/runs').set(bearer(KEYS.judge.text))).status).toBe(200);
  });

  it('a service without keys says how to get them', async () => {
    const answer = await request(closed).get('/command/core/get-version');
    expect([answer.status, answer.body]).toEqual([
      403,
      expect.objectContaining({
        errorCode: 'keys-not-set-up',
        advice: expect.stringMatching(/sameas keys add.*--require-keys nothing/),
      }),
    ]);
    expect((await request(closed).get('/explain?query=Berlin')).status).toBe(200);
    expect((await request(closed).get('/explain?query=Berlin&api_key=null')).status).toBe(200);
  });
});

describe('signing in', () => {
  const host = 'localhost:8000';
  const own = { Host: host, Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' };
  const signIn = (fields: Readonly<Record<string, string>>, headers: Record<string, string> = own): Promise<Response> =>
    request(app)
      .post('/sign-in')
      .set(headers)
      .type('form')
      .send(fields)
      .redirects(0)
      .then((answer) => answer);
  const cookieOf = (answer: Response): string => String(answer.headers['set-cookie']);

  it('with a key leads on, and keeps a session that no script reads and that is not the key', async () => {
    const answer = await signIn({ key: ` ${KEYS.judge.text} `, to: '/runs?by=Ada' });
    expect([answer.status, answer.headers['location']]).toEqual([303, `http://${host}/runs?by=Ada`]);
    expect(cookieOf(answer)).toMatch(/^sameas-session=[\w.-]+; Path=\/; Max-Age=43200; SameSite=Lax; HttpOnly$/);
    expect(cookieOf(answer)).not.toContain(KEYS.judge.text.slice(20));
    const Cookie = cookieOf(answer).split(';', 1)[0] ?? '';
    const page = await request(app)
      .get('/runs')
      .set({ ...own, Cookie });
    expect(page.status).toBe(200);
    expect(
      (
        await request(app)
          .get('/sign-in')
          .set({ ...own, Cookie })
      ).text,
    ).toContain('<b>judge</b>');
    expect(
      (
        await request(app)
          .get('/projects')
          .set({ ...own, Cookie })
      ).status,
    ).toBe(403);
  });

  it('says what is wrong with a key at its field, and shows none', async () => {
    for (const [sent, status, said] of [
      ['', 400, 'Paste your key.'],
      [REMOVED, 401, 'This key is not valid.'],
      [KEYS.elsewhere.text, 403, 'does not hold for this dataset'],
    ] as const) {
      const answer = await signIn({ key: sent, to: '/' });
      expect([answer.status, answer.headers['set-cookie'], answer.text.includes(said)]).toEqual([
        status,
        undefined,
        true,
      ]);
      if (sent !== '') expect(answer.text).not.toContain(sent.slice(20));
    }
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '\r\nX: y',
    '',
    '/%0d%0aX:%20y',
    '/../../x',
  ])('leads nowhere else: %j', async (to) => {
    const answer = await signIn({ key: KEYS.ask.text, to });
    expect(answer.headers['location']).toMatch(/^http:\/\/localhost:8000\//);
    expect(new URL(answer.headers['location'] ?? '').host).toBe(host);
    expect(answer.headers['x']).toBeUndefined();
  });

  it('cannot be done by the page of another site', async () => {
    for (const headers of [
      { Host: host, Origin: 'https://evil.example' },
      { Host: host, 'Sec-Fetch-Site': 'cross-site' },
      { Host: 'evil.example', Origin: 'http://evil.example' },
    ]) {
      const answer = await signIn({ key: KEYS.ask.text }, headers);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  });

  it('does not lend the session to pages of other sites, forged ones, or callbacks', async () => {
    const Cookie = cookieOf(await signIn({ key: KEYS.administer.text })).split(';', 1)[0] ?? '';
    const asked = (headers: Record<string, string>, path = '/explain?query=Berlin'): Promise<number> =>
      request(app)
        .get(path)
        .set({ Host: host, Cookie, ...headers })
        .then(({ status }) => status);
    expect(await asked({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await asked({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' })).toBe(401);
    expect(await asked({ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors' })).toBe(401);
    expect(await asked({ Origin: 'https://evil.example' })).toBe(401);
    const judged = await request(app)
      .post('/runs')
      .set({ Host: host, Cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })
      .type('form')
      .send('names=Berlin');
    expect(judged.status).toBe(403);
    const command = await request(app)
      .post('/command/core/create-project-from-upload')
      .set({ Host: host, Cookie, Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-site' });
    expect(command.status).toBe(403);
    expect(await asked({ Cookie: `${Cookie.slice(0, -2)}xx`, 'Sec-Fetch-Site': 'same-origin' })).toBe(401);
    expect(await asked({ Cookie: 'sameas-session=000000000000.zzzzzz.x' })).toBe(401);
  });

  it('ends by signing out, after twelve hours, and when the key is removed', async () => {
    expect(cookieOf(await signIn({ out: 'yes' }))).toContain('sameas-session=; Path=/; Max-Age=0');
    let now = 1_000_000_000_000;
    const timed = createSessions(() => now);
    const session = timed.begin(KEYS.ask.kept.id);
    now += 12 * 3_600_000 - 2_000;
    expect(timed.keyIdIn(session)).toBe(KEYS.ask.kept.id);
    now += 4_000;
    expect(timed.keyIdIn(session)).toBeUndefined();
    const fewer = appWith({ ring: createKeyRing(() => [KEYS.judge.kept]) }).app;
    const left = await request(fewer)
      .get('/explain?query=x')
      .set({
        Host: host,
        Cookie: `sameas-session=${sessions.begin(KEYS.ask.kept.id)}`,
        'Sec-Fetch-Site': 'same-origin',
      });
    expect(left.status).toBe(401);
  });
});
