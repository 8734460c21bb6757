import { cellText } from '../../grid/cell-value.js';
import { readGroups } from '../../grid/grid.js';
import { baseColumnOf } from '../bind-rows.js';
import type { TextFacetConfig } from '../engine-config.js';
import { faultyFacet, type Facet, type FacetContext } from './facet.js';

/** Rows whose cell contains a text, or a match of a regular expression. A missing cell matches only when inverted. */
export function textFacet(config: TextFacetConfig, context: FacetContext): Facet {
  const { name, columnName, mode, caseSensitive, invert } = config;
  const query = config.query ?? '';
  const members = { name, columnName, query: config.query ?? null, mode, caseSensitive, invert };
  const { grid } = context.bound;
  const { cellIndex } = baseColumnOf(grid, columnName);
  if (query === '') return { passes: undefined, asksForWholeRecord: false, summary: () => members };
  if (cellIndex === undefined) return faultyFacet(members, `No column named ${columnName}`);

  let test: (text: string) => boolean;
  if (mode === 'regex') {
    try {
      const regex = context.compileRegex(query, { ignoreCase: !caseSensitive });
      test = (text) => regex.test(text);
    } catch (thrown) {
      return faultyFacet(members, thrown instanceof Error ? thrown.message : String(thrown));
    }
  } else if (caseSensitive) test = (text) => text.includes(query);
  else {
    const folded = query.toLowerCase();
    test = (text) => text.toLowerCase().includes(folded);
  }

  const passes = new Uint8Array(grid.rowCount);
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      const isMatch = value !== null && test(cellText(value));
      passes[reader.firstRow + position] = isMatch === invert ? 0 : 1;
    }
    context.progress();
  }
  return { passes, asksForWholeRecord: false, summary: () => members };
}
