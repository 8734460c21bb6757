import { describe, expect, it } from '@jest/globals';
import { createAligner } from '../../../src/reconciliation/alignment/align.js';
import type { Alignment } from '../../../src/reconciliation/alignment/alignment.js';
import { alignedWords } from '../../../src/reconciliation/alignment/name-reason.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';
import { makeSnapshot } from '../../support/make-snapshot.js';

const NAMES = [
  'Institute Chemistry',
  'Institute Institute Chemistry',
  'Institute Chemistry Institute',
  'Newcastle Harbour',
  'New Castle Harbour',
  'Harbour Office of Brackwater (HOB)',
  'Brackwater Institute of Technology',
  'BIT Kensington',
];
const OTHERS = Array.from({ length: 60 }, (_, i) => `Filler${String(i)} Thing${String(i % 7)}`);
const snapshot = makeSnapshot({ entities: [...NAMES, ...OTHERS].map((name, i) => ({ id: `e${String(i)}`, name })) });
const { labels } = snapshot.candidateIndex;
const aligner = createAligner(labels, snapshot.statistics);

function aligned(query: string, name: string): Alignment {
  return aligner.align(
    aligner.nameQuery(analyseLabel(query)),
    labels.rowsWithFolded(analyseLabel(name).folded)[0] ?? -1,
  );
}

/** Which word of the query each word of the label met, and how. */
function met(query: string, name: string): readonly string[] {
  return alignedWords(aligned(query, name)).label.map(({ kind, label, query: word }) =>
    word === undefined ? label : `${label} ${kind} ${word}`,
  );
}

describe('words that a query says twice', () => {
  const QUERY = 'Institute of Physics, Institute Chemistry';

  it('meet the word of the label that stands before the next one', () => {
    expect(aligned(QUERY, 'Institute Chemistry').matched()).toBe(0b11000);
    expect(aligned(QUERY, 'Institute Chemistry').evidence().contained).toBe(true);
  });

  it('stay where they are when the word before is another one or taken', () => {
    expect(aligned(QUERY, 'Institute Institute Chemistry').matched()).toBe(0b11001);
    expect(aligned(QUERY, 'Institute Chemistry Institute').matched()).toBe(0b11001);
  });
});

describe('words of two names', () => {
  it('meet where they are equal, and else where they are most alike', () => {
    expect(met('Chemistri Institute', 'Institute Chemistry')).toEqual([
      'institute equal institute',
      'chemistry typo chemistri',
    ]);
  });

  it('meet where one name writes together what the other writes apart', () => {
    expect(met('New Castle Harbour', 'Newcastle Harbour')).toEqual([
      'newcastle joined new castle',
      'harbour equal harbour',
    ]);
    expect(met('Newcastle Harbour', 'New Castle Harbour')).toEqual([
      'new joined newcastle',
      'castle joined newcastle',
      'harbour equal harbour',
    ]);
    expect(aligned('Newcastle Harbour', 'New Castle Harbour').evidence()).toMatchObject({
      joined: 0b01,
      contained: false,
    });
  });

  it('meet where one is the first letters of several of the other', () => {
    expect(met('BIT', 'Brackwater Institute of Technology')).toEqual(
      ['brackwater', 'institute', 'of', 'technology'].map((word) => `${word} acronym bit`),
    );
    expect(met('Brackwater Institute of Technology Kensington', 'BIT Kensington')).toEqual([
      'bit acronym brackwater institute of technology',
      'kensington equal kensington',
    ]);
  });

  it('meet all at once where the label gives its own acronym in brackets', () => {
    expect(met('HOB', 'Harbour Office of Brackwater (HOB)')).toEqual([
      ...['harbour', 'office', 'of', 'brackwater'].map((word) => `${word} acronym hob`),
      'hob equal hob',
    ]);
  });

  it('meet none where they have nothing in common', () => {
    expect(met('Physics', 'Institute Chemistry')).toEqual(['institute', 'chemistry']);
    expect(aligned('Physics', 'Institute Chemistry').matched()).toBe(0);
  });
});
