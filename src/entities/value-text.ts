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
