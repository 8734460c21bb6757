import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { sentence } from '../../src/foundation/message.js';
import { faultSaying, inEnglish, sentenceOf, untranslated, type Sentence } from '../../src/foundation/sentence.js';
import { sentenceSchema } from '../../src/foundation/sentence-schema.js';
import { fromPlainError, toPlainError } from '../../src/assembly/workers/plain-error.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { wordsIn } from '../../src/web/messages/words.js';
import { personFault, localisedSentence } from '../../src/web/pages/localised-sentence.js';
import { createFairShare } from '../../src/web/clients/fair-share.js';
import { routeTable } from '../../src/web/route-table.js';
import { smallApp } from '../support/small-app.js';
import { threadsHere } from '../support/threads-here.js';
import { liveOf } from '../support/live-of.js';

const { app, snapshot } = smallApp();
describe('sentences that the program makes elsewhere than on pages', () => {
  const city = sentence('equal: {words}', { words: '"new"' });
  const told: readonly (readonly [Sentence | readonly Sentence[], string, string | undefined])[] = [
    [
      sentence('{property}: {Reason}', { property: 'country', Reason: sentence('equal') }),
      'country: equal',
      'country: gleich',
    ],
    [
      sentence('Text transform on {n} cells in column {column}: {expression}', {
        n: 140,
        column: 'town',
        expression: 'value.replace("{n}", "{column}")',
      }),
      'Text transform on 140 cells in column town: value.replace("{n}", "{column}")',
      '140 Zellen der Spalte town umgewandelt: value.replace("{n}", "{column}")',
    ],
    [
      sentence('Failed to import file: {Fault}', {
        Fault: sentence('{file}: {Fault}', {
          file: 'a.zip',
          Fault: sentence('The zip archive is protected by a password.'),
        }),
      }),
      'Failed to import file: a.zip: The zip archive is protected by a password.',
      'Die Datei wurde nicht importiert. a.zip: Das zip-Archiv ist mit einem Kennwort geschützt.',
    ],
    [
      sentence('{Reason} ("{name}")', {
        Reason: [city, sentence('the query lacks {words}', { words: '"a; b"' })],
        name: 'New City',
      }),
      'equal: "new"; the query lacks "a; b" ("New City")',
      'gleich: "new"; der Anfrage fehlt "a; b" ("New City")',
    ],
    [[city, sentence('in another order')], 'equal: "new"; in another order', 'gleich: "new"; in anderer Reihenfolge'],
    [[], '', ''],
    [untranslated('equal'), 'equal', undefined],
    [[city, untranslated('Nobody has translated {n}.')], 'equal: "new"; Nobody has translated {n}.', undefined],
    [sentence('{property}: {Reason}', { property: 'a', Reason: untranslated('b') }), 'a: b', undefined],
    // Of files that another version has written.
    [{ template: 'An older text of {n}.', values: { n: 3 } }, 'An older text of 3.', undefined],
    [{ template: 'constructor', values: {} }, 'constructor', undefined],
  ];

  it.each(told)('%j', (said, english, german) => {
    expect(inEnglish(said)).toBe(english);
    expect(wordsIn('de').tell(said)).toBe(german);
    expect(wordsIn('en').tell(said)).toBe(english);
  });

  it('are the same after a thread or a file', () => {
    for (const [said] of told)
      for (const one of [said].flat()) {
        expect(structuredClone(one)).toEqual(one);
        expect(sentenceSchema.parse(JSON.parse(JSON.stringify(one)))).toEqual(one);
      }
    expect(sentenceSchema.parse('Star 3 rows')).toEqual(untranslated('Star 3 rows'));
    expect(sentenceSchema.safeParse({ template: 'a {b}', values: { b: [1] } }).success).toBe(false);
  });

  it('go with errors, also from thread to thread, and with faults of the language', () => {
    const error = new SameasError('file-empty', sentence('{file} is empty.', { file: 'a.csv' }), {
      advice: 'Fill it.',
    });
    const received = fromPlainError(structuredClone(toPlainError(error)));
    expect([received.message, received.advice]).toEqual(['a.csv is empty.', 'Fill it.']);
    expect(received.sentences).toEqual({ message: error.sentences.message, advice: untranslated('Fill it.') });
    expect(wordsIn('es').tell(received.sentences.message)).toBe('a.csv está vacío.');
    const fault = faultSaying(RangeError, sentence('The archive holds more than {n} files.', { n: 3 }));
    expect(fault).toBeInstanceOf(RangeError);
    expect([fault.message, sentenceOf(fault)]).toEqual([
      'The archive holds more than 3 files.',
      sentence('The archive holds more than {n} files.', { n: 3 }),
    ]);
    expect([sentenceOf(error), sentenceOf(new Error('x')), sentenceOf(7)]).toEqual([
      error.sentences.message,
      untranslated('x'),
      untranslated('7'),
    ]);
  });

  it('say that they are English where the page is not', () => {
    expect(localisedSentence(untranslated('What nobody has translated: “<a>”.'), wordsIn('fr')).text).toBe(
      '<span lang="en">What nobody has translated: “<bdi>&lt;a&gt;</bdi>”.</span>',
    );
    expect(localisedSentence(sentence('The table has no rows.'), wordsIn('fr')).text).toBe(
      'Le tableau n’a pas de lignes.',
    );
    expect(localisedSentence(untranslated('Use `sameas match`.'), wordsIn('en')).text).toBe(
      'Use <code>sameas match</code>.',
    );
  });
});

