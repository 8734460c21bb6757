import { jsonOfValue } from '../facet-text.js';
import type { ListFacetConfig } from '../engine-config.js';
import { evaluateEveryRow, type Facet, type FacetContext } from './facet.js';
import { RowChoices, textOfJson } from './row-choices.js';

/** More choices than this are counted but not listed. */
const DEFAULT_CHOICE_LIMIT = 2000;

/**
 * Rows by what an expression gives: each different text is one choice. An array counts for each of its different elements once, an
 * empty one for nothing.
 * Throws what `evaluateEveryRow` throws.
 */
export function listFacet(config: ListFacetConfig, context: FacetContext, choiceLimit = DEFAULT_CHOICE_LIMIT): Facet {
  const { rowCount } = context.bound.grid;
  const rows = new RowChoices(
    rowCount,
    config.selection.map(({ v }) => v.v),
  );
  evaluateEveryRow(context, config.columnName, config.expression, (rowIndex, value) => rows.add(rowIndex, value));
  return {
    passes: rowsThatPass(rows, config, rowCount),
    asksForWholeRecord: config.invert,
    summary: (counted) => summaryOf(rows, config, { counted, choiceLimit }),
  };
}

function rowsThatPass(rows: RowChoices, config: ListFacetConfig, rowCount: number): Uint8Array | undefined {
  if (config.selection.length === 0 && !config.selectBlank && !config.selectError) return undefined;
  const passes = new Uint8Array(rowCount);
  for (let rowIndex = 0; rowIndex < rowCount; rowIndex += 1)
    passes[rowIndex] = rows.isSelected(rowIndex, config) === config.invert ? 0 : 1;
  return passes;
}

function summaryOf(
  rows: RowChoices,
  config: ListFacetConfig,
  { counted, choiceLimit }: { readonly counted: Uint8Array | undefined; readonly choiceLimit: number },
): ReturnType<Facet['summary']> {
  const { name, columnName, expression, invert, selection } = config;
  const members = { name, columnName, expression, invert };
  const { choices, blanks, errors } = rows.count(counted);
  const listed = rows.choices.flatMap(({ text, value, isMarked }, place) => {
    const count = choices[place] ?? 0;
    return count > 0 || isMarked ? [{ v: { v: jsonOfValue(value), l: text }, c: count, s: isMarked }] : [];
  });
  // What was chosen and no row gives any more can be seen and taken back.
  const gone = selection
    .filter(({ v }) => !rows.has(v.v))
    .map(({ v }) => ({ v: { v: v.v, l: v.l ?? textOfJson(v.v) }, c: 0, s: true }));
  const all = [...listed, ...gone];
  if (all.length > choiceLimit) return { ...members, error: 'Too many choices', choiceCount: all.length };
  return {
    ...members,
    choices: all,
    ...(!config.omitBlank && (config.selectBlank || blanks > 0)
      ? { blankChoice: { s: config.selectBlank, c: blanks } }
      : {}),
    ...(!config.omitError && (config.selectError || errors > 0)
      ? { errorChoice: { s: config.selectError, c: errors } }
      : {}),
  };
}
