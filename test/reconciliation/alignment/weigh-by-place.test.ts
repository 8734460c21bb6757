import { describe, expect, it } from '@jest/globals';
import { createAligner } from '../../../src/reconciliation/alignment/align.js';
import type { NameEvidence } from '../../../src/reconciliation/alignment/alignment.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { makeSnapshot } from '../../support/make-snapshot.js';

const NAMES = [
  'Bronx',
  'Brunx',
  'Duchy of Wessex',
  'Wessex',
  'Mercia',
  '牛津',
  '大学',
  'Lake Of The Woods',
  'The Ridge',
];
const { candidateIndex, statistics } = makeSnapshot({
  entities: NAMES.map((name, i) => ({ id: `e${String(i)}`, name })),
});
const { labels } = candidateIndex;
const aligner = createAligner(labels, statistics);

/** The evidence on a query and a name of the list. */
function evidence(query: string, name: string): NameEvidence {
  const [row = -1] = labels.rowsWithFolded(analyseLabel(name).folded);
  return aligner.align(aligner.nameQuery(analyseLabel(query)), row).evidence();
}

describe('an article that only the query has', () => {
  it.each(['Bronx (the)', 'Bronx, The', 'Bronx (la)'])('costs no word in "%s"', (query) => {
    expect(evidence(query, 'Bronx')).toMatchObject({ onlyQuery: 0, apartQuery: 0 });
  });

  it.each(['the Bronx', 'La Bronx', 'Die Bronx'])('costs little at the beginning of "%s"', (query) => {
    const { onlyQuery, apartQuery } = evidence(query, 'Bronx');
    const behind = evidence(query.split(' ').reverse().join(' '), 'Bronx');
    expect(onlyQuery).toBeGreaterThan(0);
    expect(onlyQuery).toBeLessThan(0.4 * behind.onlyQuery);
    expect(apartQuery).toBeLessThan(0.4 * behind.apartQuery);
  });

  it('still meets that of a name', () => {
    expect(evidence('the ridge', 'The Ridge').similarity).toBe(1);
    expect(evidence('The Redge', 'The Ridge').similarity).toBeGreaterThan(evidence('Redge', 'The Ridge').similarity);
  });

  it.each(['of Bronx', 'Upper Bronx', 'A Bronx', 'Bronx (Upper)', 'Bronx the'])('is none in "%s"', (query) => {
    expect(evidence(query, 'Bronx').onlyQuery).toBeGreaterThan(evidence('the Bronx', 'Bronx').onlyQuery);
  });
});

describe('a pair of characters that no name has', () => {
  it('costs little between two pairs that say the same characters', () => {
    const between = evidence('牛津大学', '牛津');
    // 津大 is where they meet; of 津城, 城大 and 大学, two are known to nobody.
    expect(evidence('牛津城大学', '牛津').onlyQuery).toBeGreaterThan(
      between.onlyQuery + 1.5 * labels.vocabulary.weightOf(labels.vocabulary.idOf('大学')),
    );
    expect(between.apartQuery).toBeLessThan(1);
  });
});
