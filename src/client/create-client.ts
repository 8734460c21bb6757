import { askForJson, ServiceError, type SendOptions } from './send-again.js';

/** A query: a name alone, or with further facts. */
export type Query = string | DetailedQuery;

export interface DetailedQuery {
  readonly name: string;
  readonly types?: string | readonly string[] | undefined;
  /** Property id → value, or values. */
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  /** Most candidates. */
  readonly limit?: number | undefined;
}

export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly { readonly id: string; readonly name: string }[];
  readonly score: number;
  readonly match: boolean;
}

/** Result of one query. `place` counts the queries from 0. */
export type Answer = { readonly place: number; readonly query: Query } & (
  { readonly candidates: readonly Candidate[] } | { readonly error: string }
);

export interface Suggestion {
  readonly id: string;
  readonly name: string;
}

/** A reconciliation service. Everything rejects with a ServiceError when the service cannot be reached or refuses. */
export interface Client {
  readonly manifest: () => Promise<Readonly<Record<string, unknown>>>;
  /** Best candidate first. */
  readonly reconcile: (query: Query) => Promise<readonly Candidate[]>;
  /**
   * One answer a query, in order, sent in batches while they are read. `from` skips that many queries: a client that
   * keeps answers continues after an interruption with their number. A faulty query has an error, and does not affect
   * the others.
   */
  readonly reconcileAll: (
    queries: Iterable<Query> | AsyncIterable<Query>,
    options?: { readonly from?: number },
  ) => AsyncGenerator<Answer, void, undefined>;
  /** Entities whose names equal or begin with the text. */
  readonly suggest: (typed: string) => Promise<readonly Suggestion[]>;
}

/** Default queries of one request, where the service advises none. */
const BATCH_SIZE = 50;

/**
 * A client of the reconciliation service at an address, such as `http://127.0.0.1:8000/`. Sends nothing yet.
 * `batchSize`: most queries of a request; default: the advice of the service.
 */
export function createClient(
  address: string,
  options: SendOptions & { readonly batchSize?: number | undefined } = {},
): Client {
  let manifestRead: Promise<Readonly<Record<string, unknown>>> | undefined;
  const manifest = (): Promise<Readonly<Record<string, unknown>>> => {
    manifestRead ??= askForJson(address, undefined, options).then((answer) => {
      if (!isRecord(answer)) throw noService(address);
      return answer;
    });
    manifestRead.catch(() => (manifestRead = undefined));
    return manifestRead;
  };

  async function answersTo(batch: readonly Query[]): Promise<readonly (readonly Candidate[] | string)[]> {
    const queries = Object.fromEntries(batch.map((query, place) => [`q${String(place)}`, wireQuery(query)]));
    const answer = await askForJson(address, new URLSearchParams({ queries: JSON.stringify(queries) }), options);
    return batch.map((_, place) => {
      const one = isRecord(answer) ? answer[`q${String(place)}`] : undefined;
      if (!isRecord(one)) throw noService(address);
      if (isRecord(one['error'])) return text(one['error']['message']);
      return Array.isArray(one['result'])
        ? one['result'].filter(isRecord).map(readCandidate)
        : 'The service did not answer the query.';
    });
  }

  async function* reconcileAll(
    queries: Iterable<Query> | AsyncIterable<Query>,
    { from = 0 }: { readonly from?: number } = {},
  ): AsyncGenerator<Answer, void, undefined> {
    const size = options.batchSize ?? batchSizeIn(await manifest());
    let place = -1;
    let batch: { readonly place: number; readonly query: Query }[] = [];
    for await (const query of queries) {
      place += 1;
      if (place < from) continue;
      batch.push({ place, query });
      if (batch.length < size) continue;
      yield* answered(batch);
      batch = [];
    }
    if (batch.length > 0) yield* answered(batch);
  }

  async function* answered(
    batch: readonly { readonly place: number; readonly query: Query }[],
  ): AsyncGenerator<Answer, void, undefined> {
    const answers = await answersTo(batch.map(({ query }) => query));
    for (const [i, entry] of batch.entries()) {
      const answer = answers[i] ?? 'The service did not answer the query.';
      yield typeof answer === 'string' ? { ...entry, error: answer } : { ...entry, candidates: answer };
    }
  }

  return {
    manifest,
    reconcile: async (query) => {
      const [answer] = await answersTo([query]);
      if (answer === undefined || typeof answer === 'string')
        throw new ServiceError(answer ?? 'The service did not answer the query.', 200);
      return answer;
    },
    reconcileAll,
    suggest: async (typed) => {
      const { suggest } = await manifest();
      const entity = isRecord(suggest) ? suggest['entity'] : undefined;
      if (!isRecord(entity)) throw new ServiceError(`${address} suggests no entities.`, 200);
      const answer = await askForJson(
        `${text(entity['service_url'])}${text(entity['service_path'])}?${new URLSearchParams({ prefix: typed }).toString()}`,
        undefined,
        options,
      );
      const found = isRecord(answer) && Array.isArray(answer['result']) ? answer['result'] : [];
      return found.filter(isRecord).map(({ id, name }) => ({ id: text(id), name: text(name) }));
    },
  };
}

function wireQuery(query: Query): Readonly<Record<string, unknown>> {
  if (typeof query === 'string') return { query };
  const { name, types, properties, limit } = query;
  return {
    query: name,
    ...(types !== undefined && { type: types }),
    ...(properties !== undefined && { properties: Object.entries(properties).map(([pid, v]) => ({ pid, v })) }),
    ...(limit !== undefined && { limit }),
  };
}

function readCandidate({ id, name, type, score, match }: Readonly<Record<string, unknown>>): Candidate {
  const types = (Array.isArray(type) ? type : []).map((one: unknown) =>
    isRecord(one) ? { id: text(one['id']), name: text(one['name']) } : { id: text(one), name: text(one) },
  );
  return { id: text(id), name: text(name), types, score: typeof score === 'number' ? score : 0, match: match === true };
}

function batchSizeIn({ batchSize }: Readonly<Record<string, unknown>>): number {
  return typeof batchSize === 'number' && batchSize >= 1 ? Math.floor(batchSize) : BATCH_SIZE;
}

function noService(address: string): ServiceError {
  return new ServiceError(`${address} does not answer as a reconciliation service does.`, 200);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
