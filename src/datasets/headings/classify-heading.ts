import { plainLetters } from '../../foundation/plain-letters.js';
import { headingWords, wordSet } from './heading-words.js';
import { ENTITY_WORDS, MAKER_WORDS, NAME_PHRASES_TOGETHER, NAME_WORDS, PLACE_WORDS } from './name-headings.js';
import { ALIAS_WORDS, NAMEABLE_WORDS, NON_NAME_WORDS } from './other-headings.js';
import { TYPE_ENDINGS, TYPE_FIRST_WORDS, TYPE_WORDS } from './type-headings.js';

/**
 * What a heading says of a column of names: `name` ("Name"), `name-of` ("Company name"), `entity` ("Company"), `place-name` ("City name"), `maker` ("Author"), `place` ("City"), `alias`,
 * `other` (the column holds something else), or nothing.
 */
export type NameHeading =
  'name' | 'name-of' | 'entity' | 'place-name' | 'maker' | 'place' | 'alias' | 'other' | 'unknown';

const NAME = wordSet(NAME_WORDS);
const ENTITY = wordSet(ENTITY_WORDS);
const MAKER = wordSet(MAKER_WORDS);
const PLACE = wordSet(PLACE_WORDS);
const OTHER = wordSet(NON_NAME_WORDS);
const ALIAS = wordSet(ALIAS_WORDS);
const NAMEABLE = wordSet(NAMEABLE_WORDS);
const NAME_PHRASES = wordSet(NAME_PHRASES_TOGETHER);
const TYPE = wordSet(TYPE_WORDS);
/** Words behind a type that say that it is written out: `SCH_TYPE_TEXT`. */
const TYPE_TEXT = wordSet('text name label desc description libelle nom bezeichnung');
const TYPE_FIRST = wordSet(TYPE_FIRST_WORDS);

/** Ends of words that are written together: `Firmenname`, `Werktitel`, `skolenavn`, `会社名`. */
const NAME_ENDINGS =
  /(?:name|names|titel|title|bezeichnung|benennung|naam|navn|namn|nimi|nimeke|nev|neve|adi|名称|名稱|名前|名|이름|명)$/u;
const OTHER_ENDINGS =
  /(?:adresse|address|strasse|straße|str|nummer|number|nr|datum|date|jahr|telefon|phone|mail|url|link|code|plz|preis|price|anzahl|id|time|osoite|adress|adresa|番号|住所|日|電話|코드|번호)$/u;
/** Names that belong to something else: of a user, a file, a street; and parts of the names of persons. */
const OTHER_NAMES_OF =
  /^(?:user|login|benutzer|file|datei|host|domain|first|last|middle|given|family|vor|nach|familien|zu|maiden|geburts|middle|mother|father|parent|job|mail)/;

/** What the heading says. Cost: a few look-ups. */
export function classifyHeading(heading: string): NameHeading {
  const words = headingWords(heading);
  const whole = words.join('');
  if (whole === '') return 'unknown';
  if (NAME.has(whole) || (words.length === 1 && NAME.has(withoutArticle(whole)))) return 'name';
  const has = (lexicon: ReadonlySet<string>): boolean =>
    lexicon.has(whole) || words.some((word) => lexicon.has(word) || lexicon.has(withoutArticle(word)));
  if (has(ALIAS)) return 'alias';
  const saysName = has(NAME);
  if (saysName && words.some((word) => OTHER_NAMES_OF.test(word))) return 'other';
  if (
    saysName &&
    words.every((word) => !OTHER.has(word) || NAMEABLE.has(word)) &&
    words.some((word) => NAMEABLE.has(word))
  )
    return 'place';
  if (NAME_PHRASES.has(whole)) return 'name-of';
  if (has(OTHER) || (!saysName && OTHER_ENDINGS.test(whole))) return 'other';
  if (saysName) return nameOf(has(MAKER), has(PLACE), has(ENTITY));
  if (ENTITY.has(whole) || words.some((word) => ENTITY.has(word) || ENTITY.has(withoutArticle(word))))
    return words.length > 1 && TYPE.has(words.at(-1) ?? '') ? 'other' : 'entity';
  if (has(MAKER)) return 'maker';
  if (has(PLACE)) return 'place';
  return ofCompound(words.at(-1) ?? whole);
}

function nameOf(isMaker: boolean, isPlace: boolean, isEntity: boolean): NameHeading {
  if (isEntity) return 'name-of';
  return isMaker ? 'maker' : isPlace ? 'place-name' : 'name-of';
}

/** A word that is written together: what stands before its end says whose name it is. */
function ofCompound(word: string): NameHeading {
  if (!NAME_ENDINGS.test(word)) return 'unknown';
  const before = word.replace(NAME_ENDINGS, '');
  if (beginsAlike(before, NAMEABLE)) return 'place';
  if (OTHER_NAMES_OF.test(before) || beginsAlike(before, OTHER)) return 'other';
  if (beginsAlike(before, ALIAS) || /^(?:kurz|alternativ|andere|fruher|ehemals|kose|spitz|kunstler|zweit)/.test(before))
    return 'alias';
  if (beginsAlike(before, MAKER)) return 'maker';
  if (beginsAlike(before, PLACE)) return 'place-name';
  return 'name-of';
}

/** Whether a part of a compound is a word of the lexicon, with a letter or two between the parts (`Orts-`, `Firmen-`). */
function beginsAlike(part: string, lexicon: ReadonlySet<string>): boolean {
  return [part, part.replace(/s$/, ''), part.replace(/en$/, 'e'), part.replace(/n$/, ''), part.replace(/en$/, '')].some(
    (form) => form.length > 0 && lexicon.has(form),
  );
}

/** Without the article of Arabic and Hebrew. */
function withoutArticle(word: string): string {
  return word.replace(/^(?:ال|ה)(?=..)/u, '');
}

/** Whether the heading says what kind of thing each row is. */
export function isTypeHeading(heading: string): boolean {
  const written = headingWords(heading);
  const words = written.length > 1 && TYPE_TEXT.has(written.at(-1) ?? '') ? written.slice(0, -1) : written;
  const last = words.at(-1) ?? '';
  return (
    TYPE.has(last) ||
    TYPE.has(withoutArticle(last)) ||
    TYPE.has(words.join('')) ||
    TYPE_ENDINGS.test(last) ||
    (words.length > 1 && TYPE_FIRST.has(words[0] ?? '')) ||
    TYPE_ENDINGS.test(plainLetters(heading).replace(/\s/g, ''))
  );
}
