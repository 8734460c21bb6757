import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { Reason } from '../../../scoring/candidate.js';
import type { Sentence } from '../../../foundation/sentence.js';
import type { RowCandidate } from '../../../input/answered-row.js';
import { isPlausible } from '../../../scoring/decide.js';
import type { ComparedCandidate, ComparedValue } from '../../../review/compare-values.js';
import type { Words } from '../../messages/words.js';
import { formatPercent } from '../format-values.js';
import { localisedSentence } from '../localised-sentence.js';

const MAX_REASONS = 2;
const MAX_VALUES = 3;

/** Below this probability a candidate is folded, unless it is the first. */
const MIN_SHOWN_PROBABILITY = 0.01;

/** A row as a person judges it: its cells, and its candidates with the same columns. */
export interface JudgedRow {
  /** Heading of the column of names. */
  readonly heading: string;
  readonly text: string;
  /** Other cells, without empty ones that are not compared. */
  readonly cells: readonly RowCell[];
  readonly candidates: readonly JudgedCandidate[];
  readonly problem?: Sentence | undefined;
}

export interface RowCell {
  /** Position of the column. */
  readonly column: number;
  readonly heading: string;
  readonly text: string | SafeHtml;
  readonly isCompared: boolean;
}

export interface JudgedCandidate {
  readonly candidate: Pick<RowCandidate, 'score' | 'probability' | 'match'>;
  readonly compared: ComparedCandidate;
  /** Evidence that its name and values do not show. */
  readonly reasons: readonly Reason[];
  /** Its name, with a link where it has a page. */
  readonly name: SafeHtml;
  readonly isRejected?: boolean;
  readonly actions: SafeHtml;
}

/**
 * The row and its candidates side by side, each value of a candidate on the line of its compared cell; improbable
 * candidates are folded.
 */
export function judgedRow(row: JudgedRow, words: Words): SafeHtml {
  const { say } = words;
  const { candidates } = row;
  const [first] = candidates;
  const shown = candidates.filter(
    (one) => one === first || one.isRejected === true || one.candidate.probability >= MIN_SHOWN_PROBABILITY,
  );
  const folded = candidates.filter((one) => !shown.includes(one));
  const without =
    first === undefined
      ? row.problem === undefined
        ? say('Nothing in the dataset is similar to this.')
        : localisedSentence(row.problem, words)
      : isPlausible(first.candidate)
        ? undefined
        : say('No plausible candidate. The nearest are shown.');
  return html`${without === undefined ? undefined : html`<p class="decision">${without}</p>`}
${sides(row, shown, words)}
${folded.length === 0 ? undefined : html`<details><summary>${words.count(folded.length, '{n} less probable candidate', '{n} less probable candidates')}</summary>${sides({ ...row, cells: row.cells.filter(({ isCompared }) => isCompared) }, folded, words)}</details>`}`;
}

function sides({ heading, text, cells }: JudgedRow, candidates: readonly JudgedCandidate[], words: Words): SafeHtml {
  const ordered = [...cells].sort((a, b) => Number(b.isCompared) - Number(a.isCompared));
  return html`<div class="sides"><dl><dt dir="auto">${heading}</dt><dd><strong dir="auto" tabindex="-1" data-row-name>${text}</strong></dd>${ordered.map((cell) => html`<dt dir="auto">${cell.heading}</dt><dd dir="auto">${cell.text}</dd>`)}</dl>
<ol class="candidates">${candidates.map((one) => candidateSide(one, ordered, words))}</ol></div>`;
}

function candidateSide(
  { candidate, compared: { summary, values }, reasons, name, isRejected, actions }: JudgedCandidate,
  cells: readonly RowCell[],
  words: Words,
): SafeHtml {
  const { say } = words;
  const told = reasons.slice(0, MAX_REASONS);
  // In the order of the cells.
  const inLine = cells.flatMap(({ column }) => values.filter((value) => value.column === column));
  return html`<li class="${isRejected === true ? 'rejected' : 'offered'}"><div><p class="candidate">${name} <span class="figures">${formatPercent(candidate.probability)}</span>${isRejected === true ? ` (${say('rejected')})` : ''}</p>
<p class="summary" dir="auto">${summary ?? say('No longer in the dataset')}</p>${told.map((reason) => html`<p class="reasons">${localisedSentence(reason, words)}</p>`)}<p class="actions">${actions}</p></div>
${inLine.map((value) => valueSide(value, words))}</li>`;
}

const SIGNS = { agrees: '=', differs: '≠', missing: '–' } as const satisfies Readonly<
  Record<ComparedValue['verdict'], string>
>;

function valueSide({ heading, own, verdict }: ComparedValue, { say }: Words): SafeHtml {
  const text = html`<bdi>${own.slice(0, MAX_VALUES).join(', ')}</bdi>`;
  const meaning = { agrees: say('equal'), differs: say('different'), missing: say('not known') }[verdict];
  return html`<p class="${verdict}"><span class="label"><bdi>${heading}</bdi> </span><span aria-hidden="true">${SIGNS[verdict]}</span> <span class="unseen">${meaning}: </span>${verdict === 'differs' ? html`<mark>${text}</mark>` : text}</p>`;
}
