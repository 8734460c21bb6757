import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { z } from 'zod';
import { createAnswerCache, createCachingBatchExecutor } from '../../src/assembly/caching-batch-executor.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import type { Entity } from '../../src/entities/entity.js';
import { contentLanguage, labelLanguages, languagesAsked } from '../../src/web/content-negotiation.js';
import { smallApp } from '../support/small-app.js';
import { smallSnapshot } from '../support/small-snapshot.js';

const entity = (
  id: string,
  name: string,
  nameLanguage: string,
  aliases: Entity['aliases'],
  more: Partial<Entity> = {},
): Entity => ({ id, name, nameLanguage, aliases, types: ['City'], properties: {}, prominence: 0, ...more });

/** As a thesaurus in three languages, whose preferred names are Arabic. */
const snapshot = smallSnapshot({ language: 'ar', languages: ['ar', 'en', 'de', 'pt-BR'] }, [
  entity('k', 'كولونيا', 'ar', [
    { text: 'Cologne', language: 'en' },
    { text: 'Köln', language: 'de' },
    { text: 'Colônia', language: 'pt-BR' },
  ]),
  entity('m', 'ميونخ', 'ar', [{ text: 'Munich', language: 'en' }]),
  entity('x', 'Nowhere', 'en', []),
]);
const observe = (): void => undefined;
/** With answers kept, as the service keeps them. */
const batches = createCachingBatchExecutor(
  createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 }),
  { snapshotId: snapshot.id, cache: createAnswerCache(1_000_000), observe },
);
const { app } = smallApp({ snapshot, batches });

const query = encodeURIComponent(JSON.stringify({ q: { query: 'Köln' } }));
const BATCH = z.object({ q: z.object({ result: z.array(z.looseObject({ id: z.string(), name: z.string() })) }) });
const SUGGESTED = z.object({
  result: z.array(z.looseObject({ id: z.string(), name: z.string(), language: z.never().optional() })),
});

async function nameIn(address: string, header = ''): Promise<readonly (string | undefined)[]> {
  const answer = await request(app).get(address).set('Accept-Language', header);
  return [BATCH.parse(answer.body).q.result[0]?.name, answer.headers['content-language']]; // a header is text, or there is none
}

describe('candidates with the same score', () => {
  /** Two things with one name, each in a language of its own. */
  const homonyms = smallSnapshot({ language: 'en', languages: ['en', 'de', 'fr'] }, [
    entity('present', 'Gift', 'en', []),
    entity('poison', 'Poison', 'en', [{ text: 'Gift', language: 'de' }], { prominence: 1 }),
    entity('dowry', 'Dot', 'en', [{ text: 'GIFT', language: 'fr' }], { prominence: 1 }),
    entity('gifts', 'Gifts', 'de', []),
  ]);
  const kept = createCachingBatchExecutor(
    createInlineBatchExecutor(homonyms, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 }),
    { snapshotId: homonyms.id, cache: createAnswerCache(1_000_000), observe },
  );
  const service = smallApp({ snapshot: homonyms, batches: kept }).app;
  const asked = encodeURIComponent(JSON.stringify({ q: { query: 'gift' } }));
  const scored = z.object({
    q: z.object({ result: z.array(z.looseObject({ id: z.string(), score: z.number(), match: z.boolean() })) }),
  });
  const order = async (lang: string): Promise<readonly string[]> =>
    scored.parse((await request(service).get(`/?queries=${asked}&lang=${lang}`)).body).q.result.map(({ id }) => id);

  it('are in the order of the languages asked for: that of the label that was matched, a regional form as well', async () => {
    const aliased = ['poison', 'dowry'];
    expect((await order('')).filter((id) => aliased.includes(id))).toEqual(['dowry', 'poison']);
    expect((await order('fr')).filter((id) => aliased.includes(id))).toEqual(['dowry', 'poison']);
    expect((await order('sv,fr-CA,de')).filter((id) => aliased.includes(id))).toEqual(['dowry', 'poison']);
    expect((await order('de-AT,fr')).filter((id) => aliased.includes(id))).toEqual(['poison', 'dowry']);
  });

  it('are the only ones that change places: no score changes, and a better one stays before them', async () => {
    const answers = await Promise.all(
      ['', 'de', 'fr', 'en', 'sv'].map(
        async (lang) => scored.parse((await request(service).get(`/?queries=${asked}&lang=${lang}`)).body).q.result,
      ),
    );
    const scores = answers.map((result) => new Map(result.map(({ id, score }) => [id, score])));
    for (const one of scores) expect(one).toEqual(scores[0]);
    for (const result of answers)
      expect(result.map(({ score }) => score)).toEqual(result.map(({ score }) => score).sort((a, b) => b - a));
    expect(new Set(answers.map(([first]) => first?.id))).toEqual(new Set(['present']));
    expect(answers.map((result) => result.at(-1)?.id)).toEqual(['gifts', 'gifts', 'gifts', 'gifts', 'gifts']);
  });

  it('are explained in the same order', async () => {
    const best = async (lang: string): Promise<readonly string[]> =>
      z
        .looseObject({ best: z.array(z.looseObject({ id: z.string() })) })
        .parse((await request(service).get(`/explain?query=gift&lang=${lang}`)).body)
        .best.map(({ id }) => id);
    expect([await best('fr'), await best('de')]).toEqual([await order('fr'), await order('de')]);
  });
});

