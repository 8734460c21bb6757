import type { MatchTuning } from '../entities/dataset.js';
import type { DatasetGeneration } from '../reconciliation/dataset-generation.js';
import { matchThreshold } from '../reconciliation/deciding/match-threshold.js';
import type { AskOptions } from './ask-gold.js';
import { fitPropertyWeights } from './fit-property-weights.js';
import { fitThreshold, type ThresholdBounds } from './fit-threshold.js';
import { countQuery, figuresOf, noCounts, type QualityCounts, type QualityFigures } from './quality-counts.js';
import { createTuningAnswers, type PropertyWeights, type TuningAnswer } from './tuning-answers.js';
import { FOLDS, type TuningGold } from './tuning-gold.js';

/** Figures over queries none of which had a part in what was fitted for it. */
export interface TuningFigures {
  readonly counts: Readonly<QualityCounts>;
  readonly figures: QualityFigures;
}

/** What was fitted, and whether it is worth having. */
export interface TuningOutcome {
  readonly queries: number;
  readonly wantedPrecision: number;
  /** As the dataset is matched now. */
  readonly before: TuningFigures;
  /** With what was fitted, out of fold: what is to be expected of it; equal to `before` when nothing is worth having. */
  readonly after: TuningFigures;
  /** What belongs into the manifest, all of it, or `undefined` when nothing improves. */
  readonly tuning: MatchTuning | undefined;
  readonly threshold: {
    readonly present: number;
    /** Fitted to all queries; `undefined` when no threshold reaches the precision. */
    readonly fitted: number | undefined;
    /** Those fitted within the folds, ascending: how far chance moves it. */
    readonly inFolds: readonly number[];
    readonly accepted: boolean;
  };
  /** Only when queries carry properties. */
  readonly propertyWeights:
    | {
        readonly fitted: PropertyWeights;
        /** Queries whose right answer is first only with, and only without them, out of fold. */
        readonly gained: number;
        readonly lost: number;
        readonly accepted: boolean;
      }
    | undefined;
  /** What a reader should know, one sentence each. */
  readonly notes: readonly string[];
}

export interface TuningOptions extends AskOptions {
  readonly wantedPrecision: number;
  readonly onAsked: () => void;
}

interface FittedValues {
  readonly weights: PropertyWeights;
  readonly threshold: number;
}

/** Queries without an answer that are needed before matching may become bolder than it is. */
const LEAST_WITHOUT_ANSWER = 30;
/** Share of the queries without an answer that may always be matched; more only where it is more already. */
const FALSE_MATCH_RATE = 0.05;
/** Queries that must carry a property before its weight is fitted. */
const LEAST_WITH_PROPERTY = 50;
/** Queries by which something must be better to count as better. */
const LEAST_GAINED = 3;

/**
 * Fits the weights of properties and then the threshold of matching to gold, by cross-validation: for each fold they are
 * fitted to the others and measured on it. Each is kept only where it improves what was not fitted to; what is kept is
 * then fitted once more to all queries. Deterministic. Cost: each query some times for each of its properties.
 */
