import type { Progress } from './progress.js';
import type { SameasError } from './sameas-error.js';

/**
 * All events to log or count, as one closed type. Code only emits observations; the logger and the metrics (assembly/)
 * handle each. No format strings in business code.
 */
export type Observation =
  | { readonly kind: 'dataset-loading'; readonly source: string }
  | {
      readonly kind: 'dataset-ready';
      readonly source: string;
      readonly snapshot: string;
      readonly entities: number;
      readonly labels: number;
      /** The candidate index in words. */
      readonly searchedBy: string;
      readonly elapsedMs: number;
    }
  /** A snapshot was put in service, or freed. */
  | { readonly kind: 'snapshots-held'; readonly change: 1 | -1 }
  | { readonly kind: 'dataset-load-failed'; readonly source: string; readonly error: SameasError }
  /** During loading, several times a second. */
  | { readonly kind: 'dataset-progress'; readonly progress: Progress }
  /** A snapshot was made from a saved index. */
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
  /** Invalid entries of an answered batch; not counted in `batch-answered`. */
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
      /** From the headers X-Request-Id and traceparent, or generated. */
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
  /** The client closed the connection before its answer. */
  | { readonly kind: 'request-interrupted'; readonly method: string; readonly route: string }
  | { readonly kind: 'changes-closed' }
  /** The file of keys is unusable; the previous keys stay. */
  | { readonly kind: 'keys-not-read'; readonly error: SameasError }
  /** Lines of the access or audit log were lost; reported once, until lines can be written again. */
  | { readonly kind: 'log-not-written'; readonly path: string; readonly reason: string }
  /** Of HTTPS, at the start and at reloads. */
  | { readonly kind: 'certificate-read'; readonly validTo: Date }
  /** The previous one stays. */
  | { readonly kind: 'certificate-not-read'; readonly error: SameasError }
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'stopping'; readonly reason: string };

export type Observe = (observation: Observation) => void;

/** Ignores all observations. */
export const observeNothing: Observe = () => undefined;
