import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { defined } from '../foundation/defined.js';
import type { Deadline } from '../foundation/deadline.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { COMPILED_FIELD } from './compiled-entity.js';
import type { ClusterAnswer, ClusterConnection, ClusterRequest } from './cluster-connection.js';
import type { ClusterState, FailedSearch, SearchBody, SearchCluster, SearchHits } from './search-cluster.js';
import { OtherWays } from './other-ways.js';

/*
 * Searches that come back whole or not at all. Whatever a node leaves out – a part of the index, because another node has just died; a search that took too long, or for which there was no
 * room – is asked for again, of the next node, until the deadline.
 */

/** Requests under way at once, from one thread. */
const MAX_AT_ONCE = 8;
/** One attempt; what a node has not answered by then is asked of another. */
const ATTEMPT_MS = 2_500;
/** On another node, for one that cannot be reached or takes too long. */
const RETRIES = 1;
/** Limit of the engine itself, a little shorter. */
const ENGINE_MS = 2_000;
const FIRST_PAUSE_MS = 30;
const LONGEST_PAUSE_MS = 500;
const MAX_ATTEMPTS = 8;

/** A document that was found. */
interface SentHit {
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  readonly sort?: readonly unknown[];
}

const hitsSchema = z.object({
  timed_out: z.literal(false),
  _shards: z.object({ failed: z.literal(0) }),
  // Empty members are absent.
  hits: z
    .object({
      total: z.object({ value: z.number() }).optional(),
      hits: z
        .array(
          // Not as an object with members that are checked: there are thousands in a batch.
          z.custom<SentHit>((hit) => typeof hit === 'object' && hit !== null),
        )
        .default([]),
    })
    .default({ hits: [] }),
  aggregations: z.unknown().optional(),
});
const failedSchema = z.object({ error: z.unknown(), status: z.number().optional() });
const searchesSchema = z.object({ responses: z.array(z.unknown()) });
const documentsSchema = z.object({ docs: z.array(z.object({ found: z.boolean(), _source: z.unknown().optional() })) });
const aliasSchema = z.record(z.string(), z.unknown());

/** All that is read of an answer. */
const SENT =
  'responses.timed_out,responses._shards.failed,responses.hits.total.value,responses.hits.hits.fields,responses.hits.hits.sort,responses.aggregations,responses.error,responses.status';

/** Answers of one attempt, by request; `undefined`: to be sent again. */
interface Attempt<Answer> {
  readonly answers: readonly (Answer | undefined)[];
  readonly fault?: string;
  readonly isBusy?: boolean;
}

/** Time limits of one attempt. */
interface AttemptLimits {
  readonly attemptMs: number;
  /** Limit of the engine itself. */
  readonly engineMs: number;
}

/** Over a connection, which `close` ends. */
export class SearchClusterClient implements SearchCluster {
  readonly #connection: ClusterConnection;
  readonly #attemptMs: number;
  readonly #engineMs: number;
  readonly #breaker = new CircuitBreaker();
  readonly #semaphore = new Semaphore(MAX_AT_ONCE);
  readonly #ways: OtherWays;

  constructor(
    connection: ClusterConnection,
    { attemptMs, engineMs }: AttemptLimits = { attemptMs: ATTEMPT_MS, engineMs: ENGINE_MS },
  ) {
    this.#connection = connection;
    this.#attemptMs = attemptMs;
    this.#engineMs = engineMs;
    this.#ways = new OtherWays(connection.sentAgain);
  }

  search(
    index: string,
    bodies: readonly SearchBody[],
    deadline: Deadline,
  ): Promise<readonly (SearchHits | FailedSearch)[]> {
    return bodies.length === 0
      ? Promise.resolve([])
      : this.#untilWhole(bodies, deadline, (rest, timeoutMs) => this.#searchOnce(index, rest, timeoutMs));
  }