export function tuneMatching(generation: DatasetGeneration, gold: TuningGold, options: TuningOptions): TuningOutcome {
  const { queries, folds } = gold;
  const { wantedPrecision } = options;
  const answerWith = createTuningAnswers(generation, queries, options, options.onAsked);
  const all = queries.map((_, position) => position);
  const present = { threshold: matchThreshold(generation), weights: generation.tuning?.propertyWeights ?? {} };
  const withoutAnswer = queries.filter(({ right }) => right.length === 0).length;
  const notes: string[] = [];
  const lowest = withoutAnswer >= LEAST_WITHOUT_ANSWER ? 0 : present.threshold;
  if (lowest > 0) notes.push(`Only ${withoutAnswer} queries are known to have no answer in the list; with fewer than ${LEAST_WITHOUT_ANSWER}, the threshold is not lowered, because what bolder matching does to names that the list lacks cannot be seen.`);
  const { properties, left } = propertiesToFit(gold);
  if (left.length > 0) notes.push(`Fewer than ${LEAST_WITH_PROPERTY} queries carry a value of ${left.map((id) => `"${id}"`).join(', ')}, so its weight stays.`);

  const answersOf = (positions: readonly number[], weights: PropertyWeights): readonly TuningAnswer[] => positions.map((position) => answerWith(position, weights));
  const before = measured(() => present);
  const bounds: ThresholdBounds = { wantedPrecision, atLeast: lowest, falseMatchRate: Math.max(FALSE_MATCH_RATE, before.figures.falseMatchRate ?? 0) };
  const inFolds = Array.from({ length: FOLDS }, (_, fold) => {
    const others = all.filter((position) => folds[position] !== fold);
    const weights = properties.length === 0 ? present.weights : fitPropertyWeights(answerWith, others, properties);
    const threshold = (using: PropertyWeights): number => fitThreshold(answersOf(others, using), bounds) ?? present.threshold;
    return { weights, threshold: threshold(present.weights), thresholdWithWeights: threshold(weights) };
  });
  const outOfFold = (choose: (fold: (typeof inFolds)[number]) => FittedValues): TuningFigures =>
    measured((position) => {
      const fold = inFolds[folds[position] ?? 0];
      return fold === undefined ? present : choose(fold);
    });
  const change = properties.length === 0 ? undefined : firstPlacesChanged();
  const weightsHelp = change !== undefined && change.gained - change.lost >= Math.max(LEAST_GAINED, 1.645 * Math.sqrt(change.gained + change.lost));

  const choice = chooseFitted(
    {
      before,
      thresholdOnly: outOfFold((fold) => ({ weights: present.weights, threshold: fold.threshold })),
      weightsOnly: outOfFold((fold) => ({ weights: fold.weights, threshold: present.threshold })),
      both: outOfFold((fold) => ({ weights: fold.weights, threshold: fold.thresholdWithWeights })),
    },
    weightsHelp,
    wantedPrecision,
  );

  const fittedWeights = properties.length === 0 ? {} : fitPropertyWeights(answerWith, all, properties);
  const fittedThreshold = fitThreshold(answersOf(all, choice.weights ? fittedWeights : present.weights), bounds);
  if (fittedThreshold === undefined) notes.push('No threshold reaches the precision wanted on these queries with some certainty; wrong matches among the surest are worth looking at, some may be wrong in the file of answers.');
  const tuned = { weights: choice.weights && Object.keys({ ...fittedWeights, ...present.weights }).length > 0, threshold: choice.threshold && fittedThreshold !== undefined };
  const weightsKept = tuned.weights ? fittedWeights : generation.tuning?.propertyWeights;
  const thresholdKept = tuned.threshold ? fittedThreshold : generation.tuning?.matchThreshold;
  const improves = tuned.weights || tuned.threshold;
  return {
    queries: queries.length,
    wantedPrecision,
    before,
    after: improves ? choice.figures : before,
    tuning: improves ? { ...(thresholdKept !== undefined && { matchThreshold: thresholdKept }), ...(weightsKept !== undefined && { propertyWeights: weightsKept }) } : undefined,
    threshold: {
      present: present.threshold,
      fitted: fittedThreshold,
      inFolds: inFolds.map((fold) => (choice.weights ? fold.thresholdWithWeights : fold.threshold)).sort((a, b) => a - b),
      accepted: tuned.threshold,
    },
    propertyWeights: change === undefined ? undefined : { fitted: fittedWeights, ...change, accepted: tuned.weights },
    notes,
  };

  function measured(valuesFor: (position: number) => FittedValues): TuningFigures {
    const counts = noCounts();
    for (const position of all) {
      const { weights, threshold } = valuesFor(position);
      const { hasAnswer, place, matchable, probability } = answerWith(position, weights);
      countQuery(counts, { hasAnswer, place, matched: matchable && probability >= threshold });
    }
    return { counts, figures: figuresOf(counts) };
  }

  function firstPlacesChanged(): { readonly gained: number; readonly lost: number } {
    let gained = 0;
    let lost = 0;
    for (const position of all) {
      const first = answerWith(position, present.weights).place === 0;
      const firstThen = answerWith(position, inFolds[folds[position] ?? 0]?.weights ?? {}).place === 0;
      if (firstThen && !first) gained++;
      if (first && !firstThen) lost++;
    }
    return { gained, lost };
  }
}

/** Properties in the order of how many queries carry them; those too rare are left. */
function propertiesToFit({ queries }: TuningGold): { readonly properties: readonly string[]; readonly left: readonly string[] } {
  const counts = new Map<string, number>();
  for (const query of queries) for (const { property } of query.properties) counts.set(property, (counts.get(property) ?? 0) + 1);
  const ordered = [...counts].sort((a, b) => b[1] - a[1]);
  return { properties: ordered.filter(([, n]) => n >= LEAST_WITH_PROPERTY).map(([id]) => id), left: ordered.filter(([, n]) => n < LEAST_WITH_PROPERTY).map(([id]) => id) };
}

/** What of the fitted is taken, and what it gave where nothing was fitted to. */
interface Choice {
  readonly weights: boolean;
  readonly threshold: boolean;
  readonly figures: TuningFigures;
}

/** The fullest change that makes the match flag no worse than it was, and better than the lesser change. Weights only where they help to find what is meant. */
function chooseFitted(measured: Readonly<Record<'before' | 'thresholdOnly' | 'weightsOnly' | 'both', TuningFigures>>, weightsHelp: boolean, wantedPrecision: number): Choice {
  const { before, thresholdOnly, weightsOnly, both } = measured;
  const isBetter = (a: TuningFigures, b: TuningFigures): boolean => flagBetter(a, b, wantedPrecision);
  if (weightsHelp && isBetter(weightsOnly, both) && !isBetter(both, before)) return { weights: true, threshold: true, figures: both };
  if (weightsHelp && !isBetter(weightsOnly, before)) return { weights: true, threshold: false, figures: weightsOnly };
  if (isBetter(before, thresholdOnly)) return { weights: false, threshold: true, figures: thresholdOnly };
  return { weights: false, threshold: false, figures: before };
}

/** Whether the match flag is better in `b` than in `a`: it finds more at the precision wanted, or comes nearer to that precision. */
function flagBetter(a: TuningFigures, b: TuningFigures, wantedPrecision: number): boolean {
  const reaches = ({ figures }: TuningFigures): boolean => (figures.matchPrecision ?? 1) >= wantedPrecision;
  if (reaches(a) !== reaches(b)) return reaches(b);
  if (reaches(b)) return b.counts.matchesRight - a.counts.matchesRight >= LEAST_GAINED;
  const wrong = ({ counts }: TuningFigures): number => counts.matches - counts.matchesRight;
  return wrong(a) - wrong(b) >= LEAST_GAINED && (b.figures.matchPrecision ?? 1) > (a.figures.matchPrecision ?? 1);
}