describe('reasons of scores', () => {
  const QUERIES = [
    'Berlin',
    'berln',
    'Berlin Germany',
    'Paris Texas',
    'Tokio city',
    'Deutschland',
    'Federal Republic',
    'Germny Federal Republic of',
    'DE',
    'Spree Athen',
    'X Berlin',
    'Großdeutschland',
    'Munich',
    'Muenchen',
    'B. Athen',
    'Saint Paris 12',
    'Par is',
    'qwertz',
    'Japn',
    'New Berlin Hampshire',
  ];

  it.each(['de', 'fr', 'es'])('are told in %s, on the start page and where a score is explained', async (language) => {
    const english: string[] = [];
    for (const query of QUERIES) {
      const { text } = await request(app)
        .get('/try')
        .query({ query })
        .set('Accept', 'text/html')
        .set('Accept-Language', language);
      english.push(...[...text.matchAll(/<span lang="en">([^]*?)<\/span>/g)].map(([, found = '']) => found));
      const explained = await request(app)
        .get('/explain')
        .query({
          query,
          'property:country': 'France',
          'property:population': '3500000',
          'property:founded': '1237-10-27',
          'property:code': 'X',
          id: 'B',
        })
        .set('Accept', 'text/html')
        .set('Accept-Language', language);
      expect(explained.status).toBe(200);
      english.push(
        ...[
          ...(/<main[^]*<\/main>/.exec(explained.text)?.[0] ?? 'lang="en">no page').matchAll(/lang="en"[^>]*>([^<]*)/g),
        ].map(([, found = '']) => found),
      );
    }
    expect(english).toEqual([]);
  });
});

