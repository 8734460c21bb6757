import { amountOf } from '../foundation/amount-of.js';
import type { ConfusedEntity, Confusion, Evaluation } from './evaluate-gold.js';
import { FOLDS, type GoldProblem, type GoldSource, type GoldSurvey } from './gold-query.js';
import type { ThresholdFinding } from './quality-counts.js';
import type { Interval } from '../foundation/wilson-interval.js';
import type { TuningFigures, TuningOutcome } from './tuning-answers.js';

/** Content of a gold file and its unusable parts, as lines for a person. */
export function formatSurvey(gold: GoldSource, survey: GoldSurvey): string {
  const { queries, withAnswer, withoutAnswer, problems } = survey;
  return lines([
    `${gold.file}: ${amountOf(queries, 'query', 'queries')}, ${count(withAnswer)} with an answer and ${count(withoutAnswer)} without.`,
    ...gold.notes.map((note) => `  ${note}`),
    ...problemLines(gold, problems.unusable, (n) => `${amountOf(n, 'row')} could not be used`),
    ...problemLines(
      gold,
      problems['unknown-id'],
      (n) =>
        `${amountOf(n, 'expected id')} not in the dataset; ${n === 1 ? 'its query counts' : 'their queries count'} as not answered rightly unless another id is right too`,
    ),
    ...problemLines(gold, problems.unjudged, (n) => `${amountOf(n, 'row')} not judged, left out`, 0),
  ]);
}

/** The figures of one pass, or of two (without and with properties), as tables for a person. */
export function formatEvaluation(passes: readonly Evaluation[], lineWord = 'line'): string {
  const last = passes.at(-1);
  if (last === undefined) return '';
  return lines([
    ...figureTable(passes),
    '',
    ...precisionLines(last),
    '',
    ...calibrationTable(last),
    ...confusionLines(last, lineWord),
    ...missedLines(last, lineWord),
    '',
    ...speedLines(last, lineWord),
  ]);
}

function figureTable(passes: readonly Evaluation[]): readonly string[] {
  const row = (name: string, cell: (pass: Evaluation) => string): string =>
    `  ${name.padEnd(38)}${passes.map((pass) => cell(pass).padStart(24)).join('')}`;
  return [
    ...(passes.length > 1
      ? [
          row('', ({ withProperties, wholeFile }) =>
            wholeFile ? 'as one file' : withProperties ? 'with properties' : 'without properties',
          ),
        ]
      : []),
    row('right answer first (hit@1)', ({ figures }) => percent(figures.hitAt1)),
    row('among the first 5 (hit@5)', ({ figures }) => percent(figures.hitAt5)),
    row('among the first 10 (hit@10)', ({ figures }) => percent(figures.hitAt10)),
    row('mean reciprocal rank (MRR)', ({ figures }) => figures.meanReciprocalRank?.toFixed(3) ?? '–'),
    row('match: true', ({ counts }) => `${count(counts.matches)} queries`),
    row('  of these right (precision)', ({ figures }) =>
      withInterval(figures.matchPrecision, figures.matchPrecisionInterval),
    ),
    row('  of all answers found (recall)', ({ figures }) =>
      withInterval(figures.matchRecall, figures.matchRecallInterval),
    ),
    row('  on queries without answer', ({ counts, figures }) =>
      counts.withoutAnswer === 0
        ? '–'
        : `${count(counts.matchesWithoutAnswer)} of ${count(counts.withoutAnswer)}, ${percent(figures.falseMatchRate)}`,
    ),
    row('right first, but not matched', ({ rightNotMatched }) => count(rightNotMatched)),
    row('no candidate at all', ({ withoutCandidates }) => count(withoutCandidates)),
    row('right answer not found by the search', ({ retrieval }) =>
      retrieval === undefined ? '–' : count(retrieval.missedRight),
    ),
    row('candidates compared per query', ({ retrieval }) => retrieval?.comparedPerQuery.toFixed(1) ?? '–'),
  ];
}

function precisionLines({ matchThreshold, wantedPrecision, thresholds }: Evaluation): readonly string[] {
  const wanted = percent(wantedPrecision);
  const found = (finding: ThresholdFinding | undefined, name: string, digits: number): string =>
    finding === undefined
      ? `  ${name}: no threshold reaches it on these queries`
      : `  ${name} from ${finding.threshold.toFixed(digits)} on: ${amountOf(finding.matches, 'match', 'matches')}, precision ${withInterval(finding.precision, finding.precisionInterval)}, recall ${percent(finding.recall)}`;
  return [
    `Threshold for a precision of ${wanted} (now matched: probability from ${matchThreshold.toFixed(3)} on)`,
    found(thresholds.probability, 'probability', 3),
    found(thresholds.score, 'score alone', 1),
  ];
}

