import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createServer, type Server } from 'node:http';
import { requestClasses } from '../../src/web/request-classes.js';

const app = express();
app.all('/', (request, response) => {
  response
    .type('text/plain')
    .send(`${request.hostname} ${String(request.app === app)} ${String(response.app === app)}`);
});
const unchanged: boolean[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(requestClasses(app), (request, response) => {
    const made = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
    app(request, response);
    unchanged.push(made[0] === Object.getPrototypeOf(request), made[1] === Object.getPrototypeOf(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${String(typeof address === 'object' && address !== null ? address.port : 0)}/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('requests and responses of an application', () => {
  it('are made as Express wants them, so that it need not change what they are', async () => {
    const response = await fetch(url, { headers: { connection: 'close' } });
    expect(await response.text()).toBe('127.0.0.1 true true');
    expect(unchanged).toEqual([true, true]);
  });

  it('are those of Node.js for any other handler', () => {
    expect(requestClasses(() => undefined)).toEqual({});
  });
});