describe('error pages', () => {
  /** What no page says to people, but for what stands between quotation marks or in an address. */
  const FOR_PROGRAMS =
    /\b(?:parameters?|fields?|headers?|request body|JSON body|multipart|csrf_token|callback|POST|as \w+=|[a-z]+=…)\b/;
  const visible = (html: string): string =>
    html
      .replace(/<(?:script|style|head|nav|header|footer)[^]*?<\/(?:script|style|head|nav|header|footer)>/g, ' ')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&quot;|&#34;/g, '"')
      .replace(/"[^"]*"|“[^”]*”/g, '');
  const { live } = { live: liveOf(() => snapshot as never) };
  const routes = routeTable(
    {
      live,
      observe: () => undefined,
      trustedProxies: 0,
      limits: { maxBodyBytes: 1, maxBatchQueries: 1, batchSize: 1 },
      ...threadsHere,
    },
    createFairShare({ maxBodyBytes: 1, maxBatchQueries: 1, batchSize: 1 }),
  );
  const seen = new Set<string>();
  const paths = routes
    .map(({ path }) => path.replace('{id}', 'nowhere'))
    .filter((path) => !path.startsWith('/api') && !path.startsWith('/docs'));
  const faulty: readonly ((path: string) => request.Test)[] = [
    (path) => request(app).get(path),
    (path) => request(app).get(`${path}?id=&query=&prefix=&as=x&profile=x`),
    (path) => request(app).get(`${path}?id=no-such&query=${'x'.repeat(3_000)}&limit=x&cursor=-1`),
    (path) => request(app).get(`${path}?queries={"a"&extend=1&callback=1+1`),
    (path) => request(app).delete(path),
    (path) => request(app).post(path).type('form').send({ queries: '{', query: '{', limit: 'x', names: '' }),
    (path) => request(app).post(path).set('Content-Type', 'application/json').send('{"queries": 1'),
    (path) => request(app).post(path).set('Content-Type', 'multipart/form-data; boundary=x').send('--x\r\nbroken'),
    (path) => request(app).post(path).set('Content-Type', 'text/csv; charset=klingon').send('a'),
    (path) => request(app).get(`${path}?${Array.from({ length: 1_100 }, (_, i) => `a${String(i)}=1`).join('&')}`),
  ];

  it.each([...paths, '/nowhere', '/runs/none', '/command/core/none'])(
    '%s speaks of no parameters to people, whatever is wrong',
    async (path) => {
      for (const ask of faulty) {
        const { status, headers, text } = await ask(path).set('Accept', 'text/html').set('Host', 'localhost');
        if (status < 400 || headers['content-type']?.includes('html') !== true) continue;
        expect([path, status, FOR_PROGRAMS.exec(visible(text))?.[0], visible(text).includes('`')]).toEqual([
          path,
          status,
          undefined,
          false,
        ]);
        seen.add(`${path} ${String(status)}`);
      }
    },
  );

  it('were looked at in their many kinds', () => {
    expect(seen.size).toBeGreaterThan(40);
  });

  it('tell programs of the parameter as before', async () => {
    expect((await request(app).get('/private/flyout')).body).toMatchObject({
      message: 'The parameter "id" is required.',
    });
  });

  it('tell people what to do instead', () => {
    const told = (error: SameasError): unknown => {
      const { message, advice } = personFault(error);
      return { message: inEnglish(message), advice: advice && inEnglish(advice) };
    };
    expect(
      told(
        new SameasError('parameter-missing', 'The parameter "id" is required.', {
          advice: 'Send the identifier as id=…',
        }),
      ),
    ).toEqual({
      message: 'This address is not complete, or it was changed.',
      advice: 'Start again from a page of this service.',
    });
    expect(told(new SameasError('body-too-large', 'The form has more than 9 fields.'))).toEqual({
      message: 'What was sent is too long.',
      advice: 'Send less at once.',
    });
    expect(
      told(
        new SameasError('entity-unknown', 'There is no entity with the identifier “header”.', {
          advice: 'Search for the entity by its name.',
        }),
      ),
    ).toEqual({
      message: 'There is no entity with the identifier “header”.',
      advice: 'Search for the entity by its name.',
    });
    expect(
      told(
        new SameasError('table-too-large', 'a.csv has more than 5 rows.', {
          advice: 'Send it in parts, or let `sameas match` match it.',
        }),
      ),
    ).toMatchObject({ advice: 'Send it in parts, or let `sameas match` match it.' });
  });
});
