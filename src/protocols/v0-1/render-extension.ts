import { formatPartialDate, type PartialDate } from '../../entities/partial-date.js';
import type { Extension, ExtensionValue } from '../../describe/extend-data.js';

/** One cell on the wire: exactly one of the forms of `cell` in messages.ts. */
type WireCell =
  | { readonly str: string }
  | { readonly int: number }
  | { readonly float: number }
  | { readonly date: string }
  | { readonly bool: boolean }
  | { readonly id: string; readonly name: string };

/** Clients that keep integers in 32 bits misread larger ones. */
const MAX_INT = 2_147_483_647;

/** Booleans as OpenRefine reads them, or as text, as the published schemas require. */
type BooleanForm = 'bool' | 'str';

/** JSON text of an extension, in the form of the seed and of versions 0.1 and 0.2: rows by id, cells by property. */
export function renderExtension(extension: Extension, booleans: BooleanForm): string {
  const ids = extension.columns.map((column) => column.id);
  const rows = extension.rows.map(({ id, cells }) => {
    // A repeated property occurs twice in `meta`, where clients count, but once only in a row.
    const byProperty = new Map<string, string>();
    ids.forEach((property, i) => {
      if (!byProperty.has(property))
        byProperty.set(property, JSON.stringify((cells[i] ?? []).map((value) => toWireCell(value, booleans))));
    });
    return [id, keyedJson(byProperty)] as const;
  });
  return keyedJson([
    ['meta', JSON.stringify(extension.columns)],
    ['rows', keyedJson(new Map(rows))],
  ]);
}

/** The cell for a value, in all versions alike. */
export function toWireCell(value: ExtensionValue, booleans: BooleanForm): WireCell {
  switch (value.kind) {
    case 'text':
    case 'identifier':
      return { str: value.text };
    case 'url':
      return { str: value.url };
    case 'integer':
      return toIntegerCell(value.number);
    case 'number':
      return { float: value.number };
    case 'boolean':
      return booleans === 'bool' ? { bool: value.boolean } : { str: String(value.boolean) };
    case 'date':
      return toDateCell(value.date);
    case 'coordinates':
      return { str: `${String(value.latitude)},${String(value.longitude)}` };
    case 'entity':
      return { id: value.id, name: value.name };
  }
}

function toIntegerCell(number: number): WireCell {
  if (Math.abs(number) <= MAX_INT) return { int: number };
  // Beyond 2^53 a number no longer says which integer it is.
  return Number.isSafeInteger(number) ? { float: number } : { str: BigInt(number).toString() };
}

/** Only a whole date becomes one; to call 1871 the first of January would be wrong. */
function toDateCell(date: PartialDate): WireCell {
  const text = formatPartialDate(date);
  return date.day !== undefined && /^\d{4}-/.test(text) ? { date: `${text}T00:00:00Z` } : { str: text };
}

/**
 * An object as JSON text, from keys and the JSON of their values. Keys keep their order and none is special: an object
 * built in memory would move `0` to the front and take `__proto__` for something else.
 */
export function keyedJson(entries: Iterable<readonly [key: string, json: string]>): string {
  const parts: string[] = [];
  for (const [key, json] of entries) parts.push(`${JSON.stringify(key)}:${json}`);
  return `{${parts.join(',')}}`;
}
