import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { smallApp } from '../support/small-app.js';

/* A body that is too long is refused while it is still being sent, and whoever sends it gets to see the answer. */

const MAX_BYTES = 20_000;
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer(smallApp({ limits: { maxBodyBytes: MAX_BYTES, maxBatchQueries: 5, batchSize: 5 } }).app).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo); // listens on a port
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  jest.useRealTimers();
});

const TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json'] as const;

function send(headers: readonly string[], body: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(['POST / HTTP/1.1', 'Host: localhost', ...headers, '', body].join('\r\n'));
  return socket;
}

/** What has come when the end of an answer in JSON has. */
async function answerOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    text += chunk.toString();
    if (text.endsWith('}')) break;
  }
  return text;
}

describe('a body that is too long', () => {
  it.each(TYPES)('of the type %s is refused by the length that it announces', async (type) => {
    const socket = send([`Content-Type: ${type}`, 'Content-Length: 100000000'], 'queries=');
    const answer = await answerOn(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"body-too-large"');
    expect(answer).toContain('"length":100000000');
    socket.destroy();
  });

  it.each(TYPES)('of the type %s is refused when so much of it has come, if it announces no length', async (type) => {
    const socket = send(
      [`Content-Type: ${type}`, 'Transfer-Encoding: chunked'],
      `10000\r\n${'x'.repeat(MAX_BYTES + 1)}`,
    );
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 413 [^]*"code":"body-too-large"/);
    socket.destroy();
  });

  it('leaves the connection to a client that sends it to its end', async () => {
    const length = 5_000_000;
    const socket = send(['Content-Type: application/json', `Content-Length: ${String(length)}`], '');
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 413 /);
    socket.write('x'.repeat(length));
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it.each(['Content-Type: application/json', 'Content-Type: text/plain'])(
    'is read on for a client that wants the connection closed, which would lose the answer otherwise: %s',
    async (type) => {
      const length = 5_000_000;
      const socket = send([type, 'Connection: close', `Content-Length: ${String(length)}`], 'x'.repeat(100_000));
      const answer = await answerOn(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 41[35] /);
      const faults: unknown[] = [];
      socket.on('error', (fault) => faults.push(fault));
      for (let sent = 100_000; sent < length; sent += 100_000) {
        socket.write('x'.repeat(100_000));
        await new Promise((resolve) => setImmediate(resolve));
      }
      socket.resume();
      await once(socket, 'end');
      expect(faults).toEqual([]);
      socket.destroy();
    },
  );

  it('is not awaited for ever', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const socket = send(['Content-Type: application/json', 'Content-Length: 100000000'], '{');
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 413 /);
    const closed = once(socket, 'close');
    jest.advanceTimersByTime(31_000);
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  it('is refused for programs that read the answer when all is sent', async () => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/`, {
      method: 'POST',
      body: new URLSearchParams({ queries: 'x'.repeat(3_000_000) }),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'body-too-large' });
  });
});
