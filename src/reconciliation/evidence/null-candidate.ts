import type { LabelTable } from '../../search/label-table.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { mayBeLeftOut } from '../../text/similarity/common-words.js';
import { markedAbbreviations } from '../../text/similarity/marked-abbreviation.js';
import { isSeam } from '../../text/unspaced-scripts.js';
import { hasWord } from '../alignment/word-bits.js';
import type { RankedCandidates } from '../scored-entity.js';
import type { CandidateEvidence } from '../weigh-candidates.js';
import type { EvidenceTerm } from './evidence-kind.js';
import { weights } from './weights.js';

/*
 * A list that calls an entity "Salem" and "Salem (Oregon)" as well has the second name from a place where there are other
 * things named Salem. Where these are not in the list, an equal name alone does not say that the one in the list is meant.
 */

/** Of the things that might have the name by its words alone, how many there are beside those in the list. */
const SHARE_ELSEWHERE = 0.05;
const MOST_ELSEWHERE = 10;
/** What begins a note: "Salem (Oregon)", "Salem, Oregon". */
const NOTE_BEGINS = /^\s*[,(]/u;

/**
 * How many other things of the name of this row are to be expected outside the list, 0–10: none when no other name of the entity is
 * this one with a note, and the more, the more often the words of the name occur in the list. `byChance`: how
 * many entities of a list of this size have all words of the name, were they strewn by chance. Cost: a look at the other names of the entity.
 */
function homonymsElsewhere(labels: LabelTable, entity: number, row: number, byChance: number): number {
  return hasQualifiedName(labels, entity, row) ? Math.min(MOST_ELSEWHERE, SHARE_ELSEWHERE * byChance) : 0;
}

function hasQualifiedName(labels: LabelTable, entity: number, row: number): boolean {
  const own = Array.from(labels.tokenIdsOf(row));
  const [start, end] = labels.rowsOf(entity);
  let name: string | undefined;
  for (let other = start; other < end; other++) {
    if (other === row || labels.isTransliteration(other)) continue;
    const words = labels.tokenIdsOf(other);
    if (words.length <= own.length || own.some((word, i) => words[i] !== word)) continue;
    name ??= labels.textOf(row).toLowerCase();
    const text = labels.textOf(other).toLowerCase();
    if (text.startsWith(name) && NOTE_BEGINS.test(text.slice(name.length))) return true;
  }
  return false;
}

/** What the null candidate is weighed by: that nothing in the dataset is meant. */
export const NULL_TERMS = [
  { id: 'constant', sign: -1, meaning: 'always 1' },
  { id: 'unknownWords', sign: 1, meaning: 'share of the words of the query that no name of the dataset has' },
  {
    id: 'otherLetters',
    sign: -1,
    meaning:
      'the best candidate has its name in other letters than the query: such names are seldom equal letter by letter',
  },
  {
    id: 'homonymsElsewhere',
    sign: 1,
    meaning: 'logarithm of one more than the entities outside the dataset that may have the name of the best candidate',
  },
] as const satisfies readonly EvidenceTerm[];

/** The values of its terms, in their order. `best`: the first candidate; `undefined` without one. */
export function nullValues(
  { snapshot, plan }: RankedCandidates,
  best: CandidateEvidence | undefined,
): readonly number[] {
  const { statistics } = snapshot;
  const name = best?.weighed.name;
  const known =
    plan.label === undefined
      ? 0
      : shareOfKnownWords(plan.label, statistics.isKnown, (name?.joined ?? 0) | (name?.slipped ?? 0));
  return [1, 1 - known, Number(isInOtherLetters(snapshot, best)), Math.log(1 + elsewhere(snapshot, best))];
}

function isInOtherLetters(
  { candidateIndex: { labels } }: RankedCandidates['snapshot'],
  best: CandidateEvidence | undefined,
): boolean {
  if (best === undefined) return false;
  const { candidate, row } = best.weighed;
  return candidate.plan.transliterated || (row >= 0 && labels.isTransliteration(row));
}

/** How much must speak for a candidate before it is rather meant than nothing in the dataset. */
export function nullNats(values: readonly number[]): number {
  const { null: weightOf } = weights();
  return NULL_TERMS.reduce((sum, { id }, i) => sum + weightOf[id] * (values[i] ?? 0), 0);
}

/** Entities outside the dataset that may have the name of the best candidate; none where a property speaks for it. */
function elsewhere(
  { statistics, candidateIndex }: RankedCandidates['snapshot'],
  best: CandidateEvidence | undefined,
): number {
  if (best === undefined) return 0;
  const { candidate, row, name } = best.weighed;
  if (name?.similarity !== 1 || row < 0 || (candidate.properties?.supporting ?? 0) > 0) return 0;
  return homonymsElsewhere(
    candidateIndex.labels,
    candidate.entity,
    row,
    Math.exp(Math.log(statistics.entityCount + 1) - name.matched),
  );
}

/**
 * Share of the words of the query that the dataset knows, 0–1. One marked as abbreviated is not unknown for that, nor is a little word, nor
 * one of `recognised` (one bit each for the first 32), nor the seam between two known words of a script without spaces.
 */
export function shareOfKnownWords(
  { tokens, original }: AnalysedLabel,
  isKnown: (word: string) => boolean,
  recognised: number,
): number {
  const marked = markedAbbreviations(original);
  const isInList = (token: string | undefined): token is string => token !== undefined && isKnown(token);
  let known = 0;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    const after = tokens[i + 1];
    if (
      hasWord(recognised, i) ||
      marked?.has(token) === true ||
      mayBeLeftOut(token) ||
      isInList(token) ||
      (isInList(before) && isInList(after) && isSeam(token, before, after))
    ) {
      known++;
    }
  }
  return tokens.length === 0 ? 0 : known / tokens.length;
}
