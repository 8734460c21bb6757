import { request as requestHttp, createServer, type Server } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import type { ProjectsService } from '../../../src/assembly/projects/projects-service.js';
import { type CsrfRule, createCsrfTokens } from '../../../src/web/commands/csrf-tokens.js';
import { smallApp } from '../../support/small-app.js';
import { startProjectsService } from '../../support/start-projects-service.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const temporary = temporaryFolder();
const dataFolder = join(temporary.path, 'data');
const tokens = createCsrfTokens();
const token = tokens.issue();
let port: ProjectsService;
const apps = new Map<CsrfRule, Express>();
const appOf = (rule: CsrfRule = 'compatible'): Express => apps.get(rule) ?? smallApp().app;

beforeAll(() => {
  port = startProjectsService(dataFolder);
  for (const csrf of ['strict', 'compatible', 'off'] as const) {
    apps.set(
      csrf,
      smallApp({
        projects: { port, tokens, csrf, maxUploadBytes: 200_000, softwareVersion: '0.0.0' },
      }).app,
    );
  }
});
afterAll(async () => {
  await port.close();
  temporary.remove();
});

const core = (name: string): string => `/command/core/${name}`;
const INVALID_TOKEN = { code: 'error', message: 'Missing or invalid csrf_token parameter' };

async function upload(content = 'a,b\n1,2\n', name = 'table.csv'): Promise<string> {
  const answer = await request(appOf())
    .post(`${core('create-project-from-upload')}?csrf_token=${token}`)
    .attach('project-file', Buffer.from(content), name);
  const [, id] = /\/project\?project=(\d{13})$/.exec(answer.headers['location'] ?? '') ?? [];
  if (id === undefined) throw new Error(`no project was made: ${answer.text}`);
  return id;
}

