/** How requests are sent, and sent again. */
export interface SendOptions {
  /** An API key, for services that ask for one. */
  readonly key?: string | undefined;
  /** How often a request is sent again that the service could not take; 6 when left out. */
  readonly retries?: number | undefined;
  /** Time for one answer, in milliseconds; 60,000 when left out. */
  readonly timeoutMs?: number | undefined;
  /** Ends what is under way; what waits rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Hears of every request that is sent again: why, and after how many milliseconds. */
  readonly onRetry?: ((reason: string, waitMs: number) => void) | undefined;
}

/** What the service did not answer, or refused. */
export class ServiceError extends Error {
  /** Of HTTP; 0 where there was no answer. */
  readonly status: number;
  /** What the service calls it (docs/errors.md), if it says so. */
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
/** The service is busy, or what stands before it has lost it for a moment. */
const PASSING: readonly number[] = [429, 502, 503, 504];
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A service that wants to be left alone for longer is not waited for. */
const LONGEST_ASKED_WAIT_MS = 600_000;

/**
 * The JSON that an address answers with; sends `form` where there is one. Where the service is busy or there is no answer, it is asked again: after the time it names in
 * Retry-After, else after waits that double. Rejects with a ServiceError when it was asked often enough or refuses, and with the signal's reason.
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
    let askedWaitMs: number | undefined;
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
      askedWaitMs = retryAfterMs(response.headers.get('Retry-After'));
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
    if (attempt >= retries || (askedWaitMs ?? 0) > LONGEST_ASKED_WAIT_MS) throw fault;
    const waitMs = askedWaitMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
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
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    told = undefined;
  }
  const message = textOf(told, 'message') ?? textOf(told, 'detail') ?? textOf(told, 'title');
  return new ServiceError(
    `${address} answered with status ${String(status)}${message === undefined ? '.' : `: ${message}`}`,
    status,
    textOf(told, 'code'),
  );
}

function textOf(object: unknown, member: string): string | undefined {
  const value: unknown = typeof object === 'object' && object !== null ? Reflect.get(object, member) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Milliseconds from now that the header names, as seconds or as a date; `undefined` where it names none. */
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
