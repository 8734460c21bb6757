import type { ReconCandidate } from '../../grid/recon.js';

/** A reconciliation service for operations: the wing next door, or any service by its address. */
export interface ReconciliationPort {
  /** Whether requests to an address are allowed, as far as known without one. */
  mayAsk(url: string): boolean;
  /** Throws `service-unreachable` or `url-access-off`. */
  service(url: string): Promise<ReconciliationService>;
}

export interface ReconciliationService {
  readonly url: string;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
  /** Its advised batch size. */
  readonly batchSize: number;
  /** The answer to each query, in order; an error is the message of that query alone. */
  reconcile(queries: readonly ReconQuery[]): Promise<readonly ReconAnswer[]>;
  /** Property values of entities, by entity id and then by property id. */
  extend(ids: readonly string[], properties: readonly ExtendProperty[]): Promise<ExtendAnswer>;
}

export interface ReconQuery {
  readonly query: string;
  readonly type?: string;
  readonly limit: number;
  readonly properties: readonly { readonly pid: string; readonly v: unknown }[];
}

export type ReconAnswer =
  { readonly candidates: readonly (ReconCandidate & { readonly match: boolean })[] } | { readonly error: string };

export interface ExtendProperty {
  readonly id: string;
  readonly name?: string;
  readonly settings?: unknown;
}

/** One value of an entity: text, a boolean, a whole or a floating number, a date, or another entity. */
export type ExtendValue =
  | { readonly kind: 'plain'; readonly value: string | bigint | number | boolean }
  | { readonly kind: 'date'; readonly iso: string }
  | { readonly kind: 'entity'; readonly id: string; readonly name: string };

export interface ExtendAnswer {
  readonly properties: readonly {
    readonly id: string;
    readonly name: string;
    readonly type?: { readonly id: string; readonly name: string };
  }[];
  readonly values: ReadonlyMap<string, ReadonlyMap<string, readonly ExtendValue[]>>;
}
