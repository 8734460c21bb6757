import { SameasError } from '../../../foundation/sameas-error.js';
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

/** Delays before a silent service is tried again. */
const RETRY_AFTER_MS = [500, 2000];

/** The result of `ask`; retried, after a moment, when the service could not be reached. Rejects with the last error. */
export async function retryUntilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof SameasError) || thrown.code !== 'service-unreachable') throw thrown;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return await ask();
}

/** Unanswered batches in a row after which a service is given up. */
const MAX_FAILED_BATCHES = 3;

/**
 * The answers to queries in order, batch by batch. Queries of an unanswered batch get the error instead of candidates,
 * and the others their candidates, so that an hour's work is not lost to a minute's failure. Throws errors of the
 * service client when there was no answer at all.
 */
export async function* askInBatches(
  service: ReconciliationService,
  queries: readonly ReconQuery[],
  batchSize: number,
): AsyncGenerator<readonly ReconAnswer[]> {
  let isAnyAnswered = false;
  let failedInARow = 0;
  let fault: unknown;
  for (let from = 0; from < queries.length; from += batchSize) {
    const batch = queries.slice(from, from + batchSize);
    let answers: readonly ReconAnswer[] = [];
    if (failedInARow < MAX_FAILED_BATCHES) {
      try {
        answers = await retryUntilAnswered(async () => await service.reconcile(batch));
        isAnyAnswered = true;
        failedInARow = 0;
        fault = undefined;
      } catch (thrown) {
        fault = thrown;
        failedInARow += 1;
      }
    }
    if (!isAnyAnswered && failedInARow === MAX_FAILED_BATCHES) throw fault;
    const noAnswer = fault instanceof Error ? fault.message : 'The service gave no answer for this query.';
    yield batch.map((_, index) => answers[index] ?? { error: noAnswer });
  }
  if (!isAnyAnswered && queries.length > 0) throw fault;
}
