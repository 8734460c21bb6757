import { formatPartialDate } from './partial-date.js';
import type { PropertyValue } from './property.js';

/** A value as text in a cell: equal values have equal texts, whatever their datatype in each dataset. */
export function valueText(value: PropertyValue): string {
  switch (value.kind) {
    case 'text':
    case 'identifier':
      return value.text;
    case 'integer':
    case 'number':
      return String(value.number);
    case 'boolean':
      return String(value.boolean);
    case 'date':
      return formatPartialDate(value.date);
    case 'coordinates':
      return `${String(value.latitude)}, ${String(value.longitude)}`;
    case 'url':
      return value.url;
    case 'reference':
      return value.id;
  }
}

/** Marks of empty cells by programs and people, never names; `None`, `Nan` and `Unknown` may be names. */
const NOTHING = /^(?:\\N|#N\/A|N\/A|n\/a|n\.a\.|NULL|<null>|\(null\)|#(?:REF|VALUE|NAME|DIV\/0)[!?]|-+|–|—)$/;

/**
 * Whether the text means an empty cell, even in columns of names: `\N` of MySQL, `NULL`, `#N/A` of spreadsheets, a
 * dash.
 */
export function saysNothing(text: string): boolean {
  return text.length <= 9 && NOTHING.test(text);
}
