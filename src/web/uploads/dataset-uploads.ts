import type { Express, RequestHandler } from 'express';
import type { SameasError } from '../../foundation/sameas-error.js';
import type { MatchingRuns } from '../../review/matching-runs.js';
import type { LiveDataset } from '../../describe/served-snapshot.js';
import type { SentTable } from '../matching/table-task.js';
import type { Reply } from '../exchange.js';

export const UPLOADS_PATH = 'datasets';

export type ColumnPart = 'id' | 'name' | 'alias' | 'type' | 'description' | 'property' | 'unused';

export interface ReadList {
  readonly columns: readonly {
    readonly heading: string;
    readonly part: ColumnPart;
    readonly examples: readonly string[];
  }[];
  /** Recognised columns, a sentence each. */
  readonly recognised: readonly string[];
  /** Problems of the file, a sentence each. */
  readonly problems: readonly string[];
  readonly entities: number;
  /** Skipped records. */
  readonly leftOut: number;
}

export interface UploadedDataset {
  /** Names it in addresses: small Latin letters, digits and hyphens. */
  readonly id: string;
  readonly file: string;
  readonly live: LiveDataset & { readonly state: () => 'loading' | 'ready' | 'failed' };
  /** `undefined` until it was read. */
  readonly list: () => ReadList | undefined;
  readonly fault: () => SameasError | undefined;
  /** Name of the table that waits for this dataset. */
  readonly waitingTable: () => string | undefined;
  readonly app: Express;
  /** Its tables; absent where tables are not reviewed. */
  readonly runs: MatchingRuns | undefined;
}

/** Chosen columns by heading; left out: as recognised. */
export interface ChosenColumns {
  readonly name?: string;
  readonly id?: string;
  readonly type?: string;
}

/** Uploaded datasets. All but `list` and `find` reject with `dataset-unknown` for an unknown id. */
export interface DatasetUploads {
  /** Whether they outlive the service. */
  readonly isKept: boolean;
  readonly all: () => readonly UploadedDataset[];
  readonly find: (id: string) => UploadedDataset | undefined;
  /**
   * Keeps a dataset, and a table to match with it, and begins to read the dataset; resolves to its id once it is read,
   * or after some seconds. Rejects with `too-many-datasets`, `dataset-invalid` and errors of reading; nothing is kept
   * then.
   */
  readonly add: (list: SentTable, table: SentTable | undefined) => Promise<string>;
  /** Replaces the dataset. Errors of reading leave the old one as it is. */
  readonly replace: (id: string, list: SentTable) => Promise<void>;
  /** Reads the dataset with other columns. Errors of reading leave everything as it is. */
  readonly choose: (id: string, columns: ChosenColumns) => Promise<void>;
  /** Makes the waiting table a matching run of the dataset at `address`. Redirects to its page. */
  readonly matchWaiting: (id: string, address: string) => Promise<Reply>;
  readonly remove: (id: string) => Promise<void>;
}

/**
 * Mounts uploaded datasets, each below a path of its own: those that exist when a request comes. Each checks requests
 * itself.
 */
export function mountUploads(app: Express, uploads: DatasetUploads, basePath: string): void {
  const answer: RequestHandler = (request, response, next) => {
    const [, id = '', rest = ''] = /^\/([a-z0-9-]+)(.*)$/s.exec(request.url) ?? [];
    const dataset = uploads.find(id);
    if (dataset === undefined) {
      next();
      return;
    }
    request.baseUrl += `/${id}`;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    dataset.app(request, response, next);
  };
  for (const before of new Set(['', basePath])) app.use(`${before}/${UPLOADS_PATH}`, answer);
}
