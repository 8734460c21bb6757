import { describe, expect, it } from '@jest/globals';
import { explainCandidate } from '../../../src/reconciliation/explain-candidate.js';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

const NAMES = [
  'Panasonic KX-TS108W Corded Phone',
  'Panasonic KX-TS620B Corded Telephone Black',
  'Panasonic Integrated Telephone System Headset',
  'Sony Portable DVD Player Case',
  'Nikon Coolpix Digital Camera',
  'Canon PowerShot Digital Camera',
];
const snapshot = makeSnapshot({
  properties: [{ id: 'model', datatype: 'text' }],
  entities: [
    ...NAMES.map((name, i) => ({ id: `n${String(i)}`, name })),
    { id: 'p1', name: 'Canon Corded Scanner', properties: { model: [{ kind: 'text', text: 'FAM2000X' }] } },
  ],
});

function termsOf(text: string, id: string): readonly (readonly [string, number])[] {
  const kinds =
    explainCandidate(snapshot, { text, types: [], typeMode: 'any', properties: [], limit: 10 }, id)?.evidence.kinds ??
    [];
  return kinds.find(({ kind }) => kind === 'code')?.terms.map(({ term, value }) => [term, value] as const) ?? [];
}

describe('evidence by codes', () => {
  it.each(['Panasonic Two Line Home Office Desk Set - KXTS108W', 'Panasonic KX TS108W Two Line Phone'])(
    'makes a match of "%s" by a code in the name',
    (query) => {
      expect(candidatesFor(snapshot, query)[0]).toMatchObject({ id: 'n0', match: true });
      expect(termsOf(query, 'n0')).toEqual([['codeInName', 1]]);
      expect(termsOf(query, 'n1')).toEqual([]);
    },
  );

  it('tells a code that is the value of a property apart', () => {
    expect(termsOf('device FAM2000X', 'p1')).toEqual([['codeInProperty', 1]]);
    expect(candidatesFor(snapshot, 'device FAM2000X')[0]).toMatchObject({ id: 'p1' });
  });

  it('says nothing of names without one', () => {
    expect(termsOf('Panasonic Corded Phone', 'n0')).toEqual([]);
  });
});
