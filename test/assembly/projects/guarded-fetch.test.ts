import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardedFetch, isPrivateAddress } from '../../../src/foundation/guarded-fetch.js';
import { askOverHttp, isWithin } from '../../../src/assembly/projects/outside-services.js';

const limits = { timeoutMs: 2000, maxBytes: 1000 };
let server: Server;
let root = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { Location: '/here' }).end();
    else if (request.url === '/again') response.writeHead(307, { Location: '/here' }).end();
    else if (request.url === '/headers') response.end(String(request.headers['x-key']));
    else if (request.url === '/to-headers') response.writeHead(302, { Location: '/headers' }).end();
    else if (request.url === '/abroad')
      response.writeHead(302, { Location: `${root.replace('127.0.0.1', 'localhost')}/headers` }).end();
    else if (request.url === '/nowhere') response.writeHead(302, { Location: 'http://[' }).end();
    else if (request.url === '/round') response.writeHead(302, { Location: '/round' }).end();
    else if (request.url === '/long') response.end('x'.repeat(5000));
    else if (request.url === '/latin')
      response.setHeader('Content-Type', 'text/html; charset=ISO-8859-1').end(Buffer.from('Größe', 'latin1'));
    else if (request.url === '/windows')
      response.setHeader('Content-Type', 'text/html; Charset="windows-1252"').end(Buffer.from([0x80, 0x20, 0xe9]));
    else if (request.url === '/unnamed') response.setHeader('Content-Type', 'text/html').end('Größe');
    else if (request.url === '/nonsense')
      response.setHeader('Content-Type', 'text/html; charset=nonsense').end('Größe');
    else if (request.url === '/gzip')
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' }).end(gzipSync('Größe'));
    else if (request.url === '/brotli')
      response.writeHead(200, { 'Content-Encoding': 'br' }).end(brotliCompressSync('Größe'));
    else if (request.url === '/bomb')
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)));
    else if (request.url === '/broken') response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip');
    else if (request.url === '/strange') response.writeHead(200, { 'Content-Encoding': 'rot13' }).end('x');
    else if (request.url === '/silent') return;
    else {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => response.setHeader('Content-Type', 'text/plain').end(`${request.method} ${body}`));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server listens on an address with a port.
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a request to an address that a user names', () => {
  it('is made when everything is allowed, as a form or without one', async () => {
    await expect(guardedFetch({ url: `${root}/here` }, 'all', limits)).resolves.toMatchObject({
      status: 200,
      contentType: 'text/plain',
      body: 'GET ',
    });
    await expect(guardedFetch({ url: `${root}/here`, form: { a: 'ü&' } }, 'all', limits)).resolves.toMatchObject({
      body: 'POST a=%C3%BC%26',
    });
  });

  it('is answered in the character set that the answer names, and else in UTF-8', async () => {
    for (const [path, body] of [
      ['/latin', 'Größe'],
      ['/windows', '€ é'],
      ['/unnamed', 'Größe'],
      ['/nonsense', 'Größe'],
    ]) {
      await expect(guardedFetch({ url: `${root}${path ?? ''}` }, 'all', limits)).resolves.toMatchObject({ body });
    }
  });

  it('follows where it is led, but not for ever', async () => {
    await expect(guardedFetch({ url: `${root}/away` }, 'all', limits)).resolves.toMatchObject({ body: 'GET ' });
    await expect(guardedFetch({ url: `${root}/round` }, 'all', limits)).rejects.toMatchObject({
      code: 'service-unreachable',
    });
  });

  it('is made again as a form where the server asks for that', async () => {
    await expect(guardedFetch({ url: `${root}/again`, form: { a: 'b' } }, 'all', limits)).resolves.toMatchObject({
      body: 'POST a=b',
    });
    await expect(guardedFetch({ url: `${root}/away`, form: { a: 'b' } }, 'all', limits)).resolves.toMatchObject({
      body: 'GET ',
    });
    await expect(guardedFetch({ url: `${root}/nowhere` }, 'all', limits)).rejects.toMatchObject({
      code: 'service-unreachable',
    });
  });

  it('gives its headers to the server they are meant for alone', async () => {
    const headers = { 'X-Key': 'secret' };
    await expect(guardedFetch({ url: `${root}/to-headers`, headers }, 'all', limits)).resolves.toMatchObject({
      body: 'secret',
    });
    await expect(guardedFetch({ url: `${root}/abroad`, headers }, 'all', limits)).resolves.toMatchObject({
      body: 'undefined',
    });
  });

  it('is held to what may be asked at every step', async () => {
    const onlyHere = (url: string): 'all' | 'public' => (url.startsWith(`${root}/`) ? 'all' : 'public');
    await expect(guardedFetch({ url: `${root}/away` }, onlyHere, limits)).resolves.toMatchObject({ status: 200 });
    await expect(guardedFetch({ url: `${root}/abroad` }, onlyHere, limits)).rejects.toMatchObject({
      code: 'url-access-off',
    });
  });

  it('is not made when requests are switched off, nor to this machine or its network when only the public may be asked', async () => {
    await expect(guardedFetch({ url: `${root}/here` }, 'off', limits)).rejects.toMatchObject({
      code: 'url-access-off',
    });
    for (const url of [
      `${root}/here`,
      'http://localhost:1/',
      'http://[::1]/',
      'http://10.1.2.3/',
      'http://0x7f.1/',
      'http://2130706433/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::127.0.0.1]/',
      'http://[2001:0:7f00:1::]/',
      'http://169.254.169.254/',
    ]) {
      await expect(guardedFetch({ url }, 'public', limits)).rejects.toMatchObject({ code: 'url-access-off' });
    }
  });

  it('is unpacked where the answer is packed, up to its limit', async () => {
    for (const path of ['/gzip', '/brotli'])
      await expect(guardedFetch({ url: root + path }, 'all', limits)).resolves.toMatchObject({ body: 'Größe' });
    for (const [path, why] of [
      ['/bomb', /unpacked it is too long/],
      ['/broken', /incorrect header check/],
      ['/strange', /"rot13" is not known/],
    ] as const)
      await expect(guardedFetch({ url: root + path }, 'all', limits)).rejects.toThrow(why);
  });

  it('ends when the answer is too long, too late, or there is none', async () => {
    await expect(guardedFetch({ url: `${root}/long` }, 'all', limits)).rejects.toThrow('longer than 1000 bytes');
    await expect(guardedFetch({ url: `${root}/silent` }, 'all', { ...limits, timeoutMs: 100 })).rejects.toThrow(
      'no answer came within 100 ms',
    );
    await expect(guardedFetch({ url: 'ftp://example.org/' }, 'all', limits)).rejects.toMatchObject({
      code: 'service-unreachable',
    });
    await expect(guardedFetch({ url: 'nonsense' }, 'all', limits)).rejects.toMatchObject({
      code: 'service-unreachable',
    });
  });
});

