import type { Dataset } from '../../../entities/dataset.js';
import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import { columnPart } from '../../../review/run-columns.js';
import type { RunColumns, ColumnAgreement } from '../../../review/run-record.js';
import type { Words } from '../../messages/words.js';
import { formatCount, formatPercent } from '../format-values.js';
import type { RunExchange } from '../../review/runs-web.js';

/** The choice of a column's meaning, with the reason for the recognised one. */
export function columnField(
  columns: RunColumns,
  { heading, column }: { readonly heading: string; readonly column: number },
  properties: Dataset['properties'],
  words: Words,
): SafeHtml {
  const { say } = words;
  const chosen = columnPart(columns, column);
  const hasPlaces = properties.some(({ datatype }) => datatype === 'coordinates');
  const option = (value: string, text: string): SafeHtml =>
    value === chosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`;
  return html`<label><bdi>${heading}</bdi> <select name="column:${column}">${option('', say('Not used'))}${option('name', say('Names to match'))}${option('type', say('Type'))}${option('within', say('Part of names in the dataset'))}${hasPlaces ? html`${option('latitude', say('Latitude'))}${option('longitude', say('Longitude'))}` : undefined}<optgroup label="${say('Compare with the property')}">${properties.map(({ id, name }) => option(`property:${id}`, name))}</optgroup></select>${agreementOf(columns, column, chosen, words)}</label>`;
}

/** The reason why a column is compared with a property: share of agreement in rows with a clear name, with examples. */
function agreementOf(
  { aligned = [], point }: RunColumns,
  column: number,
  part: string,
  { say }: Words,
): SafeHtml | undefined {
  const property = part.startsWith('property:')
    ? part.slice('property:'.length)
    : /tude$/.test(part)
      ? point?.property
      : '';
  const found = aligned.find((one) => one.column === column && one.property === property);
  if (found === undefined || found.compared === 0) return undefined;
  const { agreement, chance, compared, isKey, examples } = found;
  return html`<small>${say('agrees in {share} of {n} rows with a clear name, by chance in {chance}', { share: formatPercent(agreement), n: formatCount(compared), chance: formatPercent(chance) })}${isKey ? html` · ${say('a key: each entry has a value of its own')}` : undefined}${valuePairs(examples)}</small>`;
}

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
function valuePairs(examples: ColumnAgreement['examples']): readonly SafeHtml[] {
  return examples.map(([own, other]) => html`<br><bdi>${own}</bdi> – <bdi>${other}</bdi>`);
}
