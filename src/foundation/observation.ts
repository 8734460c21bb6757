import type { Progress } from './progress.js';
import type { SameasError } from './sameas-error.js';

/**
 * Everything worth logging or counting, as one closed type. Code anywhere only emits an observation; the logger and the
 * metrics sink (assembly/) decide what to do with each. No format strings in business code.
 */
export type Observation =
  | { readonly kind: 'dataset-loading'; readonly source: string }
  | {
      readonly kind: 'dataset-ready';
      readonly source: string;
      readonly snapshot: string;
      readonly entities: number;
      readonly labels: number;
      /** What candidates are found by, as people read it. */
      readonly searchedBy: string;
      readonly elapsedMs: number;
    }
  /** A snapshot was put in service, or freed. */
  | { readonly kind: 'snapshots-held'; readonly change: 1 | -1 }
  | { readonly kind: 'dataset-load-failed'; readonly source: string; readonly error: SameasError }
  /** While it loads; several times a second. */
  | { readonly kind: 'dataset-progress'; readonly progress: Progress }
  /** A snapshot was made of an index that an earlier start had kept. */
  | { readonly kind: 'index-used'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'index-kept'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'index-not-kept'; readonly path: string; readonly reason: string }
  | { readonly kind: 'index-rebuilt'; readonly source: string; readonly reason: string }
  | {
      readonly kind: 'batch-answered';
      readonly queries: number;
      readonly failed: number;
      readonly cacheHits: number;
      readonly elapsedMs: number;
    }
  /** Entries of an answered batch that are no queries; they are not among those of `batch-answered`. */
  | { readonly kind: 'queries-refused'; readonly queries: number; readonly error: SameasError }
  | { readonly kind: 'query-failed'; readonly error: SameasError }
  | { readonly kind: 'effort-lowered'; readonly queries: number }
  | { readonly kind: 'worker-replaced'; readonly reason: string }
  | {
      readonly kind: 'request-answered';
      readonly method: string;
      readonly route: string;
      readonly status: number;
      readonly elapsedMs: number;
      /** As the headers X-Request-Id and traceparent have them, or an id of our own. */
      readonly requestId?: string;
      readonly traceId?: string;
    }
  | {
      readonly kind: 'request-failed';
      readonly method: string;
      readonly route: string;
      readonly error: SameasError;
      readonly requestId?: string;
      readonly traceId?: string;
    }
  /** The client went away before it had its answer. */
  | { readonly kind: 'request-interrupted'; readonly method: string; readonly route: string }
  /** Other computers reach the service, and it has no keys. */
  | { readonly kind: 'changes-closed' }
  /** The file of keys cannot be used; those that were read before stay. */
  | { readonly kind: 'keys-not-read'; readonly error: SameasError }
  /** Lines for the access log or the audit log were lost; told once, until lines can be written again. */
  | { readonly kind: 'log-not-written'; readonly path: string; readonly reason: string }
  /** Of HTTPS, at the start and at reloads. */
  | { readonly kind: 'certificate-read'; readonly validTo: Date }
  /** The one from before stays. */
  | { readonly kind: 'certificate-not-read'; readonly error: SameasError }
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'stopping'; readonly reason: string };

export type Observe = (observation: Observation) => void;

/** For callers that watch nothing. */
export const observeNothing: Observe = () => undefined;
