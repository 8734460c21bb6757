import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import { requireRows } from '../browsing/select-rows.js';
import { storableCell, storableValue } from '../expressions/storable-value.js';
import { cellText, cellOf, ErrorValue, isBlank, type Cell, type CellValue } from '../grid/cell-value.js';
import { insertColumns } from '../grid/column-model.js';
import { withColumn } from '../grid/grid-writer.js';
import { evaluateSelected, type OnError, onErrorMember } from './evaluate-selected.js';
import {
  checkExpression,
  columnsOfEngine,
  defineOperation,
  engineConfigMember,
  failedOperation,
  invalidOperation,
  requireColumn,
  requireFreeName,
  requireInsertIndex,
  type UrlFetchPort,
} from './operation.js';
import { encodeChunk } from '../grid/chunk-format.js';
import { type RowGroup, gridOf } from '../grid/grid.js';

const schema = z.object({
  engineConfig: engineConfigMember,
  baseColumnName: z.string({ error: 'Missing base column name' }),
  expression: z.string({ error: 'Missing expression' }),
  onError: onErrorMember,
  newColumnName: z.string({ error: 'Missing new column name' }),
  columnInsertIndex: z.number({ error: 'Invalid column insert index' }).int('Invalid column insert index'),
});

/** A new column computed from another. A result that is a cell is copied with its recon data; an empty result leaves no cell. */
export const columnAddition = defineOperation({
  id: 'core/column-addition',
  does: 'Makes a column that is computed from another.',
  schema,
  check: ({ expression, columnInsertIndex }, compile) => {
    if (columnInsertIndex < 0) throw invalidOperation('Invalid column insert index');
    checkExpression(expression, compile);
  },
  columns: ({ baseColumnName, newColumnName, engineConfig }) => ({
    needs: [baseColumnName, ...columnsOfEngine(engineConfig)],
    creates: [newColumnName],
    removes: [],
  }),
  plan: ({ engineConfig, baseColumnName, expression, onError, newColumnName, columnInsertIndex }, context) => {
    const { grid } = context.bound;
    const { cellIndex } = requireColumn(grid, baseColumnName);
    requireFreeName(grid, newColumnName);
    requireInsertIndex(grid, columnInsertIndex);
    const selection = requireRows(engineConfig, context);
    const compiled = context.compile(expression);
    const evaluation = { context, selection, base: { name: baseColumnName, cellIndex }, compiled };
    const added = { cellIndex: grid.model.nextCellIndex, originalName: newColumnName, name: newColumnName };
    let filled = 0;
    const after = withColumn(
      grid,
      insertColumns(grid.model, columnInsertIndex, [added]),
      added.cellIndex,
      context.writer,
      (group, firstRow) => {
        const cells = new Array<Cell | null>(group.rowCount).fill(null);
        const { positions, bindings, values } = evaluateSelected(evaluation, group, firstRow);
        positions.forEach((position, index) => {
          let cell = storableCell(values[index] ?? null);
          if (cell?.value instanceof ErrorValue) {
            const original = bindings[index]?.cell ?? null;
            if (onError === 'keep-original') cell = original === null ? null : { value: original.value, recon: null };
            else if (onError === 'set-to-blank') cell = null;
          }
          if (cell === null) return;
          cells[position] = cell;
          filled += 1;
        });
        return cells;
      },
    );
    return {
      grid: after,
      description: sentence('Create new column {column} based on column {base} by filling {n} rows with {expression}', {
        column: newColumnName,
        base: baseColumnName,
        n: filled,
        expression,
      }),
    };
  },
});

/** An hour between two requests. */
const MAX_DELAY_MS = 3_600_000;

const fetchSchema = z.object({
  engineConfig: engineConfigMember,
  baseColumnName: z.string({ error: 'Missing base column name' }),
  urlExpression: z.string({ error: 'Missing expression' }),
  onError: onErrorMember,
  newColumnName: z.string({ error: 'Missing new column name' }),
  columnInsertIndex: z
    .number({ error: 'Invalid column insert index' })
    .int('Invalid column insert index')
    .nonnegative('Invalid column insert index'),
  /** Milliseconds between two requests. */
  delay: z.number().nonnegative().max(MAX_DELAY_MS).default(0),
  cacheResponses: z.boolean().default(true),
  httpHeadersJson: z
    .array(z.object({ name: z.string(), value: z.string().nullish() }))
    .nullish()
    .transform((headers) => headers ?? []),
});

/** A new column with the contents of addresses from an expression. Only where fetching is allowed. */
export const columnAdditionByFetchingUrls = defineOperation({
  id: 'core/column-addition-by-fetching-urls',
  does: 'Makes a column with what lies at addresses, which an expression gives. Only where fetching is allowed.',
  schema: fetchSchema,
  isLong: true,
  asks: () => 'addresses in cells',
  check: ({ urlExpression }, compile) => {
    checkExpression(urlExpression, compile);
  },
  columns: ({ baseColumnName, newColumnName, engineConfig }) => ({
    needs: [baseColumnName, ...columnsOfEngine(engineConfig)],
    creates: [newColumnName],
    removes: [],
  }),
  plan: async (members, context) => {
    const { engineConfig, baseColumnName, urlExpression, newColumnName, columnInsertIndex, onError } = members;
    if (context.urlFetch === undefined) {
      throw failedOperation(
        'Fetching addresses is switched off on this service, so that recipes cannot make it reach into networks. The person who runs it can allow it with the setting "url-access".',
      );
    }
    const { grid } = context.bound;
    const { cellIndex } = requireColumn(grid, baseColumnName);
    requireFreeName(grid, newColumnName);
    requireInsertIndex(grid, columnInsertIndex);
    const selection = requireRows(engineConfig, context);
    const compiled = context.compile(urlExpression);
    const evaluation = { context, selection, base: { name: baseColumnName, cellIndex }, compiled };
    const fetchUrl = patientFetch(context.urlFetch, members, context.progress);
    const added = { cellIndex: grid.model.nextCellIndex, originalName: newColumnName, name: newColumnName };
    const groups: RowGroup[] = [];
    let firstRow = 0;
    for (const group of grid.groups) {
      const cells = new Array<Cell | null>(group.rowCount).fill(null);
      const { positions, values } = evaluateSelected(evaluation, group, firstRow);
      for (const [index, position] of positions.entries()) {
        const address = storableValue(values[index] ?? null);
        if (isBlank(address) && !(address instanceof ErrorValue)) continue;
        const fetched = address instanceof ErrorValue ? address : await fetchUrl(cellText(address));
        cells[position] = cellOf(kept(fetched, onError));
        context.progress();
        context.percent(Math.floor((100 * (firstRow + position + 1)) / grid.rowCount));
      }
      groups.push({
        ...group,
        chunks: new Map(group.chunks).set(added.cellIndex, context.writer.write(encodeChunk(cells))),
      });
      firstRow += group.rowCount;
    }
    return {
      grid: gridOf(insertColumns(grid.model, columnInsertIndex, [added]), groups),
      description: sentence(
        'Create column {column} at index {index} by fetching URLs based on column {base} using expression {expression}',
        { column: newColumnName, index: columnInsertIndex, base: baseColumnName, expression: urlExpression },
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
