import type { Dataset } from '../../../entities/dataset.js';
import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { AgainstKind, ForKind, LearnedProperty } from '../../../questions/describe-learned.js';
import type { LearnedTable } from '../../../review/learned-table.js';
import type { RunRecord } from '../../../review/run-record.js';
import type { Message } from '../../messages/message.js';
import type { Words } from '../../messages/words.js';
import { formatCount } from '../format-count.js';
import { formatPercent } from '../format-percent.js';

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

/** What the table has taught about its columns, for a person; `learned`: `undefined` while nothing was looked at. */
export function learnedPart(
  learned: LearnedTable | undefined,
  { columns, headings, learning, status }: RunRecord,
  { properties }: Dataset,
  { say }: Words,
): SafeHtml {
  const title = html`<h2>${say('What the table taught')}</h2>`;
  if (learning !== true)
    return html`${title}<p>${say('This table is matched row by row. Match it again with “Learn from the whole table” to see how often each column agrees.')}</p>`;
  if (learned === undefined)
    return status === 'matching'
      ? html`${title}<p>${say('Rows are being compared. Load the page again in a moment.')}</p>`
      : html``;
  if (learned === 'nothing')
    return html`${title}<p>${say('The table has taught nothing: that takes 50 rows with a name and a value to compare.')}</p>`;
  const headingOf = ({ id }: LearnedProperty): string => {
    const column =
      columns.properties.find(({ property }) => property === id)?.column ??
      (columns.point?.property === id ? columns.point.latitude : undefined);
    return (column === undefined ? undefined : headings[column]) ?? properties.find((one) => one.id === id)?.name ?? id;
  };
  const lines = learned.properties.map(
    (property) =>
      html`<tr><th scope="row" dir="auto">${headingOf(property)}</th><td class="score">${formatPercent(property.right)}</td><td class="score">${formatPercent(property.wrong)}</td><td>${meaning(property, say)}</td></tr>`,
  );
  return html`${title}<p class="summary">${say('Learned from {n} rows without anybody’s judgments, and used to match all rows.', { n: formatCount(learned.rows) })}</p><div class="scroll" role="region" aria-label="${say('What the table taught')}" tabindex="0"><table><thead><tr><th scope="col">${say('Column')}</th><th scope="col" class="score">${say('Agrees in right rows')}</th><th scope="col" class="score">${say('Agrees in wrong rows')}</th><th scope="col">${say('What follows')}</th></tr></thead><tbody>${lines}</tbody></table></div>`;
}

function meaning({ isLeftOut, against, for: supports, similar }: LearnedProperty, say: Words['say']): string {
  if (isLeftOut) return say('It agrees by chance, so it counts for nothing.');
  return `${say(AGAINST[against])} ${say(FOR[supports])}${similar === undefined ? '' : ` ${say('Values that agree are mostly similar, not equal ({share}).', { share: formatPercent(similar) })}`}`;
}
