/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import { readJsonp } from '../../support/read-jsonp.js';
import { BASE, agent, idsOf, expectValid } from './checklist-service.js';

/*
 * What a reconciliation service of versions 0.1 and 0.2, and of the form before them, is accepted for: one line of the list, one test.
 * Each asks the application over HTTP, as a client would; the corners of each part are tested in test/web.
 */

describe('the root', () => {
  it('gives the manifest by GET', async () => {
    const answer = await agent.get('/');
    expect([answer.status, answer.body.name]).toEqual([200, 'Small world']);
  });

  it('gives the same manifest to a callback, and to a callback with the _ of jQuery', async () => {
    const { body } = await agent.get('/');
    for (const address of ['/?callback=f', '/?callback=f&_=1597936961627'])
      expect(readJsonp((await agent.get(address)).text, 'f')).toEqual(body);
  });

  it('gives the same manifest by a POST without anything in it', async () => {
    const { text } = await agent.get('/');
    for (const answer of [await agent.post('/'), await agent.post('/').type('form').send('')])
      expect([answer.status, answer.text]).toEqual([200, text]);
  });

  it('answers with a slash at the end and without one, GET and POST alike, by no redirect', async () => {
    for (const path of ['/places', '/places/']) {
      const manifest = await agent.get(path).redirects(0);
      expect([path, manifest.status, manifest.body.name]).toEqual([path, 200, 'Small world']);
      const batch = await agent.post(path).type('form').send({ queries: '{"a":{"query":"Tokyo"}}' }).redirects(0);
      expect([path, batch.status, idsOf(batch.body.a.result)[0]]).toEqual([path, 200, 'T']);
    }
  });

  it('answers HEAD like GET, without a body', async () => {
    const [head, get] = [await agent.head('/'), await agent.get('/')];
    expect([head.status, head.headers['content-type'], head.text]).toEqual([
      get.status,
      get.headers['content-type'],
      undefined,
    ]);
  });

  it('gives a manifest that is valid in version 0.1 and in version 0.2', async () => {
    const { body } = await agent.get('/');
    expectValid('manifest', body, ['0.1', '0.2']);
    expect(body.versions).toContain('0.2');
  });

  it('refuses a client that can read only what is not offered, and names what is', async () => {
    const answer = await agent.get('/').set('Accept', 'application/reconciliation.v9+json');
    expect([answer.status, answer.body.code]).toEqual([406, 'not-acceptable']);
    expect(answer.body.details.supported).toContain('0.2');
  });

  it('tells caches that the answer depends on Accept', async () => {
    expect((await agent.get('/')).headers['vary']).toMatch(/\bAccept\b/);
  });

  it('serves JSON as JSON and scripts as scripts, both as UTF-8', async () => {
    expect((await agent.get('/')).headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await agent.get('/?callback=f')).headers['content-type']).toBe('application/javascript; charset=utf-8');
  });

  it('writes the public address everywhere, whatever host the request named', async () => {
    const { text } = await agent.get('/').set('Host', 'inner:8000');
    expect(text).not.toContain('inner');
    for (const [address] of text.matchAll(/https?:[^"]+/g)) expect(address.startsWith(BASE)).toBe(true);
  });
});
