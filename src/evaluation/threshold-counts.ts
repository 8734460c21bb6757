import { wilsonInterval, type Interval } from '../foundation/wilson-interval.js';

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
