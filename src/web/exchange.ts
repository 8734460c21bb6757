import type { Message, MessageTask } from '../protocols/read-message.js';
import type { LiveDataset, ServedSnapshot } from '../describe/served-snapshot.js';
import type { ChangeMade } from '../access/change.js';
import type { Need } from '../access/role.js';
import type { SentBody } from './bodies/sent-body.js';
import type { VersionDemands } from './entities/entities-port.js';
import type { Words } from './messages/words.js';
import type { Reply } from './reply.js';
import type { RequestParameters } from './request-parameters.js';
import type { Site } from './site.js';
import type { WebLimits } from './web-limits.js';

/** One request as route handlers see it: Express is not among it. */
export interface Exchange {
  readonly method: string;
  /** For a route that ends in `{id}`: the rest of the path as it came, with the slash before it, not decoded. */
  readonly rawPath: string;
  /** As it came, without `?`. */
  readonly queryString: string;
  readonly parameters: RequestParameters;
  readonly body: SentBody;
  /** What the headers If-Match and If-None-Match demand. */
  readonly demands: VersionDemands;
  /** Parses a message, in a thread when it is long. Rejects with the errors of `readMessage`, and with `too-many-requests`. */
  readonly read: (task: MessageTask) => Promise<Message>;
  /** Who asks: the account that work is charged to. */
  readonly client: string;
  /** The name of the key that the request has; `undefined` without one. */
  readonly keyName: string | undefined;
  /** What manifests say of keys: whether every question needs one, and the right one that came in the address. */
  readonly keysInManifest: { readonly needsKey: boolean; readonly keyInAddress: string | undefined };
  /** Throws `key-missing`, `key-not-allowed` … where the client may not do what needs `need`: for what needs more than its route. */
  readonly admit: (need: Need) => void;
  /** Writes a change into the audit log; called once it is made and before it is answered. Never rejects. */
  readonly record: (change: ChangeMade) => Promise<void>;
  /** Counts queries for the access log. */
  readonly countQueries: (queries: readonly { readonly text: string }[]) => void;
  readonly accept: string;
  /** The languages in which names are wanted (label-languages.ts), the most wanted first. */
  readonly languages: readonly string[];
  /** Absolute address of the dataset, or of what else answers; no slash at the end. */
  readonly baseUrl: string;
  /** Where it is in the service. */
  readonly site: Site;
  /** What pages say, in the language of the client. */
  readonly words: Words;
  /** Address of the page that the request came from; empty where the browser does not tell. */
  readonly referrer: string;
  readonly limits: WebLimits;
  /** The snapshot for this request, the same at every call, leased until it is answered or given up. Throws `not-ready` while there is none. */
  readonly served: () => ServedSnapshot;
  /** The same of another dataset. */
  readonly servedBy: (live: LiveDataset) => ServedSnapshot;
  /** Aborted when the request is answered or given up. */
  readonly gone: AbortSignal;
}

/** Answers a request, or throws a `SameasError`. */
export type RouteHandler = (exchange: Exchange) => Reply | Promise<Reply>;
