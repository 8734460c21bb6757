/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- supertest gives bodies as any, and what they hold is what these tests are about */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { MESSAGE_TABLE } from '../../src/protocols/message-table.js';
import { smallApp } from '../support/small-app.js';
import { smallSnapshot } from '../support/small-snapshot.js';
import { readJsonp } from '../support/read-jsonp.js';
import { liveOf } from '../support/live-of.js';

const BASE = 'https://names.example.org/places';
const { app } = smallApp({ publicBaseUrl: `${BASE}/` });
const agent = request(app);
const OPENREFINE_ACCEPT = 'application/json, text/javascript, */*; q=0.01';
const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the root gives the manifest', () => {
  it('by GET, valid in versions 0.1 and 0.2', async () => {
    const answer = await agent.get('/').set('Accept', OPENREFINE_ACCEPT);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(MESSAGE_TABLE['0.1'].manifest.safeParse(answer.body).error).toBeUndefined();
    expect(MESSAGE_TABLE['0.2'].manifest.safeParse(answer.body).error).toBeUndefined();
    expect(MESSAGE_TABLE['1.0-draft'].manifest.safeParse(answer.body).success).toBe(false);
    expect(answer.body.versions).toEqual(['0.1', '0.2', '1.0-draft']);
    expect(answer.body).toMatchObject({ standardizedScore: true, extend: { proposeProperties: true } });
  });

  it('with a callback only, and with the _ that jQuery adds', async () => {
    const { body: manifest } = await agent.get('/');
    for (const address of [
      '/?callback=jQuery34105871_1597936961626',
      '/?callback=jQuery34105871_1597936961626&_=1597936961627',
    ]) {
      const answer = await agent.get(address).set('Accept', '*/*');
      expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8');
      expect(readJsonp(answer.text, 'jQuery34105871_1597936961626')).toEqual(manifest);
    }
  });

  it('by an empty POST, with a form and without', async () => {
    const { body: manifest } = await agent.get('/');
    expect((await agent.post('/')).body).toEqual(manifest);
    expect((await agent.post('/').set('Content-Type', 'application/x-www-form-urlencoded').send('')).body).toEqual(
      manifest,
    );
    expect((await agent.post('/').set('Content-Type', 'application/json').send('{}')).body).toEqual(manifest);
  });

  it('with and without a slash at the end, at the address of the proxy and without its path, never by a redirect', async () => {
    const { text } = await agent.get('/');
    for (const address of ['/places', '/places/', '/places?callback=', '/?lang=de&_=5&key=none']) {
      const answer = await agent.get(address).redirects(0);
      expect([answer.status, answer.text]).toEqual([200, text]);
    }
  });

  it('as headers alone by HEAD', async () => {
    const answer = await agent.head('/');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.text).toBeUndefined();
  });

  it('in the form that a profile or an explicit Accept names', async () => {
    const seed = (await agent.get('/?profile=freebase')).body;
    expect(MESSAGE_TABLE.freebase.manifest.safeParse(seed).error).toBeUndefined();
    expect(seed).not.toHaveProperty('versions');
    expect(seed.suggest.entity).toEqual({
      service_url: 'https://names.example.org',
      service_path: '/places/private/suggest',
      flyout_service_path: '/places/private/flyout',
    });
    const old = (await agent.get('/?profile=0.1')).body;
    expect(old).not.toHaveProperty('versions');
    expect(old.batchSize).toBe(50);
    expect(seed.extend).toEqual({
      propose_properties: old.extend.propose_properties,
      property_settings: old.extend.property_settings,
    });
    expect(seed).not.toHaveProperty('standardizedScore');
    const negotiated = await agent
      .get('/')
      .set('Accept', 'application/reconciliation.v7+json, application/reconciliation.v0.1+json;q=0.5');
    expect(negotiated.body).not.toHaveProperty('versions');
    const parameter = await agent.get('/').set('Accept', 'application/json;version=0.2');
    expect(parameter.text).toBe((await agent.get('/')).text);
  });

  it('varies with Accept, and says 406 with what there is when only unknown versions are asked for', async () => {
    expect((await agent.get('/')).headers['vary']).toContain('Accept');
    const refused = await agent.get('/').set('Accept', 'application/reconciliation.v7+json');
    expect(refused.status).toBe(406);
    expect(refused.body.details.supported).toEqual(['freebase', '0.1', '0.2', '1.0-draft']);
    expect(refused.body.details.mediaTypes).toContain('application/reconciliation.v1+json');
    for (const mediaType of refused.body.details.mediaTypes)
      expect((await agent.get('/').set('Accept', mediaType)).status).toBe(200);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    const anything = await agent.get('/').set('Accept', 'application/reconciliation.v7+json, */*;q=0.1');
    expect(anything.status).toBe(200);
  });

  it('names the version that was chosen: by the media type for those who named one, and in headers', async () => {
    const queries = `queries=${encodeURIComponent('{"q":{"query":"Berlin"}}')}`;
    const chosen = async (address: string, accept: string): Promise<readonly unknown[]> => {
      const { headers } = await agent.get(address).set('Accept', accept);
      return [headers['content-type'], headers['reconciliation-version'], headers['link']];
    };
    const profile = (version: string): string =>
      `<https://reconciliation-api.github.io/specs/${version}/>; rel="profile"`;
    const json = 'application/json; charset=utf-8';
    for (const address of ['/', `/?${queries}`])
      expect([
        await chosen(address, '*/*'),
        await chosen(address, 'application/json;version=0.1'),
        await chosen(address, 'application/reconciliation.v0.2+json, application/reconciliation.v0.1+json;q=0.5'),
      ]).toEqual([
        [json, '0.2', profile('0.2')],
        [json, '0.1', profile('0.1')],
        ['application/reconciliation.v0.2+json', '0.2', profile('0.2')],
      ]);
    // Queries by key are none of the draft: they are answered as in 0.2, and say so.
    const draft = 'application/reconciliation.v1+json';
    expect(await chosen('/', draft)).toEqual([draft, '1.0-draft', profile('1.0-draft')]);
    expect(await chosen(`/?${queries}`, draft)).toEqual([json, '0.2', profile('0.2')]);
    expect(await chosen(`/?${queries}&callback=f`, 'application/reconciliation.v0.2+json')).toEqual([
      'application/javascript; charset=utf-8',
      '0.2',
      profile('0.2'),
    ]);
    expect(await chosen('/?profile=freebase', '*/*')).toEqual([json, undefined, undefined]);
  });

  it('takes any range for no wish: JSON for curl, OpenRefine and scripts, a page for a browser alone', async () => {
    for (const accept of [
      '*/*',
      'application/json',
      OPENREFINE_ACCEPT,
      'text/html;q=0.1, application/json',
      'application/*',
    ]) {
      expect((await agent.get('/').set('Accept', accept)).headers['content-type']).toMatch(/json/);
    }
    const page = await agent.get('/').set('Accept', BROWSER_ACCEPT);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain(`${BASE}/`);
    expect((await agent.get('/?profile=0.2').set('Accept', BROWSER_ACCEPT)).headers['content-type']).toMatch(/json/);
    expect((await agent.post('/').set('Accept', BROWSER_ACCEPT)).headers['content-type']).toMatch(/json/);
  });
});

