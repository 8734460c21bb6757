import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import type { ColumnAgreement } from '../../../review/run-record.js';
import type { RunExchange } from '../../review/run-context.js';
import { formatCount } from '../format-count.js';
import { formatPercent } from '../format-percent.js';

/**
 * Changes that matched rows made to the inferred columns, a sentence each with pairs of values; nothing without
 * changes.
 */
export function changedColumns({
  run,
  dataset,
  exchange,
}: Pick<RunExchange, 'run' | 'dataset' | 'exchange'>): SafeHtml | undefined {
  const { words } = exchange;
  const changed = run.record.columns.changed ?? [];
  if (changed.length === 0) return undefined;
  return html`<ul class="changed">${changed.map(
    ({ column, property, isUsed, agreeing, compared, chance, examples }) => {
      const facts = {
        column: html`<bdi>${run.record.headings[column] ?? ''}</bdi>`,
        property: html`<bdi>${dataset.properties.find(({ id }) => id === property)?.name ?? property}</bdi>`,
        agreeing: formatCount(agreeing),
        compared: formatCount(compared),
        chance: formatPercent(chance),
      };
      return isUsed
        ? html`<li>${words.html('{column} equals {property} in {agreeing} of {compared} matched rows: now used', facts)}${valuePairs(examples)}</li>`
        : html`<li>${words.html('{column} equals {property} in only {agreeing} of {compared} matched rows, by chance in {chance}: no longer used', facts)}${valuePairs(examples)}</li>`;
    },
  )}</ul>`;
}

/** A value of the table and one of the dataset, a line each. */
export function valuePairs(examples: ColumnAgreement['examples']): readonly SafeHtml[] {
  return examples.map(([own, other]) => html`<br><bdi>${own}</bdi> – <bdi>${other}</bdi>`);
}
