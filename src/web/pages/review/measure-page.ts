import type { Dataset } from '../../../entities/dataset.js';
import { type SafeHtml, html } from '../../../foundation/escape-html.js';
import type { AgainstKind, ForKind, LearnedFinding, LearnedProperty } from '../../../input/describe-learned.js';
import { ROWS_DRAWN } from '../../../review/select-rows.js';
import type { LearnedTable, RunRecord } from '../../../review/run-record.js';
import type { Estimate, Measure } from '../../../review/measure.js';
import type { Message } from '../../../foundation/message.js';
import type { Words } from '../../messages/words.js';
import type { Reply } from '../../exchange.js';
import type { RunExchange } from '../../review/runs-web.js';
import { formatCount, formatPercent } from '../format-values.js';
import { certaintyPart } from './matching-progress.js';
import { runFrame } from './run-frame.js';

const AGAINST = {
  'rules out': 'A different value rules a candidate out.',
  'speaks strongly': 'A different value speaks strongly against a candidate.',
  'speaks a little': 'A different value speaks a little against a candidate.',
  'says nothing': 'A different value says nothing.',
} as const satisfies Readonly<Record<AgainstKind, Message>>;
const FOR = {
  'nearly proves': 'An equal value nearly proves it.',
  supports: 'An equal value supports it.',
  'says little': 'An equal value says little, because similar entities share it.',
} as const satisfies Readonly<Record<ForKind, Message>>;

const FINDING = {
  rivals: '{share} of the entities belong to one row only, so a row yields to a more certain row of the same entity.',
  neighbours:
    '{property}: {share} of the rows have the value of a row near them, so a candidate with that value is more probable.',
  abbreviations: '{share} of the right names are abbreviated, so abbreviations count less against a candidate.',
  typos: '{share} of the right names have a typo, so typos count less against a candidate.',
  'words more':
    '{share} of the right names have words that the dataset lacks, so such words count less against a candidate.',
  'words fewer': '{share} of the right names lack words of the dataset, so such words count less against a candidate.',
  'judged better':
    'By what people have judged, candidates are right more often than they seem, so all are more probable.',
  'judged worse':
    'By what people have judged, candidates are right less often than they seem, so all are less probable.',
} as const satisfies Readonly<Record<LearnedFinding['kind'], Message>>;

/** Columns as learned from the table; `learned`: `undefined` before. */
function learnedPart(
  learned: LearnedTable | undefined,
  { columns, headings, learning, status }: RunRecord,
  { properties }: Dataset,
  { say }: Words,
): SafeHtml {
  const title = html`<h2>${say('Learned from the table')}</h2>`;
  if (learning !== true)
    return html`${title}<p>${say('This table is matched row by row. Match it again with “Learn from the whole table” to see how often each column agrees.')}</p>`;
  if (learned === undefined)
    return status === 'matching'
      ? html`${title}<p>${say('Rows are being compared. Load the page again in a moment.')}</p>`
      : html``;
  if (learned === 'nothing')
    return html`${title}<p>${say('Nothing was learned from the table: that takes 50 rows with a name.')}</p>`;
  const headingOf = (id: string): string => {
    const column =
      columns.properties.find(({ property }) => property === id)?.column ??
      (columns.point?.property === id ? columns.point.latitude : undefined);
    return (column === undefined ? undefined : headings[column]) ?? properties.find((one) => one.id === id)?.name ?? id;
  };
  const lines = learned.properties.map(
    (property) =>
      html`<tr><th scope="row" dir="auto">${headingOf(property.id)}</th><td class="score">${formatPercent(property.right)}</td><td class="score">${formatPercent(property.wrong)}</td><td>${meaning(property, say)}</td></tr>`,
  );
  const table = html`<div class="scroll" role="region" aria-label="${say('Learned from the table')}" tabindex="0"><table><thead><tr><th scope="col">${say('Column')}</th><th scope="col" class="score">${say('Agrees in right rows')}</th><th scope="col" class="score">${say('Agrees in wrong rows')}</th><th scope="col">${say('What follows')}</th></tr></thead><tbody>${lines}</tbody></table></div>`;
  const findings = learned.findings.map(
    ({ kind, share = 0, property = '' }) =>
      html`<li>${say(FINDING[kind], { share: formatPercent(share), property: property === '' ? say('Type') : headingOf(property) })}</li>`,
  );
  return html`${title}<p class="summary">${say('Learned from {n} rows without judgments, and used to match all rows.', { n: formatCount(learned.rows) })}</p>${lines.length === 0 ? undefined : table}${findings.length === 0 ? undefined : html`<ul>${findings}</ul>`}`;
}

