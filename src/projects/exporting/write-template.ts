import { baseColumnOf } from '../browsing/bind-rows.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import type { RowSelection } from '../browsing/select-rows.js';
import { sortedRows, type Sorting } from '../browsing/sort-rows.js';
import type { RowBindings } from '../expressions/expression-language.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { valueText } from '../expressions/value-text.js';
import { ErrorValue } from '../grid/cell-value.js';
import { type GroupReader, RowReader, ROWS_PER_GROUP } from '../grid/grid.js';
import type { TextSink } from './byte-sink.js';

export interface TemplateParameters {
  readonly template: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Between two rows. */
  readonly separator: string;
  /** Rows, or records in record mode; below 1: all. */
  readonly limit: number;
  /** Undefined for the order of the table. */
  readonly sorting?: Sorting | undefined;
}

/**
 * A text made from a template, once for each row. Null and errors print `null`, elements of an array are concatenated.
 * Throws `ExpressionSyntaxError` before the first character is written.
 */
export function writeTemplate(
  context: FacetContext,
  selection: RowSelection,
  parameters: TemplateParameters,
  sink: TextSink,
): void {
  const { bound } = context;
  const noColumn = baseColumnOf(bound.grid, '');
  const pieces = parseTemplate(parameters.template).map((piece) => preparePiece(piece, context));
  sink.write(parameters.prefix);
  const reader = new RowReader(bound.grid);
  let isFirst = true;
  for (const rows of batches(context, selection, parameters)) {
    const places = rows.flatMap((row) => {
      const group = reader.readerOf(row);
      return group === undefined ? [] : [{ group, position: row - group.firstRow }];
    });
    const bindings = places.map(({ group, position }) => bound.bind(group, position, noColumn));
    const columns = pieces.map((piece) => piece(places, bindings));
    places.forEach((_, index) => {
      if (!isFirst) sink.write(parameters.separator);
      isFirst = false;
      for (const text of columns) sink.write(text(index));
    });
    context.progress();
  }
  sink.write(parameters.suffix);
  sink.end();
}

interface RowPlace {
  readonly group: GroupReader;
  readonly position: number;
}

/** The texts of a piece in some rows, by the number of the row among them. */
type PreparedPiece = (places: readonly RowPlace[], bindings: readonly RowBindings[]) => (index: number) => string;

/** Throws `ExpressionSyntaxError`. */
function preparePiece(piece: TemplatePiece, context: FacetContext): PreparedPiece {
  switch (piece.kind) {
    case 'text':
      return () => () => piece.text;
    case 'column': {
      const { cellIndex } = baseColumnOf(context.bound.grid, piece.name);
      return (places) => (index) => {
        const place = places[index];
        return templateText(
          cellIndex === undefined || place === undefined ? null : place.group.chunk(cellIndex).value(place.position),
        );
      };
    }
    case 'expression': {
      const compiled = context.compile(piece.expression);
      return (_, bindings) => {
        const values = compiled.evaluate(bindings);
        return (index) => templateText(values[index] ?? null);
      };
    }
  }
}

/** The rows to write, in order, some at a time. */
function* batches(
  { bound }: FacetContext,
  selection: RowSelection,
  { sorting, limit }: TemplateParameters,
): Generator<readonly number[]> {
  const order = sortedRows(bound.grid, sorting ?? { criteria: [] }, selection.mode, bound.records);
  let units = 0;
  let batch: number[] = [];
  for (let place = 0; place < bound.grid.rowCount; place += 1) {
    const row = order?.[place] ?? place;
    if (!selection.has(row)) continue;
    if (selection.mode === 'row-based' || bound.records().recordOf(row)?.fromRowIndex === row) units += 1;
    if (limit > 0 && units > limit) break;
    batch.push(row);
    if (batch.length < ROWS_PER_GROUP) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

function templateText(value: ExpressionValue): string {
  if (value === null || value instanceof ErrorValue) return 'null';
  if (!Array.isArray(value)) return valueText(value);
  const elements: readonly ExpressionValue[] = value;
  return elements.map(templateText).join('');
}

/** A template in pieces: text, the cell of a column `${name}`, or an expression `{{…}}`. */
type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'expression'; readonly expression: string };

/**
 * Reads a template. `\{`, `\$` and `\\` stand for the characters themselves, and `\}` for a brace within an expression. A brace or dollar that opens
 * nothing, or whose end is missing, is text.
 */
function parseTemplate(template: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') pieces.push({ kind: 'text', text });
    text = '';
  };
  for (let at = 0; at < template.length;) {
    const next = template[at + 1] ?? '';
    if (template[at] === '\\' && ['{', '$', '\\'].includes(next)) {
      text += next;
      at += 2;
      continue;
    }
    const expression = template.startsWith('{{', at) ? expressionAt(template, at + 2) : undefined;
    if (expression !== undefined) {
      flush();
      pieces.push({ kind: 'expression', expression: expression.text });
      at = expression.end;
      continue;
    }
    const close = template.startsWith('${', at) ? template.indexOf('}', at) : -1;
    if (close > 0) {
      flush();
      pieces.push({ kind: 'column', name: template.slice(at + 2, close) });
      at = close + 1;
      continue;
    }
    text += template[at] ?? '';
    at += 1;
  }
  flush();
  return pieces;
}

/** The expression that begins here and ends before `}}`; undefined when the end is missing. */
function expressionAt(template: string, from: number): { readonly text: string; readonly end: number } | undefined {
  let text = '';
  for (let at = from; at < template.length; at += 1) {
    if (template.startsWith('}}', at)) return { text, end: at + 2 };
    if (template[at] === '\\' && template[at + 1] === '}') {
      text += '}';
      at += 1;
    } else text += template[at] ?? '';
  }
  return undefined;
}
