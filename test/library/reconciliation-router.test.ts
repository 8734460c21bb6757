import express from 'express';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { until } from '../support/until.js';
import { createReconciliationRouter, openDataset, type OpenDataset } from '../../src/library.js';

let dataset: OpenDataset;
const app = express();
beforeAll(async () => {
  dataset = await openDataset({
    name: 'Authors',
    entities: [
      { id: 'a1', name: 'Virginia Woolf' },
      { id: 'a/2', name: 'Chinua Achebe' },
    ],
  });
  app.use('/lists/authors', createReconciliationRouter(dataset));
  app.get('/hello', (_request, response) => void response.send('own route'));
  app.use('/late', express.urlencoded(), createReconciliationRouter(dataset));
});
afterAll(() => dataset.close());

describe('a router in another application', () => {
  it('names its own place in the manifest, and every address below it answers', async () => {
    const { text } = await request(app).get('/lists/authors/').set('Host', 'example.org').expect(200);
    expect(JSON.parse(text)).toMatchObject({ name: expect.stringContaining('Authors') });
    const addresses = text.match(/http:\/\/example\.org[^"]*/g) ?? [];
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => !address.startsWith('http://example.org/lists/authors'))).toEqual([]);
    await request(app)
      .get('/lists/authors/suggest/entity?prefix=vir')
      .expect(200)
      .expect(({ text: found }) => expect(JSON.parse(found)).toMatchObject({ result: [{ id: 'a1' }] }));
    await request(app).get('/lists/authors/preview?id=a1').expect(200).expect('Content-Type', /html/);
  });

  it('answers batches, with the headers that pages of others need', async () => {
    const { text, headers } = await request(app)
      .post('/lists/authors/')
      .type('form')
      .send({ queries: JSON.stringify({ q0: { query: 'Chinua Achebe' } }) })
      .expect(200);
    expect(JSON.parse(text)).toMatchObject({ q0: { result: [{ id: 'a/2', match: true }] } });
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('has the pages on which entities are browsed, whose index is made on a thread', async () => {
    const found = async (): Promise<string> =>
      (await request(app).get('/lists/authors/browse?query=achebe&as=json')).text;
    await until(async () => (await found()).includes('Chinua Achebe'));
    expect(await found()).not.toContain('Virginia Woolf');
  });

  it('leaves the other routes to the application, and says of its own that they are not there', async () => {
    expect((await request(app).get('/hello').expect(200)).text).toBe('own route');
    await request(app).get('/lists/authors/nothing').expect(404);
    await request(app).get('/lists').expect(404);
  });

  it('says what is wrong when the body was read before it', async () => {
    const { text } = await request(app)
      .post('/late/')
      .type('form')
      .send({ queries: '{"q0":{"query":"Woolf"}}' })
      .expect(400);
    expect(text).toContain('express.json()');
  });
});

describe('a router alone', () => {
  it('is a listener of a server', async () => {
    const server = createServer(
      createReconciliationRouter(dataset, { baseUrl: 'https://example.org/authors/' }),
    ).listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as AddressInfo; // it listens on a port
      const manifest: unknown = await (await fetch(`http://127.0.0.1:${String(port)}/`)).json();
      expect(JSON.stringify(manifest)).toContain('https://example.org/authors/');
    } finally {
      server.close();
    }
  });

  it('is refused for what is no dataset', () => {
    expect(() => createReconciliationRouter({ ...dataset })).toThrow('openDataset');
  });
});
