import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { wordsIn, translateSentence } from '../../src/web/messages/words.js';
import { personFault } from '../../src/web/pages/person-fault.js';
import { localisedSentence } from '../../src/web/pages/localised-sentence.js';
import { createFairShare } from '../../src/web/clients/fair-share.js';
import { routeTable } from '../../src/web/route-table.js';
import { smallApp } from '../support/small-app.js';
import { threadsHere } from '../support/threads-here.js';
import { liveOf } from '../support/live-of.js';

const { app, snapshot } = smallApp();
describe('sentences that the service makes in English', () => {
  it.each([
    ['country: equal', 'country: gleich'],
    [
      'Text transform on 140 cells in column town: value.toUppercase()',
      '140 Zellen der Spalte town umgewandelt: value.toUppercase()',
    ],
    [
      'Failed to import file: a.zip: The zip archive is protected by a password.',
      'Die Datei wurde nicht importiert. a.zip: Das zip-Archiv ist mit einem Kennwort geschützt.',
    ],
    [
      'equal: "new"; "yrok" is nearly "york"; the query lacks "city" ("New York City")',
      'gleich: "new"; "yrok" ist fast "york"; der Anfrage fehlt "city" ("New York City")',
    ],
    ['read as "berlin": equal', 'gelesen als "berlin": gleich'],
    ['born: same day and month, differs by 3 years', 'born: derselbe Tag und Monat, 3 Jahre Unterschied'],
    ['capital: nearly the same words as its name', 'capital: fast dieselben Wörter wie der Name'],
    ['only the query has "a; b"; in another order', 'nur die Anfrage hat "a; b"; in anderer Reihenfolge'],
    ['names.csv has more than 20,000 rows.', 'names.csv hat mehr als 20,000 Zeilen.'],
    [
      'Read as text delimited by commas, UTF-8: names to ask for in "city".',
      'Gelesen als Text mit Kommas dazwischen, UTF-8; die Namen stehen in "city".',
    ],
    ['Read as something new: names to ask for in "city".', undefined],
    ['What nobody has translated.', undefined],
    ['equal; What nobody has translated.', undefined],
  ])('%s', (english, german) => {
    expect(translateSentence(english, 'de')).toBe(german);
  });

  it('say that they are English where the page is not', () => {
    expect(localisedSentence('What nobody has translated: “<a>”.', wordsIn('fr')).text).toBe(
      '<span lang="en">What nobody has translated: “<bdi>&lt;a&gt;</bdi>”.</span>',
    );
    expect(localisedSentence('The table has no rows.', wordsIn('fr')).text).toBe('Le tableau n’a pas de lignes.');
    expect(localisedSentence('Use `sameas match`.', wordsIn('en')).text).toBe('Use <code>sameas match</code>.');
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
    const told = (error: SameasError): unknown => personFault(error);
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
