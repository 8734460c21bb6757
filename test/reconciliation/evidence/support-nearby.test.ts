import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

/** Cheeses of many dairies, and some of one of them that share most of their names. */
const DAIRIES = ['Alderholt', 'Birkwood', 'Caversham', 'Dunmere', 'Eastleigh', 'Fernhill', 'Gatcombe', 'Hartwell'];
const OTHERS = DAIRIES.flatMap((dairy, at) =>
  ['Ash Log', 'Old Wheel', 'Blue Crown'].map((name, i) => ({
    id: `${String(at)}-${String(i)}`,
    name: `${dairy} ${name}`,
    properties: { maker: [{ kind: 'text' as const, text: `${dairy} Farm` }] },
  })),
);
const KINDS = ['Smoked', 'Peppered', 'Matured'];

function cheeses(makerOf: (kind: string) => string) {
  return makeSnapshot({
    properties: [{ id: 'maker', datatype: 'text' }],
    entities: [
      ...OTHERS,
      ...KINDS.map((kind) => ({
        id: kind,
        name: `Wensley Reserve ${kind} Truckle`,
        properties: { maker: [{ kind: 'text' as const, text: makerOf(kind) }] },
      })),
    ],
  });
}

function supportFor(
  text: string,
  maker: string,
  makerOf: (kind: string) => string,
): readonly [string | undefined, number] {
  const [first] = candidatesFor(cheeses(makerOf), text, { properties: [{ property: 'maker', values: [maker] }] });
  return [first?.id, Number(first?.features.find(({ id }) => id === 'probability')?.value)];
}

describe('a property that agrees', () => {
  it('says little for one of several neighbours that all have the value, where the query has a word more', () => {
    const [alone, byItself] = supportFor('Wensley Reserve Herbed Truckle Matured', 'Quarley Dairy', (kind) =>
      kind === 'Matured' ? 'Quarley Dairy' : `${kind} Dairies`,
    );
    const [among, together] = supportFor(
      'Wensley Reserve Herbed Truckle Matured',
      'Quarley Dairy',
      () => 'Quarley Dairy',
    );
    const [, without] = supportFor('Wensley Reserve Herbed Truckle Matured', '', () => 'Quarley Dairy');
    expect([alone, among]).toEqual(['Matured', 'Matured']);
    expect(byItself - without).toBeGreaterThan(0.02);
    expect(together - without).toBeLessThan(0.6 * (byItself - without));
  });

  it('says nothing more where the name says the same already', () => {
    const [, said] = supportFor('Wensley Reserve Herbed Truckle Matured', 'Wensley Reserve', (kind) =>
      kind === 'Matured' ? 'Wensley Reserve' : `${kind} Dairies`,
    );
    const [, told] = supportFor('Wensley Reserve Herbed Truckle Matured', 'Quarley Dairy', (kind) =>
      kind === 'Matured' ? 'Quarley Dairy' : `${kind} Dairies`,
    );
    expect(said).toBeLessThan(told - 0.005);
  });

  it('counts in full where the query leaves no word open', () => {
    const text = 'Wensley Reserve Truckle Matured';
    const [, without] = supportFor(text, '', () => 'Quarley Dairy');
    const [, together] = supportFor(text, 'Quarley Dairy', () => 'Quarley Dairy');
    expect(together).toBeGreaterThan(without);
  });

  it('says less where name and query each have a discriminative word that the other lacks, as works of one author do', () => {
    const odds = ([, probability]: readonly [string | undefined, number]): number =>
      Math.log(probability / (1 - probability));
    const gained = (text: string): number =>
      odds(supportFor(text, 'Quarley Dairy', (kind) => `${kind === 'Matured' ? 'Quarley' : kind} Dairy`)) -
      odds(supportFor(text, '', () => 'Quarley Dairy'));
    // "Herbed" for "Matured" may be another cheese; a name that only lacks "Matured" is hardly one.
    expect(gained('Wensley Reserve Herbed Truckle')).toBeLessThan(
      0.98 * gained('Wensley Reserve Truckle Matured Herbed'),
    );
  });
});
