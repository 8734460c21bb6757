import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

const NAMES = [
  'Panasonic KX-TS108W Corded Phone',
  'Panasonic KX-TS620B Corded Telephone Black',
  'Panasonic Integrated Telephone System Headset',
  'Sony DVP-FX820 Portable DVD Player - DVPFX820/W',
  'Sony Portable DVD Player Case',
  'CDA9886 Alpine Car Audio Player',
  'Speck Hard Shell Case For MacBook 233XS4GG Red',
  'Speck Hard Shell Case For MacBook 233XS4GG Blue',
  'Speck Hard Shell Case For MacBook 233XS4GG Green',
  'Speck Hard Shell Case For MacBook 233XS4GG White',
  'Whirlpool Duet Front Loading Washer',
  'TiVo HD Digital Video Recorder Up To 20 Hours TCD652160',
  'Nikon Coolpix Digital Camera',
  'Canon PowerShot Digital Camera',
];
const snapshot = makeSnapshot({ entities: NAMES.map((name, i) => ({ id: `p${String(i)}`, name })) });
const first = (query: string): ReturnType<typeof candidatesFor>[number] | undefined =>
  candidatesFor(snapshot, query)[0];

describe('a code that a query and a name have in common', () => {
  it.each([
    ['Panasonic Two Line Home Office Desk Set - KXTS108W', 'Panasonic KX-TS108W Corded Phone'],
    ['Panasonic KX TS108W Two Line Phone', 'Panasonic KX-TS108W Corded Phone'],
    ['Alpine MP3 Receiver - CDA-9886', 'CDA9886 Alpine Car Audio Player'],
    ['Sony White Player - DVPFX820W', 'Sony DVP-FX820 Portable DVD Player - DVPFX820/W'],
  ])('makes %s similar, whatever else they say', (query, name) => {
    expect(first(query)).toMatchObject({ name });
    expect(first(query.replace(/(?:- )?\S*\d{3}\S*/u, ''))?.score ?? 0).toBeLessThan(first(query)?.score ?? 0);
  });

  it('weighs more than numbers that differ', () => {
    const name = 'TiVo HD Digital Video Recorder Up To 20 Hours TCD652160';
    expect(first('TiVo HD Digital Video Recorder 180 Hours TCD652160')).toMatchObject({ name, match: true });
    expect(first('TiVo HD Digital Video Recorder 180 Hours')).toMatchObject({ name, match: false });
  });

  it('is said in the reason', () => {
    expect(JSON.stringify(first('Panasonic Two Line Desk Set - KXTS108W')?.features)).toContain(
      'both have the code \\"kxts108w\\"',
    );
    expect(JSON.stringify(first('Panasonic Corded Phone')?.features)).not.toContain('the code');
  });

  it('says nothing where many have it', () => {
    expect(first('Speck Computer Sleeve - 233XS4GG')?.match).toBe(false);
  });
});
