import { describe, expect, it } from '@jest/globals';
import { codeOfText, codesIn } from '../../src/text/codes-in.js';

describe('the codes in a text', () => {
  it.each([
    ['Panasonic KX-TS108W Corded Phone - KXTS108W', ['kxts108w']],
    ["Samsung LN40A550 40' LCD TV", ['ln40a550']],
    ['Garmin Suction Cup Mount 010-10747-03', ['0101074703']],
    ['Weber Genesis 3741001', ['3741001']],
    ['Nature 0028-0836, ISSN 2041-172X, 2041-1723', ['00280836', '2041172x', '20411723']],
    ['Die Buddenbrooks (ISBN 3-596-29431-X)', ['359629431x']],
    ['Kodak ek/ds_10b2', ['ekds10b2']],
    ['Sony HDRUX10, DCRSR45', ['hdrux10', 'dcrsr45']],
    ['Фонарь АБ-12в3, Lamp ＡＢ１２Ｃ３', ['ab12c3']],
    ['SXDA04', ['sxda04']],
  ])('are found in %s', (text, codes) => {
    expect([...codesIn(text).keys()]).toEqual(codes);
  });

  it.each([
    'Games of 2008, 1939-1945 and 2008-05-12',
    '20081231',
    '42 inches, 1080p, 500GB, 12inch, 120megabytes, 1920x1080, 55-200mm',
    'COVID19, COVID-19, Boeing-737, Apollo11',
    'MRF-350',
    'Stanford 94305-5101, Berlin D-10117, F-75015 Paris',
    'Euro2008, WWDC-2009',
    '1,3-dimethylcyclopentane and 1-hexene',
    'A320, U2, Catch-22',
    '第29届奥运会',
    'no digits at all',
    `${'bcdfg'.repeat(20_000)}a1`,
    '1'.repeat(100_000),
    'b1-'.repeat(30_000),
    '',
  ])('are none in text %#', (text) => {
    expect([...codesIn(text).keys()]).toEqual([]);
  });
});

describe('a text of many codes', () => {
  it('gives the first of them', () => {
    expect(codesIn(Array.from({ length: 100 }, (_, i) => `AB${String(1000 + i)}C`).join(' ')).size).toBe(16);
  });
});

describe('the code that a text is', () => {
  it.each([
    ['KX-TS108W', 'kxts108w'],
    ['DP29F', 'dp29f'],
    ['301199U', '301199u'],
    ['MB13-CLR-V2', 'mb13clrv2'],
  ])('%s is one', (value, code) => {
    expect(codeOfText(value)).toBe(code);
  });

  it.each([
    '310/859-8744',
    '2008',
    'two 22',
    'KX TS108W',
    '500GB',
    'D-10117',
    'K1A0B1',
    '1012AB',
    'SW1A2AA',
    'Euro2008',
    'covid19vaccine',
    'A320',
    '',
    '漢字12345',
  ])('%s is none', (value) => {
    expect(codeOfText(value)).toBe('');
  });
});
