import { describe, expect, it } from '@jest/globals';
import { createNameComparer } from '../../../../src/reconciliation/scoring/names/name-comparer.js';
import { analyseLabel } from '../../../../src/text/analyse-label.js';
import { makeSnapshot } from '../../../support/make-snapshot.js';

const NAMES = Array.from({ length: 400 }, (_, i) => `${['North', 'Upper', 'Saint'][i % 3] ?? ''} Anbo${i.toString(36)}rel`);
const snapshot = makeSnapshot({
  types: [{ id: 't', name: 'Thing', broader: [] }],
  entities: NAMES.map((name, i) => ({ id: `e${String(i)}`, name, types: ['t'] })),
});
const { labels } = snapshot.candidateIndex;
const rows = Array.from({ length: labels.rowCount }, (_, row) => row);
const newComparer = (): ReturnType<typeof createNameComparer> => createNameComparer(labels, snapshot.statistics);

describe('a comparer that is used again', () => {
  it('says the same as a new one for every row, after any number of words and queries', () => {
    const used = newComparer();
    for (const text of ['Upper Anbo5rel', 'Saint Anbo9zrell', 'North Anbo1', 'Upper Anbo5rel']) {
      const query = analyseLabel(text);
      used.begin(query);
      const similarities = rows.map(used.compare);
      const fresh = rows.filter((row) => row % 40 === 0).map((row) => {
        const comparer = newComparer();
        comparer.begin(query);
        return comparer.compare(row);
      });
      expect(similarities.filter((_, row) => row % 40 === 0)).toEqual(fresh);
      expect(new Set(similarities).size).toBeGreaterThan(3);
    }
  });
});