function calibrationTable({ calibration }: Evaluation): readonly string[] {
  return [
    'Calibration: what the probability of the first candidate said, and how often it was right',
    `  ${'probability'.padEnd(14)}${'queries'.padStart(9)}${'said'.padStart(9)}${'was'.padStart(9)}  95 % interval`,
    ...calibration.map(
      ({ from, to, queries, predicted, observed, observedInterval }) =>
        `  ${`${from.toFixed(2)} to ${to.toFixed(2)}`.padEnd(14)}${count(queries).padStart(9)}${percent(predicted).padStart(9)}${percent(observed).padStart(9)}  ${interval(observedInterval)}`,
    ),
  ];
}

function confusionLines(evaluation: Evaluation, lineWord: string): readonly string[] {
  const { wrongMatches, wrongFirst, wrongFirstCount, counts } = evaluation;
  const all = counts.matches - counts.matchesRight;
  return [
    ...(wrongMatches.length === 0
      ? []
      : [
          '',
          `Wrong matches (${shown(wrongMatches.length, all)}), the surest first`,
          ...wrongMatches.flatMap((confusion) => confusionText(confusion, lineWord)),
        ]),
    ...(wrongFirst.length === 0
      ? []
      : [
          '',
          `Wrong first candidates, not matched (${shown(wrongFirst.length, wrongFirstCount)}), the highest score first`,
          ...wrongFirst.flatMap((confusion) => confusionText(confusion, lineWord)),
        ]),
  ];
}

function missedLines({ retrieval }: Evaluation, lineWord: string): readonly string[] {
  if (retrieval === undefined || retrieval.missed.length === 0) return [];
  return [
    '',
    `Right answers that the search did not find (${shown(retrieval.missed.length, retrieval.missedRight)})`,
    ...retrieval.missed.map(
      ({ line, query, right }) =>
        `  ${lineWord} ${line}: "${query}" – right: ${right.map(({ id, name }) => `${id} "${name}"`).join(', ')}`,
    ),
  ];
}

function confusionText(
  { line, query, types, got, right, expectedIds }: Confusion,
  lineWord: string,
): readonly string[] {
  const wanted =
    right !== undefined
      ? `    right: ${entity(right)}, ${right.inAnswer ? `place ${count(right.place)}` : 'not in the answer'} – ${right.why}`
      : expectedIds.length > 0
        ? `    right: ${expectedIds.join(', ')}, which the dataset does not have`
        : '    right: none, the list does not have it';
  return [
    `  ${lineWord} ${line}: "${query}"${types.length === 0 ? '' : ` (${types.join(', ')})`}`,
    `    got:   ${entity(got)} – ${got.why}`,
    wanted,
  ];
}

function entity({ id, name, score, probability }: ConfusedEntity): string {
  return `${id} "${name}", score ${score.toFixed(2)}, probability ${probability.toFixed(3)}`;
}

function speedLines({ slowest, elapsedMs, counts }: Evaluation, lineWord: string): readonly string[] {
  const asked = counts.withAnswer + counts.withoutAnswer;
  return [
    `${amountOf(asked, 'query', 'queries')} in ${(elapsedMs / 1000).toFixed(1)} s. The slowest:`,
    ...slowest.map(
      ({ line, query, elapsedMs: ms }) =>
        `  ${ms.toFixed(1).padStart(8)} ms  ${lineWord} ${line}: "${query.length > 80 ? `${query.slice(0, 79)}…` : query}"`,
    ),
  ];
}

function problemLines(
  gold: GoldSource,
  { count: n, examples }: GoldSurvey['problems']['unusable'],
  title: (n: number) => string,
  most = examples.length,
): readonly string[] {
  if (n === 0) return [];
  const listed = examples
    .slice(0, most)
    .map(({ line, message }: GoldProblem) => `    ${gold.lineWord} ${line}: ${message}`);
  return [
    `  ${title(n)}${listed.length === 0 ? '.' : ':'}`,
    ...listed,
    ...(listed.length > 0 && n > listed.length ? [`    … and ${count(n - listed.length)} more`] : []),
  ];
}

/** 0.9712 as "97.1 %". */
function percent(share: number | undefined): string {
  return share === undefined ? '–' : `${(share * 100).toFixed(1)} %`;
}

function withInterval(share: number | undefined, range: Interval | undefined): string {
  return range === undefined ? '–' : `${percent(share)} (${interval(range)})`;
}

function interval({ low, high }: Interval): string {
  return `${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}`;
}

function shown(listed: number, all: number): string {
  return listed === all ? count(all) : `${count(listed)} of ${count(all)}`;
}

function count(n: number): string {
  return n.toLocaleString('en');
}

function lines(texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}

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
