/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument -- supertest gives bodies as any, and what they hold is what these tests are about */
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { MESSAGE_TABLE } from '../../src/protocols/message-table.js';
import { readJsonp } from '../support/read-jsonp.js';
import { smallApp } from '../support/small-app.js';

const { app } = smallApp({ publicBaseUrl: 'https://names.example.org' });
const agent = request(app);

interface Suggestions {
  readonly prefix: string;
  readonly cursor?: number;
  readonly result: readonly {
    readonly id: string;
    readonly name: string;
    readonly description?: string;
    readonly notable?: readonly string[];
  }[];
}

const KINDS = {
  entity: '/private/suggest',
  type: '/type/private/suggest',
  property: '/property/private/suggest',
} as const;
type Kind = keyof typeof KINDS;

async function suggest(
  kind: Kind,
  parameters: Readonly<Record<string, string | readonly string[]>>,
): Promise<Suggestions> {
  const answer = await agent.get(KINDS[kind]).query(parameters);
  expect(answer.status).toBe(200);
  return answer.body as Suggestions; // the envelope is checked below
}
const idsOf = ({ result }: Suggestions): readonly string[] => result.map(({ id }) => id);

describe('suggest', () => {
  it.each([
    ['entity', 'suggestEntities'],
    ['type', 'suggestTypes'],
    ['property', 'suggestProperties'],
  ] as const)('of the kind %s is valid in every version, with the envelope of the seed', async (kind, message) => {
    const answer = await agent.get(KINDS[kind]).query({ prefix: 'p' });
    for (const form of ['freebase', '0.1', '0.2'] as const)
      expect(MESSAGE_TABLE[form][message].safeParse(answer.body).error).toBeUndefined();
    expect(answer.body).toMatchObject({ code: '/api/status/ok', status: '200 OK', prefix: 'p' });
    expect(answer.body.result.length).toBeGreaterThan(0);
  });

  it('lies at the default paths, for all kinds also where the seed has them', async () => {
    expect(idsOf((await agent.get('/private/suggest/type?prefix=cou')).body)).toEqual(['Country']);
    expect(idsOf((await agent.get('/private/suggest/property?prefix=popul')).body)).toEqual(['population']);
  });

  it.each(['Ber ', ' BER', 'bErLiN', 'ber\u2028', 'a"<b>', 'Ünï cödé', '+ %20 &'])(
    'echoes the prefix %j byte for byte',
    async (prefix) => {
      expect((await suggest('entity', { prefix })).prefix).toBe(prefix);
    },
  );

  it('without a prefix is an error in the envelope; with an empty one everything, well-known first', async () => {
    const refused = await agent.get('/private/suggest');
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        code: '/api/status/error',
        status: '400 Bad Request',
        prefix: '',
        result: [],
        error: 'parameter-missing',
        message: expect.any(String),
        advice: expect.any(String),
      },
    ]);
    expect(idsOf(await suggest('entity', { prefix: '' })).slice(0, 3)).toEqual(['DE', 'FR', 'JP']);
    expect(idsOf(await suggest('type', { prefix: '' }))).toContain('Place');
  });

  it('finds in any case and without accents, by name, later word and other name', async () => {
    expect(idsOf(await suggest('entity', { prefix: 'munch' }))[0]).toBe('M');
    expect(idsOf(await suggest('entity', { prefix: 'ZURI' }))[0]).toBe('Zürich–ZH');
    expect(idsOf(await suggest('entity', { prefix: 'sist' }))).toContain('https://id.example.org/place/7');
    expect(idsOf(await suggest('entity', { prefix: '日' }))).toEqual(['JP']);
    const [germany] = (await suggest('entity', { prefix: 'deutschl' })).result;
    expect(germany).toMatchObject({ id: 'DE', name: 'Germany' });
    expect(germany?.description).toContain('Deutschland');
  });

  it('finds an entity by its exact id, bare or as the address of the entity, before anything else', async () => {
    expect(idsOf(await suggest('entity', { prefix: 'B' }))[0]).toBe('B');
    expect(idsOf(await suggest('entity', { prefix: 'https://names.example.org/entity/PTX' }))[0]).toBe('PTX');
    expect(
      idsOf(await suggest('entity', { prefix: 'https://names.example.org/view?id=Z%C3%BCrich%E2%80%93ZH' }))[0],
    ).toBe('Zürich–ZH');
    expect(idsOf(await suggest('type', { prefix: 'Capital' }))[0]).toBe('Capital');
    expect(idsOf(await suggest('property', { prefix: 'seatOfGovernment' }))[0]).toBe('seatOfGovernment');
  });

  it('finds similar names for the raw text of a cell: "Search for match"', async () => {
    expect(
      idsOf(await suggest('entity', { prefix: 'Tokio', spell: 'always', exact: 'false', prefixed: 'true' })),
    ).toContain('T');
    expect(idsOf(await suggest('entity', { prefix: '  city of BERLIN  ' }))).toContain('B');
    expect((await suggest('entity', { prefix: 'Tokyo '.repeat(1_000) })).result.length).toBeGreaterThanOrEqual(0);
  });

  it('says the types of an entity as ids, and tells namesakes apart', async () => {
    const { result } = await suggest('entity', { prefix: 'Paris' });
    expect(result.map(({ notable }) => notable)).toEqual([['Capital', 'City'], ['City']]);
    expect(new Set(result.map(({ description }) => description)).size).toBe(2);
    expect((await suggest('entity', { prefix: 'Zero' })).result[0]?.notable).toEqual([]);
  });

  it.each(['cursor', 'start', 'offset'])(
    'pages by %s to the end, each entity once, and says only that there is more when there is',
    async (name) => {
      const seen: string[] = [];
      let next: number | undefined = 0;
      while (next !== undefined) {
        const page: Suggestions = await suggest('entity', { prefix: 'newtown', limit: '7', [name]: String(next) });
        seen.push(...idsOf(page));
        expect(Object.hasOwn(page, 'cursor')).toBe(Object.hasOwn(page, 'start'));
        next = page.cursor;
      }
      expect(seen).toHaveLength(40);
      expect(new Set(seen).size).toBe(40);
    },
  );

  it('takes junk in limit and cursor for nothing', async () => {
    for (const junk of ['x', '-3', '', '1e999', 'NaN']) {
      expect((await suggest('entity', { prefix: 'newtown', limit: junk, cursor: junk })).result).toHaveLength(10);
    }
    expect((await suggest('entity', { prefix: 'newtown', cursor: '9999999' })).result).toHaveLength(0);
  });

  it('filters entities by type, sent once, twice, as type[], as JSON, and by a wider type', async () => {
    for (const parameters of [
      { type: 'Country' },
      { 'type[]': 'Country' },
      { type: '["Country"]' },
      { type: ['Country', 'Nonsense'] },
    ]) {
      expect(idsOf(await suggest('entity', { prefix: '', ...parameters }))).toEqual(['DE', 'FR', 'JP']);
    }
    expect(idsOf(await suggest('entity', { prefix: 'ber', type: ['Capital', 'City'], type_strict: 'all' }))).toEqual([
      'B',
    ]);
    expect(idsOf(await suggest('entity', { prefix: 'newt', type: 'Place' }))).toHaveLength(10);
  });

  it('takes unknown types for no filter', async () => {
    expect(idsOf(await suggest('entity', { prefix: 'tok', type: '/type/unknown' }))).toContain('T');
    expect(idsOf(await suggest('property', { prefix: 'pop', type: '/type/property', schema: 'City' }))).toEqual([
      'population',
    ]);
    expect(idsOf(await suggest('property', { prefix: 'pop', type: 'Nonsense' }))).toEqual(['population']);
  });

  it('puts the properties of the type first and keeps the others', async () => {
    const all = idsOf(await suggest('property', { prefix: '', limit: '50' }));
    const ofCountry = idsOf(await suggest('property', { prefix: '', limit: '50', type: 'Country' }));
    expect([...ofCountry].sort()).toEqual([...all].sort());
    expect(ofCountry.indexOf('code')).toBeLessThan(ofCountry.indexOf('motto'));
  });

  it('finds types and properties in spite of a typing error', async () => {
    expect(idsOf(await suggest('type', { prefix: 'Contry' }))).toEqual(['Country']);
    expect(idsOf(await suggest('property', { prefix: 'Populaton' }))).toEqual(['population']);
  });

  it('finds letters inside a word when there are four of them', async () => {
    expect(idsOf(await suggest('property', { prefix: 'ulat' }))).toEqual(['population']);
    expect(idsOf(await suggest('property', { prefix: 'lat' }))).toEqual([]);
  });

  it('gives types with what lies above them', async () => {
    expect((await agent.get('/type/private/suggest?prefix=capital')).body.result[0]).toEqual({
      id: 'Capital',
      name: 'Capital city',
      description: '3 entities',
      broader: [{ id: 'City', name: 'City' }],
    });
  });

  it('as JSONP keeps its status', async () => {
    const good = await agent.get('/private/suggest?callback=a.b.c&prefix=tok');
    expect(good.headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(readJsonp(good.text, 'a.b.c')).toMatchObject({ code: '/api/status/ok' });
    const bad = await agent.get('/private/suggest?callback=f');
    expect(bad.status).toBe(400);
    expect(readJsonp(bad.text, 'f')).toMatchObject({ status: '400 Bad Request' });
  });
});