describe('the language in which entities are named', () => {
  it('is that of the parameter "lang", else of Accept-Language, else that of the preferred names; answers that are kept know theirs', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await nameIn(`/?queries=${query}`)).toEqual(['كولونيا', 'ar']);
      expect(await nameIn(`/?queries=${query}`, 'de-AT, en;q=0.5')).toEqual(['Köln', 'de-at, en, ar']);
      expect(await nameIn(`/?queries=${query}&lang=en`, 'de')).toEqual(['Cologne', 'en, ar']);
      expect(await nameIn(`/?queries=${query}`, 'pt')).toEqual(['Colônia', 'pt, ar']);
      expect(await nameIn(`/?queries=${query}`, 'sv, ar;q=0.9, de;q=0.1')).toEqual(['كولونيا', 'ar']);
      expect(await nameIn(`/?queries=${query}&lang=${encodeURIComponent('@,<b>,')}`)).toEqual(['كولونيا', 'ar']);
    }
    const answer = await request(app).get(`/?queries=${query}`);
    expect(answer.headers['vary']).toContain('Accept-Language');
  });

  it('changes neither what is found nor how it is scored', async () => {
    const [arabic, german] = await Promise.all(
      ['ar', 'de'].map(
        async (lang) => BATCH.parse((await request(app).get(`/?queries=${query}&lang=${lang}`)).body).q.result,
      ),
    );
    const bare = (results: typeof arabic): unknown => results?.map(({ name: _, ...rest }) => rest);
    expect(bare(german)).toEqual(bare(arabic));
  });

  it('falls back, entity by entity, to the next language asked for, and then to the preferred name', async () => {
    const named = async (prefix: string, lang: string): Promise<readonly string[]> =>
      SUGGESTED.parse(
        (await request(app).get(`/suggest/entity?prefix=${encodeURIComponent(prefix)}&lang=${lang}`)).body,
      ).result.map(({ name }) => name);
    expect(await named('mun', 'de,en')).toEqual(['Munich']);
    expect(await named('mun', 'de')).toEqual(['ميونخ']);
    expect(await named('col', 'de')).toEqual(['Köln']);
    expect(await named('col', '')).toEqual(['كولونيا']);
  });

  it('is that of cards, previews and pages, which mark it', async () => {
    const card = await request(app).get('/flyout/entity?id=k&lang=de');
    expect((card.body as { html: string }).html).toContain(
      '<h1 class="fbs-flyout-title" lang="de" dir="auto">Köln</h1>',
    ); // its form is tested elsewhere
    for (const page of ['preview', 'view'])
      expect((await request(app).get(`/${page}?id=k`).set('Accept-Language', 'de')).text).toContain(
        '<h1 dir="auto" lang="de">Köln</h1>',
      );
    expect((await request(app).get('/view?id=k').set('Accept-Language', 'de')).text).toContain(
      '<li dir="auto" lang="ar">كولونيا</li>',
    );
  });

  it('reads headers and tags of any kind', () => {
    expect(languagesAsked(undefined, 'en;q=0.1, DE-at, *, fr;q=0, "x')).toEqual(['de-at', 'en']);
    expect(languagesAsked('pt-BR, en', 'de')).toEqual(['pt-br', 'en']);
    expect(labelLanguages(['en'], smallSnapshot().dataset)).toEqual([]);
    expect(contentLanguage([], smallSnapshot().dataset)).toBeUndefined();
  });
});

