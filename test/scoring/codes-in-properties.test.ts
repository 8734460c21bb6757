import { describe, expect, it } from '@jest/globals';
import type { PropertyValue } from '../../src/entities/property.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const BRANDS = ['Sony', 'Panasonic', 'Bose'];
const KINDS = ['Corded Phone', 'Television', 'Washer', 'Headphones'];
const text = (value: string): readonly PropertyValue[] => [{ kind: 'text', text: value }];
const modelOf = (i: number): string => `KX-T${String.fromCharCode(65 + (i % 7))}${String(100 + 7 * i)}W`;
/** Sixty things, of which twelve have each name. */
const snapshot = makeSnapshot({
  properties: [
    { id: 'model', datatype: 'text' },
    { id: 'colour', datatype: 'text' },
  ],
  entities: Array.from({ length: 60 }, (_, i) => ({
    id: `p${String(i)}`,
    name: `${BRANDS[i % 3] ?? ''} ${KINDS[i % 4] ?? ''}`,
    properties: {
      model: text(i === 59 ? 'FAM2000X' : i > 54 ? 'FAM1000X' : modelOf(i)),
      colour: text(i % 2 === 0 ? 'black' : 'white'),
    },
  })),
});
const first = (
  ...asked: [string, Parameters<typeof candidatesFor>[2]?]
): ReturnType<typeof candidatesFor>[number] | undefined => candidatesFor(snapshot, ...asked)[0];
const asked = (value: string): Parameters<typeof candidatesFor>[2] => ({
  properties: [{ property: 'model', values: [value] }],
});

describe('a code among the properties', () => {
  it.each(['KX-TE275W', 'KXTE275W', 'kx-te275w'])(
    'finds %s wherever it is asked for, and whatever the name',
    (code) => {
      for (const candidate of [first('Panasonic device', asked(code)), first(`Panasonic device ${code}`), first(code)])
        expect(candidate?.id).toBe('p25');
      expect(first('telephone', asked(code))?.id).toBe('p25');
      expect(first(`${code} telephone set`)?.id).toBe('p25');
      expect(first('Panasonic device')?.match).toBe(false);
    },
  );

  it('is told as an equal value', () => {
    expect(first('Panasonic device KXTE275W')?.features.find(({ id }) => id === 'property:model')).toMatchObject({
      reason: 'model: equal',
    });
    expect(first('Panasonic device KXTE275W')?.features.find(({ id }) => id === 'name')?.reason).toMatch(
      /^read as "Panasonic device"/,
    );
  });

  it('is not believed against a name', () => {
    expect(first('Bose Television KXTE275W')?.match).toBe(false);
  });

  it('says nothing of an entity where others have it, too', () => {
    expect(first('device FAM1000X')?.match).not.toBe(true);
    expect(first('device FAM2000X')).toMatchObject({ id: 'p59' });
    expect(first('Bose device FAM2000X')?.id).toBe('p59');
  });

  it('speaks against another one, also one that begins alike', () => {
    const weights = candidatesFor(snapshot, 'Panasonic Television', asked('KX-TE275B')).map(({ features }) =>
      features.find(({ id }) => id === 'property:model'),
    );
    expect(weights.length).toBeGreaterThan(3);
    for (const weight of weights) expect(Number(weight?.value)).toBeLessThan(1.5);
  });

  it('is left in the text where the query asks for that property already', () => {
    const candidate = first('Panasonic Television KXTE275W', asked('KX-TF282W'));
    expect(candidate?.match).toBe(false);
    expect(candidate?.features.filter(({ id }) => id === 'property:model')).toHaveLength(1);
  });
});

describe('a number that identifies', () => {
  it('is found in the text of a query, whatever else stands there', () => {
    const journals = makeSnapshot({
      properties: [{ id: 'issn', datatype: 'identifier', identifying: true }],
      entities: ['Nature', 'Nature Communications', 'Annalen der Physik', 'Foo Bulletin'].map((name, i) => ({
        id: `j${String(i)}`,
        name,
        properties: {
          issn: [{ kind: 'identifier', text: ['0028-0836', '2041-1723', '0003-3804', '2041-172X'][i] ?? '' }],
        },
      })),
    });
    expect(candidatesFor(journals, 'Nat. Comm. (ISSN 2041-1723)')[0]).toMatchObject({ id: 'j1', match: true });
    expect(candidatesFor(journals, 'Bulletin of Foo 2041172x')[0]).toMatchObject({ id: 'j3', match: true });
    expect(candidatesFor(journals, 'Annalen der Physik 2041-1723')[0]?.match).toBe(false);
  });
});