it('tells private addresses from public ones', () => {
  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.1.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '0.0.0.0',
    ...'100.64.0.1 192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1'.split(' '),
    ...'::127.0.0.1 64:ff9b::a00:1 100::1 2001::1 2001:2::1 2001:db8::1 2002:a00:1:: 3fff::1 5f00::1 fec0::1 ff02::1 4000::1'.split(
      ' ',
    ),
    'not an address',
  ]) {
    expect([address, isPrivateAddress(address)]).toEqual([address, true]);
  }
  for (const address of ['9.9.9.9', '172.32.0.1', '2620:fe::fe', '::ffff:9.9.9.9'])
    expect([address, isPrivateAddress(address)]).toEqual([address, false]);
});

describe('the own address of the service', () => {
  const OWN = 'http://127.0.0.1:21391/authors/';

  it.each([
    'http://127.0.0.1:21391/authors/',
    'http://127.0.0.1:21391/authors',
    'http://127.0.0.1:21391/authors/x',
    'http://127.0.0.1:21391/authors/v1/match?a=..%2f',
    'HTTP://127.0.0.1:21391/./authors/y/../x',
    'http://127.1:21391/authors/',
  ])('%s is within it', (url) => {
    expect(isWithin(url, OWN)).toBe(true);
    expect(isWithin(url, OWN.slice(0, -1))).toBe(true);
  });

  it.each([
    'http://127.0.0.1:21391/authors/../admin/delete?all=1',
    'http://127.0.0.1:21391/authors/%2e%2e/admin',
    'http://127.0.0.1:21391/authors/%2E./admin',
    'http://127.0.0.1:21391/authors/..%2fadmin',
    'http://127.0.0.1:21391/authors/%2e%2e%2fadmin',
    'http://127.0.0.1:21391/authors/..%5cadmin',
    'http://127.0.0.1:21391/authors/..\\admin',
    'http://127.0.0.1:21391/authors/%252e%252e/admin',
    'http://127.0.0.1:21391/authors/..;/admin',
    'http://127.0.0.1:21391/authors/\t../admin',
    'http://127.0.0.1:21391/admin',
    'http://127.0.0.1:21391/authorsX/',
    'http://127.0.0.1:21391/Authors/',
    'http://127.0.0.1:21392/authors/',
    'https://127.0.0.1:21391/authors/',
    'http://user@127.0.0.1:21391/authors/',
    'http://127.0.0.1:21391@example.org/authors/',
    'http://127.0.0.1.example.org:21391/authors/',
    'http://127.0.0.1:21391/authors/command/core/delete-project',
    'http://127.0.0.1:21391/authors//command/core/get-rows',
    'http://127.0.0.1:21391/authors/project',
    'nothing',
  ])('%s is not', (url) => {
    expect(isWithin(url, OWN)).toBe(false);
  });

  it('may be asked when nothing else may, and what only looks like it is not asked', async () => {
    const ask = askOverHttp({ ownAddresses: [`${root}/away/`], urlAccess: 'off' }, () => undefined);
    await expect(ask(`${root}/away/own`, undefined)).resolves.toBe('GET ');
    for (const path of ['/away/../here', '/away/%2e%2e/here', '/away/..%2fhere', '/away/..\\here', '/here'])
      await expect(ask(`${root}${path}`, undefined)).rejects.toMatchObject({ code: 'url-access-off' });
  });
});