/** Nothing is left of a request but what it made. */
async function workIsEmpty(): Promise<void> {
  for (let tries = 0; tries < 100 && readdirSync(join(dataFolder, 'work')).length > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(readdirSync(join(dataFolder, 'work'))).toEqual([]);
}

describe('making a project', () => {
  it('leads to its absolute address with nothing after the id, and that address is a page', async () => {
    const answer = await request(appOf())
      .post(`${core('create-project-from-upload')}?csrf_token=${token}`)
      .attach('project-file', Buffer.from('a,b\n1,<b>\n'), '../../etc/Żółw.csv')
      .field('Project-Name', 'A');
    expect(answer.status).toBe(302);
    const location = answer.headers['location'] ?? '';
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/project\?project=\d{13}$/);
    const page = await request(appOf()).get(location.replace(/^http:\/\/[^/]+/, ''));
    expect([
      page.status,
      page.headers['content-type'],
      page.headers['x-frame-options'],
      page.headers['access-control-allow-origin'],
    ]).toEqual([200, 'text/html; charset=utf-8', 'DENY', undefined]);
    expect(page.text).toContain('<td dir="auto">&lt;b&gt;</td>');
    expect(page.text.replace(/<script type="module" src="[^"]*\/pages\.js">/, '')).not.toMatch(/<script/);
    const metadata = await request(appOf()).get(`${core('get-project-metadata')}?project=${location.slice(-13)}`);
    expect(metadata.body).toMatchObject({ name: 'A', importOptionMetadata: [{ fileSource: 'Żółw.csv' }] });
  });

  it('takes the token as a field, and all else from the query string', async () => {
    const address = `${core('create-project-from-upload')}?${new URLSearchParams({ 'project-name': 'Q', options: '{separator:";"}', format: 'text/line-based/*sv' }).toString()}`;
    const answer = await request(appOf())
      .post(address)
      .field('csrf_token', token)
      .attach('anything', Buffer.from('a;b\n1;2\n'), 'x');
    expect(answer.status).toBe(302);
  });

  it.each([
    ['no file', undefined, 400, 'import-empty'],
    ['an empty file', '', 400, 'import-empty'],
    ['a damaged file', 'PK\u0003\u0004 and no archive', 400, 'import-file-damaged'],
    ['a file that is too long', 'x'.repeat(200_001), 413, 'upload-too-large'],
  ])('%s is an error, and leaves nothing', async (_, content, status, errorCode) => {
    const before = readdirSync(join(dataFolder, 'projects'));
    const asked = request(appOf())
      .post(`${core('create-project-from-upload')}?csrf_token=${token}`)
      .field('x', 'y');
    const answer = await (content === undefined ? asked : asked.attach('project-file', Buffer.from(content), 'x.csv'));
    expect([answer.status, answer.body]).toMatchObject([status, { code: 'error', errorCode }]);
    await workIsEmpty();
    expect(readdirSync(join(dataFolder, 'projects'))).toEqual(before);
  });

  it('takes parts whose heads end with a semicolon, as old programs write them', async () => {
    const parts = [
      'Content-Disposition: form-data; name="project-name";\r\n\r\nOld client',
      'Content-Disposition: form-data; name="options"; \r\n\r\n{"separator":";"}',
      'Content-Type: text/csv\r\ncontent-disposition: form-data; name="project-file"; filename="a.csv" ;;\r\n\r\na;b\r\n1;Content-Disposition: x;\r\n',
    ];
    const body = `${parts.map((part) => `--the edge\r\n${part}\r\n`).join('')}--the edge--\r\n`;
    const answer = await request(appOf())
      .post(
        `${core('create-project-from-upload')}?csrf_token=${token}&format=${encodeURIComponent('text/line-based/*sv')}`,
      )
      .set('Content-Type', 'multipart/form-data; boundary="the edge"')
      .send(body);
    expect(answer.status).toBe(302);
    const project = (answer.headers['location'] ?? '').slice(-13);
    expect((await request(appOf()).get(`${core('get-project-metadata')}?project=${project}`)).body).toMatchObject({
      name: 'Old client',
      importOptionMetadata: [{ fileSource: 'a.csv' }],
    });
    const rows = await request(appOf()).get(`${core('get-rows')}?project=${project}&start=0&limit=5`);
    expect(JSON.stringify(rows.body)).toContain('"Content-Disposition: x"},null');
  });

  it('says the error on a page where a browser waits', async () => {
    const answer = await request(appOf())
      .post(`${core('create-project-from-upload')}?csrf_token=${token}`)
      .set('Accept', 'text/html,application/xhtml+xml')
      .field('x', 'y');
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('Failed to import file');
    // The form stands there once more, with what is wrong at its field.
    expect(answer.text).toMatch(
      /create-project-from-upload\?csrf_token=[^"]+" method="post"[^]*role="alert"[^]*<input type="file" name="project-file" required aria-invalid="true" aria-describedby="fault">/,
    );
  });

  it.each([
    ['de', undefined, 'Es wurde keine Datei gesendet.'],
    ['fr', Buffer.from('PK\u0003\u0004 and no archive'), 'a.zip : L’archive zip est incomplète ou endommagée.'],
    ['es', Buffer.from('%PDF-1.7'), 'a.zip es un PDF.'],
    ['de', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]), 'a.zip ist mit xz gepackt'],
  ])('says it in the language of the reader: %s', async (language, content, says) => {
    const asked = request(appOf())
      .post(`${core('create-project-from-upload')}?csrf_token=${token}`)
      .set('Accept', 'text/html')
      .set('Accept-Language', language)
      .field('x', 'y');
    const { text } = await (content === undefined ? asked : asked.attach('project-file', content, 'a.zip'));
    expect([text.includes(says), /<main[^]*lang="en"[^]*<\/main>/.test(text)]).toEqual([true, false]);
  });

  it.each([
    [
      'a file that does not get on',
      {},
      'Content-Disposition: form-data; name="project-file"; filename="a.csv"\r\n\r\na,b\n',
      'body-too-slow',
    ],
    [
      'fields that take more memory than the client has left',
      { maxClientBytes: 100_000, bodyTimeoutMs: 60_000 },
      `Content-Disposition: form-data; name="x"\r\n\r\n${'x'.repeat(1_300_000)}`,
      'too-many-requests',
    ],
  ])('refuses %s, and leaves nothing', async (_, limits, part, code) => {
    const { app } = smallApp({
      projects: {
        port,
        tokens,
        csrf: 'strict',
        maxUploadBytes: 50_000_000,
        softwareVersion: '0.0.0',
      },
      limits: { maxBodyBytes: 1_000_000, maxBatchQueries: 1, batchSize: 1, bodyTimeoutMs: 200, ...limits },
    });
    const server: Server = createServer(app);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 10_000_000 };
      const sent = requestHttp(
        {
          port: typeof address === 'object' && address !== null ? address.port : 0,
          host: '127.0.0.1',
          method: 'POST',
          path: `${core('create-project-from-upload')}?csrf_token=${token}`,
          headers,
        },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
        },
      );
      sent.on('error', reject).write(`--x\r\n${part}`);
    });
    expect(JSON.parse(answer)).toMatchObject({ code: 'error', errorCode: code });
    server.closeAllConnections();
    server.close();
    await workIsEmpty();
  });

  it('survives an upload that breaks off', async () => {
    const server: Server = createServer(appOf());
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    await new Promise<void>((resolve) => {
      const cut = requestHttp({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        host: '127.0.0.1',
        method: 'POST',
        path: `${core('create-project-from-upload')}?csrf_token=${token}`,
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 10_000 },
      });
      cut.on('error', () => resolve());
      cut.write('--x\r\nContent-Disposition: form-data; name="project-file"; filename="a.csv"\r\n\r\na,b\n1,');
      setTimeout(() => cut.destroy(), 100);
    });
    await workIsEmpty();
    expect((await request(appOf()).get(core('get-version'))).status).toBe(200);
    server.close();
  });
});

