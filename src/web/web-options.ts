import type { Browsing } from '../browsing/browse-query.js';
import type { Observe } from '../foundation/observation.js';
import type { LiveDataset } from '../describe/served-snapshot.js';
import type { AccessOptions, RecordOptions } from './access/access-options.js';
import type { ReadingThreads } from './bodies/read-form.js';
import type { FairShare } from './clients/fair-share.js';
import type { ProjectsWebOptions, OwnService } from './commands/projects-port.js';
import type { EntityEditing } from './entities/answer-entities.js';
import type { TableThreads } from './matching/table-task.js';
import type { WebLimits } from './clients/client-budgets.js';
import type { OwnLook } from './pages/page-look.js';
import type { RunsWeb } from './review/runs-web.js';
import type { DatasetUploads } from './uploads/dataset-uploads.js';
import type { ServicePart } from './exchange.js';

export interface WebOptions {
  readonly look?: OwnLook;
  readonly live: LiveDataset;
  readonly observe: Observe;
  /**
   * Absolute address of the service for users, with or without a slash at the end. Without it, each request has its
   * own.
   */
  readonly publicBaseUrl?: string;
  /** Number of proxies in front whose X-Forwarded-… headers are believed. */
  readonly trustedProxies: number;
  /** Whether an address is one of theirs; without it, all are. */
  readonly isProxy?: (address: string) => boolean;
  /** Allowed origins, in lower case; without them, all. */
  readonly allowedOrigins?: ReadonlySet<string>;
  /** Whether all routes, not just those of uploads, are answered only under the names of `allowedHosts`. */
  readonly guardsHosts?: boolean;
  readonly limits: WebLimits;
  readonly reading: ReadingThreads;
  readonly tables: TableThreads;
  /** Browses the entities. */
  readonly browsing: Browsing;
  /** `/metrics`; without it there is no such route. */
  readonly metrics?: { readonly contentType: string; readonly render: () => Promise<string> };
  /** Tables that people match and review; without them there are no pages for that. */
  readonly review?: Pick<RunsWeb, 'runs' | 'teacher' | 'softwareVersion'>;
  /** Uploaded datasets; without them, datasets are named at the start. */
  readonly uploads?: DatasetUploads;
  readonly entities?: EntityEditing;
  /** Lower-case host names of pages with uploads, besides localhost and IP addresses. */
  readonly allowedHosts?: ReadonlySet<string>;
  /**
   * Whether answers name the service only by `allowedHosts` and `allowedOrigins`, localhost and IP addresses; a request
   * for another host gets the address that it came to.
   */
  readonly hidesForeignHosts?: boolean;
  /** Keys and permissions; without it, everything is open to all who reach the application. */
  readonly access?: AccessOptions;
  readonly records?: RecordOptions;
  /** Accounts and turns that several applications share; without them the application has its own. */
  readonly fair?: FairShare;
  /** Part of a service of several datasets; left out for a service of one. */
  readonly part?: ServicePart;
  /** Paths of the service's datasets, for errors of unknown addresses. */
  readonly datasetPaths?: readonly string[];
  /**
   * Services that can reconcile columns of projects; default: the one of `live`. `baseUrl`: address of this
   * application, no slash at the end.
   */
  readonly services?: (baseUrl: string) => readonly OwnService[];
  /** The projects wing; without it there are no commands and no pages of projects. */
  readonly projects?: ProjectsWebOptions;
}
