import { analyseLabel } from '../../text/analyse-label.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { isLittleWord } from '../../text/similarity/common-words.js';
import { isNumeral, numberOfWord } from '../../text/similarity/number-word.js';
import { areContrasting } from './contrasting-words.js';
import { speaksOfAnother } from './another-person.js';
import { relationInSeries, type MarkedName } from './another-of-series.js';
import { isNoticeAbout } from './notice-about-work.js';
import { startOfNote } from '../scoring/names/note-at-end.js';
import { hasWord } from '../scoring/names/word-bits.js';

/** Why a name that is alike may be that of another thing, and how sure that is. */
export type Odds = 'another' | 'hardly' | 'doubtful' | 'none';

/** What may stand beside a bare number. */
const NUMBER_WORDS: ReadonlySet<string> = new Set(['no', 'nr', 'num', 'number', 'nummer', 'numero']);

/**
 * What words that weigh little say against taking two names, which are alike but not equal, for those of one thing: marks of order, notices about a work, contrary
 * words, words of relation, a number and nothing else. `told`: words of the query that the record of the entity says, one bit each for the first 32. Cost: a
 * look at the words of both.
 */
export function namesAtOdds(query: AnalysedLabel, label: AnalysedLabel, told = 0): Odds {
  const relation = relationInSeries(without(markedName(query), told), markedName(label));
  if (relation === 'another' || isNoticeAbout(query, label) || areContrasting(query.tokens, label.tokens)) return 'another';
  if (speaksOfAnother(query, label) || isBareNumber(query.tokens, markedName(label).words)) return 'hardly';
  return relation === 'doubtful' ? 'doubtful' : 'none';
}

function markedName({ original, tokens }: AnalysedLabel): MarkedName {
  // What stands in brackets at the end says something about the thing.
  const note = startOfNote(original, '([{', ')]}');
  if (note <= 0) return { words: tokens, written: original };
  const written = original.slice(0, note);
  return { words: analyseLabel(written).tokens, written: written.trimEnd() };
}

/** What stands before a note has the places that it has in the whole. */
function without({ words, written }: MarkedName, told: number): MarkedName {
  return { words: told === 0 ? words : words.filter((_, i) => !hasWord(told, i)), written };
}

/** Whether the query is a number and nothing else, and the name has a word beside it: "5" is no province. */
function isBareNumber(query: readonly string[], label: readonly string[]): boolean {
  const numbers = query.filter((word) => !NUMBER_WORDS.has(word));
  const [number] = numbers;
  if (number === undefined || numbers.length > 1 || isNumeral(number) || numberOfWord(number) === undefined) return false;
  return label.some((word) => numberOfWord(word) === undefined && !NUMBER_WORDS.has(word) && !isLittleWord(word));
}
