import type { Extension, ExtensionValue } from '../../describe/extend-data.js';
import { toWireCell } from '../v0-1/render-extension.js';
import { languageOf } from './language-of.js';

/**
 * JSON text of an extension in the draft: lists in the order of the request, an id or property as often as requested.
 * Texts carry their language.
 */
export function renderDraftExtension({ columns, rows }: Extension): string {
  return JSON.stringify({
    meta: columns,
    rows: rows.map(({ id, cells }) => ({
      id,
      properties: columns.map((column, i) => ({ id: column.id, values: (cells[i] ?? []).map(toCell) })),
    })),
  });
}

function toCell(value: ExtensionValue): object {
  const cell = toWireCell(value, 'str');
  return value.kind === 'text' || value.kind === 'entity' ? { ...cell, ...languageOf(value.language) } : cell;
}
