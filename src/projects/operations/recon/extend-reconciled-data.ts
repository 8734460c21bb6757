import { z } from 'zod';
import { requireRows } from '../../browsing/select-rows.js';
import { DateValue, type CellValue, type Cell } from '../../grid/cell-value.js';
import { insertColumns, unduplicatedName, type Column } from '../../grid/column-model.js';
import { cellsOfRow } from '../../grid/change-rows.js';
import { GridWriter } from '../../grid/grid-writer.js';
import { readRows, type Grid, type Row } from '../../grid/grid.js';
import type { Recon } from '../../grid/recon.js';
import {
  defineOperation,
  engineConfigMember,
  failedOperation,
  type OperationContext,
  requireColumn,
  requireInsertIndex,
} from '../operation.js';
import {
  retryUntilAnswered,
  type ExtendAnswer,
  type ExtendProperty,
  type ExtendValue,
  type ReconciliationService,
} from './reconciliation-port.js';
import { matchedTo, newRecon, withReconStats, type ReconSource } from './change-recons.js';
import { largestOf } from '../../../foundation/largest-of.js';
import { sentence } from '../../../foundation/message.js';

export const extensionSchema = z.looseObject({
  properties: z.array(z.looseObject({ id: z.string(), name: z.string().nullish(), settings: z.unknown().optional() })),
});

/** The properties for a request to a service. */
export function extendProperties({ properties }: z.output<typeof extensionSchema>): readonly ExtendProperty[] {
  return properties.map(({ id, name, settings }) => ({
    id,
    ...(name == null ? {} : { name }),
    ...(settings === undefined ? {} : { settings }),
  }));
}

const schema = z.object({
  engineConfig: engineConfigMember,
  baseColumnName: z.string({ error: 'Missing base column name' }),
  endpoint: z.string({ error: 'Missing endpoint' }),
  identifierSpace: z.string().nullish(),
  schemaSpace: z.string().nullish(),
  extension: extensionSchema,
  columnInsertIndex: z
    .number({ error: 'Invalid column insert index' })
    .int('Invalid column insert index')
    .nonnegative('Invalid column insert index'),
});

const BATCH_SIZE = 50;

/**
 * New columns with the property values of matched entities. An entity with several values spreads over further rows,
 * first over those of the same record whose base cell is empty.
 */
export const extendReconciledData = defineOperation({
  id: 'core/extend-reconciled-data',
  does: 'Makes columns of property values of the entities that a column is matched to. Queued, because it takes time.',
  schema,
  isLong: true,
  asks: ({ endpoint }) => ({ service: endpoint }),
  columns: () => undefined,
  plan: async (members, context) => {
    const { baseColumnName, endpoint, columnInsertIndex } = members;
    if (context.reconciliation === undefined)
      throw failedOperation('Data extension is not possible here: no service is connected.');
    const { grid } = context.bound;
    const base = requireColumn(grid, baseColumnName);
    requireInsertIndex(grid, columnInsertIndex);
    const selection = requireRows(members.engineConfig, context);
    const service = await context.reconciliation.service(endpoint);
    const properties = extendProperties(members.extension);
    const idOf = (row: Row): string | undefined =>
      selection.has(row.index) ? matchedId(row.cell(base.cellIndex)) : undefined;
    const ids = new Set<string>();
    for (const row of readRows(grid)) {
      const id = idOf(row);
      if (id !== undefined) ids.add(id);
    }
    const answer = await extendInBatches(service, [...ids], properties, context);
    const source = {
      service: endpoint,
      identifierSpace: members.identifierSpace ?? service.identifierSpace,
      schemaSpace: members.schemaSpace ?? service.schemaSpace,
    };
    const columns = newColumns(grid, properties, answer.properties, source);
    const recons = reconMaker(source, context.historyEntryId);
    const rows = extendedRows(context, base, (row) => {
      const id = idOf(row);
      return id === undefined ? [] : linesOf(answer.values.get(id), columns, properties, recons);
    });
    const extended = rows.finish(insertColumns(grid.model, columnInsertIndex, columns));
    const reconciled = columns.filter(({ reconConfig }) => reconConfig !== undefined);
    return {
      grid: reconciled.reduce((so, { cellIndex }) => withReconStats(so, cellIndex), extended),
      description: sentence('Extend data at index {index} based on column {column}', {
        index: columnInsertIndex,
        column: baseColumnName,
      }),
    };
  },
});

function matchedId(cell: Cell | null): string | undefined {
  return cell?.recon?.judgment === 'matched' ? cell.recon.match?.id : undefined;
}