describe('the literal requests of OpenRefine', () => {
  it.each([
    [
      '2.8 type',
      '/type/private/suggest?callback=jQuery1&prefix=Cit&spell=always&exact=false&scoring=schema&prefixed=true',
      'City',
    ],
    [
      '2.8 property',
      '/property/private/suggest?callback=jQuery1&prefix=Pop&type=/type/property&schema=City&spell=always&exact=false&scoring=schema&prefixed=true',
      'population',
    ],
    [
      '3.3–3.7 property',
      '/property/private/suggest?prefix=Pop&type=City&spell=always&exact=false&scoring=schema&prefixed=true',
      'population',
    ],
    [
      '3.8 property',
      '/property/private/suggest?prefix=Pop&spell=always&exact=false&scoring=schema&prefixed=true',
      'population',
    ],
    ['3.8 entity', '/private/suggest?prefix=Berlin&spell=always&exact=false&prefixed=true', 'B'],
    [
      'Refine 2.0 entity',
      '/private/suggest?callback=f&prefix=Berlin&start=0&type=%5B%22City%22%5D&type_strict=any&all_types=true&mql_filter=x',
      'B',
    ],
    ['service path left out', '/search?prefix=Berlin&spell=always', 'B'],
  ])('%s', async (_, address, id) => {
    const answer = await agent.get(address);
    const body =
      (/callback=(\w+)/.exec(address)?.[1] ?? '') === ''
        ? answer.body
        : readJsonp(answer.text, /callback=(\w+)/.exec(address)?.[1] ?? '');
    expect(idsOf(body as Suggestions)[0]).toBe(id);
  });

  it.each([
    ['a CURIE', { prefix: 'x', filter: '(all wdt:P31)' }, 'x wdt:P31'],
    ['a URL', { prefix: '', filter: '(all https://id.example.org/place/7)' }, 'https://id.example.org/place/7'],
    ['a path', { prefix: '', filter: '(any alias{start}:"/m/abc" mid:"/m/abc")' }, '/m/abc'],
  ])('typed %s arrives cut in pieces and is put together again', async (_, parameters, typed) => {
    const found = await suggest('entity', parameters);
    expect(found.prefix).toBe(parameters.prefix);
    if (typed.startsWith('https')) expect(idsOf(found)).toEqual([typed]);
  });

  it('asks for a card by /search with nothing but the id, for each kind at its own address', async () => {
    const output = 'output=(notable:/client/summary%20(description%20citation%20provenance)%20type)&key=null';
    for (const [address, id] of [
      [`/search?filter=(all%20mid:B)&${output}`, 'B'],
      [`/search?filter=(all%20mid:${encodeURIComponent('a/b c#d?e&f=g+h%41')})&${output}`, 'a/b c#d?e&f=g+h%41'],
      [`/type/search?filter=(all%20mid:City)&${output}`, 'City'],
      [`/property/search?filter=(all%20mid:country)&${output}`, 'country'],
      [`/search?filter=(all%20mid:City)&${output}`, 'City'],
    ] as const) {
      const { body } = await agent.get(address);
      expect(body).toEqual({ id, html: expect.stringContaining('fbs-') });
    }
  });
});

it('what begins with the text itself comes before the same in the names of better-known entities', async () => {
  expect(idsOf(await suggest('entity', { prefix: 'be' }))[0]).toBe('B');
  expect((await suggest('entity', { prefix: 'berl' })).result[0]?.description).not.toContain('also');
});
