/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import { readJsonp } from '../../support/read-jsonp.js';
import { agent } from './checklist-service.js';

describe('the flyout', () => {
  it('has the id and its HTML', async () => {
    const { body } = await agent.get('/private/flyout?id=B');
    expect(Object.keys(body)).toEqual(['id', 'html']);
    expect([body.id, body.html.includes('Berlin')]).toEqual(['B', true]);
  });

  it('passes over the unfilled ${id} beside the real one, in either order', async () => {
    for (const query of ['id=${id}&id=B', 'id=B&id=${id}'])
      expect((await agent.get(`/private/flyout?${query}`)).body.id).toBe('B');
  });

  it('writes what the data holds as text, never as HTML', async () => {
    const { html } = (await agent.get('/private/flyout?id=XSS')).body;
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<(script|img|b|i)\b/);
  });

  it('of an unknown id is 404', async () => {
    expect((await agent.get('/private/flyout?id=nowhere')).status).toBe(404);
  });

  it('answers to a callback', async () => {
    expect(readJsonp((await agent.get('/private/flyout?id=B&callback=f')).text, 'f')).toMatchObject({ id: 'B' });
  });
});

describe('the preview', () => {
  it('is an HTML page', async () => {
    const answer = await agent.get('/preview?id=B');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toMatch(/<html lang="en"[^>]*>[\s\S]*<title>Berlin[\s\S]*<main[^>]*>[\s\S]*<h1/);
  });

  it('may be shown in a frame on any page', async () => {
    const { headers } = await agent.get('/preview?id=B');
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy'] ?? '').not.toContain('frame-ancestors');
  });

  it('runs no script', async () => {
    for (const id of ['B', 'XSS'])
      expect((await agent.get(`/preview?id=${id}`)).text).not.toMatch(/<script|href="javascript:|<[^>]+\son[a-z]+=/i);
  });

  it.each(['a/b c#d?e&f=g+h%41', 'Zürich–ZH', 'https://id.example.org/place/7', '__proto__', '0'])(
    'knows the identifier %s, encoded and as old clients write it',
    async (id) => {
      // What an address cannot hold as it is has to be encoded by everybody: # would end it.
      for (const written of [encodeURIComponent(id), encodeURI(id).replaceAll('#', '%23')])
        expect([written, (await agent.get(`/preview?id=${written}`)).status]).toEqual([written, 200]);
    },
  );

  it('of an unknown id is a page that says so, with 404', async () => {
    const answer = await agent.get('/preview?id=nowhere');
    expect([answer.status, answer.headers['content-type'], answer.text.includes('nowhere')]).toEqual([
      404,
      'text/html; charset=utf-8',
      true,
    ]);
  });
});
