import type { Express } from 'express';
import type { SameasError } from '../../foundation/sameas-error.js';
import type { MatchingRuns } from '../../review/matching-runs.js';
import type { LiveDataset } from '../../describe/served-snapshot.js';
import type { SentTable } from '../matching/table-task.js';
import type { Reply } from '../reply.js';

/** Below this path of the service are the datasets that people have sent. */
export const UPLOADS_PATH = 'datasets';

/** What a column of a list was taken for. */
export type ColumnPart = 'id' | 'name' | 'alias' | 'type' | 'description' | 'property' | 'unused';

/** A list as it was read. */
export interface ReadList {
  readonly columns: readonly {
    readonly heading: string;
    readonly part: ColumnPart;
    readonly examples: readonly string[];
  }[];
  /** What was recognised, a sentence each. */
  readonly recognised: readonly string[];
  /** What is wrong with it, a sentence each. */
  readonly problems: readonly string[];
  readonly entities: number;
  /** Records that were left out. */
  readonly leftOut: number;
}

/** A dataset that a person has sent. */
export interface UploadedDataset {
  /** Names it in addresses: small Latin letters, digits and hyphens. */
  readonly id: string;
  /** Name of the file. */
  readonly file: string;
  readonly live: LiveDataset & { readonly state: () => 'loading' | 'ready' | 'failed' };
  /** `undefined` until it was read. */
  readonly list: () => ReadList | undefined;
  /** Why it could not be read. */
  readonly fault: () => SameasError | undefined;
  /** Name of the table that waits to be matched with it. */
  readonly waitingTable: () => string | undefined;
  /** Serves it. */
  readonly app: Express;
  /** The tables that are matched with it; absent where tables are not reviewed. */
  readonly runs: MatchingRuns | undefined;
}

/** The columns that a person chooses, by their headings; left out: as recognised. */
interface ChosenColumns {
  readonly name?: string;
  readonly id?: string;
  readonly type?: string;
}

/** The datasets that people send. All but `list` and `find` reject with `dataset-unknown` where there is none with this id. */
export interface DatasetUploads {
  /** Whether they outlive the service. */
  readonly isKept: boolean;
  readonly all: () => readonly UploadedDataset[];
  readonly find: (id: string) => UploadedDataset | undefined;
  /** Keeps a list, and a table that is to be matched with it, and begins to read the list; gives its id once it is read, or after some seconds. Rejects with `too-many-datasets`, `dataset-invalid` and what reading a list rejects with; nothing is kept then. */
  readonly add: (list: SentTable, table: SentTable | undefined) => Promise<string>;
  /** Takes another state of the list. What cannot be read leaves the old one as it is. */
  readonly replace: (id: string, list: SentTable) => Promise<void>;
  /** Reads the list with other columns. What cannot be read leaves everything as it is. */
  readonly choose: (id: string, columns: ChosenColumns) => Promise<void>;
  /** Makes the table that waits a matching run of the dataset; `address` is that of the dataset. Leads to its page. */
  readonly matchWaiting: (id: string, address: string) => Promise<Reply>;
  readonly remove: (id: string) => Promise<void>;
}
