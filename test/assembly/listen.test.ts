import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listen, type ListeningServer } from '../../src/assembly/listen.js';
import { smallApp } from '../support/small-app.js';

let server: ListeningServer;
beforeAll(async () => {
  server = await listen(smallApp().app, '127.0.0.1', 0);
});
afterAll(() => server.close());

/** Everything that comes back on one connection for bytes sent as they are, each piece after the answer to the one before, until the service closes it. */
function send(to: ListeningServer, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const waiting = [...pieces];
    const sendNext = (): void => {
      const piece = waiting.shift();
      if (piece !== undefined) socket.write(piece);
    };
    const socket = connect(to.port, '127.0.0.1', sendNext);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      sendNext();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

describe('a connection without a whole head', () => {
  it.each([
    ['that brings nothing', ''],
    ['that brings a part of one', 'GET /health HTTP/1.1\r\nHost: x\r\n'],
  ])('%s is ended in time', async (_, bytes) => {
    const impatient = await listen(smallApp().app, '127.0.0.1', 0, { headTimeoutMs: 300 });
    try {
      const startedAt = performance.now();
      const answer = await send(impatient, bytes);
      expect(performance.now() - startedAt).toBeGreaterThan(290);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      await impatient.close();
    }
  });

  it('is left alone while it is answered', async () => {
    const impatient = await listen((_, response) => void setTimeout(() => response.end('late'), 900), '127.0.0.1', 0, {
      headTimeoutMs: 200,
    });
    try {
      const answer = await send(impatient, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*late$/);
    } finally {
      await impatient.close();
    }
  });
});

describe('an idle connection', () => {
  it('is kept for a minute', async () => {
    const answer = await fetch(`http://127.0.0.1:${String(server.port)}/health`);
    expect([await answer.json(), answer.headers.get('keep-alive')]).toEqual([
      expect.objectContaining({ status: 'ok' }),
      'timeout=60',
    ]);
  });
});

describe('what is no request', () => {
  it.each([
    [
      'an address with letters as they are',
      Buffer.from('GET /private/suggest?prefix=Mün HTTP/1.1\r\nHost: x\r\n\r\n'),
      '400 Bad Request',
      'Percent-encode',
    ],
    [
      'headers without end',
      `GET /?query=${'a'.repeat(300_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'Send long batches by POST.',
    ],
    ['another protocol', 'HELO example.org\r\n\r\n', '400 Bad Request', 'Check that the address'],
  ])('%s is told what is wrong', async (_, bytes, status, advice) => {
    const [head = '', body = ''] = (await send(server, bytes)).split('\r\n\r\n');
    const [statusLine, ...headers] = head.split('\r\n');
    expect(statusLine).toBe(`HTTP/1.1 ${status}`);
    expect(headers).toEqual(
      expect.arrayContaining([
        'Access-Control-Allow-Origin: *',
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
      ]),
    );
    const fault = JSON.parse(body) as { readonly status: unknown; readonly code: unknown; readonly advice: string };
    expect([fault.status, fault.code, fault.advice.slice(0, advice.length)]).toEqual([
      'error',
      'request-malformed',
      advice,
    ]);
  });

  it('is told so after a request that was one', async () => {
    const answers = await send(server, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n', 'GET /ü HTTP/1.1\r\nHost: x\r\n\r\n');
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400']);
    expect(answers).toContain('"code":"request-malformed"');
  });
});
