import type { LabelTable } from '../../../search/label-table.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';
import { createBigramProfile } from '../../../text/similarity/bigram-profile.js';
import type { WordStatistics } from '../../dataset-statistics.js';
import { alignWords } from './align-words.js';
import { apartByPlace } from './apart-by-place.js';
import { ComparedLabel } from './compared-label.js';
import { ComparedQuery } from './compared-query.js';
import { foremostShare, foremostWords } from './foremost-words.js';
import { rememberLabelWords } from './label-words.js';
import { lettersInCommon } from './letters-in-common.js';
import type { NameComparer, NameEvidence } from './name-evidence.js';
import { nameLikeness, numbersDiffer } from './name-likeness.js';
import { NameSums } from './name-sums.js';
import { NAME_WEIGHTS } from './name-weights.js';
import { pairWords } from './pairing/pair-words.js';
import { WordPairs } from './pairing/word-pairs.js';
import { unlikeWords } from './single-slips.js';
import { NO_VALUES, type ValueBeside } from './values-beside.js';
import { wordCosts, type UsualWords } from './word-costs.js';
import { createWordSlots } from './word-slots.js';

/*
 * Compares one query with many rows of the label table. This is the innermost loop of the service: some forty rows a query, and four times as many where none is near. The words of both names
 * are paired (pairing/), what met and what did not is summed up (name-sums.ts), and the sums make one likeness (name-likeness.ts).
 *
 * Advice to the next person: everything about a word is worked out once a query (word-slots.ts), rows only look it up, and nothing is put on the heap
 * for a row: all pieces are made once and used again. Measure with bench/quality before and after.
 */

/** A label is contained as a whole when typos and the like take no larger share of it. */
const MOST_LOST = 0.25;

/** Letters in common without what else is known to say: they cannot be told apart by word, so what differs in them shrinks with what differs in the words. */
function lettersBeside(letters: number, left: number, said: number): number {
  return 1 - ((1 - letters) * left) / (left + said);
}

/** A comparer over one label table, with the statistics of the dataset that its labels belong to. It keeps the words it met, so make one and use it again. */
export function createNameComparer(labels: LabelTable, statistics: WordStatistics): NameComparer {
  const { vocabulary } = labels;
  const costs = wordCosts(statistics);
  const { greatest } = costs;
  const slots = createWordSlots(vocabulary, rememberLabelWords(vocabulary, costs));
  const query = new ComparedQuery(labels, costs, statistics);
  const label = new ComparedLabel(labels, slots);
  const pairs = new WordPairs(query, label);
  const sums = new NameSums(costs.weightOfFew);
  const profile = createBigramProfile();
  const last = { similarity: 0, letters: 0 };
  let foremost: number | undefined; // until somebody asks

  function begin(asked: AnalysedLabel, usual?: UsualWords, beside: readonly ValueBeside[] = NO_VALUES): void {
    if (asked === query.label && usual === query.usual && beside === query.beside) return;
    query.begin(asked, usual, beside);
    slots.begin(query.words, usual);
    profile.set(asked.folded);
  }

  function compare(row: number): number {
    foremost = undefined;
    label.read(row);
    pairWords(pairs);
    sums.add(pairs);
    if (query.equals(row)) {
      last.letters = last.similarity = 1;
    } else {
      last.letters = lettersInCommon(profile, label, sums.isBareName ? label.count - label.noteWords : label.count);
      if (sums.asked > 0) last.letters = lettersBeside(last.letters, sums.onlyQuery + sums.onlyLabel, sums.asked);
      last.similarity = nameLikeness(sums, label.count, last.letters);
    }
    return last.similarity;
  }

  function without(told: number, code = ''): number {
    if (last.similarity === 1 || (told === 0 && code === '')) return last.similarity;
    foremost = undefined;
    const apart = sums.onlyQuery + sums.onlyLabel;
    if (code !== '') sums.add(pairs, code);
    pairs.told = told;
    sums.leaveOutTold(pairs);
    const left = sums.onlyQuery + sums.onlyLabel;
    last.letters = apart === 0 ? 1 : lettersBeside(last.letters, left, apart - left);
    last.similarity = nameLikeness(sums, label.count, last.letters);
    return last.similarity;
  }

  function hasWholePart(): boolean {
    return query.parts.hasWhole(pairs.isOpen, NAME_WEIGHTS.leastOfPart * greatest);
  }

  function containedWeight(): number {
    return sums.isContained && sums.onlyLabel <= MOST_LOST * sums.matched && !pairs.meetsInitial() ? sums.matched : 0;
  }

  function evidence(): NameEvidence {
    const { matched, onlyQuery, onlyLabel, asked, apartQuery, apartLabel } = sums;
    const joined = pairs.joinedWords();
    const sameButSpaces = joined !== 0 && onlyQuery + onlyLabel + pairs.unlike === 0 && !pairs.meetsAcronym();
    // Beside words that only one side has, a slip may be what tells two things apart.
    const others = pairs.unlike === 0 || apartQuery + apartLabel > 0 ? { slipped: 0, unlike: pairs.unlike } : unlikeWords(pairs);
    const apart = apartByPlace(pairs, sums, costs);
    // Every name by itself: spreading objects costs more than all the rest of this.
    return {
      similarity: last.similarity,
      matched,
      unlike: others.unlike,
      slipped: others.slipped,
      onlyQuery,
      onlyLabel,
      asked,
      apartQuery: apart.apartQuery,
      apartLabel: apart.apartLabel,
      numbersDiffer: numbersDiffer(sums),
      contained: sums.isContained && !sameButSpaces,
      joined,
      sameButSpaces,
      letters: last.letters,
      code: sums.code,
      wholePart: hasWholePart(),
    };
  }

  return {
    begin,
    compare,
    without,
    foremost: () => (foremost ??= foremostShare(last.similarity, foremostWords(pairs, greatest, hasWholePart()))),
    equals: (row) => query.equals(row),
    containedWeight,
    explained: () => pairs.explained(),
    evidence,
    alignment: () => alignWords(pairs),
  };
}