describe('tokens', () => {
  it.each<[CsrfRule, string | undefined, unknown, number]>([
    ['strict', token, undefined, 200],
    ['strict', undefined, INVALID_TOKEN, 200],
    ['strict', 'wrong', INVALID_TOKEN, 200],
    ['compatible', token, undefined, 200],
    ['compatible', undefined, undefined, 200],
    ['compatible', 'wrong', INVALID_TOKEN, 200],
    ['off', undefined, undefined, 200],
    ['off', 'wrong', undefined, 200],
  ])('%s: an export with %s', async (rule, given, fault, status) => {
    const id = await upload();
    const asked = request(appOf(rule))
      .post(core('export-rows/NAME.csv'))
      .type('form')
      .send({ project: id, format: 'csv', ...(given === undefined ? {} : { csrf_token: given }) });
    const answer = await asked;
    expect(answer.status).toBe(status);
    if (fault === undefined) expect(answer.text).toBe('a,b\n1,2\n');
    else expect(answer.body).toMatchObject(fault as object);
  });

  it('are asked for whatever changes something, in the query string, in a form, or in a multipart field', async () => {
    const id = await upload();
    expect(
      (await request(appOf()).post(core('rename-project')).type('form').send({ project: id, name: 'x' })).body,
    ).toMatchObject(INVALID_TOKEN);
    expect(
      (await request(appOf('off')).post(core('rename-project')).type('form').send({ project: id, name: 'x' })).body,
    ).toEqual({ code: 'ok' });
    expect(
      (
        await request(appOf())
          .post(core('rename-project'))
          .type('form')
          .send({ project: id, name: 'x', csrf_token: token })
      ).body,
    ).toEqual({ code: 'ok' });
    expect(
      (
        await request(appOf())
          .post(core('rename-project'))
          .field('project', id)
          .field('name', 'y')
          .field('csrf_token', token)
      ).body,
    ).toEqual({ code: 'ok' });
    expect((await request(appOf()).get(core('get-csrf-token'))).text).toMatch(/^\{"token":"[0-9a-z]{32}"\}$/);
  });
});

