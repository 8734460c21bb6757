import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createApiKey, createKeyRing } from '../../src/access/api-key.js';
import { createSessions } from '../../src/web/access/credentials.js';
import { serveApp, type ServedApp } from '../support/serve-app.js';
import { smallApp } from '../support/small-app.js';

const KEY = createApiKey({ name: 'agent', role: 'ask', datasets: 'all' });
const ELSEWHERE = createApiKey({ name: 'elsewhere', role: 'ask', datasets: ['places'] });
let open: ServedApp;
let closed: ServedApp;

beforeAll(async () => {
  open = await serveApp(smallApp().app);
  closed = await serveApp(
    smallApp({
      access: {
        ring: createKeyRing(() => [KEY.kept, ELSEWHERE.kept]),
        sessions: createSessions(),
        keyNeeded: 'everything',
        dataset: 'small',
      },
    }).app,
  );
});
afterAll(async () => {
  await open.stop();
  await closed.stop();
});

async function connect({ origin }: ServedApp, key?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }));
  return client;
}

const GERMANY = { name: 'match', arguments: { names: [{ name: 'Germany' }] } };

describe('/mcp', () => {
  it('gives a client of the protocol the five tools', async () => {
    const client = await connect(open);
    expect((await client.listTools()).tools).toHaveLength(5);
    expect((await client.callTool(GERMANY)).structuredContent).toMatchObject({
      results: [{ verdict: 'match', id: 'DE' }],
    });
    await client.close();
  });

  it('matches rows that are sent, and tells of each', async () => {
    const client = await connect(open);
    const table = 'place,note\nBerlin,a\nZyxwvu,b\nFrance,c\n';
    const answer = await client.callTool({ name: 'match_table', arguments: { table } });
    expect(answer.structuredContent).toMatchObject({
      rows: 3,
      matched: 1,
      ambiguous: 1,
      none: 1,
      answers: [
        { line: 2, name: 'Berlin', verdict: 'ambiguous', candidate: { id: 'B' } },
        { line: 3, name: 'Zyxwvu', verdict: 'none' },
        { line: 4, name: 'France', verdict: 'match', id: 'FR' },
      ],
    });
    const long = await client.callTool({
      name: 'match_table',
      arguments: { table: `name\n${'Berlin\n'.repeat(400)}` },
    });
    expect(long.structuredContent).toMatchObject({ rows: 400, more: expect.stringMatching(/100 rows/) });
    await client.close();
  });

  it('needs the key that questions need', async () => {
    await expect(connect(closed)).rejects.toThrow(/key-missing/);
    await expect(connect(closed, ELSEWHERE.text)).rejects.toThrow(/key-not-allowed/);
    const client = await connect(closed, KEY.text);
    expect((await client.callTool(GERMANY)).isError).toBeUndefined();
    await client.close();
  });

  it.each([
    ['no body', undefined, 400, 'parameter-missing'],
    ['what is no JSON', '{', 400, 'body-malformed'],
    ['several messages at once', '[]', 400, 'body-malformed'],
    ['a long message', JSON.stringify({ text: 'a'.repeat(40_000) }), 413, 'body-too-large'],
    ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 413, 'body-too-large'],
  ])('refuses %s', async (_, body, status, code) => {
    const response = await fetch(`${open.origin}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(code)]);
  });

  it('answers what is no message of the protocol in its form', async () => {
    const response = await fetch(`${open.origin}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"hello":"world"}',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32700 } });
  });
});
