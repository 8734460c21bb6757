import type { CompiledExpression } from '../../expressions/expression-language.js';
import type { ExpressionValue } from '../../expressions/expression-value.js';
import { readGroups } from '../../grid/grid.js';
import { baseColumnOf, type BoundGrid } from '../bind-rows.js';
import type { RecordIndex } from '../record-index.js';

export interface FacetContext {
  readonly bound: BoundGrid;
  /** A program with its language prefix. Throws `ExpressionSyntaxError`. */
  readonly compile: (expression: string) => CompiledExpression;
  /** A regular expression in the dialect of recipes, for finding. Throws an Error whose message names the fault. */
  readonly compileRegex: (
    pattern: string,
    options: { readonly ignoreCase: boolean },
  ) => { readonly test: (text: string) => boolean };
  /**
   * Splits a text at matches of a regular expression, into at most `maxPieces` when that is above 0. Throws as above.
   */
  readonly splitRegex: (pattern: string, maxPieces: number) => (text: string) => readonly string[];
  /** Called after every few thousand rows, as a sign of life for the client. */
  readonly progress: () => void;
}

export interface Facet {
  /** One byte for each row, 1 = passes; undefined without a selection, so that every row passes. */
  readonly passes: Uint8Array | undefined;
  /** In record mode a record passes when any of its rows does; an inverted choice needs all of them. */
  readonly asksForWholeRecord: boolean;
  /** The reason why it failed; then it lets every row through. */
  readonly error?: string;
  /**
   * The answer of compute-facets; `counted` marks the rows that pass all other facets, undefined for every row. With `records`, the
   * numbers, blanks and errors of ranges are counted once for each record.
   */
  summary(counted: Uint8Array | undefined, records: RecordIndex | undefined): Readonly<Record<string, unknown>>;
}

/** Whether a row is the first visited one of its record, or there are no `records`. Called in the order of rows. */
export function oncePerRecord(records: RecordIndex | undefined): (rowIndex: number) => boolean {
  if (records === undefined) return () => true;
  let end = 0;
  return (rowIndex) => {
    if (rowIndex < end) return false;
    end = records.recordOf(rowIndex)?.toRowIndex ?? rowIndex + 1;
    return true;
  };
}

/** A facet that failed: it lets all rows pass, and has the error. */
export function faultyFacet(members: Readonly<Record<string, unknown>>, error: string): Facet {
  return { passes: undefined, asksForWholeRecord: false, error, summary: () => ({ ...members, error }) };
}

/**
 * The value of an expression in every row, in order. Throws errors of `compile`, and an Error `No column named X` for
 * an unknown column (the empty name stands for no column).
 */
export function evaluateEveryRow(
  context: FacetContext,
  columnName: string,
  expression: string,
  take: (rowIndex: number, value: ExpressionValue) => void,
): void {
  const { grid } = context.bound;
  const base = baseColumnOf(grid, columnName);
  if (columnName !== '' && base.cellIndex === undefined) throw new Error(`No column named ${columnName}`);
  const compiled = context.compile(expression);
  for (const reader of readGroups(grid)) {
    const bindings = Array.from({ length: reader.group.rowCount }, (_, position) =>
      context.bound.bind(reader, position, base),
    );
    compiled.evaluate(bindings).forEach((value, position) => {
      take(reader.firstRow + position, value);
    });
    context.progress();
  }
}
