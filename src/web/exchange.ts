import type { ServedSnapshot } from '../reconciliation/dataset-snapshot.js';
import type { SentFile } from './multipart-form.js';
import type { RequestParameters } from './request-parameters.js';
import type { WebLimits } from './web-options.js';

/** One request as route handlers see it: Express stays in create-app.ts. */
export interface Exchange {
  readonly method: string;
  /** For a route that ends in `{id}`: the rest of the path as it came, with the slash before it, not decoded. */
  readonly rawPath: string;
  /** As it came, without `?`. */
  readonly queryString: string;
  readonly parameters: RequestParameters;
  /** Files that came with the form, by the names of their fields. */
  readonly files: ReadonlyMap<string, SentFile>;
  /** What a JSON body held; `undefined` without one. */
  readonly jsonBody: unknown;
  readonly accept: string;
  /** Absolute address of the service, no slash at the end. */
  readonly baseUrl: string;
  readonly limits: WebLimits;
  /** Whether the service keeps projects, too, so that pages can lead to them. */
  readonly hasProjects: boolean;
  /** The snapshot for this request, the same at every call. Throws `not-ready` while there is none. */
  readonly served: () => ServedSnapshot;
}

/**
 * What to send. `saveAs`: the name of the file under which a browser keeps it, in ASCII. JSON is finished text, of a media type of its own where one is given; whether
 * it goes out wrapped in a callback is decided where it is sent.
 */
export type Reply =
  | { readonly kind: 'json'; readonly json: string; readonly status?: number; readonly cache?: CachePolicy; readonly headers?: Readonly<Record<string, string>>; readonly mediaType?: string }
  | { readonly kind: 'page'; readonly html: string; readonly status?: number; readonly cache?: CachePolicy; readonly script?: PageScript }
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string; readonly cache?: CachePolicy; readonly saveAs?: string }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly contentType: string; readonly cache?: CachePolicy; readonly saveAs: string };

/** The only script that a page may run, and the addresses below which it may ask; absolute, all of this service. Pages have none without it. */
export interface PageScript {
  readonly address: string;
  readonly asks: string;
}

/** never: not kept at all · checked: kept, but asked for again each time · briefly: kept for a minute · long: for a day. */
export type CachePolicy = 'never' | 'checked' | 'briefly' | 'long';

/** Answers a request, or throws a `SameasError`. */
export type RouteHandler = (exchange: Exchange) => Reply | Promise<Reply>;