/** The values of all entities, and the properties as the service describes them. Throws errors of the service. */
async function extendInBatches(
  service: ReconciliationService,
  ids: readonly string[],
  properties: readonly ExtendProperty[],
  { percent, progress }: OperationContext,
): Promise<ExtendAnswer> {
  const answers: ExtendAnswer[] = [];
  for (let from = 0; from < ids.length || from === 0; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE);
    answers.push(await retryUntilAnswered(async () => await service.extend(batch, properties)));
    percent(Math.round((100 * Math.min(from + BATCH_SIZE, ids.length)) / Math.max(1, ids.length)));
    progress();
  }
  return {
    properties: answers[0]?.properties ?? [],
    values: new Map(answers.flatMap(({ values }) => [...values])),
  };
}

/** A column for each property, under the name that the service gives it. */
function newColumns(
  { model }: Grid,
  properties: readonly ExtendProperty[],
  described: ExtendAnswer['properties'],
  source: ReconSource,
): readonly Column[] {
  const taken = new Set(model.columns.map(({ name }) => name));
  return properties.map(({ id, name }, place): Column => {
    const property = described.find((one) => one.id === id);
    const unique = unduplicatedName(taken, property?.name ?? name ?? id);
    taken.add(unique);
    const type = property?.type;
    return {
      cellIndex: model.nextCellIndex + place,
      originalName: unique,
      name: unique,
      ...(type === undefined ? {} : { reconConfig: { mode: 'extend', ...source, type } }),
    };
  });
}

/** All rows, with the first line of new cells of each beside it, and further ones in rows below. */
function extendedRows(
  { bound: { grid }, writer, progress }: OperationContext,
  base: Column,
  linesFor: (row: Row) => (Cell | null)[][],
): GridWriter {
  const rows = new GridWriter(writer);
  let waiting: (Cell | null)[][] = [];
  const flush = (): void => {
    for (const cells of waiting) rows.append(cells);
    waiting = [];
  };
  for (const row of readRows(grid, progress)) {
    const cells = cellsOfRow(grid.model, row);
    const isFree = waiting.length > 0 && row.value(base.cellIndex) === null && !hasKey(grid, row);
    if (!isFree) {
      flush();
      waiting = linesFor(row);
    }
    (waiting.shift() ?? []).forEach((cell, cellIndex) => {
      if (cell !== null) cells[cellIndex] = cell;
    });
    rows.append(cells, row);
  }
  flush();
  return rows;
}

function hasKey(grid: Grid, row: Row): boolean {
  const [key] = grid.model.columns;
  const value = key === undefined ? null : row.value(key.cellIndex);
  return value !== null && value !== '';
}

/** The values of one entity as rows: the n-th value of every property in the n-th row. */
function linesOf(
  values: ReadonlyMap<string, readonly ExtendValue[]> | undefined,
  columns: readonly Column[],
  properties: readonly { readonly id: string }[],
  reconFor: (id: string, name: string) => Recon,
): (Cell | null)[][] {
  const lists = properties.map(({ id }) => values?.get(id) ?? []);
  const height = largestOf(
    lists.map((list) => list.length),
    0,
  );
  return Array.from({ length: height }, (_, line) => {
    const cells: (Cell | null)[] = [];
    lists.forEach((list, place) => {
      const value = list[line];
      const column = columns[place];
      if (column === undefined) return;
      while (cells.length <= column.cellIndex) cells.push(null);
      if (value !== undefined)
        cells[column.cellIndex] = {
          value: plainOf(value),
          recon: value.kind === 'entity' ? reconFor(value.id, value.name) : null,
        };
    });
    return cells;
  });
}

function plainOf(value: ExtendValue): CellValue {
  switch (value.kind) {
    case 'entity':
      return value.name;
    case 'date': {
      const epochMs = Date.parse(value.iso);
      return Number.isNaN(epochMs) ? value.iso : new DateValue(epochMs);
    }
    case 'plain':
      return value.value;
  }
}

function reconMaker(source: ReconSource, historyEntryId: number): (id: string, name: string) => Recon {
  const made = new Map<string, Recon>();
  return (id, name) => {
    let recon = made.get(id);
    if (recon === undefined) {
      const candidate = { id, name, types: [], score: 100 };
      made.set(
        id,
        (recon = {
          ...matchedTo(
            { ...newRecon(source, historyEntryId), candidates: [candidate] },
            candidate,
            historyEntryId,
            'auto',
          ),
          judgmentBatchSize: 1,
        }),
      );
    }
    return recon;
  };
}
