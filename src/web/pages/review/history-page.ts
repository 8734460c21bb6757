import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { JudgmentLine } from '../../../review/run-record.js';
import type { Reply } from '../../exchange.js';
import { placeQuery, type ReviewPlace } from '../../review/review-place.js';
import type { RunExchange } from '../../review/runs-web.js';
import { formatCount, formatTime } from '../format-values.js';
import { placeFields, runFrame } from './run-frame.js';

interface ShownAct {
  readonly line: JudgmentLine;
  readonly isUndone: boolean;
  readonly words: SafeHtml;
}

/** Judgments with person and time, newest first; each can be undone, with all its rows. */
export function historyPage(
  asked: RunExchange,
  { place, acts, total }: { readonly place: ReviewPlace; readonly acts: readonly ShownAct[]; readonly total: number },
): Reply {
  const { exchange, address } = asked;
  const { say } = exchange.words;
  const undo = ({ line, isUndone }: ShownAct): SafeHtml =>
    isUndone
      ? html`${say('taken back')}`
      : html`<button class="second" name="judgment" value="${line.number}" aria-label="${say('Undo judgment {n}', { n: line.number + 1 })}">${say('Undo')}</button>`;
  const rows = acts.map((act) => {
    const { line } = act;
    const [row = 0] = line.rows;
    return html`<tr><td><a href="${address}/review?${placeQuery({ ...place, filter: {} }, { row })}">${act.words}</a></td><td class="number">${formatCount(line.rows.length)}</td><td>${line.by || say('by a person')}</td><td>${formatTime(line.at)}</td><td>${undo(act)}</td></tr>`;
  });
  const table = html`<form class="judge" action="${address}/judge" method="post">${placeFields(place)}<input type="hidden" name="back" value="history"><input type="hidden" name="decision" value="undo"><div class="scroll"><table><thead><tr><th scope="col">${say('Judgment')}</th><th scope="col" class="number">${say('Rows')}</th><th scope="col">${say('Decided')}</th><th scope="col">${say('When')}</th><th scope="col"><span class="unseen">${say('Undo')}</span></th></tr></thead><tbody>${rows}</tbody></table></div></form>`;
  const body = html`<p class="summary">${say('{n} of {all} judgments, newest first. Undo takes a judgment back with all its rows; later judgments stay.', { n: formatCount(acts.length), all: formatCount(total) })}</p>
${acts.length === 0 ? html`<p>${say('No row has been judged yet.')}</p>` : table}`;
  return runFrame(asked, { part: 'history', body, place });
}
