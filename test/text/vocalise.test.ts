import { describe, expect, it } from '@jest/globals';
import { transliterate, vocalise } from '../../src/text/transliterate.js';

describe('Arabic and Hebrew in Latin letters', () => {
  it.each([
    ['نجيب محفوظ', 'najib mahfuz'],
    ['محمود درويش', 'mahmud darwish'],
    ['علي عبدالله', 'ali abdallah'],
    ['رام الله', 'ram allah'],
    ['شيماء العلي', 'shima al-ali'],
    ['وليد', 'walid'],
    ['يوسف', 'yusf'],
    ['مُحَمَّد', 'mahmad'],
    ['تهران', 'tahran'],
    ['ایران', 'iran'],
  ])('%s is %s', (text, latin) => {
    expect(vocalise(text)).toBe(latin);
  });

  it.each([
    ['עמוס עוז', 'amos oz'],
    ['גולדה', 'golda'],
    ['יצחק רבין', 'yatshak ravin'],
    ['חיפה', 'hifa'],
    ['תל אביב', 'tal aviv'],
    ['אלברט איינשטיין', 'albart einshatein'],
  ])('%s is %s', (text, latin) => {
    expect(vocalise(text)).toBe(latin);
  });

  it('leaves all else as it is', () => {
    expect(vocalise('Tel אביב 5, Москва नरेन्द्र ب')).toBe('Tel aviv 5, Москва नरेन्द्र b');
    expect(transliterate('नरेन्द्र')).toBe('nrendr');
  });
});
