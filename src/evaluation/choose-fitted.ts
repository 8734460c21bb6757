import type { TuningFigures } from './tuning-outcome.js';

/** What of the fitted is taken, and what it gave where nothing was fitted to. */
export interface FittedChoice {
  readonly weights: boolean;
  readonly threshold: boolean;
  readonly figures: TuningFigures;
}

/** What each of the changes gave, out of fold. */
export interface MeasuredChanges {
  readonly before: TuningFigures;
  readonly thresholdOnly: TuningFigures;
  readonly weightsOnly: TuningFigures;
  readonly both: TuningFigures;
  /** Whether the weights help to find what is meant. */
  readonly weightsHelp: boolean;
}

/** Queries by which something must be better to count as better. */
export const LEAST_GAINED = 3;

/** The fullest change that makes the match flag no worse than it was, and better than the lesser change. Weights only where they help to find what is meant. */
export function chooseFitted(
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

/** Whether the match flag is better in `b` than in `a`: it finds more at the precision wanted, or comes nearer to that precision. */
function flagBetter(a: TuningFigures, b: TuningFigures, wantedPrecision: number): boolean {
  const reaches = ({ figures }: TuningFigures): boolean => (figures.matchPrecision ?? 1) >= wantedPrecision;
  if (reaches(a) !== reaches(b)) return reaches(b);
  if (reaches(b)) return b.counts.matchesRight - a.counts.matchesRight >= LEAST_GAINED;
  const wrong = ({ counts }: TuningFigures): number => counts.matches - counts.matchesRight;
  return wrong(a) - wrong(b) >= LEAST_GAINED && (b.figures.matchPrecision ?? 1) > (a.figures.matchPrecision ?? 1);
}
