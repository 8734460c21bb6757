import { plainLetters } from '../foundation/plain-letters.js';

/**
 * Words of headings, without accents and case. A heading all of whose words are listed names the role of its column.
 */
const NAME =
  /^(?:names?|namen|namens|namensform(?:en)?|namensvarianten?|labels?|forms?|formen?|headings?|terms?|titles?|bezeichnung(?:en)?|benennung(?:en)?|ansetzung(?:en|sform|sformen)?|titel|noms?|nombres?|nom[ei]|formes?|formas?|titres?|titulos?|titol[oi])$/;
const OTHER =
  /^(?:others?|alternat(?:iv)?es?|alternativ(?:e[rn]?)?|variant(?:s|e|es|en)?|andere?[rn]?|weitere?[rn]?|abweichende?[rn]?|verworfene?[rn]?|fruhere?[rn]?|ehemalige?[rn]?|former|previous|rejected|autres?|anciens?|anciennes?|rejetee?s?|otr[oa]s?|anterior(?:es)?|altr[eio]|outr[oa]s?)$/;
const PREFERRED =
  /^(?:preferred|accepted|authori[sz]ed|main|principal(?:e|es)?|bevorzugte?[rn]?|autorisierte?[rn]?|normierte?[rn]?|retenue?s?|preferid[oa]|preferit[oa]|autorizad[oa]|autorizzat[oa])$/;
const SCIENTIFIC =
  /^(?:scientific|botanical|latin|wissenschaftliche?[rn]?|botanische?[rn]?|lateinische?[rn]?|scientifiques?|latins?|cientific[oa]s?|scientific[oi])$/;
const VERNACULAR =
  /^(?:vernacular|common|vernaculaires?|communs?|trivialnamen?|volksnamen?|vulgar(?:es|i)?|comun(?:es|e|i)?)$/;
const LITTLE =
  /^(?:of|the|an?|and|or|der|die|das|des|von|und|oder|de|du|del|della|di|do|da|les?|la|et|ou|y|o|e|persons?|personal|personen|personne|persona|corporate)$/;

/** A MARC field of authorities with its main subfield: headings and "see from" references. */
const MARC_HEADING = /^1(?:00|10|11|30|48|5[01578])\s*[$‡|]\s*a$/;
const MARC_SEEN_FROM = /^4(?:00|10|11|30|48|5[01578])\s*[$‡|]\s*a$/;

/**
 * Role of a column by a heading of several words that is in no vocabulary: `Name (bevorzugt)`, `Abweichende
 * Namensformen`, `scientificName`, `400$a`.
 */
export function composedRole(heading: string): 'name' | 'aliases' | 'vernacular' | undefined {
  const text = heading.trim();
  if (MARC_HEADING.test(text)) return 'name';
  if (MARC_SEEN_FROM.test(text)) return 'aliases';
  const words = wordsOf(text);
  const has = (kind: RegExp): boolean => words.some((word) => kind.test(word));
  if (words.length < 2 ? !has(VERNACULAR) || words.length === 0 : !has(NAME)) return undefined;
  if (!words.every((word) => [NAME, OTHER, PREFERRED, SCIENTIFIC, VERNACULAR, LITTLE].some((kind) => kind.test(word))))
    return undefined;
  if (has(VERNACULAR)) return words.length === 1 && !/namen?$/.test(words[0] ?? '') ? undefined : 'vernacular';
  return has(OTHER) ? 'aliases' : 'name';
}

function wordsOf(heading: string): readonly string[] {
  const apart = plainLetters(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  if (/\p{N}/u.test(apart)) return [];
  return apart.split(/[^\p{L}]+/u).filter((word) => word !== '');
}