describe('the addresses of suggestions', () => {
  /** As a client reads them that takes `service_url` for a host alone, and as one that puts the two together. */
  const readings = (url: string, path: string): readonly string[] => [`${new URL(url).origin}${path}`, `${url}${path}`];

  it.each([
    ['the plain manifest', 'https://names.example.org', ''],
    ['the manifest of the seed', 'https://names.example.org', '/?profile=freebase'],
    ['the manifest of the seed below a path', BASE, '/?profile=freebase'],
  ])('of %s are reached by the host alone, and by both put together', async (_, publicBaseUrl, address) => {
    const there = request(smallApp({ publicBaseUrl }).app);
    const { suggest } = (await there.get(address === '' ? '/' : address)).body;
    for (const [kind, prefix, id, found] of [
      ['entity', 'Tokyo', 'T', 'Tokyo'],
      ['type', 'Cit', 'City', 'Type'],
      ['property', 'Pop', 'population', 'Property'],
    ] as const) {
      const { service_url, service_path, flyout_service_url = service_url, flyout_service_path } = suggest[kind];
      for (const suggestion of readings(service_url, service_path)) {
        expect([
          suggestion,
          (await there.get(`${suggestion.slice('https://names.example.org'.length)}?prefix=${prefix}`)).body.result[0]
            .id,
        ]).toEqual([suggestion, id]);
      }
      for (const card of readings(flyout_service_url, flyout_service_path.replace('?id=${id}', ''))) {
        expect([
          card,
          (await there.get(`${card.slice('https://names.example.org'.length)}?id=${id}`)).body.html,
        ]).toEqual([card, expect.stringContaining(found)]);
      }
    }
  });
});

