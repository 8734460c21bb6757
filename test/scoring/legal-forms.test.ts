import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const NAMES = [
  'Walmart',
  'Autodesk',
  'Broadcom',
  'Southwest Airlines',
  'Air China',
  'Azerbaijan Airlines',
  'Klöckner & Co',
  'Incyte',
  'Cordis AG',
  'Deere & Company',
  'Thai AirAsia',
  'Martinair Holland',
  'Paychex',
  'Synopsys',
  'Teradyne',
  'Forward Air Corp.',
  'Boston Scientific',
  'Go2Sky',
];
const snapshot = makeSnapshot({ entities: NAMES.map((name, i) => ({ id: `c${String(i)}`, name })) });

describe('a company that is asked for with its legal form, in a list without', () => {
  it.each([
    ['Walmart Inc.', 'Walmart'],
    ['Autodesk, Inc.', 'Autodesk'],
    ['Southwest Airlines Co.', 'Southwest Airlines'],
    ['Azerbaijan Airlines CJSC', 'Azerbaijan Airlines'],
    ['Thai AirAsia Co. Ltd.', 'Thai AirAsia'],
    ['Martinair Holland N.V.', 'Martinair Holland'],
    ['Go2Sky s.r.o.', 'Go2Sky'],
  ])('%s is matched', (text, name) => {
    expect(candidatesFor(snapshot, text)[0]).toMatchObject({ name, match: true });
  });

  it('with forms at both ends comes first', () => {
    expect(candidatesFor(snapshot, 'PT. Synopsys Tbk')[0]?.name).toBe('Synopsys');
  });

  it.each(['Walmart Foundation', 'Air Synopsys', 'Cordis Airlines'])(
    '%s, which has another word more, is not',
    (text) => {
      expect(candidatesFor(snapshot, text)[0]?.match ?? false).toBe(false);
    },
  );
});
