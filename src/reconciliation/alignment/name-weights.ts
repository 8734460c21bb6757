/** How the parts of the evidence make the similarity; fitted on several kinds of data at once (bench/quality). */
export const NAME_WEIGHTS = {
  /** What the weight that only one side has counts beside the weight in common. */
  onlyQuery: 0.75,
  onlyLabel: 0.6,
  /** In place of `onlyQuery` when the query contains the label: for one, two, and three or more words. */
  containedOne: 0.42,
  containedTwo: 0.25,
  containedMore: 0.22,
  /** Share of the letter pairs in the whole. */
  letters: 0.2,
  /** What is left of the similarity where both sides have numbers that the other lacks, and where one side has. */
  numbersDiffer: 0.65,
  numberMissing: 0.93,
  /** What is left of a likeness by typos when the dataset knows the word of the query as a word of its own. */
  knownWord: 0.8,
  /** The same for a word of up to four letters: of those, most letters exchanged make another word. */
  knownShortWord: 0.5,
  /** The same of a likeness by abbreviation when both are words of the dataset: "west" is seldom short for "western". */
  knownAbbreviation: 0.7,
  /** Share of its weight that a word of a note at the end keeps. */
  noted: 0.35,
  /** The same where both names have a note and the notes have no word in common: then they rather name two things. */
  notesDiffer: 0.7,
  /** What any note costs when it is all that the query lacks, as a share of the weight in common. */
  bareNote: 0.07,
  /** The same as `noted` for square brackets. */
  footnote: 0.08,
  /** Share of its cost and its telling that a word keeps that only one side has, where both have a code in common. */
  besideCode: 0.3,
  /** Share of its weight that an article at the beginning of a query keeps, and one behind a name ("Bronx, The"). */
  articleBefore: 0.3,
  articleBehind: 0,
  /** The same for a pair of characters of a script without spaces that is only where two known pairs meet. */
  seam: 0.1,
  /** How alike words are at most that other names of the dataset exchange for one another. */
  exchanged: 0.85,
  /** By how much less a word costs that is left out of every name that has it. */
  leftOut: 0.9,
  /** By how much more or less a word costs that only one side has: half of this for one that always or never tells entities apart. */
  apart: 0.6,
  /** Power of a word's weight, as a share of the greatest: above 1, rare words tell still more. */
  rarity: 1.15,
  /** Least that a word of every name of the type asked for weighs, as a share of the greatest. */
  leastOfType: 0.1,
  /**
   * For the order of candidates alone, as logarithms of odds: what the heaviest word that only the query has takes off, where the query has one part
   * and where it has several; how much more it does so where the label is one of two words; what the heaviest equal word adds, and a part of several
   * that the label says as a whole; what it takes off where the query is a surname
   * with initials ("Drew, S.") and the label begins with that surname ("Drew Sutton") or is nothing but that ("Drew").
   */
  foremostOpen: 0.85,
  foremostOpenOfParts: 0.35,
  foremostHalf: 0.7,
  foremostEqual: 0.2,
  foremostPart: 0.6,
  foremostReversed: 1,
  foremostSurnameAlone: 1,
  /** Least that such a part weighs, as a share of the greatest weight of a word: "Ltd" and "Inc." say nothing. */
  leastOfPart: 0.2,
  /** Words met through an acronym. */
  acronym: 0.55,
  /** Words met through an acronym that the label itself gives in brackets. */
  acronymGiven: 0.8,
};
