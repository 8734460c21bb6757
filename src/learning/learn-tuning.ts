import type { Dataset, MatchTuning } from '../entities/dataset.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import { askedRowOf, queriesOfRow } from './asked-row.js';
import { createCandidateComparer } from './compare-candidates.js';
import { evenSample } from './even-sample.js';
import { posteriorOf, withTwins } from './fellegi-sunter.js';
import { foundCandidates } from './found-candidates.js';
import type { AskService } from './learn-file.js';
import type { LearnedFile } from './learned-file.js';
import { keptLearning } from './kept-learning.js';
import { probabilityIn } from './service-candidate.js';

/** An answer of the service by itself: how sure it says it is, and what the file makes of it. */
export interface SecondOpinion {
  readonly said: number;
  readonly learned: number;
}

/** What is estimated to be as likely wrong as right is never matched. */
const LOWEST = 0.5;
/** Those just above a threshold are looked at by themselves: so many answers, which must be right rather clearly. A good mean alone would let junk in behind many sure ones. */
const AT_THRESHOLD = 25;
const LEAST_AT_THRESHOLD = 0.8;

/**
 * What a file taught, as values for single queries: how often values agree in right and wrong pairs; properties that say nothing weigh nothing; and the service by itself matches from that probability on from which
 * its answers are precise enough by what was learned. Cost: two queries for each row of the sample.
 */
export async function learnTuning(
  dataset: Dataset,
  rows: readonly ReconciliationQuery[],
  learned: LearnedFile,
  ask: AskService,
): Promise<MatchTuning> {
  const comparer = createCandidateComparer(dataset, learned.properties);
  const speaking = rows.filter((query) =>
    askedRowOf(dataset, query, learned.properties).values.some((values) => values.length > 0),
  );
  const sample = evenSample(speaking.length, learned.rows).flatMap((at) => speaking[at] ?? []);
  const answers = await ask(sample.flatMap((query) => queriesOfRow(dataset, query, learned.leftOut)));
  const opinions = sample.flatMap((query, at): readonly SecondOpinion[] => {
    const [byName = [], withProperties = []] = [answers[2 * at], answers[2 * at + 1]];
    const [first, second] = withProperties;
    if (first === undefined || first.score === second?.score) return [];
    const found = foundCandidates(byName, withProperties);
    const compared = comparer.compare(askedRowOf(dataset, query, learned.properties), found);
    const shares = withTwins(compared, posteriorOf(learned.model, compared));
    return [{ said: probabilityIn(first), learned: shares[found.findIndex(({ id }) => id === first.id)] ?? 0 }];
  });
  const matchThreshold = thresholdFrom(opinions, dataset.metadata.targetPrecision);
  const without = Object.fromEntries([...learned.leftOut].map((id) => [id, 0]));
  return {
    ...(matchThreshold === undefined ? {} : { matchThreshold }),
    ...(learned.leftOut.size === 0 ? {} : { propertyWeights: without }),
    learned: keptLearning(learned),
  };
}

/**
 * The lowest probability of the service from which on its answers are right so often, by what was learned; a multiple of 0.001, from 0.5 on. `undefined`: there is
 * none, or there are too few answers.
 */
export function thresholdFrom(opinions: readonly SecondOpinion[], wantedPrecision: number): number | undefined {
  const sorted = [...opinions].sort((a, b) => b.said - a.said);
  let found: number | undefined;
  let sum = 0;
  let recent = 0;
  sorted.forEach(({ said, learned }, i) => {
    sum += learned;
    recent += learned - (sorted[i - AT_THRESHOLD]?.learned ?? 0);
    const threshold = Math.floor(said * 1000) / 1000;
    const next = sorted[i + 1];
    if (i + 1 < AT_THRESHOLD || (next !== undefined && next.said >= threshold)) return;
    if (sum >= wantedPrecision * (i + 1) && recent >= LEAST_AT_THRESHOLD * AT_THRESHOLD && threshold >= LOWEST)
      found = threshold;
  });
  return found;
}
