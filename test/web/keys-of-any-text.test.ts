/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-assignment -- supertest gives bodies as any, and what they hold is what these tests are about */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { smallApp } from '../support/small-app.js';
import { temporaryFolder } from '../support/temporary-files.js';

/* Names that every object has by itself are names like any other, wherever people may write one. */

const WORDS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;
const folder = temporaryFolder();
afterAll(folder.remove);

let app: Express;
beforeAll(async () => {
  folder.write(
    'words.csv',
    `id,name,type,${WORDS.join(',')}\n${WORDS.map((word, i) => `${word},Thing ${word} ${'abcde'.charAt(i)},${word},${WORDS.map((_, k) => `value ${'vwxyz'.charAt(i)}${'klmno'.charAt(k)}`).join(',')}`).join('\n')}\n`,
  );
  const manifest = folder.write(
    'words.yaml',
    `files: words.csv\ncolumns: {id: id, name: name, type: type}\nproperties:\n${WORDS.map((word) => `  - {column: ${word}, id: ${word}, name: "${word}"}\n`).join('')}`,
  );
  ({ app } = smallApp({ snapshot: attachSnapshot(await buildSnapshot({ files: [], manifestFile: manifest })) }));
});

describe.each(WORDS)('%s', (word) => {
  const place = WORDS.indexOf(word);
  const value = `value ${'vwxyz'.charAt(place)}${'klmno'.charAt(place)}`;

  it('is a key of a batch, as a form and as JSON', async () => {
    const queries = `{${JSON.stringify(word)}:{"query":"Thing ${word} ${'abcde'.charAt(place)}"}}`;
    const asForm = await request(app)
      .post('/')
      .type('form')
      .send(`queries=${encodeURIComponent(queries)}`);
    const asJson = await request(app).post('/').set('Content-Type', 'application/json').send(`{"queries":${queries}}`);
    for (const { text } of [asForm, asJson]) {
      const [[key, answer] = []] = Object.entries(JSON.parse(text));
      expect(key).toBe(word);
      expect(answer).toMatchObject({
        result: expect.arrayContaining([expect.objectContaining({ id: word, match: true })]),
      });
    }
  });

  it('is an id, a type and a property whose values are kept', async () => {
    const { body } = await request(app)
      .post('/')
      .type('form')
      .send(
        `queries=${encodeURIComponent(JSON.stringify({ q: { query: word, type: word, properties: [{ pid: word, v: value }] } }))}`,
      );
    expect(body.q.result[0]).toMatchObject({ id: word, match: true, type: [{ id: word }] });
    expect(body.q.result[0].features).toContainEqual(
      expect.objectContaining({ id: `property:${word}`, value: expect.any(Number) }),
    );
    const extended = await request(app)
      .post('/')
      .type('form')
      .send(`extend=${encodeURIComponent(JSON.stringify({ ids: [word], properties: [{ id: word }] }))}`);
    expect(extended.text).toContain(
      `"rows":{${JSON.stringify(word)}:{${JSON.stringify(word)}:[{"str":${JSON.stringify(value)}}]}}`,
    );
  });

  it('is suggested, and shown with its values', async () => {
    const suggested = await request(app)
      .get('/property/private/suggest')
      .query({ prefix: word.slice(0, 6) });
    expect(suggested.body.result).toContainEqual(expect.objectContaining({ id: word }));
    const view = await request(app).get('/view').query({ id: word });
    expect(view.text).toContain(value);
    const flyout = await request(app).get('/private/flyout').query({ id: word });
    expect(flyout.body).toMatchObject({ id: word, html: expect.stringContaining(`Thing ${word}`) });
  });
});
