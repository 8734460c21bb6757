import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { Sentence } from '../../foundation/sentence.js';
import { clustererSchema, CLUSTERING_NAMES, clusterTexts } from '../clustering/clusterers.js';
import { cellText, isBlank } from '../grid/cell-value.js';
import { markRows } from '../grid/change-rows.js';
import { findColumn } from '../grid/column-model.js';
import { readGroups } from '../grid/grid.js';
import { exportProject, importProject, createProject, exportRows } from './file-commands.js';
import {
  deleteProject,
  getAllProjectMetadata,
  getAllProjectTags,
  getProjectMetadata,
  renameProject,
  setProjectMetadata,
  setProjectTags,
  answerFacets,
  getColumnsInfo,
  getModels,
  getRows,
} from './project-commands.js';
import { type CommandHandler, json, ok } from './command-call.js';
import type { WorkerCommandName } from './command-table.js';
import { getExpressionLanguageInfo, previewExpression } from './expression-commands.js';
import { guessTypesOfColumn, previewExtendData } from './reconciliation-commands.js';
import {
  getHistory,
  getOperations,
  historyEntryJson,
  undoRedo,
  applyOperations,
  getColumnDependencies,
  oneOperation,
} from './recipe-commands.js';
import {
  getAllPreferences,
  getExpressionHistory,
  getPreference,
  getStarredExpressions,
  logExpression,
  setPreference,
  toggleStarredExpression,
} from './preference-commands.js';
import { clearOneCell, editOneCell, judgeOneCell, requestedRow } from './one-cell.js';
import { compilerOf, facetContext, requestedEngine, requestedProject, requiredSelection } from './project-context.js';

const getClusteringFunctions: CommandHandler = () => json(CLUSTERING_NAMES);

/** `compute-clusters`: similar texts of a column, over the rows of the engine. */
const computeClusters: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const config = parameters.json('clusterer');
  const clusterer = clustererSchema.safeParse(config);
  if (!clusterer.success) {
    const { distances, keyers } = CLUSTERING_NAMES;
    const name = z.object({ function: z.string() }).safeParse(config).data?.function;
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
  return json(clusterTexts(counts, clusterer.data, { compile: compilerOf(tools), progress: tools.progress }));
};

const MARKED: Readonly<Record<'starred' | 'flagged', (willBe: boolean, n: number) => Sentence>> = {
  starred: (willBe, n) => (willBe ? sentence('Star row {n}', { n }) : sentence('Unstar row {n}', { n })),
  flagged: (willBe, n) => (willBe ? sentence('Flag row {n}', { n }) : sentence('Unflag row {n}', { n })),
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
  const { entry } = change.commit(marked.grid, { description: MARKED[mark](willBe, rowIndex + 1), operationId: null });
  return ok({ historyEntry: historyEntryJson(entry) });
};

/** Handlers of the commands of command-table.ts that run in a worker. */
export const COMMAND_HANDLERS: Readonly<Record<WorkerCommandName, CommandHandler>> = {
  'create-project-from-upload': createProject,
  'import-project': importProject,
  'export-project': exportProject,
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
  'preview-extend-data': previewExtendData,
  'preview-expression': previewExpression,

  'apply-operations': applyOperations,
  'undo-redo': undoRedo,
  'annotate-one-row': annotateOneRow,
  'edit-one-cell': editOneCell,
  'recon-judge-one-cell': judgeOneCell,
  'recon-clear-one-cell': clearOneCell,
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
