import type { Message, MessageTask } from '../protocols/read-message.js';
import type { LiveDataset, ServedSnapshot } from '../describe/served-snapshot.js';
import type { ChangeMade } from '../access/records.js';
import type { Need } from '../access/api-key.js';
import type { SentBody } from './bodies/sent-body.js';
import type { Words } from './messages/words.js';
import type { Reply } from './reply.js';
import type { RequestParameters } from './request-parameters.js';
import type { Site } from './site.js';
import type { WebLimits } from './web-limits.js';

/** One request as route handlers see it: Express is not among it. */
export interface Exchange {
  readonly method: string;
  /** A header of the request, by its name in any letters. */
  readonly header: (name: string) => string | undefined;
  /** Not decoded, without `?`. */
  readonly queryString: string;
  readonly parameters: RequestParameters;
  readonly body: SentBody;
  /**
   * Parses a message, on a thread when it is long. Rejects with the errors of `readMessage`, and with
   * `too-many-requests`.
   */
  readonly read: (task: MessageTask) => Promise<Message>;
  /** The account that work is charged to. */
  readonly client: string;
  readonly access: Access;
  /** Absolute address of the dataset, or of what else answers; no slash at the end. */
  readonly baseUrl: string;
  readonly site: Site;
  readonly words: Words;
  readonly limits: WebLimits;
  /** The snapshot of a dataset for this request, the same at every call, leased until it is answered or given up; without one that of the application. Throws `not-ready` while there is none. */
  readonly served: (live?: LiveDataset) => ServedSnapshot;
  /** Aborted when the request is answered or given up. */
  readonly gone: AbortSignal;
}

/** Rights of the key of a request, and the record of its changes. */
interface Access {
  /** The name of the key; `undefined` without one. */
  readonly keyName: string | undefined;
  /** Whether every question needs a key, as manifests say. */
  readonly needsKey: boolean;
  /** The right key that came in the address. */
  readonly keyInAddress: string | undefined;
  /** Throws `key-missing`, `key-not-allowed` … where the client lacks `need`: for what needs more than its route. */
  readonly admit: (need: Need) => void;
  /** Writes a change into the audit log, after it is made and before it is answered. Never rejects. */
  readonly record: (change: ChangeMade) => Promise<void>;
  readonly countQueries: (queries: readonly { readonly text: string }[]) => void;
}

/** Answers a request, or throws a `SameasError`. `rest`: for a route that ends in `{id}` the rest of the path as it came, with the slash before it, not decoded. */
export type RouteHandler = (exchange: Exchange, rest?: string) => Reply | Promise<Reply>;
