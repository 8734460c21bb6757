import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { renderHanVariants } from '../../scripts/han-variants.js';
import { analyseLabel, MAX_LABEL_LENGTH } from '../../src/text/analyse-label.js';
import { lexicon } from '../../src/text/lexicon.js';

const folded = (text: string): string => analyseLabel(text).folded;

describe('a raised digit behind a word', () => {
  it.each([
    ['Tartu²', 'tartu 2'],
    ['Universität¹², Berlin', 'universitat 12 berlin'],
    ['東京²', '东京 2'],
    ['Alien³', 'alien 3'],
    ['m²', 'm2'],
    ['10²', '102'],
    ['Apollo ¹¹', 'apollo 11'],
  ])('is a word of its own, unless it belongs to a number or a letter: %s', (text, folded) => {
    expect(analyseLabel(text).folded).toBe(folded);
  });
});

describe('variants of Chinese characters', () => {
  it('are those of the tables they are made from, and lead to forms that stay', () => {
    expect(readFileSync('data/lexicons/han-variants.txt', 'utf8')).toBe(renderHanVariants());
    const all = lexicon('han-variants').join('');
    expect(folded(folded(all))).toBe(folded(all));
    expect(all.length).toBeGreaterThan(6000);
  });
});

describe('folding', () => {
  const sameName: readonly (readonly [why: string, ...texts: string[]])[] = [
    ['case', 'Berlin', 'BERLIN', 'berlin'],
    ['accents', 'São Paulo', 'Sao Paulo', 'SÃO PAULO', 'Sa\u0303o Paulo'],
    ['letters that Unicode does not decompose', 'Łódź', 'Lodz'],
    ['sharp s', 'Weißstraße', 'WEISSSTRASSE', 'Weissstrasse'],
    ['Scandinavian letters', 'Møn Ærø', 'Mon Aero'],
    ['dotted and dotless i', 'İstanbul', 'Istanbul', 'ıstanbul'],
    ['ligatures and width', 'ﬁnland', 'Ｆｉｎｌａｎｄ', 'Finland'],
    ['apostrophes of every shape', "O'Neill", 'O’Neill', 'OʼNeill', 'O`Neill', 'O｀Neill', 'ONeill'],
    ['dots between single letters', 'U.S.A.', 'USA', 'U.S.A'],
    ['the sign for a version', 'Eiffel Forum License v1.0', 'Eiffel Forum License 1.0', 'Eiffel Forum License V. 1.0'],
    ['a dot behind an abbreviation', 'St. Gallen', 'St Gallen'],
    ['hyphens and commas', 'Al-Hasan, Ali', 'al hasan ali'],
    ['an ampersand between words is spoken', 'Smith & Sons', 'Smith and Sons', 'Smith&Sons'],
    ['an ampersand inside an abbreviation is left out', 'AT&T', 'AT & T', 'ATT'],
    ['spaces of every kind', ' New\u00a0York\t\n', 'New  York', 'New York'],
    ['invisible characters', 'Ber\u00adlin', 'Ber\u200dlin', '\u202aBerlin\u202c', 'Berlin'],
    ['Arabic vowel signs and letter variants', 'الْقَاهِرَة', 'القاهرة', 'القاهره'],
    ['Hebrew points', 'יְרוּשָׁלַיִם', 'ירושלים'],
    ['digits of other scripts', '١٩٨٤', '1984'],
    ['Cyrillic letters that are often written without their mark', 'Ёлкино', 'Елкино'],
    ['Greek accents and final sigma', 'Αθήνας', 'ΑΘΗΝΑΣ'],
    ['Chinese characters of Taiwan and of Japan', '毛澤東', '毛泽东', '毛沢東'],
    ['Greek letters that are signs', 'β-Carotene', 'beta-carotene', 'Β carotene'],
    ['Hangul stays composed', '서울', '서울'.normalize('NFD')],
  ];
  it.each(sameName)('%s', (_why, ...texts) => {
    expect(new Set(texts.map(folded)).size).toBe(1);
  });

  const otherName: readonly (readonly [why: string, a: string, b: string])[] = [
    ['a letter before a number is a name', 'V2', '2'],
    ['voicing marks of Kana are letters', 'かき', 'がき'],
    ['vowel signs of Devanagari are letters', 'दिल्ली', 'दलल'],
    ['signs that belong to a single letter', 'C++', 'C'],
    ['sharp', 'C#', 'C'],
    ['digits', 'Apollo 11', 'Apollo 12'],
    ['Greek words stay Greek beside Latin ones', 'Η Αθήνα (Athens)', 'eta athena athens'],
    ['the sign of a millionth is no mu', '5 μm', '5 mum'],
    ['text of signs alone stands for itself', '!!!', '???'],
  ];
  it.each(otherName)('keeps apart: %s', (_why, a, b) => {
    expect(folded(a)).not.toBe(folded(b));
  });

  it('folds nothing but blanks to nothing', () => {
    expect(analyseLabel(' \t\u00a0')).toMatchObject({ folded: '', tokens: [] });
    expect(folded('!')).toBe('!');
  });

  it.each([
    '\ud800',
    '\udc00\ud800',
    '\u0000\u0001\u007f',
    '\u200b\u200d\ufeff',
    '\u00ad',
    '\ufe0f',
    '\u3164',
    '\u115f\u1160',
    '\u2800',
    '\ufffd \ufffd',
    '\u0301',
  ])('folds what says nothing to nothing: %j', (text) => {
    expect(analyseLabel(text)).toMatchObject({ folded: '', tokens: [] });
  });

  it('folds what says nothing within a name to less, never to more', () => {
    expect(folded('al\u200bpha')).toBe('alpha');
    expect(folded('\u845b\u{e0100}\u98fe')).toBe(folded('\u845b\u98fe'));
    expect(folded('😀\ufe0f')).toBe(folded('😀'));
  });

  it.each([
    ['Ram?rez', 'ramrez'],
    ['M??ller', 'mller'],
    ['M\ufffdNCHEN', 'mnchen'],
    ["L'Or?al", 'loral'],
    ['Who?What', 'who what'],
    ['What is it?', 'what is it'],
    ['Why? Because', 'why because'],
    ['7?8', '7 8'],
  ])('leaves a gap where a letter was lost, in one word: %s', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  it('keeps the original', () => {
    expect(analyseLabel(' Zürich ').original).toBe(' Zürich ');
  });

  it('cuts what no name is as long as', () => {
    expect(folded('a'.repeat(50_000))).toHaveLength(MAX_LABEL_LENGTH);
  });
});

describe('tokens', () => {
  it('are the words of the folded form', () => {
    expect(analyseLabel("St. Mary's (Church)").tokens).toEqual(['st', 'marys', 'church']);
  });

  it('are overlapping pairs of characters where words are not spaced', () => {
    expect(analyseLabel('東京大学').tokens).toEqual(['东京', '京大', '大学']);
    expect(analyseLabel('東').tokens).toEqual(['东']);
    expect(analyseLabel('กรุง').tokens).toEqual(['กรุ', 'รุง']);
  });

  it('part scripts with and without spaces', () => {
    expect(analyseLabel('AI東京')).toMatchObject({ folded: 'ai 东京', tokens: ['ai', '东京'] });
  });

  it('are whole words in Hangul, which has spaces', () => {
    expect(analyseLabel('서울 대학교').tokens).toEqual(['서울', '대학교']);
  });
});

describe('any text at all', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(..."aBé &.'`+#ßİŉẚΑω𝚨｀東ガก्ि1-") }),
  );

  it('folds to the same when folded again', () => {
    fc.assert(fc.property(anyText, (text) => expect(folded(folded(text))).toBe(folded(text))));
  });

  it('has tokens without spaces, none empty, and no double spaces', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const label = analyseLabel(text);
        expect(label.folded).not.toMatch(/^ | {2}| $/);
        expect(label.tokens.every((token) => token !== '' && !token.includes(' '))).toBe(true);
        expect(label.tokens.length === 0).toBe(label.folded === '');
      }),
    );
  });

  it('does not depend on how accents are encoded', () => {
    // A raised digit behind a letter whose accent is a character of its own.
    for (const text of ['ḀⰀ⁰', 'Ḁx²']) expect(folded(text.normalize('NFD'))).toBe(folded(text.normalize('NFC')));
    fc.assert(
      fc.property(anyText, (text) => expect(folded(text.normalize('NFD'))).toBe(folded(text.normalize('NFC')))),
    );
  });
});
