import { describe, expect, it } from '@jest/globals';
import { comparerOf } from '../../../../src/reconciliation/ranking/comparer-of.js';
import { analyseLabel } from '../../../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../../../support/make-snapshot.js';

const NAMES = [
  'Canadian Journal of Physiology and Pharmacology', 'Frontiers in Materials', 'Composite Structures', 'Chemical Communications', 'Journal of Mathematics', 'Annals of Mathematics',
  'Bach, Johann Sebastian', 'Smith, John', 'Zeitschrift für Kunstgeschichte', 'Revue de musicologie', 'Mind', 'Japanese Journal of Mathematics',
];
const snapshot = makeSnapshot({ entities: NAMES.map((name, i) => ({ id: `j${String(i)}`, name })) });

function isShortened(query: string, name: string): boolean {
  const comparer = comparerOf(snapshot);
  comparer.begin(analyseLabel(query));
  comparer.compare(snapshot.candidateIndex.labels.rowsOf(NAMES.indexOf(name))[0]);
  return comparer.evidence().shortened;
}

describe('a name cut short', () => {
  it.each([
    ['Can. J. Physiol. Pharmacol.', 'Canadian Journal of Physiology and Pharmacology'],
    ['Front. Mater.', 'Frontiers in Materials'],
    ['Compos. Struct.', 'Composite Structures'],
    ['Z. für Kunstgesch. u. Mus.', undefined],
    ['Chem. Commun.', 'Chemical Communications'],
    ['Rev. de musicologie', 'Revue de musicologie'],
    ['Jpn. J. Math.', 'Japanese Journal of Mathematics'],
  ])('%s is sure enough to be matched, when it is in the list', (query, name) => {
    if (name === undefined) {
      expect(isShortened(query, 'Zeitschrift für Kunstgeschichte')).toBe(false);
    } else {
      expect(isShortened(query, name)).toBe(true);
      expect(candidatesFor(snapshot, query)[0]).toMatchObject({ name, match: true });
    }
  });

  it.each([
    ['J. S. Bach', 'Bach, Johann Sebastian', 'initials show too little'],
    ['J. Smith', 'Smith, John', 'initials show too little'],
    ['Commun. Chem.', 'Chemical Communications', 'words stand in another order'],
    ['Chem. Eng. Commun.', 'Chemical Communications', 'a word is missing'],
    ['Front. Mater. Sci.', 'Frontiers in Materials', 'a word is missing'],
    ['Journal of Mathematic', 'Journal of Mathematics', 'nothing is marked'],
    ['Journal of Mathematics', 'Journal of Mathematics', 'nothing is cut'],
  ])('%s is not %s: %s', (query, name) => {
    expect(isShortened(query, name)).toBe(false);
  });

  it('is not matched where two names go on from it', () => {
    const two = makeSnapshot({ entities: ['Annals of Botany', 'Annals of Botanics', 'Mind', 'Nature', 'Science'].map((name, i) => ({ id: `k${String(i)}`, name })) });
    expect(candidatesFor(two, 'Ann. Bot.')[0]?.match).toBe(false);
  });
});
