import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import { storableCell, storableValue } from '../expressions/storable-value.js';
import { cellText, cellOf, ErrorValue, isBlank, type Cell, type CellValue } from '../grid/cell-value.js';
import { insertColumns, type ColumnModel } from '../grid/column-model.js';
import { withColumn } from '../grid/grid-writer.js';
import { evaluateColumn, type OnError, onErrorMember } from './evaluate-selected.js';
import {
  type OperationDefinition,
  checkExpression,
  columnsOfEngine,
  type ColumnUse,
  defineOperation,
  engineConfigMember,
  failedOperation,
  requireColumn,
  requireFreeName,
  requireInsertIndex,
  type UrlFetchPort,
} from './operation.js';
import { encodeChunk } from '../grid/chunk-format.js';
import { type Grid, type RowGroup, gridOf } from '../grid/grid.js';

const baseMembers = {
  engineConfig: engineConfigMember,
  baseColumnName: z.string({ error: 'Missing base column name' }),
};
const newMembers = {
  onError: onErrorMember,
  newColumnName: z.string({ error: 'Missing new column name' }),
  columnInsertIndex: z
    .number({ error: 'Invalid column insert index' })
    .int('Invalid column insert index')
    .nonnegative('Invalid column insert index'),
};
const expressionMember = z.string({ error: 'Missing expression' });

const additionSchema = z.object({ ...baseMembers, expression: expressionMember, ...newMembers });

type Addition = Pick<z.output<typeof additionSchema>, 'engineConfig' | 'baseColumnName' | 'newColumnName'>;

const columnsOfAddition = ({ baseColumnName, newColumnName, engineConfig }: Addition): ColumnUse => ({
  needs: [baseColumnName, ...columnsOfEngine(engineConfig)],
  creates: [newColumnName],
  removes: [],
});

/** The cell index of the new column, and the model with it. Throws `operation-failed` where it cannot be made. */
function addColumn(
  grid: Grid,
  members: Pick<z.output<typeof additionSchema>, 'baseColumnName' | 'newColumnName' | 'columnInsertIndex'>,
): { readonly addedIndex: number; readonly model: ColumnModel } {
  const { baseColumnName, newColumnName: name, columnInsertIndex } = members;
  requireColumn(grid, baseColumnName);
  requireFreeName(grid, name);
  requireInsertIndex(grid, columnInsertIndex);
  const addedIndex = grid.model.nextCellIndex;
  const added = { cellIndex: addedIndex, originalName: name, name };
  return { addedIndex, model: insertColumns(grid.model, columnInsertIndex, [added]) };
}

/** A new column computed from another. A result that is a cell is copied with its recon data; an empty result leaves no cell. */
const columnAddition = defineOperation({
  id: 'core/column-addition',
  does: 'Makes a column that is computed from another.',
  schema: additionSchema,
  check: ({ expression }, compile) => {
    checkExpression(expression, compile);
  },
  columns: columnsOfAddition,
  plan: (members, context) => {
    const { engineConfig, baseColumnName, expression, onError } = members;
    const { grid } = context.bound;
    const { addedIndex, model } = addColumn(grid, members);
    const evaluation = evaluateColumn(context, { columnName: baseColumnName, expression, engineConfig });
    let filled = 0;
    const after = withColumn(grid, model, addedIndex, context.writer, (group, firstRow) => {
      const cells = new Array<Cell | null>(group.rowCount).fill(null);
      const { positions, bindings, values } = evaluation.inGroup(group, firstRow);
      positions.forEach((position, index) => {
        const cell = addedCell(storableCell(values[index] ?? null), bindings[index]?.cell ?? null, onError);
        if (cell === null) return;
        cells[position] = cell;
        filled += 1;
      });
      return cells;
    });
    return {
      grid: after,
      description: sentence('Create new column {column} based on column {base} by filling {n} rows with {expression}', {
        column: members.newColumnName,
        base: baseColumnName,
        n: filled,
        expression,
      }),
    };
  },
});

/** The result of an expression as a cell; an error as `onError` says, `original` being the cell that it was computed from. */
function addedCell(cell: Cell | null, original: Cell | null, onError: OnError): Cell | null {
  if (!(cell?.value instanceof ErrorValue) || onError === 'store-error') return cell;
  return onError === 'keep-original' && original !== null ? { value: original.value, recon: null } : null;
}

