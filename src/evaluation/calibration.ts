import { wilsonInterval, type Interval } from '../foundation/wilson-interval.js';

/** First candidates whose probability lies in one range, and how many of them are right. */
export interface CalibrationBin {
  /** Probabilities from here … */
  readonly from: number;
  /** … to below here; the last bin holds 1 as well. */
  readonly to: number;
  readonly queries: number;
  /** Mean of the probabilities that were given. */
  readonly predicted: number;
  /** Share that was right. */
  readonly observed: number;
  readonly observedInterval: Interval;
}

/** Narrow where decisions fall. */
const EDGES = [0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

/** Collects probabilities with what came of them. */
export interface Calibration {
  readonly add: (probability: number, right: boolean) => void;
  /** The ranges in which there were any, ascending. */
  readonly bins: () => readonly CalibrationBin[];
}

/** Nothing collected yet. */
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
