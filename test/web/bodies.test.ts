import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { smallApp } from '../support/small-app.js';

/* Bodies are held to limits while they come in, and what they ask for to limits before it is parsed. */

const MEGABYTE = 1024 * 1024;
const { app, observations } = smallApp({
  limits: {
    maxBodyBytes: 4 * MEGABYTE,
    maxBatchQueries: 100,
    batchSize: 50,
    bodyTimeoutMs: 2_000,
    maxClientBytes: 5 * MEGABYTE,
    maxBytesInFlight: 6 * MEGABYTE,
    maxClientRequests: 8,
  },
});
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo); // listens on a port
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const FORM = 'application/x-www-form-urlencoded';
const post = (body: string | Buffer, type = FORM, path = '/'): request.Test =>
  request(app).post(path).set('Content-Type', type).send(body);

/** What comes on a connection until its answer is whole, or it ends. */
async function answerOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    const [head = '', body] = text.split('\r\n\r\n');
    if (body !== undefined && Buffer.byteLength(body) >= Number(/content-length: (\d+)/i.exec(head)?.[1])) break;
  }
  socket.destroy();
  return text;
}

async function answerTo(head: readonly string[], body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write([...head, 'Host: localhost', '', body].join('\r\n'));
  return answerOn(socket);
}

describe('a body', () => {
  it.each([
    ['of many fields', 'a&'.repeat(MEGABYTE), FORM, 413, 'body-too-large'],
    [
      'of many fields in an old character set',
      'a&'.repeat(MEGABYTE),
      `${FORM}; charset=iso-8859-1`,
      413,
      'body-too-large',
    ],
    [
      'of many parts',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(500),
      'multipart/form-data; boundary=x',
      413,
      'body-too-large',
    ],
    ['that is nested very deep', '['.repeat(MEGABYTE), 'application/json', 413, 'body-too-large'],
    ['with very many values', `[${'{},'.repeat(MEGABYTE)}{}]`, 'application/json', 413, 'body-too-large'],
    ['in an unknown character set', 'queries={}', `${FORM}; charset=klingon`, 415, 'media-type-unsupported'],
    ['of JSON that is not UTF-8', '{}', 'application/json; charset=iso-8859-1', 415, 'media-type-unsupported'],
    ['of another type', '<a/>', 'application/xml', 415, 'media-type-unsupported'],
  ])('%s is refused', async (_, body, type, status, code) => {
    const answer = await post(body, type);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([status, code]);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('is not read where no body is asked for: an unknown address, a method that is not there, GET', async () => {
    const big = ['Content-Type: application/json', 'Content-Length: 3000000'];
    expect(await answerTo(['POST /nowhere HTTP/1.1', ...big])).toMatch(/^HTTP\/1\.1 404 /);
    expect(await answerTo(['POST /private/suggest?prefix=a HTTP/1.1', ...big])).toMatch(/^HTTP\/1\.1 405 /);
    expect(await answerTo(['GET /health HTTP/1.1', ...big])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('that comes too slowly is not waited for', async () => {
    const answer = await answerTo(['POST / HTTP/1.1', `Content-Type: ${FORM}`, 'Content-Length: 100'], 'queries=');
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"body-too-slow"/);
  });

  it('that unpacks to more than is taken is refused, and so is one that is no gzip', async () => {
    const packed = async (body: Buffer): Promise<readonly [number, unknown]> => {
      const answer = await fetch(`http://127.0.0.1:${String(port)}/`, {
        method: 'POST',
        headers: { 'Content-Type': FORM, 'Content-Encoding': 'gzip' },
        body: new Uint8Array(body),
      });
      return [answer.status, await answer.json()];
    };
    expect(await packed(gzipSync(`queries=${'x'.repeat(20 * MEGABYTE)}`))).toEqual([
      413,
      expect.objectContaining({ code: 'body-too-large' }),
    ]);
    expect(await packed(Buffer.from('queries={}'))).toEqual([400, expect.objectContaining({ code: 'body-malformed' })]);
    expect(await packed(gzipSync('queries={"a":{"query":"Berlin"}}'))).toMatchObject([
      200,
      { a: { result: [{ id: 'B' }, {}] } },
    ]);
  });

  it('that needs more memory than a client has left is refused, whichever of its requests it is', async () => {
    const open = Array.from({ length: 2 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${String(4 * MEGABYTE)}\r\n\r\n`,
      );
      socket.write(Buffer.alloc(3 * MEGABYTE, 0x20));
      return socket;
    });
    const answers = (await Promise.all(open.map(answerOn))).map((answer) => answer.slice(0, 12));
    expect([...answers].sort()).toEqual(['HTTP/1.1 408', 'HTTP/1.1 429']);
    // All of it is free again.
    expect((await post(`queries=${' '.repeat(3 * MEGABYTE)}{"a":{"query":"Berlin"}}`)).status).toBe(200);
  });

  it('of a client with too many requests is refused, and health is told all the same', async () => {
    const open = Array.from({ length: 9 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nContent-Length: 5\r\n\r\na`);
      return socket;
    });
    const [refused] = (await Promise.race(open.map((socket) => once(socket, 'data')))) as [Buffer];
    expect(refused.toString()).toMatch(/^HTTP\/1\.1 429 [^]*Retry-After: 2/i);
    expect((await request(`http://127.0.0.1:${String(port)}`).get('/health')).status).toBe(200);
    for (const socket of open) socket.destroy();
  });
});

describe('a message', () => {
  it('with a very long query is answered for all its others', async () => {
    const queries = JSON.stringify({
      long: { query: 'a', properties: Array.from({ length: 150 }, (_, i) => ({ pid: 'p', v: String(i).repeat(900) })) },
      short: { query: 'Berlin' },
    });
    const answer = await post(`queries=${encodeURIComponent(queries)}`);
    expect(answer.body).toMatchObject({
      long: { error: { code: 'query-invalid' } },
      short: { result: [{ id: 'B' }, {}] },
    });
  });

  it('with very many parameters in its address is refused', async () => {
    const answer = await request(app).get(`/?${'a&'.repeat(1_001)}`);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'parameter-invalid']);
  });
});

describe('a client that goes away', () => {
  it('is no fault of the service', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(observations.filter((one) => one.kind === 'request-failed' && one.error.kind === 'internal')).toEqual([]);
  });
});
