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

export interface SendOptions {
  /** API key, where the service needs one. */
  readonly key?: string | undefined;
  /** Retries of a request that the service could not take; 6 by default. */
  readonly retries?: number | undefined;
  /** Milliseconds for one answer; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Ends requests under way; waiting ones reject with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the reason of every retry, and its delay in milliseconds. */
  readonly onRetry?: ((reason: string, waitMs: number) => void) | undefined;
}

/** A request that the service refused or did not answer. */
export class ServiceError extends Error {
  /** Of HTTP; 0 without an answer. */
  readonly status: number;
  /** Code of the service (docs/errors.md), if any. */
  readonly code: string | undefined;

  constructor(message: string, status: number, code?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
  }
}

const RETRIES = 6;
const TIMEOUT_MS = 60_000;
/** The service is busy, or a proxy has lost it for a moment. */
const PASSING: readonly number[] = [429, 502, 503, 504];
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** Longer delays of the service are not awaited. */
const MAX_SERVER_WAIT_MS = 600_000;

/**
 * The JSON at an address; sends `form` where there is one. Retries a busy or silent service: after the time in
 * Retry-After, else after doubling delays. Rejects with a ServiceError after the last retry or a refusal, and with the
 * signal's reason.
 */
async function askForJson(address: string, form: URLSearchParams | undefined, options: SendOptions): Promise<unknown> {
  const { retries = RETRIES, timeoutMs = TIMEOUT_MS, key, signal } = options;
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(timeoutMs);
    let fault: ServiceError;
    let serverWaitMs: number | undefined;
    try {
      const response = await fetch(address, {
        headers: { Accept: 'application/json', ...(key !== undefined && { Authorization: `Bearer ${key}` }) },
        ...(form !== undefined && { method: 'POST', body: form }),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      const text = await response.text();
      if (response.ok) return readJson(text, address, response.status);
      fault = refusal(text, address, response.status);
      if (!PASSING.includes(response.status)) throw fault;
      serverWaitMs = retryAfterMs(response.headers.get('Retry-After'));
    } catch (thrown) {
      signal?.throwIfAborted();
      if (thrown instanceof ServiceError) throw thrown;
      fault = new ServiceError(
        limit.aborted ? `${address} gave no answer within ${String(timeoutMs)} ms.` : `${address} cannot be reached.`,
        0,
        undefined,
        thrown,
      );
    }
    if (attempt >= retries || (serverWaitMs ?? 0) > MAX_SERVER_WAIT_MS) throw fault;
    const waitMs = serverWaitMs ?? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
    options.onRetry?.(fault.message, waitMs);
    await wait(waitMs, signal);
  }
}

function readJson(text: string, address: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new ServiceError(
      `${address} answered with something other than JSON: it may be no reconciliation service.`,
      status,
      undefined,
      thrown,
    );
  }
}

function refusal(text: string, address: string, status: number): ServiceError {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  const message = textOf(parsed, 'message') ?? textOf(parsed, 'detail') ?? textOf(parsed, 'title');
  return new ServiceError(
    `${address} answered with status ${String(status)}${message === undefined ? '.' : `: ${message}`}`,
    status,
    textOf(parsed, 'code'),
  );
}

function textOf(object: unknown, member: string): string | undefined {
  const value: unknown = typeof object === 'object' && object !== null ? Reflect.get(object, member) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Milliseconds from now in the header, as seconds or a date; `undefined` for neither. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

async function wait(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}
