import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { smallApp } from '../support/small-app.js';

const { app } = smallApp();
const get = (address: string): request.Test => request(app).get(address).set('Accept', 'text/html');

describe('the page Browse', () => {
  it('lists entities with what tells them apart, and leads to the other pages', async () => {
    const { text } = await get('/browse');
    expect(text).toMatch(/<h1>Browse<\/h1>/);
    expect(text).toMatch(/<a href="[^"]*\/view\?id=DE"><bdi>Germany<\/bdi>/);
    expect(text).toContain('Page 1 of 2');
    expect((await get('/browse?page=2')).text).toMatch(/<ol class="entities" start="51">/);
    expect((await get('/browse?page=99')).text).toContain('Nothing is found.');
  });

  it('narrows down by links that keep what was chosen, and takes each back', async () => {
    const { text } = await get('/browse?query=newtown');
    expect(text).toContain('<p class="decision">40 entities</p>');
    expect(text).toMatch(
      /<a href="[^"]*\/browse\?query=newtown&amp;property%3Acountry=DE"><bdi>Germany<\/bdi><\/a> <span class="number">20<\/span>/,
    );
    const chosen = (await get('/browse?query=newtown&property%3Acountry=DE&sort=name&order=down')).text;
    expect(chosen).toContain('<p class="decision">20 entities</p>');
    expect(chosen).toMatch(
      /aria-label="Chosen"><li><bdi>Country: Germany<\/bdi> <a href="[^"]*\/browse\?query=newtown&amp;sort=name&amp;order=down" aria-label="Remove Country: Germany">/,
    );
    expect(chosen).toMatch(/<ol class="entities" start="1"><li><a[^>]*><bdi>Newtown 38/);
    expect(chosen).toContain('<input type="hidden" name="property:country" value="DE">');
  });

  it('gives the list alone to its script, and the result as CSV and JSON', async () => {
    const part = (await get('/browse?query=munich&part=results')).text;
    expect(part).toMatch(/^<p class="decision">1 entity/);
    const csv = await get('/browse?query=newtown&limit=5&as=csv');
    expect(csv.headers['content-disposition']).toContain('entities.csv');
    expect(csv.text.trim().split('\r\n').length).toBe(41);
    const json = await get('/browse?query=newtown&limit=5&as=json');
    expect(json.body).toMatchObject({ total: 40, offset: 0 });
  });

  it('suggests, passes over what there is not, and refuses what is too long', async () => {
    expect((await get('/browse?query=tok')).text).toMatch(/Search instead for: <a href="[^"]*query=tokyo">/);
    expect((await get('/browse?type=Nothing&sort=nothing&page=x&property%3Anothing=1')).status).toBe(200);
    const long = await get(`/browse?query=${'x'.repeat(600)}`);
    expect([long.status, long.text.includes('longer than 500 characters')]).toEqual([400, true]);
    expect((await request(app).get('/browse?as=xml')).body).toMatchObject({ code: 'parameter-invalid' });
  });
});

describe('the page Browse while the entities are prepared', () => {
  it('says how far it is, however often it is asked for', async () => {
    const { app: preparing } = smallApp({
      browsing: {
        browse: () => new Promise(() => undefined),
        save: () => Promise.reject(new Error('nothing is saved here')),
        progress: () => 0.4,
      },
    });
    const ask = (): request.Test => request(preparing).get('/browse').set('Accept', 'text/html');
    for (let round = 0; round < 2; round++)
      for (const { status, text } of await Promise.all(Array.from({ length: 8 }, ask))) {
        expect(status).toBe(200);
        expect(text).toMatch(/The entities are being prepared for searching: 40\s*%\./);
        expect(text).toContain('http-equiv="refresh"');
      }
  });
});

describe('the page of an entity', () => {
  it('has links in both directions', async () => {
    const country = (await get('/view?id=JP')).text;
    expect(country).toMatch(/<h2>Country: <bdi>Japan<\/bdi><\/h2><ul[^>]*><li><a href="[^"]*view\?id=T"><bdi>Tokyo/);
    expect((await get('/view?id=T')).text).toMatch(/<a href="[^"]*view\?id=JP"><bdi>Japan/);
    const many = (await get('/view?id=DE')).text;
    expect(many).toMatch(/<a href="[^"]*\/browse\?property%3Acountry=DE">Browse all 22<\/a>/);
  });

  it('shows coordinates on a map that loads nothing', async () => {
    const { text } = await get('/view?id=B');
    expect(text).toMatch(
      /<svg class="map"[^>]*aria-label="Berlin on a map of the world">.*<circle class="point" cx="26\.8" cy="-105" r="7"\/>/,
    );
    expect((await get('/view?id=T')).text).not.toContain('<svg class="map"');
  });

  it('is there as JSON and CSV', async () => {
    expect((await get('/view?id=B&as=json')).body).toMatchObject({
      id: 'B',
      type: [{ id: 'Capital' }, { id: 'City' }],
      properties: { population: ['3\u202f700\u202f000'] },
    });
    expect((await get('/entity/B?as=csv')).text).toMatch(/^id,name,types/);
  });
});