  async get(index: string, ids: readonly string[], deadline: Deadline): Promise<readonly unknown[] | FailedSearch> {
    if (ids.length === 0) return [];
    const [found] = await this.#untilWhole([ids], deadline, ([rest = []], timeoutMs) =>
      this.#getOnce(index, rest, timeoutMs),
    );
    return found ?? { fault: 'nothing came back' };
  }

  async resolveAlias(alias: string): Promise<readonly string[]> {
    // Among its own indexes only: the user need not be allowed to look at those of others.
    const { status, body } = await this.#connection.ask({
      method: 'GET',
      path: `/${alias}-*/_alias/${alias}`,
      timeoutMs: ATTEMPT_MS,
      retries: 2,
    });
    if (status === NOT_FOUND) return [];
    if (status === NO_USER || status === NOT_ALLOWED)
      throw new SameasError(
        'search-cluster-refused',
        'The search cluster does not take the user or the password, or does not let this user read the dataset.',
        {
          advice:
            'Check searchClusterUser and searchClusterPasswordFile, and that the user may read indexes whose names begin with "sameas-".',
          facts: { status },
        },
      );
    const read = aliasSchema.safeParse(body);
    if (status !== OK || !read.success)
      throw new SameasError('search-cluster-unavailable', 'The search cluster does not say where the dataset is.', {
        facts: { status },
      });
    return Object.keys(read.data);
  }

  state(): ClusterState {
    const fault = this.#breaker.fault();
    return fault === undefined ? { available: true } : { available: false, fault };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Sends what is not answered yet again and again. */
  async #untilWhole<Asked, Answer>(
    asked: readonly Asked[],
    deadline: Deadline,
    attempt: (rest: readonly Asked[], timeoutMs: number) => Promise<Attempt<Answer>>,
  ): Promise<readonly (Answer | FailedSearch)[]> {
    const answers = new Map<number, Answer>();
    let fault = 'there was no time left';
    let pauseMs = FIRST_PAUSE_MS;
    for (let tried = 0; tried < MAX_ATTEMPTS && !deadline.expired(); tried++) {
      if (!this.#breaker.allows()) {
        fault = this.#breaker.fault() ?? fault;
        break;
      }
      const rest = Array.from(asked.keys()).filter((place) => !answers.has(place));
      const leave = await this.#semaphore.enter();
      // Two nodes may be asked one after the other.
      const timeoutMs = Math.max(1, Math.min(this.#attemptMs, deadline.remainingMs() / (1 + RETRIES)));
      const given = await attempt(
        rest.map((place) => asked[place]).filter((one) => one !== undefined),
        timeoutMs,
      ).finally(leave);
      given.answers.forEach((answer, i) => {
        if (answer !== undefined) answers.set(rest[i] ?? -1, answer);
      });
      if (given.isBusy === true) this.#semaphore.halve();
      if (answers.size === asked.length) {
        this.#breaker.succeeded();
        break;
      }
      fault = given.fault ?? 'an answer that is not whole';
      this.#breaker.failed(fault);
      await pause(Math.min(pauseMs, deadline.remainingMs()));
      pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    }
    return asked.map((_, place) => answers.get(place) ?? { fault });
  }

  /** By another way too where the first one is slow. */
  async #send(
    requestBy: (way: string | undefined) => Omit<ClusterRequest, 'retries'>,
  ): Promise<ClusterAnswer | FailedSearch> {
    try {
      return await this.#ways.ask(
        (way) => this.#connection.ask({ ...requestBy(way), retries: RETRIES }),
        ({ status }) => status === OK,
      );
    } catch (thrown) {
      return { fault: asSameasError(thrown).message };
    }
  }

  async #searchOnce(index: string, bodies: readonly SearchBody[], timeoutMs: number): Promise<Attempt<SearchHits>> {
    const linesBy = (way: string | undefined): readonly object[] =>
      bodies.flatMap((body) => [
        { allow_partial_search_results: false, ...defined({ preference: way }) },
        { timeout: `${String(this.#engineMs)}ms`, ...body },
      ]);
    const answer = await this.#send((way) => ({
      method: 'POST',
      path: `/${index}/_msearch`,
      query: { filter_path: SENT },
      body: linesBy(way),
      timeoutMs,
    }));
    if ('fault' in answer) return { answers: [], fault: answer.fault };
    const parsed = answer.status === 200 ? searchesSchema.safeParse(answer.body) : undefined;
    if (parsed?.success !== true) return refused(answer);
    const read = parsed.data.responses.map(readResponse);
    const fault = read.flatMap((one) => one.fault ?? []).at(-1);
    return {
      answers: read.map(({ hits }) => hits),
      isBusy: read.some(({ isBusy }) => isBusy),
      ...defined({ fault }),
    };
  }

  async #getOnce(index: string, ids: readonly string[], timeoutMs: number): Promise<Attempt<readonly unknown[]>> {
    const answer = await this.#send((way) => ({
      method: 'POST',
      path: `/${index}/_mget`,
      ...(way !== undefined && { query: { preference: way } }),
      body: { ids },
      timeoutMs,
    }));
    if ('fault' in answer) return { answers: [], fault: answer.fault };
    const parsed = answer.status === 200 ? documentsSchema.safeParse(answer.body) : undefined;
    if (parsed?.success !== true) return refused(answer);
    return { answers: [parsed.data.docs.map(({ found, _source }) => (found ? _source : undefined))] };
  }
}

