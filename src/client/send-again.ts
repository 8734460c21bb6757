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
export async function askForJson(
  address: string,
  form: URLSearchParams | undefined,
  options: SendOptions,
): Promise<unknown> {
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
