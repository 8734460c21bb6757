import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { RunRecord } from '../../../review/run-record.js';
import type { Message } from '../../../foundation/message.js';
import type { Exchange } from '../../exchange.js';
import type { BegunRun } from '../../review/begun-runs.js';
import { formatCount } from '../format-count.js';
import { formatTime } from '../format-time.js';

const STATUS_WORDS = {
  prepared: 'not started',
  matching: 'being matched',
  done: 'matched',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<RunRecord['status'], Message>>;

/** Tables sent for matching, each with a link to continue; nothing without any. */
export function runList(
  runs: readonly BegunRun[],
  { baseUrl, words }: Pick<Exchange, 'baseUrl' | 'words'>,
): SafeHtml | undefined {
  if (runs.length === 0) return undefined;
  const { say } = words;
  const isOfSeveral = runs.some(({ dataset }) => dataset !== baseUrl);
  const rows = runs.map(({ record: { id, name, rowCount, created, status }, dataset, list, counts }) => {
    const address = `${dataset}/runs/${id}`;
    const state =
      counts !== undefined && counts.open > 0
        ? html`<a href="${address}/review">${say('{n} to review', { n: formatCount(counts.open) })}</a>`
        : say(STATUS_WORDS[status]);
    return html`<tr><td dir="auto"><a href="${address}">${name}</a></td>${isOfSeveral ? html`<td dir="auto">${list}</td>` : undefined}<td class="number">${formatCount(rowCount)}</td><td>${state}</td><td>${formatTime(created)}</td></tr>`;
  });
  return html`<h2>${say('Your tables')}</h2><table><thead><tr><th scope="col">${say('Table')}</th>${isOfSeveral ? html`<th scope="col">${say('List')}</th>` : undefined}<th scope="col" class="number">${say('Rows')}</th><th scope="col">${say('Status')}</th><th scope="col">${say('Sent (UTC)')}</th></tr></thead><tbody>${rows}</tbody></table>`;
}
