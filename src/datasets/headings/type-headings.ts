/*
 * Lexicon: words at the end of headings that say what kind of thing each row is.
 * Source: own collection, as name-headings.ts. Licence: CC0.
 */

/** As a whole heading, or as its last word: `School type`, `museum_type`. */
export const TYPE_WORDS =
  'type types kind class category categories subtype classification typ typen kategorie klasse gattung rubrik objektart schulform rechtsform einrichtungsart gruppe rechtsvorm bolagsform legalform formejuridique formagiuridica formajuridica formaprawna pravniforma naturezajuridica ' +
  'categorie nature tipo tipos tipologia categoria clase classe genero soort categorie type klass kategori slags art laji tyyppi luokka rodzaj typ kategoria druh tip fajta tipus kategorija vrsta gen tur turu tipi kategori sinif ' +
  'ειδος τυπος κατηγορια тип вид категория класс категорія نوع النوع الفئة التصنيف סוג קטגוריה प्रकार श्रेणी ধরন jenis kategori tipe loai ประเภท 種別 種類 分類 区分 分类 类型 类别 种类 種 学校種 유형 종류 분류 구분';

/** In the languages in which they stand in front: `Type d'établissement`, `tipo de centro`. */
export const TYPE_FIRST_WORDS = 'type types tipo tipologia categorie categoria classe clase jenis loai';

/** Ends of compounds: `Museumstyp`, `Einrichtungsart`. */
export const TYPE_ENDINGS =
  /(?:typ|typus|kategorie|gattung|klasse|einrichtungsart|(?<!st|ch|he|p|c|k|sm)art|gruppe|ungsform|rechtsform|schulform|soort|categorie|tyyppi|luokka|種別|種類|分類|类型|类别|유형|종류|분류|校種|typename)$/;
