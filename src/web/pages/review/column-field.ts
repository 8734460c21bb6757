import type { Dataset } from '../../../entities/dataset.js';
import { html, type SafeHtml } from '../../../foundation/escape-html.js';
import { columnPart } from '../../../review/run-columns.js';
import type { RunColumns } from '../../../review/run-record.js';
import type { Words } from '../../messages/words.js';
import { formatCount } from '../format-count.js';
import { formatPercent } from '../format-percent.js';
import { valuePairs } from './changed-columns.js';

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
