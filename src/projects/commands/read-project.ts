import { numberBins } from '../browsing/facets/number-facets.js';
import { computeFacets, selectRows } from '../browsing/select-rows.js';
import { rowsPage } from '../browsing/rows-page.js';
import { indexRecords } from '../browsing/record-index.js';
import { ErrorValue, isEmpty } from '../grid/cell-value.js';
import { readGroups, type Grid } from '../grid/grid.js';
import type { Column } from '../grid/column-model.js';
import { json, type CommandHandler } from './command-call.js';
import { facetContext, requestedEngine, requestedProject, requestedSorting } from './project-context.js';

/** `get-models`: everything a client must know before it reads rows. */
export const getModels: CommandHandler = (call) => {
  const grid = requestedProject(call).grid();
  const { columns, columnGroups } = grid.model;
  const [key] = columns;
  return json({
    columnModel: {
      columns,
      // The position of the key among the columns, whatever the member is called.
      ...(key === undefined ? {} : { keyCellIndex: 0, keyColumnName: key.name }),
      columnGroups,
    },
    recordModel: { hasRecords: indexRecords(grid).recordCount < grid.rowCount },
    overlayModels: {},
    scripting: Object.fromEntries(
      call.tools.languages.map(({ id, name, defaultExpression }) => [id, { name, defaultExpression }]),
    ),
    httpHeaders: {
      authorization: { header: 'Authorization', defaultValue: '' },
      'user-agent': { header: 'User-Agent', defaultValue: 'sameas' },
      accept: { header: 'Accept', defaultValue: '*/*' },
    },
  });
};

export const getRows: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const project = requestedProject(call);
  const grid = project.grid();
  const context = facetContext(project, tools);
  const selection = selectRows(requestedEngine(parameters), context);
  const start = parameters.integer('start');
  const end = parameters.integer('end');
  return json(
    rowsPage(grid, selection, context.bound.records, {
      ...(end !== undefined && start === undefined ? { end } : { start: Math.max(0, start ?? 0) }),
      limit: Math.max(0, parameters.integer('limit') ?? 20),
      sorting: requestedSorting(parameters),
    }),
  );
};

/** `compute-facets`: every facet of an engine with its counts. */
export const answerFacets: CommandHandler = (call) => {
  const project = requestedProject(call);
  return json(computeFacets(requestedEngine(call.parameters), facetContext(project, call.tools)));
};

/** `get-columns-info`: kinds of values of each column. */
export const getColumnsInfo: CommandHandler = (call) => {
  const grid = requestedProject(call).grid();
  return json(grid.model.columns.map((column) => columnInfo(grid, column, call.tools.progress)));
};

function columnInfo(grid: Grid, { name, cellIndex }: Column, progress: () => void): Readonly<Record<string, unknown>> {
  let numbers = 0;
  let others = 0;
  let errors = 0;
  let blanks = 0;
  let min = Infinity;
  let max = -Infinity;
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      if (isEmpty(value)) blanks += 1;
      else if (value instanceof ErrorValue) errors += 1;
      else if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
        numbers += 1;
        min = Math.min(min, Number(value));
        max = Math.max(max, Number(value));
      } else others += 1;
    }
    progress();
  }
  const bins = numberBins(min, max);
  return {
    name,
    is_numeric: numbers > others,
    numeric_row_count: numbers,
    non_numeric_row_count: others,
    error_row_count: errors,
    blank_row_count: blanks,
    ...(numbers > others && bins !== undefined ? { min: bins.min, max: bins.max, step: bins.step } : {}),
  };
}
