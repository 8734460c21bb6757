/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { MESSAGE_TABLE } from '../../src/protocols/message-table.js';
import { readJsonp } from '../support/read-jsonp.js';
import { smallApp } from '../support/small-app.js';

const { app, snapshot } = smallApp();
const agent = request(app);

interface Answer {
  readonly meta: readonly { readonly id: string; readonly name: string; readonly type?: unknown }[];
  readonly rows: Readonly<Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>>;
}
async function extend(ids: readonly string[], properties: readonly unknown[]): Promise<Answer> {
  const answer = await agent
    .post('/')
    .type('form')
    .send({
      extend: JSON.stringify({
        ids,
        properties: properties.map((one) => (typeof one === 'string' ? { id: one } : one)),
      }),
    });
  expect(answer.status).toBe(200);
  return answer.body as Answer; // checked against the schema below
}

describe('data extension', () => {
  it('by form POST, by GET, by JSON and with a callback gives the same, valid in every version', async () => {
    const query = { ids: ['B', 'DE'], properties: [{ id: 'country' }, { id: 'population' }] };
    const { body, text } = await agent
      .post('/')
      .type('form')
      .send({ extend: JSON.stringify(query) });
    for (const form of ['freebase', '0.1', '0.2'] as const)
      expect(MESSAGE_TABLE[form].extensionAnswer.safeParse(body).error).toBeUndefined();
    const address = `/?extend=${encodeURIComponent(JSON.stringify(query))}`;
    expect((await agent.get(address)).text).toBe(text);
    expect((await agent.post('/').send({ extend: query })).text).toBe(text);
    expect((await agent.post('/').send(query)).text).toBe(text);
    expect(readJsonp((await agent.get(`${address}&callback=f`)).text, 'f')).toEqual(body);
  });

  it('has every property in every row, in the order asked for, unknown ids and properties too', async () => {
    const asked = ['twin', 'nonsense', 'country', 'population'];
    const { meta, rows } = await extend(['nowhere', 'B', 'BNH', '__proto__'], asked);
    expect(meta.map(({ id }) => id)).toEqual(asked);
    expect(Object.keys(rows)).toEqual(expect.arrayContaining(['nowhere', 'B', 'BNH']));
    for (const row of Object.values(rows)) expect(Object.keys(row)).toEqual(asked);
    expect(rows['nowhere']).toEqual({ twin: [], nonsense: [], country: [], population: [] });
    expect(meta[1]).toEqual({ id: 'nonsense', name: 'nonsense' });
  });

  it('counts a property that is asked for twice twice in meta, and an id once', async () => {
    const { meta, rows } = await extend(['B', 'B'], ['country', 'country']);
    expect(meta).toHaveLength(2);
    expect(Object.keys(rows)).toEqual(['B']);
  });

  it('of no ids gives the columns alone', async () => {
    expect(await extend([], ['population'])).toEqual({ meta: [{ id: 'population', name: 'Population' }], rows: {} });
  });

  it.each([
    ['text', 'motto', [{ str: 'Be “Berlin” <now>' }]],
    ['an integer', 'population', [{ int: 3_700_000 }]],
    ['an integer beyond 32 bits', 'budget', [{ float: 39_000_000_000 }]],
    ['a number', 'area', [{ float: 891.7 }]],
    ['a boolean', 'seatOfGovernment', [{ bool: true }]],
    ['a whole date, with its offset', 'founded', [{ date: '1237-10-28T00:00:00Z' }]],
    ['a year', 'firstMentioned', [{ str: '1237' }]],
    ['coordinates', 'location', [{ str: '52.52,13.405' }]],
    ['a URL', 'website', [{ str: 'https://www.berlin.example/?a=1&b=2' }]],
    [
      'entities, of which one is not ours',
      'twin',
      [{ id: 'P', name: 'Paris' }, { str: 'elsewhere:Q1' }, { id: 'T', name: 'Tokyo' }],
    ],
    ['the name', 'name', [{ str: 'Berlin' }]],
    ['aliases', 'aliases', [{ str: 'Berlín' }, { str: 'Берлин' }, { str: 'Spree-Athen' }]],
    ['the types', 'type', [{ str: 'Capital city' }, { str: 'City' }]],
  ])('gives %s as clients read it', async (_, property, cells) => {
    expect((await extend(['B'], [property])).rows['B']?.[property]).toEqual(cells);
  });

  it('gives a boolean as text to those who ask for a version outright, whose schemas have no booleans', async () => {
    const asked = JSON.stringify({ ids: ['B'], properties: [{ id: 'seatOfGovernment' }] });
    for (const version of ['0.1', '0.2']) {
      for (const answer of [
        agent.get('/').query({ extend: asked, profile: version }),
        agent
          .post('/')
          .type('form')
          .set('Accept', `application/reconciliation.v${version}+json`)
          .send({ extend: asked }),
      ]) {
        expect((await answer).body.rows.B.seatOfGovernment).toEqual([{ str: 'true' }]);
      }
    }
  });

  it('gives a date before year 1 as text', async () => {
    expect((await extend(['P'], ['founded'])).rows['P']?.['founded']).toEqual([{ str: '-000052' }]);
  });

  it('names the type of a column of entities, and of no other', async () => {
    const { meta } = await extend(
      ['B'],
      ['country', 'population', 'aliases', { id: 'twin', settings: { references: 'id' } }],
    );
    expect(meta.map(({ type }) => type)).toEqual([{ id: 'Country', name: 'Country' }, undefined, undefined, undefined]);
  });

  it('knows a property by its name', async () => {
    expect((await extend(['B'], ['Population'])).rows['B']).toEqual({ Population: [{ int: 3_700_000 }] });
  });

  it('takes settings as text, as numbers, and junk for the default', async () => {
    const count = async (settings: unknown): Promise<number | undefined> =>
      (await extend(['B'], [{ id: 'twin', settings }])).rows['B']?.['twin']?.length;
    for (const settings of [{ limit: '1' }, { limit: 1 }, { limit: '1', unknown: 'on' }])
      expect(await count(settings)).toBe(1);
    for (const settings of [
      undefined,
      null,
      {},
      { limit: '' },
      { limit: '0' },
      { limit: 'many' },
      { limit: '-1' },
      'on',
      [],
      { limit: true },
      { limit: [1] },
      { limit: { toString: 1, valueOf: 1 } },
    ])
      expect(await count(settings)).toBe(3);
    expect((await extend(['B'], [{ id: 'country', settings: { references: 'name' } }])).rows['B']).toEqual({
      country: [{ str: 'Germany' }],
    });
    expect((await extend(['B'], [{ id: 'country', settings: { references: 'id' } }])).rows['B']).toEqual({
      country: [{ str: 'DE' }],
    });
  });

  it('refuses more cells than anybody can use', async () => {
    const ids = Array.from({ length: 1_001 }, (_, i) => String(i));
    const properties = Array.from({ length: 500 }, (_, i) => ({ id: String(i) }));
    const answer = await agent
      .post('/')
      .type('form')
      .send({ extend: JSON.stringify({ ids, properties }) });
    expect([answer.status, answer.body.code]).toEqual([413, 'batch-too-large']);
  });
});

