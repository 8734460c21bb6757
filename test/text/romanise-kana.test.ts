import { describe, expect, it } from '@jest/globals';
import { transliterate, romaniseKana } from '../../src/text/transliterate.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

describe('kana in Latin letters', () => {
  it.each([
    ['ワシントン', 'washinton'],
    ['ジャクソン', 'jakuson'],
    ['ヴァージニア・ウルフ', 'vajinia・urufu'],
    ['ウィリアム・シェイクスピア', 'wiriamu・sheikusupia'],
    ['デュッセルドルフ', 'dyusserudorufu'],
    ['クァルテット', 'kwarutetto'],
    ['ニッコロ', 'nikkoro'],
    ['マッチャ', 'matcha'],
    ['きっぷ', 'kippu'],
    ['ｼﾞｬｸｿﾝ', 'jakuson'],
    ['東京タワー', '東京tawa'],
    ['ッ', ''],
    ['Tokyo 東京', 'Tokyo 東京'],
  ])('%s is %s', (kana, latin) => {
    expect(romaniseKana(kana)).toBe(latin);
  });

  it('finds a name in Latin letters', () => {
    const snapshot = makeSnapshot({
      entities: ['Jackson', 'Johnson', 'Jefferson', 'Washington', 'Wilson'].map((name, i) => ({
        id: `p${String(i)}`,
        name,
      })),
    });
    expect(candidatesFor(snapshot, 'ジャクソン')[0]?.name).toBe('Jackson');
    expect(candidatesFor(snapshot, 'ジェファーソン')[0]?.name).toBe('Jefferson');
  });
});

describe('two Greek letters for one sound', () => {
  it.each([
    ['Μπορ', 'bor'],
    ['Ντίσελντορφ', 'diselntorf'],
    ['Όλυμπος', 'Olympos'],
  ])('%s is %s', (greek, latin) => {
    expect(transliterate(greek)).toBe(latin);
  });
});