describe('the manifest', () => {
  it('has every part that clients use, as they want it', async () => {
    const { body } = await agent.get('/');
    expect(body).toMatchObject({
      name: 'Small world',
      batchSize: 50,
      serviceVersion: '0123456789abcdef',
      view: { url: `${BASE}/view?id={{id}}` },
      documentation: `${BASE}/about`,
      logo: `${BASE}/logo.svg`,
      extend: { propose_properties: { service_url: BASE, service_path: '/extend/propose' } },
    });
    expect(body.preview).toEqual({
      url: `${BASE}/preview?id={{id}}`,
      width: expect.any(Number),
      height: expect.any(Number),
    });
    expect(body.defaultTypes[0]).toEqual({ id: expect.any(String), name: expect.any(String) });
    for (const key of ['url', 'ui']) expect(body).not.toHaveProperty(key);
  });

  it('has only absolute addresses, from the public one, and every one of them answers', async () => {
    const { body, text } = await agent.get('/');
    const addresses = [...text.matchAll(/https?:\/\/[^"]+/g)].map(([address]) => address);
    expect(addresses.filter((address) => !address.startsWith(BASE))).toEqual([]);
    const suggest = Object.values(body.suggest as Record<string, Record<string, string>>).flatMap((service) => [
      `${service['service_url']}${service['service_path']}?prefix=`,
      `${service['flyout_service_url']}${(service['flyout_service_path'] ?? '').replace('${id}', 'none')}`,
    ]);
    const pages = [body.view.url, body.preview.url].map((url: string) => url.replace('{{id}}', 'DE'));
    for (const address of [...suggest, ...pages, body.logo, body.documentation]) {
      const answer = await agent.get(address.replace('https://names.example.org', ''));
      expect([address, answer.status]).toEqual([address, address.includes('none') ? 404 : 200]);
    }
  });

  it('has one address a kind below which /search cannot be mistaken', async () => {
    const { suggest } = (await agent.get('/')).body;
    const addresses = [suggest.entity, suggest.type, suggest.property].map(
      (service: Record<string, string>) => service['service_url'],
    );
    expect(new Set(addresses).size).toBe(3);
    expect(addresses.every((address) => address !== undefined && !address.endsWith('/'))).toBe(true);
  });

  it('declares settings of the four kinds only, each with its default', async () => {
    const { extend } = (await agent.get('/')).body;
    expect(
      extend.property_settings.map((setting: Record<string, unknown>) => [
        setting['name'],
        setting['type'],
        setting['default'],
      ]),
    ).toEqual([
      ['limit', 'number', 0],
      ['references', 'select', 'entity'],
    ]);
  });

  it('says what the dataset says of itself', async () => {
    const snapshot = smallSnapshot({
      identifierSpace: 'https://id.example.org/',
      schemaSpace: 'https://id.example.org/schema',
      viewUrl: 'https://id.example.org/{{id}}.html',
      documentation: 'https://docs.example.org/',
    });
    const { body } = await request(smallApp({ snapshot }).app).get('/');
    expect(body).toMatchObject({
      identifierSpace: 'https://id.example.org/',
      schemaSpace: 'https://id.example.org/schema',
      view: { url: 'https://id.example.org/{{id}}.html' },
      documentation: 'https://docs.example.org/',
    });
  });
});

describe('the address of the service', () => {
  const spaceOf = async (
    options: Parameters<typeof smallApp>[0],
    headers: Readonly<Record<string, string>>,
  ): Promise<string> => (await request(smallApp(options).app).get('/').set(headers)).body.view.url;

  it('is that of the request when none is configured', async () => {
    expect(await spaceOf({}, { Host: 'names.test:8000' })).toBe('http://names.test:8000/view?id={{id}}');
  });

  it('is that of the proxy when proxies are trusted, and not otherwise', async () => {
    const headers = {
      Host: 'inner:1',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'names.example.org',
      'X-Forwarded-Prefix': '/places/',
    };
    expect(await spaceOf({ trustedProxies: 1 }, headers)).toBe('https://names.example.org/places/view?id={{id}}');
    expect(await spaceOf({ trustedProxies: 0 }, headers)).toBe('http://inner:1/view?id={{id}}');
  });

  it('is never made of a host that is none', async () => {
    expect(await spaceOf({}, { Host: 'a"><script>' })).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/view/);
  });

  it('is that of the socket when an old program names no host', async () => {
    const server = createServer(smallApp().app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // what a server that listens on a port has
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.0\r\n\r\n'));
    const answer = await text(socket);
    server.close();
    expect(answer).toContain(`"view":{"url":"http://127.0.0.1:${String(port)}/view?id={{id}}"}`);
  });
});

describe('what finds candidates', () => {
  it('stands in /health and in an explanation', async () => {
    expect((await request(app).get('/health')).body).toEqual({ status: 'ok', candidateIndex: 'compiled' });
    const explained = await request(app).get('/explain?query=Berlin');
    expect(explained.body).toMatchObject({ candidateIndex: 'compiled' });
    const page = await request(app).get('/explain?query=Berlin').set('Accept', 'text/html');
    expect(page.text).toContain('The names were searched by the compiled index.');
  });
});

describe('while the dataset is being loaded', () => {
  const loading = smallApp({
    live: liveOf(() => {
      throw new SameasError('not-ready', 'The dataset is still being loaded.');
    }),
  });

  it.each([
    '/',
    '/?queries={"a":{"query":"x"}}',
    '/private/suggest?prefix=a',
    '/extend/propose',
    '/preview?id=DE',
    '/ready',
  ])('%s says 503 and when to come again', async (address) => {
    const answer = await request(loading.app).get(address);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.text).toContain('still being loaded');
  });

  it('a person is asked for a moment', async () => {
    for (const address of ['/', '/about', '/view?id=DE']) {
      const { text } = await request(loading.app).get(address).set('Accept', 'text/html');
      expect(text).toContain('<h1>One moment, please</h1><p>The dataset is still being loaded.</p>');
      expect(text).toContain('<meta http-equiv="refresh" content="3">');
    }
  });

  it('the process is alive', async () => {
    expect((await request(loading.app).get('/health')).body).toEqual({ status: 'ok' });
  });
});
