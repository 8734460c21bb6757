import type { RankedCandidates } from '../scored-entity.js';
import type { CandidateEvidence } from '../weigh-candidates.js';
import type { EvidenceTerm } from './evidence-kind.js';
import { homonymsElsewhere } from './homonyms-elsewhere.js';
import { shareOfKnownWords } from './known-words.js';
import { weights } from './weights.js';

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
