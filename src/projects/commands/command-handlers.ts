import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { cellJson } from '../browsing/rows-page.js';
import { clustererSchema, CLUSTERING_NAMES, clusterTexts } from '../clustering/clusterers.js';
import { cellText, type CellValue, DateValue, isBlank } from '../grid/cell-value.js';
import type { Cell } from '../grid/cell.js';
import { markRows } from '../grid/change-rows.js';
import type { ChunkWriter } from '../grid/chunk-store.js';
import { type Column, findColumn } from '../grid/column-model.js';
import { withColumn } from '../grid/grid-writer.js';
import { type Grid, GroupReader, readGroups } from '../grid/grid.js';
import { guessCellValue } from '../grid/guess-cell-value.js';
import {
  deleteProject,
  getAllProjectMetadata,
  getAllProjectTags,
  getProjectMetadata,
  renameProject,
  setProjectMetadata,
  setProjectTags,
} from './change-projects.js';
import { type CommandHandler, json, ok } from './command-call.js';
import type { CommandParameters } from './command-parameters.js';
import type { WorkerCommandName } from './command-table.js';
import { createProject } from './create-project.js';
import { exportRows } from './export-rows.js';
import { getExpressionLanguageInfo } from './expression-language-info.js';
import { guessTypesOfColumn } from './guess-types.js';
import { getHistory, getOperations, historyEntryJson, undoRedo } from './history-commands.js';
import {
  getAllPreferences,
  getExpressionHistory,
  getPreference,
  getStarredExpressions,
  logExpression,
  setPreference,
  toggleStarredExpression,
} from './preference-commands.js';
import { previewExpression } from './preview-expression.js';
import { facetContext, requestedEngine, requestedProject, requiredSelection } from './project-context.js';
import { answerFacets, getColumnsInfo, getModels, getRows } from './read-project.js';
import { applyOperations, getColumnDependencies, oneOperation } from './recipe-commands.js';

/** `get-clustering-functions-and-distances` */
const getClusteringFunctions: CommandHandler = () => json(CLUSTERING_NAMES);

/** `compute-clusters`: texts of a column that may mean the same, over the rows that the engine lets through. */
const computeClusters: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const asked = parameters.json('clusterer');
  const clusterer = clustererSchema.safeParse(asked);
  if (!clusterer.success) {
    const { distances, keyers } = CLUSTERING_NAMES;
    const name = z.object({ function: z.string() }).safeParse(asked).data?.function;
    throw new SameasError(
      'parameter-invalid',
      `The parameter "clusterer" cannot be used${name === undefined ? '' : `; it asks for the function "${name}"`}.`,
      {
        advice: `Send {"type":"binning","column":"a","function":"fingerprint"} or {"type":"knn","column":"a","function":"levenshtein"}. Functions of "binning": ${keyers.join(', ')}; of "knn": ${distances.join(', ')}.`,
        facts: { parameter: 'clusterer' },
      },
    );
  }
  const project = requestedProject(call);
  const grid = project.grid();
  const column = findColumn(grid.model, clusterer.data.column);
  if (column === undefined)
    throw new SameasError('parameter-invalid', `No column named ${clusterer.data.column}`, {
      facts: { parameter: 'clusterer' },
    });
  const selection = requiredSelection(requestedEngine(parameters), facetContext(project, tools));
  const counts = new Map<string, number>();
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(column.cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      if (isBlank(value) || !selection.has(reader.firstRow + position)) continue;
      const text = cellText(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    tools.progress();
  }
  return json(clusterTexts(counts, clusterer.data, tools.progress));
};

/** `annotate-one-row`: a star or a flag for one row. Cannot be replayed, so it is no operation of a recipe. */
const annotateOneRow: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const project = requestedProject(call);
  const grid = project.grid();
  const rowIndex = requestedRow(parameters, grid);
  const mark = parameters.has('starred') ? 'starred' : 'flagged';
  const willBe = parameters.flag(mark);
  const change = tools.store.beginChange(project);
  const marked = markRows(grid, mark, (index, isNow) => (index === rowIndex ? willBe : isNow));
  const verb = mark === 'starred' ? (willBe ? 'Star' : 'Unstar') : willBe ? 'Flag' : 'Unflag';
  const { entry } = change.commit(marked.grid, { description: `${verb} row ${rowIndex + 1}`, operationId: null });
  return ok({ historyEntry: historyEntryJson(entry) });
};

/** `edit-one-cell`: a value for one cell; its recon stays. */
const editOneCell: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const project = requestedProject(call);
  const grid = project.grid();
  const rowIndex = requestedRow(parameters, grid);
  const cellIndex = parameters.integer('cell');
  const column = grid.model.columns.find((one) => one.cellIndex === cellIndex);
  if (column === undefined)
    throw new SameasError('row-unknown', `No column has the cell index ${parameters.text('cell') ?? '(none)'}.`, {
      facts: { parameter: 'cell' },
    });
  const value = requestedValue(parameters);
  const change = tools.store.beginChange(project);
  let cell: Cell | null = null;
  const changed = withCell(
    grid,
    column,
    rowIndex,
    change.writer,
    (old) => (cell = value === null && (old?.recon ?? null) === null ? null : { value, recon: old?.recon ?? null }),
  );
  const { entry } = change.commit(changed, {
    description: `Edit single cell on row ${rowIndex + 1}, column ${column.name}`,
    operationId: null,
  });
  const recons = new Map<string, unknown>();
  return ok({
    historyEntry: historyEntryJson(entry),
    cell: cellJson(cell, recons),
    pool: { recons: Object.fromEntries(recons) },
  });
};

