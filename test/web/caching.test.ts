import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { smallApp } from '../support/small-app.js';

const { app } = smallApp({ publicBaseUrl: 'https://names.example.org' });
const agent = request(app);

describe('an answer that a client has already', () => {
  it.each([
    '/private/suggest?prefix=b',
    '/type/private/suggest?prefix=c',
    '/property/private/suggest?prefix=p',
    '/private/flyout?id=B',
    '/search?filter=(all%20mid:B)',
    '/preview?id=B',
    '/view?id=B',
    '/extend/propose?type=City',
  ])('%s is kept for a minute, and then not sent again when it is the same', async (path) => {
    const first = await agent.get(path);
    expect(first.headers['cache-control']).toBe('public, max-age=60');
    const again = await agent.get(path).set('If-None-Match', first.headers['etag'] ?? '');
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers['access-control-allow-origin']).toBe('*');
    expect((await agent.get(path).set('If-None-Match', 'W/"another"')).status).toBe(200);
  });

  it('has a mark of its own for every content', async () => {
    const marks = await Promise.all(
      [
        '/private/suggest?prefix=b',
        '/private/suggest?prefix=be',
        '/private/flyout?id=B',
        '/preview?id=B',
        '/preview?id=P',
      ].map(async (path) => (await agent.get(path)).headers['etag']),
    );
    expect(new Set(marks).size).toBe(marks.length);
  });

  it('is asked for again each time when it is the manifest or the answer to a batch, which a reload may change', async () => {
    for (const path of ['/', `/?queries=${encodeURIComponent('{"a":{"query":"Tokyo"}}')}`]) {
      const first = await agent.get(path);
      expect(first.headers['cache-control']).toBe('no-cache');
      expect((await agent.get(path).set('If-None-Match', first.headers['etag'] ?? '')).status).toBe(304);
    }
  });

  it('is never kept when it is an error', async () => {
    for (const path of [
      '/private/suggest',
      '/private/flyout?id=nowhere',
      '/preview?id=nowhere',
      '/?queries=[]',
      '/nowhere',
    ]) {
      const answer = await agent.get(path);
      expect([path, answer.status >= 400, answer.headers['cache-control']]).toEqual([path, true, 'no-store']);
    }
  });
});
