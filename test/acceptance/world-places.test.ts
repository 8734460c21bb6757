import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type RunningService } from '../support/start-service.js';

/*
 * The embedded dataset, with its names in hundreds of languages. What a person sees who types into the box of a client that completes from it: the place
 * that most people mean stands at the top, whatever other entities have such letters somewhere. What a column of well-known cities is matched with.
 */

let service: RunningService;
beforeAll(async () => {
  service = await startService();
}, 240_000);
afterAll(async () => {
  await service.stop();
});

const MUNICH = '2867714';
const BERLIN = '2950159';

interface Suggestion {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}
async function suggest(prefix: string, path = '/private/suggest'): Promise<readonly Suggestion[]> {
  const answer = await fetch(`${service.origin}${path}?prefix=${encodeURIComponent(prefix)}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { result: Suggestion[] }).result; // held by the schemas elsewhere
}
const idsOf = async (prefix: string, path?: string): Promise<readonly string[]> =>
  (await suggest(prefix, path)).map(({ id }) => id);

describe('typing into the world', () => {
  it.each([
    ['ber', BERLIN, 3],
    ['Berl', BERLIN, 1],
    ['par', '2988507', 3],
    ['lond', '2643743', 1],
    ['new y', '5128581', 2],
    ['münch', MUNICH, 1],
    ['MUNC', MUNICH, 1],
    ['mos', '524901', 2],
    ['東京', '1850147', 2],
    ['моск', '524901', 1],
    ['wien', '2761369', 1],
    ['fran', 'FR', 1],
    ['uk', 'GB', 3],
    ['us', 'US', 1],
    ['united s', 'US', 1],
  ])('%j finds %s among the first %i', async (prefix, id, place) => {
    expect((await idsOf(prefix)).slice(0, place)).toContain(id);
  });

  it('does not put an obscure name before a famous one because it was typed whole', async () => {
    const found = await suggest('par');
    expect(found.findIndex(({ name }) => name === 'Paris')).toBeLessThan(
      [...found.map(({ name }) => name), 'Par'].indexOf('Par'),
    );
  });

  it('shows the name that was typed when it is not the preferred one, and says nothing when it is', async () => {
    expect((await suggest('münch'))[0]?.description).toMatch(/^also “M[uü]nchen” · City in Bavaria/);
    expect((await suggest('berlin'))[0]?.description).not.toContain('also');
  });

  it('forgives a slip', async () => {
    expect((await idsOf('Berln')).slice(0, 2)).toContain(BERLIN);
    expect((await idsOf('Londn')).slice(0, 2)).toContain('2643743');
  });

  it.each(['DE', 'DE-BY', 'deu', 'eng', 'ita'])(
    'finds an entity first by its code %s, also when the code may begin a word',
    async (code) => {
      expect((await idsOf(code))[0]).toBe(code);
    },
  );

  it('finds it by its code when nothing else is asked for', async () => {
    const answer = await fetch(`${service.origin}/private/suggest?prefix=eng&limit=1`);
    expect(((await answer.json()) as { result: Suggestion[] }).result.map(({ id }) => id)).toEqual(['eng']); // held by the schemas elsewhere
  });

  it.each([
    ['ci', '/type/private/suggest', 'City'],
    ['coun', '/type/private/suggest', 'Country'],
    ['air', '/type/private/suggest', 'Airport'],
    ['pop', '/property/private/suggest', 'population'],
    ['cap', '/property/private/suggest', 'capital'],
    ['cou', '/property/private/suggest', 'country'],
    ['lang', '/property/private/suggest', 'official_languages'],
    ['gdp', '/property/private/suggest', 'gdp'],
  ])('%j at %s is %s', async (prefix, path, id) => {
    expect((await idsOf(prefix, path))[0]).toBe(id);
  });

  it('answers every keystroke, at every length of what is typed, and the same the next time', async () => {
    const typed = ['Berlin', 'Saint Petersburg', 'New York City', 'United States of America', 'Москва'];
    for (const prefix of typed.flatMap((text) => Array.from(text, (_, i) => text.slice(0, i + 1)))) {
      const found = await idsOf(prefix);
      expect([prefix, found.length]).not.toEqual([prefix, 0]);
      expect(await idsOf(prefix)).toEqual(found);
    }
  });
});

describe('matching a column of cities beside their countries', () => {
  it.each([
    ['Wien', 'Austria', '2761369'],
    ['Berlin', 'Germany', BERLIN],
    ['München', 'Germany', MUNICH],
    ['Moskva', 'Russia', '524901'],
  ])('matches %s in %s, though the country is that of its rivals as well', async (query, country, id) => {
    const queries = JSON.stringify({
      a: { query, type: 'City', type_strict: 'should', properties: [{ pid: 'country', v: country }] },
    });
    const answer = await fetch(`${service.origin}/`, { method: 'POST', body: new URLSearchParams({ queries }) });
    expect(((await answer.json()) as { a: { result: unknown[] } }).a.result[0]).toMatchObject({ id, match: true }); // held by the schemas elsewhere
  });
});
