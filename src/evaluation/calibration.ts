import { wilsonInterval, type Interval } from '../foundation/wilson-interval.js';

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

export interface Calibration {
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
