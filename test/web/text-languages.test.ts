import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { smallApp } from '../support/small-app.js';
import { temporaryFolder } from '../support/temporary-files.js';

/* Texts of a thesaurus in several languages keep their language in answers of the draft, on pages and as linked data. */

const folder = temporaryFolder();
let app: Express;
beforeAll(async () => {
  const file = folder.write(
    'crafts.ttl',
    `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix ex: <https://crafts.example.org/> .
    ex:metal a skos:Concept ; skos:prefLabel "metalwork"@en, "Metallhandwerk"@de ; skos:definition "Arbeit mit Metall"@de ; skos:note "old trade"@en ; skos:narrower ex:gold .
    ex:gold a skos:Concept ; skos:prefLabel "goldsmithing"@en, "צורפות"@he ; skos:definition "Work with gold"@en, "Arbeit mit Gold"@de ; skos:broader ex:metal .
    ex:book a skos:Concept ; skos:prefLabel "bookbinding"@en ; skos:definition "Binding of books" .`,
  );
  app = smallApp({ snapshot: attachSnapshot(await buildSnapshot({ files: [file] })) }).app;
});
afterAll(() => folder.remove());

const post = async (path: string, body: object): Promise<unknown> => (await request(app).post(path).send(body)).body;
const ask = (propertyValue: string): object => ({ queries: [{ conditions: [{ matchType: 'name', propertyValue }] }] });

describe('the language of texts', () => {
  it('is told of every cell of an extension', async () => {
    const properties = ['name', 'aliases', 'description', 'broader'].map((id) => ({ id }));
    expect(await post('/v1/extend', { ids: ['metal', 'gold', 'book'], properties })).toMatchObject({
      rows: [
        {
          properties: [
            { values: [{ str: 'metalwork', lang: 'en' }] },
            { values: [{ str: 'Metallhandwerk', lang: 'de' }] },
            { values: [{ str: 'Arbeit mit Metall', lang: 'de' }] },
            { values: [] },
          ],
        },
        {
          properties: [
            { values: [{ str: 'goldsmithing', lang: 'en' }] },
            { values: [{ str: 'צורפות', lang: 'he', dir: 'rtl' }] },
            { values: [{ str: 'Work with gold', lang: 'en' }] },
            { values: [{ id: 'metal', name: 'metalwork', lang: 'en' }] },
          ],
        },
        { properties: [{}, {}, { values: [{ str: 'Binding of books' }] }, {}] },
      ],
    });
  });

  it('is that of the name in a candidate and a suggestion; a description in another is marked by itself', async () => {
    const metal = {
      id: 'metal',
      name: 'metalwork',
      lang: 'en',
      description: 'Arbeit mit Metall',
      descriptionLang: 'de',
    };
    const gold = { id: 'gold', name: 'goldsmithing', lang: 'en', description: 'Work with gold' };
    expect(await post('/v1/match', ask('metalwork'))).toMatchObject({ results: [{ candidates: [metal] }] });
    const answer = await post('/v1/match', ask('goldsmithing'));
    expect(answer).toMatchObject({ results: [{ candidates: [gold] }] });
    expect(JSON.stringify(answer)).not.toContain('descriptionLang');
    expect((await request(app).get('/v1/suggest/entity?prefix=metalw')).body).toMatchObject({ result: [metal] });
    expect((await request(app).get('/suggest/entity?prefix=metalw')).text).not.toContain('descriptionLang');
  });

  it('is in the pages and in linked data', async () => {
    expect((await request(app).get('/preview?id=metal')).text).toContain(
      '<p class="summary" dir="auto" lang="de">Arbeit mit Metall</p>',
    );
    expect((await request(app).get('/view?id=metal&as=ttl').buffer(true)).text).toContain('"Arbeit mit Metall"@de');
    expect((await request(app).get('/dataset').buffer(true)).text).toContain(
      '"description":{"text":"Arbeit mit Metall","language":"de"}',
    );
  });
});