/** The language in which each text of a message of the draft stands, by the marks of the object nearest to it. */
function textLanguages(
  value: unknown,
  marks: { readonly lang?: string; readonly dir?: string } = {},
): readonly (readonly [text: string, lang: string | undefined, dir: string])[] {
  if (Array.isArray(value)) return value.flatMap((item) => textLanguages(item, marks));
  if (typeof value !== 'object' || value === null) return [];
  const own = z.looseObject({ lang: z.string().optional(), dir: z.string().optional() }).parse(value);
  const inner = {
    ...marks,
    ...(own.lang !== undefined && { lang: own.lang }),
    ...(own.dir !== undefined && { dir: own.dir }),
  };
  return Object.entries(own).flatMap(([key, held]) =>
    ['name', 'description', 'helpText', 'str'].includes(key) && typeof held === 'string'
      ? [[held, inner.lang, inner.dir ?? 'ltr'] as const]
      : textLanguages(held, inner),
  );
}

describe('texts of the draft, in a thesaurus whose preferred names are Arabic', () => {
  it.each(['/v1', '/?profile=1.0-draft'])(
    '%s declares no English text of the program to be Arabic',
    async (address) => {
      const texts = textLanguages((await request(app).get(address)).body);
      const english = texts.filter(
        ([text]) =>
          /^[\x20-\x7e‘’“”–…]*$/.test(text) &&
          text !== 'Small world' &&
          !['City', 'Place', 'Capital city', 'Country', 'Village'].includes(text),
      );
      expect(english.length).toBeGreaterThan(10);
      expect(english.filter(([, lang, dir]) => lang !== 'en' || dir !== 'ltr')).toEqual([]);
    },
  );

  it('marks candidates with the language of the name shown, and what is within them with theirs', async () => {
    const ask = async (lang: string): Promise<ReturnType<typeof textLanguages>> =>
      textLanguages(
        (
          await request(app)
            .post(`/v1/match?lang=${lang}`)
            .send({ queries: [{ conditions: [{ matchType: 'name', propertyValue: 'Köln' }], limit: 1 }] })
        ).body,
      );
    const arabic = await ask('ar');
    expect(arabic).toContainEqual(['كولونيا', 'ar', 'rtl']);
    expect(
      arabic.filter(
        ([text, lang, dir]) =>
          text !== 'كولونيا' && !['City', 'Place'].includes(text) && (lang !== 'en' || dir !== 'ltr'),
      ),
    ).toEqual([]);
    const german = await ask('de');
    expect(german).toContainEqual(['Köln', 'de', 'ltr']);
    // The names of types are those of the dataset.
    expect(german).toContainEqual(['City', 'ar', 'rtl']);
    expect(textLanguages((await request(app).get('/v1/suggest/entity?prefix=col&lang=pt')).body)).toContainEqual([
      'Colônia',
      'pt-BR',
      'ltr',
    ]);
  });
});
