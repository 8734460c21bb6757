import type { Message, MessageTask } from '../protocols/read-message.js';
import type { LiveDataset, ServedSnapshot } from '../describe/served-snapshot.js';
import type { ChangeMade } from '../access/records.js';
import type { Need } from '../access/api-key.js';
import type { SentBody } from './bodies/receive-body.js';
import type { Words } from './messages/words.js';
import type { RequestParameters } from './request-parameters.js';
import type { WebLimits } from './clients/client-budgets.js';
import type { ProtocolForm } from '../protocols/message-table.js';
import { pageLookOf, type PageLook } from './pages/page-look.js';

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

/** One line of the table of routes. */
export interface Route {
  /** As in OpenAPI; `{id}` at the end is the whole rest of the path. */
  readonly path: string;
  /** GET answers HEAD as well. */
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /**
   * Form of errors, and whether answers can be wrapped in a callback: `json` and `suggest` can, `draft`, `page` and
   * `plain` cannot.
   */
  readonly style: RouteStyle;
  readonly handler: RouteHandler;
  /**
   * The permission that the client needs (access/gate.ts). Default: `ask`. A manifest is open: clients read it before
   * they know that a key is needed. A route that reads by GET and changes something by other methods has both.
   */
  readonly needs?: Need | 'ask, but for the manifest' | { readonly get: Need; readonly change: Need };
  /** Longest body that it takes; left out: as the limits of the application say. */
  readonly maxBodyBytes?: number;
  /** Whether long forms go to the disk, and handlers parse them. */
  readonly takesLongForms?: boolean;
  /** Whether it is over several datasets, not that of the application. */
  readonly asksSeveral?: boolean;
  /** Whether a body may be JSON lines. */
  readonly takesLines?: boolean;
  /** Whether it shows uploads, so that pages of other sites may neither read it nor send anything there. */
  readonly isPrivate?: boolean;
}

export type RouteStyle = 'json' | 'suggest' | 'draft' | 'page' | 'plain';

/**
 * A reply to send. `saveAs`: file name for the browser, in ASCII. JSON is finished text, of its own media type where
 * one is given; the sender wraps it in a callback if there is one.
 */
export type Reply =
  /** To another address by GET; with `sendsAgain` by the same method, with the same body. */
  | { readonly kind: 'redirect'; readonly address: string; readonly cookie?: string; readonly sendsAgain?: boolean }
  | {
      readonly kind: 'json';
      readonly json: string;
      readonly status?: number;
      readonly cache?: CachePolicy;
      readonly headers?: Readonly<Record<string, string>>;
      readonly mediaType?: string;
      /** The version of the protocol that the answer has: its headers, and its media type for clients that name it in `Accept`. */
      readonly version?: ProtocolForm;
    }
  | {
      readonly kind: 'page';
      readonly html: string;
      readonly status?: number;
      readonly cache?: CachePolicy;
      readonly headers?: Readonly<Record<string, string>>;
      readonly scripts?: readonly PageScript[];
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly contentType: string;
      readonly cache?: CachePolicy;
      readonly saveAs?: string;
    }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly contentType: string; readonly cache?: CachePolicy }
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly contentType: string;
      readonly cache?: CachePolicy;
      readonly saveAs: string;
    }
  /**
   * A long text that is made while it is sent, unless the client has its tag already; nothing of it is made for HEAD.
   */
  | {
      readonly kind: 'parts';
      readonly parts: () => AsyncIterable<string>;
      /** The same tag, the same text. */
      readonly tag: string;
      /** A client that takes nothing for so long has gone. */
      readonly stallMs: number;
      readonly contentType: string;
      readonly saveAs: string;
      readonly cache: CachePolicy;
    }
  /** A file made for this reply alone: removed once sent. */
  | { readonly kind: 'stored'; readonly path: string; readonly contentType: string; readonly saveAs: string };

/**
 * A script that a page may run, and the addresses below which it may send requests; absolute, all of this service.
 * Pages run no others.
 */
export interface PageScript {
  readonly address: string;
  readonly asks: string;
}

/** never: not kept at all · checked: kept, but revalidated each time · briefly: kept for a minute · long: for a day. */
export type CachePolicy = 'never' | 'checked' | 'briefly' | 'long';

export interface Site {
  readonly look: PageLook;
  /** Absolute address of the service, no slash at the end. */
  readonly serviceUrl: string;
  /**
   * one dataset: it is the whole service; one of several: at a path of its own below the service; all datasets: no page
   * of one of them.
   */
  readonly shows: 'one dataset' | 'one of several' | 'all datasets';
}

/** Part of a service of several datasets: the list, one of them, or all of them together. */
export type ServicePart = 'list' | 'dataset' | 'all';

/** By the address of the application; without a part it is a service of one dataset. */
export function siteOf(baseUrl: string, part: ServicePart | undefined, look = pageLookOf()): Site {
  // Uploaded datasets are a folder deeper than the others.
  const serviceUrl = part === 'dataset' || part === 'all' ? baseUrl.replace(/(?:\/datasets)?\/[^/]*$/, '') : baseUrl;
  return {
    look,
    serviceUrl,
    shows: part === undefined ? 'one dataset' : part === 'dataset' ? 'one of several' : 'all datasets',
  };
}

/**
 * A handler over a snapshot with all contents that it reads, fetched from the search cluster where needed. It runs
 * again after a fetch, so it must only make its reply. `live`: a dataset other than that of the application.
 */
export function overContents(handler: (exchange: Exchange) => Reply, live?: LiveDataset): RouteHandler {
  return (exchange) => {
    const served = exchange.served(live);
    return served.read((snapshot) => handler({ ...exchange, served: () => ({ ...served, snapshot }) }));
  };
}