describe('addresses and answers', () => {
  it.each([
    ['GET', 'nothing-such', 404, 'command-unknown'],
    ['GET', '', 404, 'command-unknown'],
    ['GET', 'rename-project', 405, 'method-not-allowed'],
    ['DELETE', 'get-rows', 405, 'method-not-allowed'],
    ['GET', 'get-models', 200, 'project-id-missing'],
    ['GET', 'get-models?project=..%2F..', 200, 'project-id-invalid'],
    ['GET', 'get-models?project=1234567890123', 200, 'project-unknown'],
    ['GET', 'get-rows?project=1&callback=f', 400, 'callback-invalid'],
  ] as const)('%s %s', async (method, name, status, errorCode) => {
    const answer = await request(appOf())[method === 'GET' ? 'get' : 'delete'](core(name));
    expect([answer.status, answer.headers['content-type'], answer.body]).toMatchObject([
      status,
      'application/json; charset=utf-8',
      { code: 'error', status: 'error', errorCode },
    ]);
  });

  it.each([
    ['names.example.org:99999', 403],
    ['localhost:99999', 200],
    ['256.1.1.1', 403],
    ['[::::]', 403],
  ])('a host that no address can have is no fault of the service: %s', async (host, status) => {
    for (const path of [core('get-version'), core('get-csrf-token')])
      expect((await request(appOf()).get(path).set('Host', host)).status).toBe(status);
  });

  it('reads the first of several values, the query string first, and multipart fields too', async () => {
    const id = await upload('a\n1\n2\n3\n');
    const rows = async (asked: request.Test): Promise<unknown> =>
      ((await asked).body as { readonly rows: readonly unknown[] }).rows.length; // an answer of get-rows
    expect(
      await rows(
        request(appOf())
          .post(`${core('get-rows')}?project=${id}&limit=1&limit=3`)
          .type('form')
          .send('limit=2'),
      ),
    ).toBe(1);
    expect(await rows(request(appOf()).post(core('get-rows')).field('project', id).field('limit', '2'))).toBe(2);
    expect(
      await rows(
        request(appOf())
          .post(`${core('get-rows')}?project=${id}`)
          .set('Content-Type', 'application/x-www-form-urlencoded')
          .send('engine={"facets":[{"type":"text","name":"x","columnName":"a","query":"3"}]}&note=100%'),
      ),
    ).toBe(1);
  });

  it('long whole numbers keep every digit in rows, choices and edited cells', async () => {
    const number = '9007199254740993';
    const id = await upload(`a\n${number}\n`);
    const recipe = [
      { op: 'core/text-transform', columnName: 'a', expression: 'value.toNumber()', onError: 'keep-original' },
    ];
    await request(appOf())
      .post(core('apply-operations'))
      .type('form')
      .send({ project: id, csrf_token: token, operations: JSON.stringify(recipe) });
    expect((await request(appOf()).get(core('get-rows')).query({ project: id })).text).toContain(`{"v":${number}}`);
    const engine = JSON.stringify({ facets: [{ type: 'list', name: 'a', columnName: 'a', expression: 'value' }] });
    expect(
      (await request(appOf()).post(core('compute-facets')).type('form').send({ project: id, engine })).text,
    ).toContain(`{"v":{"v":${number},"l":"${number}"}`);
    const edited = await request(appOf())
      .post(core('edit-one-cell'))
      .type('form')
      .send({ project: id, csrf_token: token, row: '0', cell: '0', type: 'number', value: '9223372036854775807' });
    expect(edited.text).toContain('"cell":{"v":9223372036854775807}');
  });

  it('an export says its type, its name, and that nothing may run in it', async () => {
    const id = await upload();
    const answer = await request(appOf()).get(`${core('export-rows/a b.csv')}?project=${id}&format=CSV`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain;charset=UTF-8',
      'content-disposition': "attachment; filename=a%20b.csv; filename*=UTF-8''a%20b.csv",
      'content-security-policy': "script-src 'none'; connect-src 'none'",
    });
    const preview = await request(appOf()).get(`${core('export-rows')}?project=${id}&format=html&preview=true`);
    expect([preview.headers['content-type'], preview.headers['content-disposition']]).toEqual([
      'text/html;charset=UTF-8',
      undefined,
    ]);
    for (const query of [`project=${id}`, `project=${id}&format=csv&options={"columns":[{"name":"zz"}]}`])
      expect((await request(appOf()).get(`${core('export-rows')}?${query}`)).status).toBe(400);
    await workIsEmpty();
  });
});

it('what a command sends to a client on this computer is not packed, and a page is', async () => {
  const packing = async (path: string): Promise<unknown> =>
    (await request(appOf()).get(path).set({ 'Accept-Encoding': 'gzip', Accept: 'text/html' })).headers[
      'content-encoding'
    ];
  expect(await packing(core('get-expression-language-info'))).toBeUndefined();
  expect(await packing('/')).toBe('gzip');
});

describe('other sites', () => {
  it.each([
    ['a form', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
    ['a form of an old browser', { Origin: 'https://evil.example' }],
    ['a name bent to this computer', { Host: 'evil.example' }],
  ])('%s gets nowhere, even without tokens', async (_, headers) => {
    const id = await upload();
    const answer = await request(appOf('off'))
      .post(`${core('delete-project')}?project=${id}`)
      .set(headers);
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    expect((await request(appOf()).get(`${core('get-models')}?project=${id}`)).body).toHaveProperty('columnModel');
    expect(
      (
        await request(appOf())
          .get(`/project?project=${id}`)
          .set({ ...headers, 'Sec-Fetch-Mode': 'cors' })
      ).status,
    ).toBe(403);
  });

  it('may not read a command, nor ask whether they might', async () => {
    for (const asked of [
      request(appOf()).get(core('get-all-project-metadata')),
      request(appOf())
        .options(core('get-rows'))
        .set('Access-Control-Request-Method', 'POST')
        .set('Origin', 'https://evil.example'),
    ]) {
      const { headers } = await asked;
      expect([
        headers['access-control-allow-origin'],
        headers['access-control-allow-methods'],
        headers['cross-origin-resource-policy'],
      ]).toEqual([undefined, undefined, 'same-origin']);
    }
  });

  it('see the reconciliation service at its address, and may not read the projects', async () => {
    const manifest = await request(appOf()).get('/').set('Origin', 'https://tool.example');
    expect([manifest.headers['access-control-allow-origin'], manifest.body]).toMatchObject([
      '*',
      { name: expect.any(String) as unknown, identifierSpace: expect.any(String) as unknown },
    ]);
    const own = await request(appOf()).get('/projects').set('Accept', 'text/html');
    expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, undefined]);
    const foreign = await request(appOf()).get('/projects').set({
      Accept: 'text/html',
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'cors',
    });
    expect(foreign.status).toBe(403);
    expect(foreign.text).not.toContain('<h1>Projects</h1>');
  });
});

