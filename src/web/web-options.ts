import type { Browsing } from '../browsing/browse-query.js';
import type { Observe } from '../foundation/observation.js';
import type { LiveDataset } from '../describe/served-snapshot.js';
import type { AccessOptions, RecordOptions } from './access/access-options.js';
import type { ReadingThreads } from './bodies/request-reader.js';
import type { FairShare } from './clients/fair-share.js';
import type { ProjectsWebOptions } from './commands/projects-port.js';
import type { OwnService } from './commands/own-service.js';
import type { EntityEditing } from './entities/entities-port.js';
import type { TableThreads } from './matching/table-task.js';
import type { WebLimits } from './web-limits.js';
import type { RunsWeb } from './review/runs-web.js';
import type { DatasetUploads } from './uploads/dataset-uploads.js';
import type { ServicePart } from './site.js';

/** What the web chapter needs to serve. */
export interface WebOptions {
  readonly live: LiveDataset;
  readonly observe: Observe;
  /** Absolute address by which users reach the service, with or without a slash at the end. Without it, each request tells. */
  readonly publicBaseUrl?: string;
  /** How many proxies stand in front, whose X-Forwarded-… headers are believed; 0 believes none. */
  readonly trustedProxies: number;
  /** Whether an address is one of theirs; without it, all are. */
  readonly isProxy?: (address: string) => boolean;
  /** Origins, in lower case, whose pages may ask; without them, all. */
  readonly allowedOrigins?: ReadonlySet<string>;
  /** Whether all routes are answered only under the names of `allowedHosts`, and not just those that show what people have sent. */
  readonly guardsHosts?: boolean;
  readonly limits: WebLimits;
  /** What parses long forms and messages. */
  readonly reading: ReadingThreads;
  /** What matches tables of names. */
  readonly tables: TableThreads;
  /** What looks through the entities. */
  readonly browsing: Browsing;
  /** What `/metrics` answers; without it there is no such route. */
  readonly metrics?: { readonly contentType: string; readonly render: () => Promise<string> };
  /** The tables that people match and review; without them there are no pages for that. */
  readonly review?: Pick<RunsWeb, 'runs' | 'teacher' | 'softwareVersion'>;
  /** The datasets that people send; without them, lists are named when the service is started. */
  readonly uploads?: DatasetUploads;
  /** The entities, where programs may change them. */
  readonly entities?: EntityEditing;
  /** Names, in lower case, by which pages that show what people have sent may be addressed, beside localhost and addresses in numbers. */
  readonly allowedHosts?: ReadonlySet<string>;
  /** Whether answers call the service by names of `allowedHosts` and `allowedOrigins`, localhost and addresses in numbers alone; a request that names another host gets the address that it came to. */
  readonly hidesForeignHosts?: boolean;
  /** Keys and what needs one; without it, everything is open to all who reach the application. */
  readonly access?: AccessOptions;
  /** Where requests and changes are recorded; without it, nowhere. */
  readonly records?: RecordOptions;
  /** Accounts and turns of clients that several applications have in common; without them the application has its own. */
  readonly fair?: FairShare;
  /** Which part of a service of several datasets this is; left out for a service of one. */
  readonly part?: ServicePart;
  /** Paths of the datasets of the service, for clients that ask where there is nothing. */
  readonly datasetPaths?: readonly string[];
  /** The services that columns of projects can be reconciled with; left out: the one of `live`. `baseUrl`: address of this application, no slash at the end. */
  readonly services?: (baseUrl: string) => readonly OwnService[];
  /** The projects wing; without it there are no commands and no pages of projects. */
  readonly projects?: ProjectsWebOptions;
}