/** An hour between two requests. */
const MAX_DELAY_MS = 3_600_000;

const fetchSchema = z.object({
  ...baseMembers,
  urlExpression: expressionMember,
  ...newMembers,
  /** Milliseconds between two requests. */
  delay: z.number().nonnegative().max(MAX_DELAY_MS).default(0),
  cacheResponses: z.boolean().default(true),
  httpHeadersJson: z
    .array(z.object({ name: z.string(), value: z.string().nullish() }))
    .nullish()
    .transform((headers) => headers ?? []),
});

/** A new column with the contents of addresses from an expression. Only where fetching is allowed. */
const columnAdditionByFetchingUrls = defineOperation({
  id: 'core/column-addition-by-fetching-urls',
  does: 'Makes a column with what lies at addresses, which an expression gives. Only where fetching is allowed.',
  schema: fetchSchema,
  isLong: true,
  asks: () => 'addresses in cells',
  check: ({ urlExpression }, compile) => {
    checkExpression(urlExpression, compile);
  },
  columns: columnsOfAddition,
  plan: async (members, context) => {
    const { engineConfig, baseColumnName, urlExpression: expression, newColumnName, columnInsertIndex } = members;
    if (context.urlFetch === undefined) {
      throw failedOperation(
        'Fetching addresses is switched off on this service, so that recipes cannot make it reach into networks. The person who runs it can allow it with the setting "url-access".',
      );
    }
    const { grid } = context.bound;
    const { addedIndex, model } = addColumn(grid, members);
    const evaluation = evaluateColumn(context, { columnName: baseColumnName, expression, engineConfig });
    const fetchUrl = patientFetch(context.urlFetch, members, context.progress);
    const groups: RowGroup[] = [];
    let firstRow = 0;
    for (const group of grid.groups) {
      const cells = new Array<Cell | null>(group.rowCount).fill(null);
      const { positions, values } = evaluation.inGroup(group, firstRow);
      for (const [index, position] of positions.entries()) {
        const address = storableValue(values[index] ?? null);
        if (isBlank(address) && !(address instanceof ErrorValue)) continue;
        const fetched = address instanceof ErrorValue ? address : await fetchUrl(cellText(address));
        cells[position] = cellOf(kept(fetched, members.onError));
        context.progress();
        context.percent(Math.floor((100 * (firstRow + position + 1)) / grid.rowCount));
      }
      groups.push({
        ...group,
        chunks: new Map(group.chunks).set(addedIndex, context.writer.write(encodeChunk(cells))),
      });
      firstRow += group.rowCount;
    }
    return {
      grid: gridOf(model, groups),
      description: sentence(
        'Create column {column} at index {index} by fetching URLs based on column {base} using expression {expression}',
        { column: newColumnName, index: columnInsertIndex, base: baseColumnName, expression },
      ),
    };
  },
});

/** In this operation there is no value to keep, so that only `store-error` keeps an error. */
function kept(value: CellValue, onError: OnError): CellValue {
  return value instanceof ErrorValue && onError !== 'store-error' ? null : value;
}

/** Fetches with pauses, and each address only once when answers may be kept. */
function patientFetch(
  port: UrlFetchPort,
  { delay, cacheResponses, httpHeadersJson }: z.output<typeof fetchSchema>,
  progress: () => void,
): (url: string) => Promise<CellValue> {
  const headers = httpHeadersJson.flatMap(({ name, value }) =>
    value == null || value === '' ? [] : [{ name, value }],
  );
  const kept = new Map<string, CellValue>();
  let isFirst = true;
  return async (url) => {
    const known = cacheResponses ? kept.get(url) : undefined;
    if (known !== undefined) return known;
    if (!isFirst) await pause(delay, progress);
    isFirst = false;
    let value: CellValue;
    try {
      value = await port.fetchText(url, headers);
    } catch (thrown) {
      value = new ErrorValue(thrown instanceof Error ? thrown.message : String(thrown));
    }
    if (cacheResponses) kept.set(url, value);
    return value;
  };
}

/** Waits, and shows every second that it is alive. */
async function pause(ms: number, progress: () => void): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, 1000)));
    progress();
  }
}

/** Operations that add a column. */
export const ADDING_OPERATIONS: readonly OperationDefinition[] = [columnAddition, columnAdditionByFetchingUrls];