function meaning({ isLeftOut, against, for: supports, similar }: LearnedProperty, say: Words['say']): string {
  if (isLeftOut) return say('It agrees by chance, so it counts for nothing.');
  return `${say(AGAINST[against])} ${say(FOR[supports])}${similar === undefined ? '' : ` ${say('Values that agree are mostly similar, not equal ({share}).', { share: formatPercent(similar) })}`}`;
}

export interface ColumnAgreement {
  readonly heading: string;
  readonly agreed: number;
  readonly compared: number;
}

interface MeasureContent {
  readonly measure: Measure;
  readonly agreements: readonly ColumnAgreement[];
  readonly learned: LearnedTable | undefined;
}

const SIDE = 240;
const EDGE = 36;

/** Precision and recall estimated from judgments, with plots. */
export function measurePage(asked: RunExchange, { measure, agreements, learned }: MeasureContent): Reply {
  const { exchange, run, dataset, address } = asked;
  const { words } = exchange;
  const { say } = words;
  const { judged, precision, recall, notInDataset } = measure;
  const figures =
    judged === 0
      ? html`<p>${say('No row has been judged yet. Review some rows, matched ones among them, and come back.')}</p>`
      : html`<dl>${figure(words, 'Precision of automatic matches', precision)}${figure(words, 'Recall of automatic matches', recall)}${figure(words, 'Rows that are not in the dataset', notInDataset)}</dl><p class="summary">${say('Estimated from {judged} rows that persons have judged one by one, weighted to stand for all {all} rows. The range holds the true value in 95 of 100 cases.', { judged: formatCount(judged), all: formatCount(run.matchedRows) })}</p>`;
  const toCheck = Math.min(ROWS_DRAWN, run.counts().automatic);
  const check =
    toCheck === 0
      ? undefined
      : html`<p><a class="button second" href="${address}/review?state=automatic&amp;drawn=yes">${words.count(toCheck, 'Check {n} matched row', 'Check {n} matched rows')}</a> ${say('A random sample of rows; your judgments show how many automatic matches are right.')}</p>`;
  const body = html`${figures}${check}
${certaintyPart(measure.certainty, words)}
${judged === 0 ? undefined : html`<div class="plots">${calibrationPlot(measure, words)}${precisionRecallPlot(measure, words)}</div>`}
<h2>${say('Result of accepting from a probability')}</h2>
<table><thead><tr><th scope="col" class="number">${say('Probability from')}</th><th scope="col" class="number">${say('Rows')}</th><th scope="col" class="number">${say('Precision')}</th><th scope="col" class="number">${say('Recall')}</th></tr></thead><tbody>${measure.thresholds.map(({ threshold, accepted, precision: right, recall: found }) => html`<tr><td class="number">${formatPercent(threshold)}</td><td class="number">${formatCount(accepted)}</td><td class="number">${formatPercent(right)}</td><td class="number">${formatPercent(found)}</td></tr>`)}</tbody></table>${precision === undefined ? html`<p class="summary">${say('According to the probabilities; no automatic match was judged yet.')}</p>` : undefined}
${learnedPart(learned, run.record, dataset, words)}
${agreementTable(agreements, words)}`;
  return runFrame(asked, { part: 'measure', body });
}

