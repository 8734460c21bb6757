import { describe, expect, it } from '@jest/globals';
import { decodeMarc8 } from '../../../src/formats/marc/read-iso2709.js';

const decode = (text: string): ReturnType<typeof decodeMarc8> => decodeMarc8(Buffer.from(text, 'latin1'));

// What is expected was compared with what the library of the Library of Congress's tables in another language gives.
describe('MARC-8', () => {
  it.each([
    ['ASCII', 'Bach, Johann', 'Bach, Johann'],
    ['a mark in front of its letter', 'D\xe8urer', 'Dürer'],
    ['marks in several places', 'Dvo\xe9r\xe2ak', 'Dvořák'],
    ['two marks on one letter', 'Nguy\xf2\xe3en', 'Nguyện'],
    ['letters of extended Latin', '\xa1\xf3d\xb1z', 'Łd̤łz'],
    ['Cyrillic', '\x1b(NmOSKWA\x1b(B!', 'Москва!'],
    ['Hebrew', '\x1b(2ylem\x1b(B', 'שלום'],
    ['Arabic', '\x1b(3Gdg\x1b(B', 'اله'],
    ['Greek, by the short escape', '\x1bga\x1bs-rays', 'α-rays'],
    ['subscripts', 'H\x1bb2\x1bsO', 'H₂O'],
  ])('%s', (_, written, text) => {
    expect(decode(written)).toEqual({ text, lost: 0 });
  });

  it('counts East Asian characters, which it does not have, and goes on behind them', () => {
    expect(decode('\x1b$1\x21\x30\x21\x21\x30\x22\x1b(Bx')).toEqual({ text: '\uFFFD\uFFFDx', lost: 2 });
  });

  it('counts bytes that the set does not have', () => {
    expect(decode('a\xffb')).toEqual({ text: 'a\uFFFDb', lost: 1 });
  });
});
