import { describe, expect, it } from '@jest/globals';
import { RANKING_CASES } from '../cases/ranking/ranking-cases.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

describe.each(Object.entries(RANKING_CASES))('ranking of %s', (_, cases) => {
  const names = [...new Set(cases.flatMap(({ better, worse }) => [better, worse]))];
  const snapshot = makeSnapshot({ entities: names.map((name, i) => ({ id: `e${String(i)}`, name })) });

  it.each(cases)('$query: $better before $worse. $why', ({ query, better, worse }) => {
    const order = candidatesFor(snapshot, query, { limit: 100 }).map((candidate) => candidate.name);
    expect(order[0]).toBe(better);
    const place = order.indexOf(worse);
    expect(place === -1 || place > order.indexOf(better)).toBe(true);
  });
});
