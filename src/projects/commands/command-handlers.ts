import { annotateOneRow, editOneCell } from './change-one-place.js';
import {
  deleteProject,
  getAllProjectMetadata,
  getAllProjectTags,
  getProjectMetadata,
  renameProject,
  setProjectMetadata,
  setProjectTags,
} from './change-projects.js';
import { computeClusters, getClusteringFunctions } from './clustering-commands.js';
import type { CommandHandler } from './command-call.js';
import type { WorkerCommandName } from './command-table.js';
import { createProject } from './create-project.js';
import { exportRows } from './export-rows.js';
import { getExpressionLanguageInfo } from './expression-language-info.js';
import { guessTypesOfColumn } from './guess-types.js';
import { getHistory, getOperations, undoRedo } from './history-commands.js';
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
import { answerFacets, getColumnsInfo, getModels, getRows } from './read-project.js';
import { applyOperations, getColumnDependencies, oneOperation } from './recipe-commands.js';

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
