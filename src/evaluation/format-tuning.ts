import { amountOf } from '../foundation/amount-of.js';
import { percent } from './format-evaluation.js';
import type { TuningFigures, TuningOutcome } from './tuning-outcome.js';
import { FOLDS } from './tuning-gold.js';

/** Fitted values, out-of-fold results compared with the present ones, and the decision, as lines for a person. */
export function formatTuning(outcome: TuningOutcome): string {
  const { before, after, threshold, propertyWeights, tuning, notes, wantedPrecision } = outcome;
  const row = (name: string, cell: (figures: TuningFigures) => string): string =>
    `  ${name.padEnd(38)}${cell(before).padStart(24)}${cell(after).padStart(24)}`;
  const range = (
    share: number | undefined,
    interval: { readonly low: number; readonly high: number } | undefined,
  ): string =>
    interval === undefined
      ? '–'
      : `${percent(share)} (${(interval.low * 100).toFixed(1)}–${(interval.high * 100).toFixed(1)})`;
  return `${[
    `Fitting to ${amountOf(outcome.queries, 'query', 'queries')} in ${FOLDS} parts, for a precision of ${percent(wantedPrecision)}: each part is measured with what was fitted to the others`,
    `  ${''.padEnd(38)}${'now'.padStart(24)}${(tuning === undefined ? 'nothing better' : 'fitted').padStart(24)}`,
    row('right answer first (hit@1)', ({ figures }) => percent(figures.hitAt1)),
    row('mean reciprocal rank (MRR)', ({ figures }) => figures.meanReciprocalRank?.toFixed(3) ?? '–'),
    row('match: true', ({ counts }) => amountOf(counts.matches, 'query', 'queries')),
    row('  of these right (precision)', ({ figures }) => range(figures.matchPrecision, figures.matchPrecisionInterval)),
    row('  of all answers found (recall)', ({ figures }) => range(figures.matchRecall, figures.matchRecallInterval)),
    row('  on queries without answer', ({ counts, figures }) =>
      counts.withoutAnswer === 0 ? '–' : percent(figures.falseMatchRate),
    ),
    '',
    `  threshold: ${threshold.present.toFixed(3)} now; fitted ${threshold.fitted?.toFixed(3) ?? 'none'} (in the parts ${(threshold.inFolds[0] ?? 0).toFixed(3)} to ${(threshold.inFolds.at(-1) ?? 0).toFixed(3)}); ${threshold.accepted ? 'kept' : 'not kept, it is no better on what it was not fitted to'}`,
    ...(propertyWeights === undefined
      ? []
      : [
          `  properties: ${weightsInWords(propertyWeights.fitted)}; first only with them ${propertyWeights.gained}, only without them ${propertyWeights.lost}; ${propertyWeights.accepted ? 'kept' : 'not kept'}`,
        ]),
    ...notes.map((note) => `  ${note}`),
  ].join('\n')}\n`;
}

function weightsInWords(weights: Readonly<Record<string, number>>): string {
  const entries = Object.entries(weights);
  return entries.length === 0
    ? 'each counts best as it does now'
    : entries.map(([id, factor]) => `"${id}" × ${factor}`).join(', ');
}