function figure({ say }: Words, name: Message, estimate: Estimate | undefined): SafeHtml {
  return html`<dt>${say(name)}</dt><dd>${estimate === undefined ? say('not known yet: none of these rows was judged') : say('{value} ({low} to {high})', { value: formatPercent(estimate.value), low: formatPercent(estimate.low), high: formatPercent(estimate.high) })}</dd>`;
}

function agreementTable(agreements: readonly ColumnAgreement[], { say }: Words): SafeHtml | undefined {
  if (agreements.every(({ compared }) => compared === 0)) return undefined;
  return html`<h2>${say('How often columns agree')}</h2><table><thead><tr><th scope="col">${say('Column')}</th><th scope="col" class="number">${say('Agrees')}</th><th scope="col" class="number">${say('Compared')}</th></tr></thead><tbody>${agreements.map(({ heading, agreed, compared }) => html`<tr><td dir="auto">${heading}</td><td class="number">${compared === 0 ? '–' : formatPercent(agreed / compared)}</td><td class="number">${formatCount(compared)}</td></tr>`)}</tbody></table><p class="summary">${say('Of rows that persons have matched.')}</p>`;
}

function calibrationPlot({ calibration }: Measure, { say }: Words): SafeHtml {
  const wordsOf = ({ stated, observed, rows }: Measure['calibration'][number]): string =>
    say('{stated} stated, {observed} right ({rows})', {
      stated: formatPercent(stated),
      observed: formatPercent(observed.value),
      rows,
    });
  const points = calibration
    .map((one) => ({ ...one, title: wordsOf(one) }))
    .map(
      ({ stated, observed, title }) =>
        html`<line class="range" x1="${x(stated)}" x2="${x(stated)}" y1="${y(observed.low)}" y2="${y(observed.high)}"/><circle class="point" cx="${x(stated)}" cy="${y(observed.value)}" r="4"><title>${title}</title></circle>`,
    );
  const words = calibration.map(wordsOf).join('; ');
  return plot(
    say('Calibration'),
    say('Stated probability'),
    say('Share of right matches'),
    `${say('Calibration')}: ${words}`,
    html`<line class="guide" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>${points}`,
  );
}

function precisionRecallPlot({ thresholds }: Measure, { say }: Words): SafeHtml {
  const shown = thresholds.filter(({ accepted }) => accepted > 0);
  const line = shown.map(({ recall, precision }) => `${String(x(recall))},${String(y(precision))}`).join(' ');
  const points = shown.map(
    ({ threshold, recall, precision }) =>
      html`<circle class="point" cx="${x(recall)}" cy="${y(precision)}" r="3"><title>${say('from {threshold}: precision {precision}, recall {recall}', { threshold: formatPercent(threshold), precision: formatPercent(precision), recall: formatPercent(recall) })}</title></circle>`,
  );
  return plot(
    say('Precision and recall'),
    say('Recall'),
    say('Precision'),
    say('Precision and recall by minimum probability; the table below has the figures'),
    html`<polyline class="curve" points="${line}"/>${points}`,
  );
}

function plot(title: string, across: string, up: string, words: string, marks: SafeHtml): SafeHtml {
  const whole = SIDE + 2 * EDGE;
  const ticks = [0, 0.5, 1].map(
    (at) =>
      html`<text x="${x(at)}" y="${y(0) + 16}" text-anchor="middle">${at}</text><text x="${x(0) - 6}" y="${y(at) + 4}" text-anchor="end">${at}</text>`,
  );
  return html`<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${whole} ${whole}" width="${whole}" height="${whole}" role="img" aria-label="${words}"><rect class="frame" x="${x(0)}" y="${y(1)}" width="${SIDE}" height="${SIDE}"/>${ticks}<text x="${x(0.5)}" y="${whole - 4}" text-anchor="middle">${across}</text><text x="12" y="${y(0.5)}" text-anchor="middle" transform="rotate(-90 12 ${y(0.5)})">${up}</text>${marks}</svg></figure>`;
}

function x(share: number): number {
  return Math.round((EDGE + share * SIDE) * 10) / 10;
}

function y(share: number): number {
  return Math.round((EDGE / 2 + (1 - share) * SIDE) * 10) / 10;
}
