import { columnAdditionByFetchingUrls } from './column-addition-by-fetching-urls.js';
import { columnAddition } from './column-addition.js';
import {
  columnMove,
  columnMovesByDirection,
  columnMultiRemoval,
  columnRemoval,
  columnRename,
  columnReorder,
} from './column-layout.js';
import { columnSplit } from './column-split.js';
import { blankDown, fillDown } from './fill-down.js';
import { keyValueColumnize } from './key-value-columnize.js';
import { massEdit } from './mass-edit.js';
import { multivaluedCellJoin, multivaluedCellSplit } from './multivalued-cells.js';
import type { OperationDefinition } from './operation.js';
import { extendReconciledData } from './recon/extend-reconciled-data.js';
import {
  reconClearSimilarCells,
  reconCopyAcrossColumns,
  reconDiscardJudgments,
  reconJudgeSimilarCells,
  reconMarkNewTopics,
  reconMatchBestCandidates,
  reconMatchSpecificTopic,
  reconUseValuesAsIdentifiers,
} from './recon/judge-cells.js';
import { recon } from './recon/reconcile-column.js';
import {
  rowAddition,
  rowDuplicateRemoval,
  rowFlag,
  rowKeepMatched,
  rowRemoval,
  rowReorder,
  rowStar,
} from './row-selection.js';
import { textTransform } from './text-transform.js';
import { transposeColumnsIntoRows, transposeRowsIntoColumns } from './transpose.js';

/** Every operation that a recipe can name: the index of this chapter. */
export const OPERATION_TABLE: readonly OperationDefinition[] = [
  // Cells
  textTransform,
  massEdit,
  fillDown,
  blankDown,
  multivaluedCellSplit,
  multivaluedCellJoin,

  // Columns
  columnAddition,
  columnAdditionByFetchingUrls,
  columnRemoval,
  columnMultiRemoval,
  columnRename,
  columnMove,
  ...columnMovesByDirection,
  columnReorder,
  columnSplit,

  // Rows
  rowRemoval,
  rowKeepMatched,
  rowStar,
  rowFlag,
  rowReorder,
  rowAddition,
  rowDuplicateRemoval,

  // The shape of the grid
  transposeColumnsIntoRows,
  transposeRowsIntoColumns,
  keyValueColumnize,

  // Reconciliation
  recon,
  reconMatchBestCandidates,
  reconMarkNewTopics,
  reconDiscardJudgments,
  reconJudgeSimilarCells,
  reconMatchSpecificTopic,
  reconClearSimilarCells,
  reconUseValuesAsIdentifiers,
  reconCopyAcrossColumns,
  extendReconciledData,
];
