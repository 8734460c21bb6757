import { describe, expect, it } from '@jest/globals';
import { createAligner } from '../../../src/reconciliation/alignment/align.js';
import type { Alignment } from '../../../src/reconciliation/alignment/alignment.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { makeSnapshot } from '../../support/make-snapshot.js';

const NAMES = ['Corvane Harbour', 'Corvane', 'Corvane Harbour Depot', 'Corvane Harbour 12', 'Corvane Harbour i'];
const OTHERS = Array.from({ length: 60 }, (_, i) => `Filler${String.fromCharCode(97 + (i % 26))} Thing${String(i)}`);
const {
  candidateIndex: { labels },
  statistics,
} = makeSnapshot({ entities: [...NAMES, ...OTHERS].map((name, i) => ({ id: `e${String(i)}`, name })) });
const aligner = createAligner(labels, statistics);
const aligned = (query: string, name: string): Alignment =>
  aligner.align(aligner.nameQuery(analyseLabel(query)), labels.rowsWithFolded(analyseLabel(name).folded)[0] ?? -1);
const similarity = (query: string, name: string): number => aligned(query, name).similarity;

describe('the similarity of two names', () => {
  it('is greater, the more of their weight they have in common', () => {
    expect(similarity('Corvane Depot', 'Corvane Harbour Depot')).toBeGreaterThan(
      similarity('Corvane Deck', 'Corvane Harbour Depot'),
    );
    expect(similarity('Corvane Harbor', 'Corvane Harbour')).toBeGreaterThan(
      similarity('Corvane Harz', 'Corvane Harbour'),
    );
    expect(similarity('Xyz', 'Corvane')).toBeLessThan(0.2);
  });

  it('is 1 for equal names only', () => {
    expect(similarity('CORVANE harbour', 'Corvane Harbour')).toBe(1);
    expect(similarity('Corvaneharbour', 'Corvane Harbour')).toBe(0.985);
  });

  it('loses less by other tokens of the query where the label is contained, the less the longer it is', () => {
    const contained = ['Corvane', 'Corvane Harbour', 'Corvane Harbour Depot'].map((name) =>
      similarity(`${name} Xanthia`, name),
    );
    expect(contained).toEqual([...contained].sort((a, b) => a - b));
    expect(similarity('Corvane Harbour Xanthia', 'Corvane Harbour')).toBeGreaterThan(
      similarity('Corvane Xanthia Harbour', 'Corvane Harbour'),
    );
  });

  it('loses by numbers that differ, and a little by one that is missing', () => {
    expect(similarity('Corvane Harbour', 'Corvane Harbour 12')).toBeGreaterThan(
      similarity('Corvane Harbour 13', 'Corvane Harbour 12'),
    );
    expect(aligned('Corvane Harbour 13', 'Corvane Harbour 12').sums.numbersDiffer()).toBe(true);
    expect(aligned('Corvane Harbour', 'Corvane Harbour 12').sums.numbersDiffer()).toBe(false);
  });

  it('takes a letter for a number only where it meets one', () => {
    expect(aligned('Corvane Harbour v', 'Corvane Harbour i').sums.numbersDiffer()).toBe(false);
    expect(aligned('Corvane Harbour 13', 'Corvane Harbour i').sums.numbersDiffer()).toBe(true);
  });
});