describe('a reader with a browser', () => {
  const page = (address: string): request.Test => request(appOf()).get(address).set('Accept', 'text/html');

  it('gets from every page to the projects, and is told how to have some where there are none', async () => {
    for (const address of ['/', '/about', '/nowhere'])
      expect((await page(address)).text).toMatch(/<a href="[^"]*\/projects">Projects<\/a>/);
    expect((await page('/projects')).text).toContain('<h2>Create a project from a file</h2>');
    expect((await request(smallApp().app).get('/projects')).text).toContain('sameas serve people.csv --data-dir data');
  });

  it('finds the start page at the address of the service and the projects below it, also where that has a path which a proxy leaves on, and with two slashes', async () => {
    const placed = smallApp({
      publicBaseUrl: 'https://names.example.org/places',
      allowedHosts: new Set(['names.example.org']),
      projects: {
        port,
        tokens,
        csrf: 'strict',
        maxUploadBytes: 200_000,
        softwareVersion: '0.0.0',
      },
    }).app;
    for (const [path, title] of [
      ['/', 'Small world'],
      ['/places', 'Small world'],
      ['/places/', 'Small world'],
      ['/places//projects', 'Projects'],
      ['/projects', 'Projects'],
    ] as const) {
      const page = await request(placed).get(path).set('Accept', 'text/html').set('Host', 'names.example.org');
      expect([path, page.status, /<title>.*<\/title>/.exec(page.text)?.[0]]).toEqual([
        path,
        200,
        `<title>${title}</title>`,
      ]);
    }
    expect(
      (await request(placed).get('/places//command/core/get-version').set('Host', 'names.example.org')).body,
    ).toMatchObject({ module_names: ['core'] });
  });

  it('is told of a project that is gone in words of its own, with the way to the others', async () => {
    const answer = await page('/project?project=1234567890123');
    expect(answer.status).toBe(404);
    expect(answer.text).toMatch(/<p>There is no such project\.<\/p>.*<a href="[^"]*\/projects">All projects<\/a>/s);
  });

  it('is led back to the form by an upload that failed', async () => {
    const answer = await request(appOf())
      .post(`${core('create-project-from-upload')}?csrf_token=${token}`)
      .set('Accept', 'text/html')
      .field('x', 'y');
    expect(answer.text).toMatch(/<h1>No project was made<\/h1>.*>All projects<\/a>/s);
  });
});

it('without a data folder there is nothing of all this', async () => {
  const { app } = smallApp();
  for (const address of [core('get-version'), '/project']) expect((await request(app).get(address)).status).toBe(404);
});

describe('a body that commands do not read', () => {
  it.each(['set-preference', 'apply-operations'])(
    'is named as the reason when %s misses something',
    async (command) => {
      const withoutToken = await request(appOf())
        .post(core(command))
        .send({ csrf_token: token, name: 'a', value: 'b', operations: [] });
      expect(withoutToken.body).toMatchObject({
        ...INVALID_TOKEN,
        advice: expect.stringContaining('the body was not read, because it came as application/json'),
      });
      const withToken = await request(appOf())
        .post(`${core(command)}?csrf_token=${token}`)
        .send({ name: 'a', operations: [] });
      expect(withToken.body).toMatchObject({ code: 'error', advice: expect.stringContaining('application/json') });
    },
  );

  it('changes nothing where everything stands in the address', async () => {
    const answer = await request(appOf())
      .post(`${core('set-preference')}?csrf_token=${token}&name=a&value=b`)
      .send({});
    expect(answer.body).toEqual({ code: 'ok' });
  });
});
