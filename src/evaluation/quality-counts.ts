import { type Interval, wilsonInterval } from '../foundation/wilson-interval.js';

export interface QualityCounts {
  withAnswer: number;
  withoutAnswer: number;
  firstRight: number;
  amongFiveRight: number;
  amongTenRight: number;
  /** Sum of 1 / rank of the right answer. */
  reciprocalPlaces: number;
  matches: number;
  matchesRight: number;
  matchesWithoutAnswer: number;
}

interface JudgedPlace {
  /** Whether the dataset has a right answer. */
  readonly hasAnswer: boolean;
  /** Position of the first right candidate, from 0; -1 without one. */
  readonly place: number;
  readonly matched: boolean;
}

/** Shares, each 0–1, or `undefined` without any count. */
export interface QualityFigures {
  readonly hitAt1: number | undefined;
  readonly hitAt5: number | undefined;
  readonly hitAt10: number | undefined;
  /** Mean of 1 / rank of the right answer, 0 when it is no candidate. */
  readonly meanReciprocalRank: number | undefined;
  /** Share of right matches. */
  readonly matchPrecision: number | undefined;
  readonly matchPrecisionInterval: Interval | undefined;
  /** Share of correctly matched queries among those with an answer. */
  readonly matchRecall: number | undefined;
  readonly matchRecallInterval: Interval | undefined;
  /** Share of matched queries among those without an answer. */
  readonly falseMatchRate: number | undefined;
  readonly falseMatchRateInterval: Interval | undefined;
}

/** Empty counts. */
export function noCounts(): QualityCounts {
  return {
    withAnswer: 0,
    withoutAnswer: 0,
    firstRight: 0,
    amongFiveRight: 0,
    amongTenRight: 0,
    reciprocalPlaces: 0,
    matches: 0,
    matchesRight: 0,
    matchesWithoutAnswer: 0,
  };
}

/** Adds one query to the counts. */
export function countQuery(counts: QualityCounts, { hasAnswer, place, matched }: JudgedPlace): void {
  if (hasAnswer) counts.withAnswer++;
  else counts.withoutAnswer++;
  if (place === 0) counts.firstRight++;
  if (place >= 0 && place < 5) counts.amongFiveRight++;
  if (place >= 0 && place < 10) counts.amongTenRight++;
  if (place >= 0) counts.reciprocalPlaces += 1 / (place + 1);
  if (!matched) return;
  counts.matches++;
  if (place === 0) counts.matchesRight++;
  if (!hasAnswer) counts.matchesWithoutAnswer++;
}

/** The figures of the counts, those of the match flag with 95 % intervals. */
export function figuresOf(counts: Readonly<QualityCounts>): QualityFigures {
  const { withAnswer, withoutAnswer, matches, matchesRight, matchesWithoutAnswer } = counts;
  return {
    hitAt1: share(counts.firstRight, withAnswer),
    hitAt5: share(counts.amongFiveRight, withAnswer),
    hitAt10: share(counts.amongTenRight, withAnswer),
    meanReciprocalRank: share(counts.reciprocalPlaces, withAnswer),
    matchPrecision: share(matchesRight, matches),
    matchPrecisionInterval: wilsonInterval(matchesRight, matches),
    matchRecall: share(matchesRight, withAnswer),
    matchRecallInterval: wilsonInterval(matchesRight, withAnswer),
    falseMatchRate: share(matchesWithoutAnswer, withoutAnswer),
    falseMatchRateInterval: wilsonInterval(matchesWithoutAnswer, withoutAnswer),
  };
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

/** First candidates with a probability in one range, and the number of right ones. */
export interface CalibrationBin {
  readonly from: number;
  /** Upper bound, exclusive; the last bin includes 1. */
  readonly to: number;
  readonly queries: number;
  /** Mean of the predicted probabilities. */
  readonly predicted: number;
  readonly observed: number;
  readonly observedInterval: Interval;
}

/** Narrow around decisions. */
const EDGES = [0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

interface Calibration {
  readonly add: (probability: number, right: boolean) => void;
  /** The nonempty ranges, ascending. */
  readonly bins: () => readonly CalibrationBin[];
}

/** An empty calibration. */
export function createCalibration(): Calibration {
  const bins = EDGES.slice(0, -1).map(() => ({ queries: 0, right: 0, sum: 0 }));
  return {
    add: (probability, right) => {
      const bin = bins.findLast((_, i) => probability >= (EDGES[i] ?? 0)) ?? bins[0];
      if (bin === undefined) return;
      bin.queries++;
      bin.sum += probability;
      if (right) bin.right++;
    },
    bins: () =>
      bins.flatMap(({ queries, right, sum }, i): readonly CalibrationBin[] => {
        const observedInterval = wilsonInterval(right, queries);
        return observedInterval === undefined
          ? []
          : [
              {
                from: EDGES[i] ?? 0,
                to: EDGES[i + 1] ?? 1,
                queries,
                predicted: sum / queries,
                observed: right / queries,
                observedInterval,
              },
            ];
      }),
  };
}

export interface ThresholdFinding {
  /** Threshold on the scale of the counted values. */
  readonly threshold: number;
  readonly matches: number;
  readonly precision: number;
  readonly precisionInterval: Interval;
  /** Share of the queries with an answer; `undefined` without any. */
  readonly recall: number | undefined;
}

/** Numbers of first candidates and of right ones by value, in steps, so that memory is constant. */
interface ThresholdCounts {
  readonly add: (value: number, right: boolean) => void;
  /**
   * The lowest threshold with a share of right ones of `precision`; `undefined` without one. Cost: one pass over the
   * steps.
   */
  readonly lowestFor: (precision: number, withAnswer: number) => ThresholdFinding | undefined;
}

const STEPS = 1000;

/** Counts over values from 0 to `most`, in a thousand steps. */
export function createThresholdCounts(most: number): ThresholdCounts {
  const all = new Uint32Array(STEPS + 1);
  const right = new Uint32Array(STEPS + 1);
  return {
    add: (value, isRight) => {
      // Slightly more, so that 0.29 × 1000 is step 290 in spite of rounding.
      const step = Math.min(STEPS, Math.max(0, Math.floor((value / most) * STEPS + 1e-6)));
      all[step] = (all[step] ?? 0) + 1;
      if (isRight) right[step] = (right[step] ?? 0) + 1;
    },
    lowestFor: (precision, withAnswer) => {
      let matches = 0;
      let rightOnes = 0;
      let found: ThresholdFinding | undefined;
      for (let step = STEPS; step >= 0; step--) {
        if (all[step] === 0) continue;
        matches += all[step] ?? 0;
        rightOnes += right[step] ?? 0;
        const precisionInterval = wilsonInterval(rightOnes, matches);
        if (rightOnes < precision * matches || precisionInterval === undefined) continue;
        found = {
          threshold: (step / STEPS) * most,
          matches,
          precision: rightOnes / matches,
          precisionInterval,
          recall: withAnswer === 0 ? undefined : rightOnes / withAnswer,
        };
      }
      return found;
    },
  };
}
