import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { detectEncoding } from '../../src/formats/detect-encoding.js';

/** What a text reads like that was written in one encoding and whose encoding had to be guessed. */
function readBack(text: string, encoding: string): string {
  const bytes = iconv.encode(text, encoding);
  return iconv.decode(bytes, detectEncoding(bytes).encoding);
}

describe('the encoding of a short list is guessed', () => {
  it.each([
    [
      'windows-1252',
      'id,name,place\n1,Bücher & Söhne,Köln\n2,“Librairie” – l’Œuvre,Orléans\n3,Ängsvägens Förlag,Malmö\n',
    ],
    ['windows-1252', 'article;price\nCafé “Crème”;5 €\nThé – Noir;3 €\nŒufs durs;2 €\n'],
    ['windows-1252', 'Nome\nAção Católica\nSão João da Pesqueira\nConceição Simões\n'],
    ['windows-1252', 'recipe,amount\nGelée,1½ kg\nPurée,¾ l\nCrème brûlée,2 ½ l\n'],
    ['windows-1252', 'nom\nL´Étoile d´Or\nChâteau d´If\n´s-Gravenhage Überlingen\n'],
    ['windows-1252', 'maat\nMüller ½ inch\nMüller ¼ inch\n'],
    ['windows-1252', 'misura\n½inch Hülse\n¼lb Käse\n'],
    ['iso-8859-15', 'article;price\nCafé;5 €\nThé;€3\n'],
    ['iso-8859-15', 'nom\nLe cœur à gauche\nŒuvres complètes\nMa sœur\n'],
    ['iso-8859-15', 'nimi\nŠostakovitš\nDžässi\nŽelezný\n'],
    ['iso-8859-15', 'ville\nL’HAŸ'.replace('’', "'") + '-LES-ROSES\nÉVRY\n'],
    ['windows-1250', 'nazwa\nKsięgi Świata\nŻółw i Gęś\nŁukasz Źródło\n'],
    ['windows-1251', 'название\nИздательство «Свет»\nМузей – Санкт-Петербург\n'],
    ['windows-1253', 'όνομα\nΕθνική Βιβλιοθήκη\nΑθήνα – Εκδόσεις\n'],
    ['windows-1254', 'ad\nİstanbul Üniversitesi\nŞehir Kütüphanesi – Ağrı\nGüneş Yayıncılık\n'],
    ['windows-1255', 'name\nספרייה לאומית\nהוצאת כתר ירושלים\n'],
    ['windows-1256', 'name\nدار الكتب المصرية\nمكتبة الإسكندرية\n'],
    ['cp437', 'id,name\n1,Müller & Söhne\n2,Frères Dupont, Orléans\n3,Ångström Förlag Malmö\n4,Bücher Köln\n'],
    ['koi8-r', 'название\nИздательство Свет\nРусский музей\n'],
    ['shift_jis', '名前\n国立図書館\n京都大学\n'],
    ['gb18030', '名称\n大学出版社\n国家图书馆\n'],
    ['euc-kr', '이름\n국립중앙도서관\n대학교출판부\n'],
  ])('from %s: %j', (encoding, text) => {
    expect(readBack(text, encoding)).toBe(text);
  });
});

describe('NUL characters', () => {
  it.each([
    ['a,b\n1,\0\n', 'ascii'],
    ['id,b\n1,\0\n', 'ascii'],
    ['id,é\n1,\0\n2,\0\n', 'utf-8'],
    ['\0,b\n', 'ascii'],
  ])('in a very short file do not make it UTF-16: %j', (text, encoding) => {
    expect(detectEncoding(Buffer.from(text)).encoding).toBe(encoding);
  });

  it('in a short file of an old code page do not, either', () => {
    expect(detectEncoding(Buffer.from('é,b\n1,\0\n', 'latin1')).encoding).toBe('windows-1252');
  });

  it.each([
    'a',
    'a,b\n1,x\n',
    'имя,город\n1,Москва\n',
    '名称,地\n1,北京\n',
    'όνομα,α\n1,Αθήνα\n',
    'ชื่อ,เมือง\nกรุงเทพ,1\n',
  ])('are what tells that a text is UTF-16: %j', (text) => {
    const little = Buffer.from(text, 'utf16le');
    expect(detectEncoding(little)).toMatchObject({ encoding: 'utf-16le', evidence: 'zero-bytes' });
    expect(detectEncoding(Buffer.from(little).swap16())).toMatchObject({
      encoding: 'utf-16be',
      evidence: 'zero-bytes',
    });
  });
});
