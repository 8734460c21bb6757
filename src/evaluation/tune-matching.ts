import { defined } from '../foundation/defined.js';
import type { MatchTuning } from '../entities/dataset.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { matchThreshold } from '../scoring/decide.js';
import type { AskOptions } from './ask-gold.js';
import {
  type AnswerWith,
  GoldMeasures,
  type MatchValues,
  type PropertyWeights,
  type ThresholdBounds,
  type TuningFigures,
  type TuningOutcome,
  createTuningAnswers,
  fitPropertyWeights,
  fitThreshold,
} from './tuning-answers.js';
import { FOLDS, type TuningGold } from './gold-query.js';

/** The accepted changes, and their out-of-fold result. */
interface FittedChoice {
  readonly weights: boolean;
  readonly threshold: boolean;
  readonly figures: TuningFigures;
}

/** Out-of-fold results of each change. */
interface MeasuredChanges {
  readonly before: TuningFigures;
  readonly thresholdOnly: TuningFigures;
  readonly weightsOnly: TuningFigures;
  readonly both: TuningFigures;
  /** Whether the weights improve ranking. */
  readonly weightsHelp: boolean;
}

/** Minimum number of queries for an improvement. */
const MIN_GAINED = 3;

/**
 * The largest change that keeps the match flag at least as good as before, and improves on the smaller change. Weights
 * only if they improve ranking.
 */
function chooseFitted(
  { before, thresholdOnly, weightsOnly, both, weightsHelp }: MeasuredChanges,
  wantedPrecision: number,
): FittedChoice {
  const isBetter = (a: TuningFigures, b: TuningFigures): boolean => flagBetter(a, b, wantedPrecision);
  if (weightsHelp && isBetter(weightsOnly, both) && !isBetter(both, before))
    return { weights: true, threshold: true, figures: both };
  if (weightsHelp && !isBetter(weightsOnly, before)) return { weights: true, threshold: false, figures: weightsOnly };
  if (isBetter(before, thresholdOnly)) return { weights: false, threshold: true, figures: thresholdOnly };
  return { weights: false, threshold: false, figures: before };
}

/** Whether the match flag is better in `b` than in `a`: higher recall at the wanted precision, or closer to it. */
function flagBetter(a: TuningFigures, b: TuningFigures, wantedPrecision: number): boolean {
  const reaches = ({ figures }: TuningFigures): boolean => (figures.matchPrecision ?? 1) >= wantedPrecision;
  if (reaches(a) !== reaches(b)) return reaches(b);
  if (reaches(b)) return b.counts.matchesRight - a.counts.matchesRight >= MIN_GAINED;
  const wrong = ({ counts }: TuningFigures): number => counts.matches - counts.matchesRight;
  return wrong(a) - wrong(b) >= MIN_GAINED && (b.figures.matchPrecision ?? 1) > (a.figures.matchPrecision ?? 1);
}

interface TuningOptions extends AskOptions {
  readonly wantedPrecision: number;
  readonly onQuery: () => void;
}

/** Minimum number of queries without an answer for lowering the threshold. */
const MIN_WITHOUT_ANSWER = 30;
/** Always allowed share of matched queries among those without an answer; more only if it is more already. */
const FALSE_MATCH_RATE = 0.05;
/** Minimum number of queries with a property for fitting its weight. */
const MIN_WITH_PROPERTY = 50;

/**
 * Fits property weights and then the match threshold to gold, by cross-validation: for each fold they are fitted to the
 * others and measured on it. Each is kept only if it improves unseen queries, and is then fitted to all. Deterministic.
 * Cost: each query several times for each of its properties.
 */
export function tuneMatching(snapshot: DatasetSnapshot, gold: TuningGold, options: TuningOptions): TuningOutcome {
  const { queries } = gold;
  const { wantedPrecision } = options;
  const answerWith = createTuningAnswers(snapshot, queries, options, options.onQuery);
  const measures = new GoldMeasures(queries.length, answerWith);
  const present: MatchValues = { threshold: matchThreshold(snapshot), weights: snapshot.tuning?.propertyWeights ?? {} };
  const before = measures.figures(() => present);
  const bounds: ThresholdBounds = {
    wantedPrecision,
    atLeast: mayBeBolder(gold) ? 0 : present.threshold,
    falseMatchRate: Math.max(FALSE_MATCH_RATE, before.figures.falseMatchRate ?? 0),
  };
  const { properties, tooRare } = propertiesToFit(gold);
  const fitting: Fitting = { measures, answerWith, present, bounds, properties };
  const { folds, change, choice } = chooseInFolds(fitting, gold, before);
  const fitted = fitToAll(fitting, choice);
  const accepted = {
    weights: choice.weights && Object.keys({ ...fitted.weights, ...present.weights }).length > 0,
    threshold: choice.threshold && fitted.threshold !== undefined,
  };
  const improves = accepted.weights || accepted.threshold;
  return {
    queries: queries.length,
    wantedPrecision,
    before,
    after: improves ? choice.figures : before,
    tuning: improves
      ? tuningOf({
          matchThreshold: accepted.threshold ? fitted.threshold : snapshot.tuning?.matchThreshold,
          propertyWeights: accepted.weights ? fitted.weights : snapshot.tuning?.propertyWeights,
        })
      : undefined,
    threshold: {
      present: present.threshold,
      fitted: fitted.threshold,
      inFolds: folds.map((fold) => (choice.weights ? fold.thresholdWithWeights : fold.threshold)).sort((a, b) => a - b),
      accepted: accepted.threshold,
    },
    propertyWeights:
      change === undefined ? undefined : { fitted: fitted.weights, ...change, accepted: accepted.weights },
    notes: notesOn(gold, bounds.atLeast, tooRare, fitted.threshold),
  };
}

