import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { QueryName } from '../scoring/query-name.js';
import { compareNames } from '../scoring/compare-names.js';
import { AT, emptyRow } from '../scoring/evidence-table.js';
import { tokenTableOf } from '../scoring/prepare-reading.js';
import { contradictionOf as nameContradictionOf } from '../text/contradiction.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { isNumeral, numberOfWord } from '../text/similarity/number-word.js';
import { contradictionOf } from './contradictions.js';
import type { PairEvidence } from './candidate-pairs.js';

/*
 * In a dataset every name has neighbours: the next volume, the next year, the second of that name. A query for "Henry
 * VII" with a typo may mean Henry VIII; two records with this difference are two things. So a pair with such different
 * marks is not even considered.
 */

/** Longer numbers are years, codes and the like. */
const MAX_DIGITS_OF_ORDER = 3;
/** A number with one letter attached is different: house 12 is not 12a. */
const NUMBER_WITH_LETTER = /^\d+[a-z]$/;
const DIGITS = /\d+/g;
const LETTER = /^[a-z]$/;

/**
 * Whether two names differ in a number, a year, a letter or an ordering mark, and so denote two things. Symmetric.
 * Cost: a look at the words of both.
 */
export function areDistinctNames(one: AnalysedLabel, other: AnalysedLabel): boolean {
  return (
    nameContradictionOf(one, other) !== undefined ||
    differInNumbers(one, other) ||
    differInLetters(one.tokens, other.tokens)
  );
}

function differInNumbers(one: AnalysedLabel, other: AnalysedLabel): boolean {
  const [its, those] = [numbersIn(one.tokens), numbersIn(other.tokens)];
  const onlyOne = its.filter((number) => !those.some((those) => isSameNumber(number, those)));
  const onlyOther = those.filter((number) => !its.some((its) => isSameNumber(number, its)));
  if (onlyOne.length > 0 && onlyOther.length > 0) return true;
  return (
    onlyOne.some((number) => isPartOfName(number, one.original)) ||
    onlyOther.some((number) => isPartOfName(number, other.original))
  );
}

/** "two" is an ordinary word in most names; "second" is not. */
function numbersIn(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token) => {
    if (isNumeral(token)) return [];
    if (NUMBER_WITH_LETTER.test(token)) return [token];
    const number = numberOfWord(token);
    if (number !== undefined) return [number];
    return (token.match(DIGITS) ?? []).map((digits) => digits.replace(/^0+(?=.)/, ''));
  });
}

/** 1914-18 is 1914-1918. */
function isSameNumber(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return one === other || (short.length === 2 && long.length === 4 && long.endsWith(short));
}

/** Whether a number missing from the other name is discriminative: years after a comma or in brackets are optional. */
function isPartOfName(number: string, written: string): boolean {
  return number.length <= MAX_DIGITS_OF_ORDER || !new RegExp(`[,(\\[][^,)\\]]*${number}`, 'u').test(written);
}

/**
 * "Vitamin B", "Vitamin C"; "Smith, J. A.", "Smith, J. B.": each has a single letter that is not even an initial of the
 * other.
 */
function differInLetters(one: readonly string[], other: readonly string[]): boolean {
  return hasLetterOfItsOwn(one, other) && hasLetterOfItsOwn(other, one);
}

function hasLetterOfItsOwn(tokens: readonly string[], others: readonly string[]): boolean {
  const left = others.filter((token) => !tokens.includes(token));
  return tokens.some(
    (token) => LETTER.test(token) && !others.includes(token) && !left.some((word) => word.startsWith(token)),
  );
}

/**
 * Whether neither names nor properties contradict a pair. An identifying value outweighs a different name, but not a
 * different number. Cost: two records decoded, and each name of the second compared.
 */
export function isPlausibleDuplicate(
  snapshot: DatasetSnapshot,
  one: number,
  other: number,
  suspicion: Exclude<PairEvidence, 'same name'> = 'near name',
): boolean {
  return !haveDistinctNames(snapshot, one, other, suspicion) && !contradictionOf(snapshot, one)(other);
}

/** Minimum discrimination of a word of another entity. */
const SEPARATES = 0.5;

/** By the name of the second that is nearest to that of the first. */
function haveDistinctNames(snapshot: DatasetSnapshot, one: number, other: number, suspicion: PairEvidence): boolean {
  const { labels } = snapshot.candidateIndex;
  const asked = analyseLabel(snapshot.dataset.entities.nameOf(one));
  const query = new QueryName(tokenTableOf(snapshot), asked);
  const values = emptyRow();
  const [start, end] = labels.rowsOf(other);
  let [nearest, greatest, separates] = [start, -1, 0];
  for (let row = start; row < end; row++) {
    const { similarity } = compareNames(query, labels, row, values);
    if (similarity <= greatest) continue;
    [nearest, greatest] = [row, similarity];
    separates = Math.min(values[AT.separatesQuery] ?? 0, values[AT.separatesLabel] ?? 0);
  }
  // Each has a discriminative word that the other lacks: two works of one author, two branches of one company.
  return (
    (suspicion !== 'same identifier' && separates >= SEPARATES) ||
    areDistinctNames(asked, analyseLabel(labels.textOf(nearest)))
  );
}
