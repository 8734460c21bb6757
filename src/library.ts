/** The exports of `sameas`; docs/library.md describes them. Nothing else of the package is for others. */
export { openDataset } from './library/open-dataset.js';
export type { OpenDataset, OpenOptions, Suggestion } from './library/open-dataset.js';
export type { AlignedColumn, TableInput } from './library/align-table.js';
export { createReconciliationRouter } from './library/reconciliation-router.js';
export type { RouterOptions } from './library/reconciliation-router.js';
export type {
  ClusterInput,
  DatasetInput,
  EntitiesInput,
  EntityInput,
  EntityInputValue,
  FilesInput,
  ListInput,
} from './library/dataset-input.js';
export type { DetailedQuery, QueryInput } from './input/query-input.js';
export type { Answer, Candidate, KnownAnswer, Measures } from './library/measure-answers.js';
export { SameasError } from './foundation/sameas-error.js';
