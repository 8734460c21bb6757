/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { agent, postForm, idsOf, expectValid } from './checklist-service.js';

describe('data extension', () => {
  const ask = async (ids: readonly string[], properties: readonly unknown[]): Promise<Response> =>
    postForm({ extend: JSON.stringify({ ids, properties }) });

  it('is taken by POST and by GET at the root', async () => {
    const extend = JSON.stringify({ ids: ['B'], properties: [{ id: 'country' }] });
    const posted = await postForm({ extend });
    expect(posted.body.rows).toEqual({ B: { country: [{ id: 'DE', name: 'Germany' }] } });
    expect((await agent.get('/').query({ extend })).body).toEqual(posted.body);
  });

  it('has every row and every property that was asked for', async () => {
    const { body } = await ask(['B', 'JP', 'T'], [{ id: 'population' }, { id: 'country' }]);
    expect(Object.keys(body.rows)).toEqual(['B', 'JP', 'T']);
    for (const row of Object.values(body.rows as Record<string, object>))
      expect(Object.keys(row)).toEqual(['population', 'country']);
  });

  it('has its columns in the order of the request', async () => {
    const properties = ['twin', 'area', 'country', 'code'];
    expect(
      idsOf(
        (
          await ask(
            ['B'],
            properties.map((id) => ({ id })),
          )
        ).body.meta,
      ),
    ).toEqual(properties);
  });

  it('has an empty cell for an id or a property that does not exist', async () => {
    const { body, status } = await ask(['nowhere', 'B'], [{ id: 'nonsense' }, { id: 'country' }]);
    expect([status, body.rows.nowhere, body.rows.B.nonsense]).toEqual([200, { nonsense: [], country: [] }, []]);
  });

  it.each([
    ['text', 'motto', { str: 'Be “Berlin” <now>' }],
    ['whole numbers', 'population', { int: 3_700_000 }],
    ['numbers beyond 32 bits', 'budget', { float: 39_000_000_000 }],
    ['broken numbers', 'area', { float: 891.7 }],
    ['booleans', 'seatOfGovernment', { bool: true }],
    ['dates', 'founded', { date: '1237-10-28T00:00:00Z' }],
    ['entities', 'country', { id: 'DE', name: 'Germany' }],
  ])('writes %s in the cell form for them', async (_, property, cell) => {
    expect((await ask(['B'], [{ id: property }])).body.rows.B[property]).toEqual([cell]);
  });

  it('reads a setting as a number and as text, and takes junk for its default', async () => {
    const count = async (limit: unknown): Promise<number> =>
      (await ask(['B'], [{ id: 'twin', settings: { limit } }])).body.rows.B.twin.length;
    expect([await count(1), await count('1'), await count('junk'), await count(null)]).toEqual([1, 1, 3, 3]);
  });

  it('is proposed properties for an empty type, and as many as the limit says', async () => {
    const { body: all } = await agent.get('/extend/propose?type=');
    const { body: two } = await agent.get('/extend/propose?type=&limit=2');
    expect(all.properties.length).toBeGreaterThan(5);
    expect([two.limit, two.properties]).toEqual([2, all.properties.slice(0, 2)]);
  });

  it('is valid in all three forms, proposals too', async () => {
    const { body } = await ask(
      ['B', 'nowhere'],
      ['country', 'population', 'founded', 'motto', 'seatOfGovernment'].map((id) => ({ id })),
    );
    expectValid('extensionAnswer', body);
    expectValid('propertyProposal', (await agent.get('/extend/propose?type=City')).body);
  });
});
