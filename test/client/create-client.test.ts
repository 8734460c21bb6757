import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, ServiceError, type Answer, type Query } from '../../src/client.js';
import { createReconciliationRouter, openDataset, type OpenDataset } from '../../src/library.js';
import { startUnsteadyProxy, type Fault, type UnsteadyProxy } from '../support/unsteady-proxy.js';

let dataset: OpenDataset;
let server: Server;
let origin: string;
beforeAll(async () => {
  const entities = Array.from({ length: 200 }, (_, i) => ({
    id: `e${String(i)}`,
    name: `Entity ${String(i)} of ${['Alder', 'Birch', 'Cedar'][i % 3] ?? ''}`,
    types: ['tree'],
    properties: { height: i },
  }));
  dataset = await openDataset({ entities });
  server = createServer(createReconciliationRouter(dataset)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  origin = `http://127.0.0.1:${String(port)}/`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await dataset.close();
});

let proxy: UnsteadyProxy | undefined;
afterEach(() => proxy?.close());
async function before(...faults: readonly (Fault | undefined)[]): Promise<string> {
  proxy = await startUnsteadyProxy(origin, (request) => faults[request]);
  return proxy.url;
}

const NAMES = Array.from(
  { length: 120 },
  (_, i) => `Entity ${String(i)} of ${['Alder', 'Birch', 'Cedar'][i % 3] ?? ''}`,
);
const allOf = async (answers: AsyncIterable<Answer>): Promise<readonly Answer[]> => {
  const all: Answer[] = [];
  for await (const answer of answers) all.push(answer);
  return all;
};
const idOf = (answer: Answer | undefined): string | undefined =>
  answer !== undefined && 'candidates' in answer ? answer.candidates[0]?.id : undefined;

describe('a client of a service', () => {
  it('asks what a name means, with properties and types, and completes what is typed', async () => {
    const client = createClient(origin);
    expect((await client.manifest())['name']).toBe('Entities');
    const [best] = await client.reconcile({
      name: 'Entity 7 of Birch',
      types: 'tree',
      properties: { height: 7 },
      limit: 3,
    });
    expect(best).toMatchObject({ id: 'e7', name: 'Entity 7 of Birch', match: true, types: [{ id: 'tree' }] });
    expect((await client.suggest('entity 12')).map(({ id }) => id)).toContain('e12');
  });

  it('answers many queries in order, in batches as large as the service likes them', async () => {
    const answers = await allOf(createClient(await before()).reconcileAll(NAMES));
    expect(answers.map(({ place, query }) => [place, query])).toEqual(NAMES.map((name, place) => [place, name]));
    expect(answers.map(idOf)).toEqual(NAMES.map((_, i) => `e${String(i)}`));
    expect(proxy?.requests).toEqual(['GET passed on', 'POST passed on', 'POST passed on', 'POST passed on']);
  });

  it('reads the queries while they are answered, from any iterable', async () => {
    let read = 0;
    const queries = (async function* (): AsyncGenerator<Query> {
      for (const name of NAMES) {
        read += 1;
        yield await Promise.resolve(name);
      }
    })();
    const answers = createClient(origin, { batchSize: 10 }).reconcileAll(queries);
    expect(idOf((await answers.next()).value ?? undefined)).toBe('e0');
    expect(read).toBe(10);
    await answers.return();
  });

  it('goes on behind the answers that are kept', async () => {
    const answers = await allOf(createClient(await before(), { batchSize: 50 }).reconcileAll(NAMES, { from: 97 }));
    expect(answers.map(({ place }) => place)).toEqual(Array.from({ length: 23 }, (_, i) => 97 + i));
    expect(idOf(answers[0])).toBe('e97');
    expect(proxy?.requests).toEqual(['POST passed on']);
  });

  it('tells the error of one query with that query', async () => {
    const wrong = { name: ['Oslo'] } as unknown as Query; // what a program without types may give
    const answers = await allOf(createClient(origin).reconcileAll(['Entity 1 of Birch', wrong, 'Entity 2 of Cedar']));
    expect([idOf(answers[0]), idOf(answers[2])]).toEqual(['e1', 'e2']);
    expect(answers[1]).toMatchObject({ place: 1, error: expect.any(String) });
  });
});

describe('a service that is busy or lost for a moment', () => {
  it('is asked again, after the time that it names', async () => {
    const waits: number[] = [];
    const client = createClient(
      await before(
        { status: 429, retryAfter: '0' },
        { status: 503, retryAfter: new Date(Date.now() - 1000).toUTCString() },
        'closed',
        'broken off',
      ),
      {
        onRetry: (_, waitMs) => waits.push(waitMs),
      },
    );
    expect((await client.reconcile('Entity 3 of Alder'))[0]?.id).toBe('e3');
    expect(proxy?.requests).toEqual(['POST 429', 'POST 503', 'POST closed', 'POST broken off', 'POST passed on']);
    expect(waits.slice(0, 2)).toEqual([0, 0]);
    expect(waits[2]).toBeGreaterThanOrEqual(1000);
    expect(waits[3]).toBeGreaterThanOrEqual(2000);
  });

  it('is given up after as many times as wanted, and the error says why', async () => {
    const busy = { status: 503, retryAfter: '0' };
    const client = createClient(await before(busy, busy, busy, busy), { retries: 2 });
    const thrown: unknown = await client.reconcile('x').catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ServiceError);
    expect(thrown).toMatchObject({ status: 503, message: expect.stringContaining('Too busy.') });
    expect(proxy?.requests).toHaveLength(3);
  });

  it('is not waited for when the program ends what is under way', async () => {
    const ending = new AbortController();
    const client = createClient(await before({ status: 429, retryAfter: '500' }), {
      signal: ending.signal,
      onRetry: () => ending.abort(new Error('enough')),
    });
    await expect(client.reconcile('x')).rejects.toThrow('enough');
  });

  it('is asked once where it refuses', async () => {
    const client = createClient(await before({ status: 401 }, undefined));
    await expect(client.reconcile('x')).rejects.toMatchObject({ status: 401 });
    expect(proxy?.requests).toHaveLength(1);
  });

  it('is named where nothing answers, or something else', async () => {
    await expect(createClient('http://127.0.0.1:1/', { retries: 0 }).reconcile('x')).rejects.toMatchObject({
      name: 'ServiceError',
      status: 0,
      message: expect.stringContaining('cannot be reached'),
    });
    await expect(createClient(`${origin}openapi.yaml`, { retries: 0 }).manifest()).rejects.toMatchObject({
      message: expect.stringContaining('something other than JSON'),
    });
  });
});