const OK = 200;
const NO_USER = 401;
const NOT_ALLOWED = 403;
const NOT_FOUND = 404;
const TOO_MANY = 429;
/** Of what a node says, for the log. */
const MAX_TOLD = 400;

/** The hits of a search, or why there are none. */
function readResponse(response: unknown): {
  readonly hits: SearchHits | undefined;
  readonly fault?: string;
  readonly isBusy: boolean;
} {
  const read = hitsSchema.safeParse(response);
  if (read.success) {
    const { hits, aggregations } = read.data;
    return {
      hits: {
        total: hits.total?.value ?? hits.hits.length,
        hits: hits.hits.map(({ fields, sort }) => ({
          source: fields?.[COMPILED_FIELD]?.[0],
          ...defined({ sort }),
        })),
        aggregations,
      },
      isBusy: false,
    };
  }
  const failed = failedSchema.safeParse(response);
  const fault = failed.success ? JSON.stringify(failed.data.error) : 'a part of the index did not answer';
  return { hits: undefined, fault: fault.slice(0, MAX_TOLD), isBusy: failed.data?.status === TOO_MANY };
}

function refused({ status, body }: ClusterAnswer): Attempt<never> {
  return {
    answers: [],
    isBusy: status === TOO_MANY,
    fault: `status ${String(status)}: ${(JSON.stringify(body) ?? '').slice(0, MAX_TOLD)}`,
  };
}

const FAILURES_TO_OPEN = 5;
const FIRST_OPEN_MS = 500;
const LONGEST_OPEN_MS = 15_000;

/** Keeps requests from a cluster that has failed several times in a row, for a pause that grows as long as it goes on failing. */
class CircuitBreaker {
  #failures = 0;
  #pauseMs = FIRST_OPEN_MS;
  #openUntil = 0;
  #lastFault = '';

  /** Whether a request may be sent now: after a pause one is, to see how it stands. */
  allows(): boolean {
    if (!this.#isOpen()) return true;
    if (performance.now() < this.#openUntil) return false;
    // One at a time, as long as it is not known how that one ends.
    this.#openUntil = performance.now() + this.#pauseMs;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = FIRST_OPEN_MS;
  }

  failed(fault: string): void {
    this.#lastFault = fault;
    this.#failures++;
    if (!this.#isOpen()) return;
    this.#openUntil = performance.now() + this.#pauseMs;
    this.#pauseMs = Math.min(LONGEST_OPEN_MS, this.#pauseMs * 2);
  }

  /** Last fault while requests are held back; `undefined`: they are let through. */
  fault(): string | undefined {
    return this.#isOpen() ? this.#lastFault : undefined;
  }

  #isOpen(): boolean {
    return this.#failures >= FAILURES_TO_OPEN;
  }
}

/** Requests that go well until one more is let through. */
const WELL_BEFORE_MORE = 20;

/** Lets so many requests be under way at once, and fewer where the other side has too much to do. */
class Semaphore {
  readonly #most: number;
  #allowed: number;
  #inside = 0;
  #well = 0;
  readonly #waiting: (() => void)[] = [];

  /** At most so many at once. */
  constructor(most: number) {
    this.#most = most;
    this.#allowed = most;
  }

  /** Resolves when it is the caller's turn, which ends with what it gives. */
  enter(): Promise<() => void> {
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(() => this.#leave()));
      this.#letIn();
    });
  }

  /** The other side has refused something: half as many from now on. */
  halve(): void {
    this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
    this.#well = 0;
  }

  #letIn(): void {
    while (this.#inside < this.#allowed && this.#waiting.length > 0) {
      this.#inside++;
      this.#waiting.shift()?.();
    }
  }

  #leave(): void {
    this.#inside--;
    this.#well++;
    if (this.#well >= WELL_BEFORE_MORE && this.#allowed < this.#most) {
      this.#allowed++;
      this.#well = 0;
    }
    this.#letIn();
  }
}
