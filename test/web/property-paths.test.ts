import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { z } from 'zod';
import { smallApp } from '../support/small-app.js';
import { smallSnapshot } from '../support/small-snapshot.js';

/* Properties of what an entity refers to, such as `country/capital`, as columns and in suggestions. */

const { app } = smallApp();

const suggested = async (prefix: string): Promise<readonly (readonly [id: string, name: string])[]> =>
  z
    .object({ result: z.array(z.looseObject({ id: z.string(), name: z.string() })) })
    .parse((await request(app).get('/suggest/property').query({ prefix, limit: 100 })).body)
    .result.map(({ id, name }) => [id, name]);

const EXTENSION = z.object({
  rows: z.array(z.object({ properties: z.array(z.object({ values: z.array(z.unknown()) })) })),
});

async function rowsOf(target: typeof app, query: object): Promise<readonly (readonly (readonly unknown[])[])[]> {
  const { rows } = EXTENSION.parse((await request(target).post('/v1/extend').send(query)).body);
  return rows.map(({ properties }) => properties.map(({ values }) => values));
}

async function cells(ids: readonly string[], id: string, settings = {}): Promise<unknown> {
  return (await rowsOf(app, { ids, properties: [{ id, settings }] })).map(([values]) => values);
}

describe('a path of properties in an extension', () => {
  it('gives the values of what an entity refers to, with their types', async () => {
    expect(await cells(['M', 'P', 'JP'], 'country/capital')).toEqual([
      [{ id: 'B', name: 'Berlin', lang: 'de' }],
      [{ id: 'P', name: 'Paris' }],
      [],
    ]);
    expect(await cells(['M', 'P'], 'country/population')).toEqual([[{ int: 83_000_000 }], []]);
    expect(await cells(['M'], 'country/name')).toEqual([[{ str: 'Germany' }]]);
    expect(await cells(['M'], 'country/aliases')).toEqual([
      [{ str: 'Deutschland', lang: 'de' }, { str: 'Federal Republic of Germany' }],
    ]);
    expect(await cells(['M'], 'country/aliases', { limit: 1 })).toEqual([[{ str: 'Deutschland', lang: 'de' }]]);
  });

  it('is meant by its name, too, and has the type of its last property in the older versions', async () => {
    expect(await cells(['M'], 'Country → Population')).toEqual([[{ int: 83_000_000 }]]);
    const extend = JSON.stringify({ ids: ['M'], properties: [{ id: 'country/capital' }] });
    expect(await request(app).post('/').type('form').send({ extend })).toMatchObject({
      body: {
        meta: [{ id: 'country/capital', name: 'Country → Capital city', type: { id: 'City' } }],
        rows: { M: { 'country/capital': [{ id: 'B', name: 'Berlin' }] } },
      },
    });
  });

  it('follows two references, also in a circle, and no more', async () => {
    expect(await cells(['M', 'DE'], 'country/capital/founded')).toEqual([[{ date: '1237-10-28T00:00:00Z' }], []]);
    expect(await cells(['B'], 'country/capital')).toEqual([[{ id: 'B', name: 'Berlin', lang: 'de' }]]);
    expect(await cells(['B'], 'country/capital/country')).toEqual([[{ id: 'DE', name: 'Germany' }]]);
    expect(await cells(['B'], 'country/capital/country/capital')).toEqual([[]]);
  });

  it('has no value through a property that refers to nothing, or that there is not', async () => {
    for (const path of ['population/name', 'nothing/name', 'country/nothing', '/', '/name'])
      expect([path, await cells(['M'], path)]).toEqual([path, [[]]]);
  });

  it('leads to at most twenty entities, and gives a value of several of them once', async () => {
    const members = Array.from({ length: 30 }, (_, i) => `m${String(i)}`);
    const none = { aliases: [], types: [], prominence: 0 };
    const { app: other } = smallApp({
      snapshot: smallSnapshot({}, [
        {
          ...none,
          id: 'hub',
          name: 'Hub',
          properties: { twin: members.map((id) => ({ kind: 'reference', id })) },
        },
        ...members.map((id, i) => ({
          ...none,
          id,
          name: id,
          properties: {
            population: [{ kind: 'integer', number: i } as const],
            motto: [{ kind: 'text', text: 'one' } as const],
          },
        })),
      ]),
    });
    const properties = [{ id: 'twin/population' }, { id: 'twin/motto' }];
    expect(await rowsOf(other, { ids: ['hub'], properties })).toEqual([
      [Array.from({ length: 20 }, (_, i) => ({ int: i })), [{ str: 'one' }]],
    ]);
  });
});

describe('a path of properties among the suggestions', () => {
  it('is there by its parts', async () => {
    expect((await suggested('country/cap'))[0]).toEqual(['country/capital', 'Country → Capital city']);
    expect((await suggested('Country → pop'))[0]).toEqual(['country/population', 'Country → Population']);
    expect(await suggested('country/')).toContainEqual(['country/name', 'Country → Name']);
    expect((await suggested('population/')).filter(([id]) => id.includes('/'))).toEqual([]);
  });

  it('comes behind the reference that it begins with, and not for a part of its name', async () => {
    const [first, ...others] = await suggested('country');
    expect(first).toEqual(['country', 'Country']);
    expect(others).toContainEqual(['country/capital', 'Country → Capital city']);
    expect((await suggested('countr')).filter(([id]) => id.includes('/'))).toEqual([]);
  });

  it('has a card', async () => {
    expect((await request(app).get('/flyout/property?id=country/capital')).text).toContain('Country → Capital city');
  });
});
