import { plainLetters } from '../foundation/plain-letters.js';
import { type HeadingWordMeaning, headingWords, isHeadingWord } from './heading-vocabulary.js';

/** Ends of compounds: `Museumstyp`, `Einrichtungsart`. */
const TYPE_ENDINGS =
  /(?:typ|typus|kategorie|gattung|klasse|einrichtungsart|(?<!st|ch|he|p|c|k|sm)art|gruppe|ungsform|rechtsform|schulform|soort|categorie|tyyppi|luokka|種別|種類|分類|类型|类别|유형|종류|분류|校種|typename)$/;

/**
 * Kind of heading: `name` ("Name"), `name-of` ("Company name"), `entity` ("Company"), `place-name` ("City name"),
 * `maker` ("Author"), `place` ("City"), `alias`, `other` (not names), or nothing.
 */
export type NameHeading =
  'name' | 'name-of' | 'entity' | 'place-name' | 'maker' | 'place' | 'alias' | 'other' | 'unknown';

/** Ends of compounds: `Firmenname`, `Werktitel`, `skolenavn`, `会社名`. */
const NAME_ENDINGS =
  /(?:name|names|titel|title|bezeichnung|benennung|naam|navn|namn|nimi|nimeke|nev|neve|adi|名称|名稱|名前|名|이름|명)$/u;
const OTHER_ENDINGS =
  /(?:adresse|address|strasse|straße|str|nummer|number|nr|datum|date|jahr|telefon|phone|mail|url|link|code|plz|preis|price|anzahl|id|time|osoite|adress|adresa|番号|住所|日|電話|코드|번호)$/u;
/** Names of something else: of a user, a file, a street; and parts of personal names. */
const OTHER_NAMES_OF =
  /^(?:user|login|benutzer|file|datei|host|domain|first|last|middle|given|family|vor|nach|familien|zu|maiden|geburts|middle|mother|father|parent|job|mail)/;

/** Classifies a heading. Cost: a few look-ups. */
export function classifyHeading(heading: string): NameHeading {
  const words = headingWords(heading);
  const whole = words.join('');
  if (whole === '') return 'unknown';
  if (isHeadingWord('name', whole) || (words.length === 1 && isHeadingWord('name', withoutArticle(whole))))
    return 'name';
  const has = (meaning: HeadingWordMeaning): boolean =>
    isHeadingWord(meaning, whole) ||
    words.some((word) => isHeadingWord(meaning, word) || isHeadingWord(meaning, withoutArticle(word)));
  if (has('alias')) return 'alias';
  const saysName = has('name');
  if (saysName && words.some((word) => OTHER_NAMES_OF.test(word))) return 'other';
  if (
    saysName &&
    words.every((word) => !isHeadingWord('other', word) || isHeadingWord('nameable', word)) &&
    words.some((word) => isHeadingWord('nameable', word))
  )
    return 'place';
  if (isHeadingWord('name-of-firm', whole)) return 'name-of';
  if (has('other') || (!saysName && OTHER_ENDINGS.test(whole))) return 'other';
  if (saysName) return nameOf(has('maker'), has('place'), has('entity'));
  if (has('entity')) return words.length > 1 && isHeadingWord('type', words.at(-1) ?? '') ? 'other' : 'entity';
  if (has('maker')) return 'maker';
  if (has('place')) return 'place';
  return ofCompound(words.at(-1) ?? whole);
}

function nameOf(isMaker: boolean, isPlace: boolean, isEntity: boolean): NameHeading {
  if (isEntity) return 'name-of';
  return isMaker ? 'maker' : isPlace ? 'place-name' : 'name-of';
}

/** Kind of a compound by the part before its end. */
function ofCompound(word: string): NameHeading {
  if (!NAME_ENDINGS.test(word)) return 'unknown';
  const before = word.replace(NAME_ENDINGS, '');
  if (beginsAlike(before, 'nameable')) return 'place';
  if (OTHER_NAMES_OF.test(before) || beginsAlike(before, 'other')) return 'other';
  if (
    beginsAlike(before, 'alias') ||
    /^(?:kurz|alternativ|andere|fruher|ehemals|kose|spitz|kunstler|zweit)/.test(before)
  )
    return 'alias';
  if (beginsAlike(before, 'maker')) return 'maker';
  if (beginsAlike(before, 'place')) return 'place-name';
  return 'name-of';
}

/**
 * Whether a part of a compound is a word of the meaning, allowing a letter or two between the parts (`Orts-`,
 * `Firmen-`).
 */
function beginsAlike(part: string, meaning: HeadingWordMeaning): boolean {
  return [part, part.replace(/s$/, ''), part.replace(/en$/, 'e'), part.replace(/n$/, ''), part.replace(/en$/, '')].some(
    (form) => form.length > 0 && isHeadingWord(meaning, form),
  );
}

function withoutArticle(word: string): string {
  return word.replace(/^(?:ال|ה)(?=..)/u, '');
}

/** Whether the column holds the type of each row. */
export function isTypeHeading(heading: string): boolean {
  const written = headingWords(heading);
  const words = written.length > 1 && isHeadingWord('type-text', written.at(-1) ?? '') ? written.slice(0, -1) : written;
  const last = words.at(-1) ?? '';
  return (
    isHeadingWord('type', last) ||
    isHeadingWord('type', withoutArticle(last)) ||
    isHeadingWord('type', words.join('')) ||
    TYPE_ENDINGS.test(last) ||
    (words.length > 1 && isHeadingWord('type-first', words[0] ?? '')) ||
    TYPE_ENDINGS.test(plainLetters(heading).replace(/\s/g, ''))
  );
}
