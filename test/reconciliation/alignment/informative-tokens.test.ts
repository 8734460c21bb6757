import { describe, expect, it } from '@jest/globals';
import { createAligner } from '../../../src/reconciliation/alignment/align.js';
import type { Alignment } from '../../../src/reconciliation/alignment/alignment.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'];
/** A hundred names of two words each, so that the words of two names weigh as in a list. */
const OTHERS = SYLLABLES.flatMap((one) => SYLLABLES.map((two) => `${one}${two}nia ${two}${one}lata`));

function namesFor(names: readonly string[], query: string): readonly string[] {
  const snapshot = makeSnapshot({ entities: names.map((name, i) => ({ id: `e${String(i)}`, name })) });
  return candidatesFor(snapshot, query).map(({ name }) => name);
}

function aligned(query: string, name: string): Alignment {
  const {
    candidateIndex: { labels },
    statistics,
  } = makeSnapshot({ entities: [name, ...OTHERS].map((text, i) => ({ id: `e${String(i)}`, name: text })) });
  const aligner = createAligner(labels, statistics);
  return aligner.align(aligner.nameQuery(analyseLabel(query)), 0);
}

describe('the most informative tokens', () => {
  it('do not move an equal name, and never make a similarity less than 0 or more than 1', () => {
    expect(aligned('Poa chrysophylla', 'Poa chrysophylla').informative()).toBe(1);
    for (const query of ['Poa', 'Poa, S.', 'Poa babania', 'Poa babania, Stipa', 'babania, Poa', 'Stipa']) {
      const { similarity } = aligned(query, 'Poa stipacea');
      expect(aligned(query, 'Poa stipacea').informative()).toBeGreaterThan(0);
      expect(similarity * aligned(query, 'Poa stipacea').informative()).toBeLessThanOrEqual(1);
    }
  });

  it('cost less where the query has several parts, and a part that the name has as a whole counts by itself', () => {
    const one = aligned('Poa stipacea Xanthia', 'Poa stipacea');
    const ofParts = aligned('Poa stipacea, Xanthia', 'Poa stipacea');
    expect(one.informative()).toBeLessThan(1);
    expect(ofParts.informative()).toBeGreaterThan(1);
  });

  it('put a name that has the one half of the query behind one that has the other half and more letters', () => {
    const names = ['Poa', 'Stipa xanthochlamydea', ...OTHERS];
    expect(namesFor(names, 'Poa xanthochlamydea')[0]).toBe('Stipa xanthochlamydea');
    // A word that the list does not know may be anything.
    expect(namesFor(names, 'Poa chrysophylla')[0]).toBe('Poa');
  });

  it('make no candidate surer', () => {
    const snapshot = makeSnapshot({
      entities: ['Amanita', 'Boletus erythropus'].map((name, i) => ({ id: `e${String(i)}`, name })),
    });
    expect(candidatesFor(snapshot, 'Amanita erythropus').map(({ match }) => match)).not.toContain(true);
  });
});

describe('a surname with initials', () => {
  const PERSONS = [
    'Sutton Drewes',
    'Drew Sutton',
    'Drew',
    'Stephanie Drew',
    'Marcus Albright',
    'Albright',
    'Oliver Whitcombe',
    'Whitcombe, Olga',
    'Tan S',
    'Sutton Tan',
  ];
  const persons = makeSnapshot({ entities: [...PERSONS, ...OTHERS].map((name, i) => ({ id: `p${String(i)}`, name })) });

  it.each([
    {
      query: 'Drew, S.',
      first: 'Stephanie Drew',
      why: 'not the one that has the surname as a given name, nor the surname alone',
    },
    { query: 'Albright, M. J.', first: 'Marcus Albright', why: 'one initial of two is one' },
    { query: 'Albright, X.', first: 'Albright', why: 'another given name is farther away than none' },
    { query: 'Tan, S.', first: 'Tan S', why: 'initials behind the surname are in the order of the query' },
  ])('$query means $first: $why', ({ query, first }) => {
    expect(candidatesFor(persons, query)[0]?.name).toBe(first);
  });

  it('is equally near to names that are written surname first and last', () => {
    const [one, other] = candidatesFor(persons, 'Whitcombe, O.');
    expect([one?.name, other?.name].sort()).toEqual(['Oliver Whitcombe', 'Whitcombe, Olga']);
    expect(Math.abs((one?.score ?? 0) - (other?.score ?? 0))).toBeLessThan(5);
  });
});
