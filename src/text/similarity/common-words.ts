/*
 * Short general lists. How telling a word is comes from the dataset; these words tell less than their frequency says,
 * in any dataset, because people leave them out and put them in at will.
 */
const LITTLE_WORDS = [
  // English, German, French, Spanish, Italian, Portuguese, Dutch, Nordic: articles, "and", "of", "for", "in"
  'the a an and of for in at on to by with from',
  'der die das den dem des ein eine und von vom zu zum zur im am fur mit',
  'le la les l un une et de du des d au aux en pour sur',
  'el los las y e del al para',
  'il lo gli i ed di da dal della delle dei degli del dello nel nella per',
  'o os as do dos da das em no na nos nas',
  'het een van voor op te ten ter',
  'og och ja i av af til',
];

/** Those of them that stand before a name, or behind it after a comma, and say nothing; none that is a usual word or an initial as well. */
const ARTICLES: ReadonlySet<string> = new Set('the an der die das den le la les el los las il lo gli het een'.split(' '));

const LEGAL_FORMS = [
  'ltd limited inc incorporated corp corporation co company llc llp lp pllc plc pty pte pvt bhd sdn berhad tbk wll fze fzco',
  'gmbh gesmbh ggmbh ag aktiengesellschaft kg kgaa kommanditgesellschaft ohg ev mbh se ug',
  'sa sas sarl sasu eurl spa srl srls sl slu snc scrl asbl ltda limitada ltee sab sapi',
  'bv nv vof ab aktiebolag as asa oy oyj osakeyhtio aps kk uab ehf',
  'ooo oao zao pao pjsc jsc cjsc ojsc sro doo kft zrt nyrt ead eood',
];

/** What stands before or behind the names of persons. */
const TITLES = ['mr mrs ms miss dr prof professor sir dame rev hon jr sr junior senior phd esq'];

const LITTLE_SHARE = 0.25;
const LEGAL_SHARE = 0.2;
const TITLE_SHARE = 0.4;
const LONGEST = 20;

/** Share of its weight that a folded word keeps, 0–1. */
const SHARES: ReadonlyMap<string, number> = new Map([
  ...LEGAL_FORMS.flatMap((line) => line.split(' ').map((word) => [word, LEGAL_SHARE] as const)),
  ...TITLES.flatMap((line) => line.split(' ').map((word) => [word, TITLE_SHARE] as const)),
  ...LITTLE_WORDS.flatMap((line) => line.split(' ').map((word) => [word, LITTLE_SHARE] as const)),
]);

/** 1 for ordinary words, less for articles, prepositions, legal forms and titles of persons. */
export function weightShareOf(word: string): number {
  return word.length > LONGEST ? 1 : (SHARES.get(word) ?? 1);
}

/** Whether a folded word is an article of one of the languages above. */
export function isArticle(word: string): boolean {
  return ARTICLES.has(word);
}

/** Whether a folded word is left out when an acronym is made ("Institute of Physics": IP or IOP). */
export function isLittleWord(word: string): boolean {
  return SHARES.get(word) === LITTLE_SHARE;
}

/** Whether a folded word is one of these, or says what a company is in law ("gmbh"): people leave both out and put them in at will. */
export function mayBeLeftOut(word: string): boolean {
  const share = SHARES.get(word);
  return share === LITTLE_SHARE || share === LEGAL_SHARE;
}