describe('property proposals', () => {
  const propose = async (address: string): Promise<readonly string[]> => {
    const { body } = await agent.get(address);
    expect(MESSAGE_TABLE['0.2'].propertyProposal.safeParse(body).error).toBeUndefined();
    return body.properties.map(({ id }: { id: string }) => id);
  };

  it('are those of the type, then those of every entity', async () => {
    const ids = await propose('/extend/propose?type=Country');
    expect(ids).toEqual(expect.arrayContaining(['capital', 'code', 'population', 'name', 'aliases']));
    expect(ids).not.toContain('motto');
  });

  it('are all for an empty, an unknown and no type', async () => {
    const all = snapshot.dataset.properties.map(({ id }) => id);
    for (const address of ['/extend/propose?type=', '/extend/propose?type=unknown', '/extend/propose'])
      expect(await propose(address)).toEqual([...all, 'name', 'aliases', 'description', 'type']);
  });

  it('keep to a limit, say what was asked, and come as JSONP', async () => {
    expect((await agent.get('/extend/propose?type=City&limit=2')).body).toMatchObject({
      type: 'City',
      limit: 2,
      properties: [{}, {}],
    });
    expect(readJsonp((await agent.get('/extend/propose?type=City&callback=f')).text, 'f')).toMatchObject({
      type: 'City',
    });
  });
});