/** What each command of command-table.ts does that is carried out in a worker. */
export const COMMAND_HANDLERS: Readonly<Record<WorkerCommandName, CommandHandler>> = {
  'create-project-from-upload': createProject,
  'delete-project': deleteProject,

  'get-models': getModels,
  'get-rows': getRows,
  'get-columns-info': getColumnsInfo,
  'get-project-metadata': getProjectMetadata,
  'get-all-project-metadata': getAllProjectMetadata,
  'get-all-project-tags': getAllProjectTags,
  'set-project-metadata': setProjectMetadata,
  'rename-project': renameProject,
  'set-project-tags': setProjectTags,

  'compute-facets': answerFacets,
  'export-rows': exportRows,
  'compute-clusters': computeClusters,
  'get-clustering-functions-and-distances': getClusteringFunctions,
  'guess-types-of-column': guessTypesOfColumn,
  'preview-expression': previewExpression,

  'apply-operations': applyOperations,
  'undo-redo': undoRedo,
  'annotate-one-row': annotateOneRow,
  'edit-one-cell': editOneCell,
  'get-history': getHistory,
  'get-operations': getOperations,
  'get-column-dependencies': getColumnDependencies,

  'text-transform': oneOperation('text-transform'),
  'mass-edit': oneOperation('mass-edit'),
  'add-column': oneOperation('add-column'),
  'add-column-by-fetching-urls': oneOperation('add-column-by-fetching-urls'),
  'remove-column': oneOperation('remove-column'),
  'rename-column': oneOperation('rename-column'),
  'move-column': oneOperation('move-column'),
  'split-column': oneOperation('split-column'),
  'reorder-columns': oneOperation('reorder-columns'),
  'fill-down': oneOperation('fill-down'),
  'blank-down': oneOperation('blank-down'),
  'join-multi-value-cells': oneOperation('join-multi-value-cells'),
  'split-multi-value-cells': oneOperation('split-multi-value-cells'),
  'transpose-columns-into-rows': oneOperation('transpose-columns-into-rows'),
  'transpose-rows-into-columns': oneOperation('transpose-rows-into-columns'),
  'key-value-columnize': oneOperation('key-value-columnize'),
  'annotate-rows': oneOperation('annotate-rows'),
  'remove-rows': oneOperation('remove-rows'),
  'keep-matching-rows': oneOperation('keep-matching-rows'),
  'reorder-rows': oneOperation('reorder-rows'),
  'remove-duplicate-rows': oneOperation('remove-duplicate-rows'),
  'add-rows': oneOperation('add-rows'),
  reconcile: oneOperation('reconcile'),
  'recon-match-best-candidates': oneOperation('recon-match-best-candidates'),
  'recon-mark-new-topics': oneOperation('recon-mark-new-topics'),
  'recon-discard-judgments': oneOperation('recon-discard-judgments'),
  'recon-judge-similar-cells': oneOperation('recon-judge-similar-cells'),
  'recon-match-specific-topic-to-cells': oneOperation('recon-match-specific-topic-to-cells'),
  'recon-clear-similar-cells': oneOperation('recon-clear-similar-cells'),
  'recon-use-values-as-identifiers': oneOperation('recon-use-values-as-identifiers'),
  'recon-copy-across-columns': oneOperation('recon-copy-across-columns'),
  'extend-data': oneOperation('extend-data'),

  'get-preference': getPreference,
  'get-all-preferences': getAllPreferences,
  'set-preference': setPreference,
  'get-expression-language-info': getExpressionLanguageInfo,
  'get-expression-history': getExpressionHistory,
  'get-starred-expressions': getStarredExpressions,
  'log-expression': logExpression,
  'toggle-starred-expression': toggleStarredExpression,
};

function requestedRow(parameters: CommandParameters, grid: Grid): number {
  const row = parameters.integer('row');
  if (row === undefined || row < 0 || row >= grid.rowCount) {
    throw new SameasError('row-unknown', `The project has no row ${parameters.text('row') ?? '(none)'}.`, {
      advice: `Rows count from 0 to ${grid.rowCount - 1}.`,
      facts: { parameter: 'row' },
    });
  }
  return row;
}

function requestedValue(parameters: CommandParameters): CellValue {
  const text = parameters.text('value') ?? '';
  const type = parameters.text('type') ?? 'string';
  const invalid = (): SameasError =>
    new SameasError('parameter-invalid', `"${text}" is not a value of the type ${type}.`, {
      facts: { parameter: 'value' },
    });
  switch (type) {
    case 'number': {
      const number = guessCellValue(text);
      if (typeof number === 'string') throw invalid();
      return number;
    }
    case 'boolean':
      return text.trim().toLowerCase() === 'true';
    case 'date': {
      const epochMs = Date.parse(text);
      if (Number.isNaN(epochMs)) throw invalid();
      return new DateValue(epochMs);
    }
    default:
      return text;
  }
}

/** The grid with another cell at one place; only the chunk of that place is written anew. */
function withCell(
  grid: Grid,
  column: Column,
  rowIndex: number,
  writer: ChunkWriter,
  change: (old: Cell | null) => Cell | null,
): Grid {
  return withColumn(grid, grid.model, column.cellIndex, writer, (group, firstRow) => {
    if (rowIndex < firstRow || rowIndex >= firstRow + group.rowCount) return 'unchanged';
    const chunk = new GroupReader(group, firstRow).chunk(column.cellIndex);
    return Array.from({ length: group.rowCount }, (_, position) =>
      firstRow + position === rowIndex ? change(chunk.cell(position)) : chunk.cell(position),
    );
  });
}
