import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { loadBenchmark, queryOf, readQueries, waysToAsk } from '../../bench/quality/measure-quality.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { makeSnapshot } from '../support/make-snapshot.js';
import { watchRetrieval } from '../support/slice-of-candidates.js';

/*
 * Scoring reads of a dataset its candidates and its statistics. So the candidates of a query, as a dataset of their own with the statistics of the whole, are answered byte for
 * byte as in the whole dataset, and no answer depends on what else was asked.
 */

/** With types, properties, dates, homonyms, codes and several scripts. */
const LISTS = [
  'agencies',
  'articles',
  'artworks',
  'geography',
  'lives',
  'letters',
  'products',
  'scripts',
  'town-places',
] as const;
/** Of each list, asked with and without properties. */
const QUERIES = 40;

const answerOf = (snapshot: DatasetSnapshot, query: ReconciliationQuery): string =>
  JSON.stringify(reconcile(snapshot, query, NO_DEADLINE));

function differing(whole: DatasetSnapshot, queries: readonly ReconciliationQuery[]): readonly string[] {
  const watched = watchRetrieval(whole);
  return queries.flatMap((query) => {
    watched.forget();
    const expected = answerOf(watched.snapshot, query);
    const found = answerOf(watched.slice(), query);
    return found === expected ? [] : [`${JSON.stringify(query)}: ${expected.slice(0, 600)} … ${found.slice(0, 600)}`];
  });
}

describe.each(LISTS)('the list of %s', (list) => {
  let snapshot: DatasetSnapshot;
  let queries: readonly ReconciliationQuery[];

  beforeAll(async () => {
    const folder = join('bench/quality/lists', list);
    snapshot = await loadBenchmark(folder);
    const gold = readQueries(folder);
    const step = Math.ceil(gold.length / QUERIES);
    queries = waysToAsk(gold).flatMap((asked) =>
      gold.filter((_, i) => i % step === 0).map((one) => queryOf(one, asked)),
    );
  }, 60_000);

  it('answers the candidates of a query alone as in the whole', () => {
    expect(differing(snapshot, queries)).toEqual([]);
  }, 60_000);

  it('answers every query as if it were the only one', () => {
    const alone = queries.map((query) =>
      answerOf(
        { ...snapshot, candidateIndex: { ...snapshot.candidateIndex, labels: { ...snapshot.candidateIndex.labels } } },
        query,
      ),
    );
    const inOrder = queries.map((query) => answerOf(snapshot, query));
    const backwards = [...queries]
      .reverse()
      .map((query) => answerOf(snapshot, query))
      .reverse();
    expect(inOrder).toEqual(alone);
    expect(backwards).toEqual(alone);
  }, 60_000);
});

describe('a list with references, codes and homonyms', () => {
  const text = (value: string) => ({ kind: 'text', text: value }) as const;
  const refers = (id: string) => ({ kind: 'reference', id }) as const;
  const COUNTRIES = [
    ['de', 'Germany', 'Deutschland'],
    ['fr', 'France', 'Frankreich'],
    ['gr', 'Greece', 'Ελλάδα'],
    ['jp', 'Japan', '日本'],
  ] as const;
  const TOWNS = ['Springfield', 'Newton', 'Ashford', 'Milton', 'Αθήνα', '東京', 'Saint-Denis', 'Kirchdorf'];
  const whole = makeSnapshot({
    types: [
      { id: 'place', name: 'Place', broader: [] },
      { id: 'town', name: 'Town', broader: ['place'] },
      { id: 'country', name: 'Country', broader: ['place'] },
    ],
    properties: [
      { id: 'country', datatype: 'reference', targetTypes: ['country'] },
      { id: 'iso', datatype: 'identifier', identifying: true },
      { id: 'river', datatype: 'text' },
      { id: 'founded', datatype: 'date' },
    ],
    entities: [
      ...COUNTRIES.map(([id, name, alias]) => ({
        id,
        name,
        aliases: [alias],
        types: ['country'],
        properties: { iso: [{ kind: 'identifier', text: id.toUpperCase() } as const] },
      })),
      ...Array.from({ length: 400 }, (_, i) => ({
        id: `t${String(i)}`,
        name: `${TOWNS[i % TOWNS.length] ?? ''}${i % 3 === 0 ? '' : ` ${String.fromCharCode(65 + (i % 26))}bury`}`,
        aliases: i % 7 === 0 ? [`Model KX-${String(100 + i)}T`] : [],
        types: ['town'],
        prominence: i % 5,
        properties: {
          country: [refers(COUNTRIES[i % 4]?.[0] ?? '')],
          river: [text(`River ${String(i % 11)}`)],
          founded: [{ kind: 'date', date: { year: 1200 + (i % 90) } } as const],
        },
      })),
    ],
  });
  const ask = (query: string, more: Partial<ReconciliationQuery> = {}): ReconciliationQuery => ({
    text: query,
    types: [],
    typeMode: 'any',
    properties: [],
    limit: 10,
    ...more,
  });
  const country = (value: string | { readonly id: string; readonly name?: string }, more = {}) => ({
    properties: [{ property: 'country', values: [value], ...more }],
  });

  it.each([
    ask('Springfield'),
    ask('Springfield', { types: ['town'], limit: 50 }),
    ask('Springfield', { types: ['country'], typeMode: 'should' }),
    ask('Springfield, Germany'),
    ask('Newton (France)', { types: ['place'] }),
    ask('Αθήνα'),
    ask('Tokyo'),
    ask('東京', country('日本')),
    ask('Ashford', country('Frankreich')),
    ask('Ashford', country({ id: 'fr' })),
    ask('Ashford', country({ id: 'Q142', name: 'France' })),
    ask('Ashford', country('Germany', { exact: true })),
    ask('Ashford', country('Germany', { required: true })),
    ask('Ashford', country('Germany', { quantifier: 'none' })),
    ask('Milton Ubury', {
      properties: [
        { property: 'river', values: ['River 3'] },
        { property: 'founded', values: ['1243'] },
      ],
    }),
    ask('', {
      properties: [
        { property: 'river', values: ['River 3'] },
        { property: 'founded', values: ['1243'] },
      ],
    }),
    ask('telephone KX-107T'),
    ask('t77'),
    ask('DE'),
    ask('Saint Denis a.k.a. Kirchdorf'),
    ask('KirchDorf'),
    ask('Unknowntown upon Nowhere'),
  ])('answers %j as in the whole', (query) => {
    expect(differing(whole, [query])).toEqual([]);
  });

  it('has fewer entities in the slice than in the whole', () => {
    const watched = watchRetrieval(whole);
    answerOf(watched.snapshot, ask('Ashford Zbury'));
    expect(watched.retrieved()).toBeGreaterThan(20);
    expect(watched.slice().dataset.entities.size).toBe(watched.retrieved());
    expect(watched.retrieved()).toBeLessThan(whole.dataset.entities.size);
  });
});
