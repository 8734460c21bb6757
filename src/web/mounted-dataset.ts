import type { Express } from 'express';
import type { LiveDataset } from '../reconciliation/served-snapshot.js';
import type { AccessOptions } from './access/access-options.js';
import type { ListedDataset } from './pages/datasets-page.js';

/** One of several datasets, with what serves it. */
export interface MountedDataset {
  /** Where it is below the address of all, without slashes. */
  readonly path: string;
  readonly live: LiveDataset & { readonly state: () => ListedDataset['state'] };
  /** Serves the dataset alone. */
  readonly app: Express;
  /** Queries that its manifest advises to send at once. */
  readonly batchSize: number;
  /** Who may do what with it. */
  readonly access?: AccessOptions;
}