/** Fits to the queries outside of each fold, and chooses what improves the queries in it. */
function chooseInFolds(fitting: Fitting, gold: TuningGold, before: TuningFigures) {
  const { measures, present, bounds, properties } = fitting;
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    fitWithin(
      fitting,
      measures.all.filter((position) => gold.folds[position] !== fold),
    ),
  );
  const outOfFold = (choose: (fit: FoldFit) => MatchValues): TuningFigures =>
    measures.figures((position) => choose(foldOf(folds, gold, position)));
  const change =
    properties.length === 0
      ? undefined
      : measures.firstPlaces(present.weights, (position) => foldOf(folds, gold, position).weights);
  const choice = chooseFitted(
    {
      before,
      thresholdOnly: outOfFold(({ threshold }) => ({ weights: present.weights, threshold })),
      weightsOnly: outOfFold(({ weights }) => ({ weights, threshold: present.threshold })),
      both: outOfFold(({ weights, thresholdWithWeights }) => ({ weights, threshold: thresholdWithWeights })),
      weightsHelp:
        change !== undefined &&
        change.gained - change.lost >= Math.max(MIN_GAINED, 1.645 * Math.sqrt(change.gained + change.lost)),
    },
    bounds.wantedPrecision,
  );
  return { folds, change, choice };
}

interface Fitting {
  readonly measures: GoldMeasures;
  readonly answerWith: AnswerWith;
  readonly present: MatchValues;
  readonly bounds: ThresholdBounds;
  /** Properties whose weights are fitted. */
  readonly properties: readonly string[];
}

/** Fit to the queries outside of one fold. */
interface FoldFit {
  readonly weights: PropertyWeights;
  /** With the present weights. */
  readonly threshold: number;
  readonly thresholdWithWeights: number;
}

function fitWithin(
  { measures, answerWith, present, bounds, properties }: Fitting,
  positions: readonly number[],
): FoldFit {
  const weights = properties.length === 0 ? present.weights : fitPropertyWeights(answerWith, positions, properties);
  const thresholdWith = (using: PropertyWeights): number =>
    fitThreshold(measures.answersOf(positions, using), bounds) ?? present.threshold;
  return { weights, threshold: thresholdWith(present.weights), thresholdWithWeights: thresholdWith(weights) };
}

/** The fit without the query at this position. */
function foldOf(folds: readonly FoldFit[], gold: TuningGold, position: number): FoldFit {
  const fit = folds[gold.folds[position] ?? 0];
  if (fit === undefined) throw new RangeError(`there is no fold of query ${String(position)}`);
  return fit;
}

function fitToAll(
  { measures, answerWith, present, bounds, properties }: Fitting,
  choice: FittedChoice,
): { readonly weights: PropertyWeights; readonly threshold: number | undefined } {
  const weights = properties.length === 0 ? {} : fitPropertyWeights(answerWith, measures.all, properties);
  return {
    weights,
    threshold: fitThreshold(measures.answersOf(measures.all, choice.weights ? weights : present.weights), bounds),
  };
}

function tuningOf({
  matchThreshold,
  propertyWeights,
}: {
  readonly matchThreshold: number | undefined;
  readonly propertyWeights: PropertyWeights | undefined;
}): MatchTuning {
  return {
    ...defined({ matchThreshold, propertyWeights }),
  };
}

function withoutAnswerIn({ queries }: TuningGold): number {
  return queries.filter(({ right }) => right.length === 0).length;
}

/** Whether the effect of a lower threshold on missing entities is measurable. */
function mayBeBolder(gold: TuningGold): boolean {
  return withoutAnswerIn(gold) >= MIN_WITHOUT_ANSWER;
}

/**
 * Sentences on values that were not fitted; `atLeast`: lower bound of the threshold, `tooRare`: properties of too few
 * queries.
 */
function notesOn(
  gold: TuningGold,
  atLeast: number,
  tooRare: readonly string[],
  threshold: number | undefined,
): readonly string[] {
  const notes: string[] = [];
  if (atLeast > 0)
    notes.push(
      `Only ${withoutAnswerIn(gold)} queries are known to have no answer in the list; with fewer than ${MIN_WITHOUT_ANSWER}, the threshold is not lowered, because what bolder matching does to names that the list lacks cannot be seen.`,
    );
  if (tooRare.length > 0)
    notes.push(
      `Fewer than ${MIN_WITH_PROPERTY} queries carry a value of ${tooRare.map((id) => `"${id}"`).join(', ')}, so its weight stays.`,
    );
  if (threshold === undefined)
    notes.push(
      'No threshold reaches the precision wanted on these queries with some certainty; wrong matches among the surest are worth looking at, some may be wrong in the file of answers.',
    );
  return notes;
}

/** Properties by number of queries, with those of too few separate. */
function propertiesToFit({ queries }: TuningGold): {
  readonly properties: readonly string[];
  readonly tooRare: readonly string[];
} {
  const counts = new Map<string, number>();
  for (const query of queries)
    for (const { property } of query.properties) counts.set(property, (counts.get(property) ?? 0) + 1);
  const ordered = [...counts].sort((a, b) => b[1] - a[1]);
  return {
    properties: ordered.filter(([, n]) => n >= MIN_WITH_PROPERTY).map(([id]) => id),
    tooRare: ordered.filter(([, n]) => n < MIN_WITH_PROPERTY).map(([id]) => id),
  };
}
