import { once } from '../../foundation/once.js';
import { SameasError } from '../../foundation/sameas-error.js';

export interface BudgetLimits {
  /** Requests of one client under way. */
  readonly maxClientRequests: number;
  /** Waiting and running queries of one client. A batch is always accepted from a client without another one. */
  readonly maxClientQueries: number;
  /** The same of all clients. */
  readonly maxWaitingQueries: number;
  /** Bytes of bodies of one client in memory. */
  readonly maxClientBytes: number;
  /** The same of all clients. */
  readonly maxBytesInFlight: number;
  /** Processor seconds of one client within a minute while others wait. */
  readonly maxClientSeconds: number;
  /** 0: any number. */
  readonly maxRequestsPerMinute: number;
  /** 0: any number. A batch is accepted as long as fewer queries have been sent. */
  readonly maxQueriesPerMinute: number;
}

export interface ByteLease {
  /** Takes `bytes` more, or throws `too-many-requests` and takes nothing. */
  readonly grow: (bytes: number) => void;
  /** Gives all back; nothing happens the second time. */
  readonly release: () => void;
}

/** Accounts of all clients. Memory: a few numbers for each client of the last minutes. */
export interface ClientBudgets {
  /** Counts a request until the returned function is called. Throws `too-many-requests`. */
  readonly admit: (client: string) => () => void;
  readonly lease: (client: string) => ByteLease;
  /** Counts queries until the returned function is called. Throws `too-many-requests`. */
  readonly admitQueries: (client: string, count: number) => () => void;
  /** Remainders of the limited rates. */
  readonly rates: (client: string) => readonly RateLeft[];
  /** Charges processor time, in milliseconds. */
  readonly charge: (client: string, milliseconds: number) => void;
  /** Processor time of about the last minute, in milliseconds. */
  readonly usedBy: (client: string) => number;
  /** Throws `too-many-requests` for a client over its processor seconds. Called only while another client waits. */
  readonly refuseGreedy: (client: string) => void;
}

/** Remainder of a client's rate of one minute. */
interface RateLeft {
  readonly name: 'requests' | 'queries';
  readonly limit: number;
  readonly remaining: number;
  /** Until all of it is available again. */
  readonly resetSeconds: number;
}

interface Account {
  requests: number;
  queries: number;
  bytes: number;
  usedMs: number;
  /** Time of `usedMs`. */
  at: number;
  readonly requestRate: Rate;
  readonly queryRate: Rate;
}

/** Use of a rate; the allowance comes back evenly. */
interface Rate {
  taken: number;
  /** Time of `taken`. */
  at: number;
}

/** Time in which a debt falls to a third. */
const MEMORY_MS = 60_000;
const MINUTE_MS = 60_000;
/** Accounts from which on empty ones are removed. */
const MANY_ACCOUNTS = 1_000;

/** `now`: milliseconds of a monotonic clock. */
export function createClientBudgets(limits: BudgetLimits, now: () => number = () => performance.now()): ClientBudgets {
  const accounts = new Map<string, Account>();
  let queries = 0;
  let bytes = 0;

  function accountOf(client: string): Account {
    const known = accounts.get(client);
    if (known !== undefined) return known;
    if (accounts.size >= MANY_ACCOUNTS) removeEmpty();
    const at = now();
    const account = {
      requests: 0,
      queries: 0,
      bytes: 0,
      usedMs: 0,
      at,
      requestRate: { taken: 0, at },
      queryRate: { taken: 0, at },
    };
    accounts.set(client, account);
    return account;
  }

  function removeEmpty(): void {
    for (const [client, account] of accounts) {
      if (
        account.requests === 0 &&
        account.queries === 0 &&
        account.bytes === 0 &&
        used(account) < 1 &&
        takenOf(account.requestRate, limits.maxRequestsPerMinute) === 0 &&
        takenOf(account.queryRate, limits.maxQueriesPerMinute) === 0
      )
        accounts.delete(client);
    }
  }

  function takenOf({ taken, at }: Rate, perMinute: number): number {
    return Math.max(0, taken - ((now() - at) * perMinute) / MINUTE_MS);
  }

  /** Takes `count` as long as less than a minute's share is taken. */
  function take(rate: Rate, count: number, perMinute: number, what: string): void {
    if (perMinute === 0) return;
    const taken = takenOf(rate, perMinute);
    // A request has to fit; a batch only has to find room, for it may be longer than the whole share.
    if (taken > perMinute - 1) {
      const seconds = Math.max(1, Math.ceil(((taken - perMinute + 1) * MINUTE_MS) / perMinute / 1000));
      throw new SameasError(
        'too-many-requests',
        `This client has sent more than ${String(perMinute)} ${what} within a minute.`,
        {
          facts: { limit: perMinute, retryAfterSeconds: seconds },
          advice: `Send the same request again in ${String(seconds)} ${seconds === 1 ? 'second' : 'seconds'}.`,
        },
      );
    }
    rate.taken = taken + count;
    rate.at = now();
  }

  function used(account: Account): number {
    return account.usedMs * Math.exp((account.at - now()) / MEMORY_MS);
  }

  return {
    admit: (client) => {
      const account = accountOf(client);
      take(account.requestRate, 1, limits.maxRequestsPerMinute, 'requests');
      if (account.requests >= limits.maxClientRequests)
        throw tooMany(`${String(account.requests)} requests of this client are under way already.`, {
          limit: limits.maxClientRequests,
        });
      account.requests += 1;
      return once(() => (account.requests -= 1));
    },
    lease: (client) => {
      const account = accountOf(client);
      let taken = 0;
      return {
        grow: (more) => {
          if (account.bytes + more > limits.maxClientBytes)
            throw tooMany('The bodies that this client is sending are too long together.', {
              limit: limits.maxClientBytes,
            });
          if (bytes + more > limits.maxBytesInFlight)
            throw tooMany('The bodies that are being sent to the service are too long together.', {
              limit: limits.maxBytesInFlight,
            });
          taken += more;
          account.bytes += more;
          bytes += more;
        },
        release: () => {
          account.bytes -= taken;
          bytes -= taken;
          taken = 0;
        },
      };
    },
    admitQueries: (client, count) => {
      const account = accountOf(client);
      if (account.queries > 0 && account.queries + count > limits.maxClientQueries)
        throw waiting(account.queries, limits.maxClientQueries);
      if (account.queries > 0 && queries + count > limits.maxWaitingQueries)
        throw waiting(queries, limits.maxWaitingQueries);
      take(account.queryRate, count, limits.maxQueriesPerMinute, 'queries');
      account.queries += count;
      queries += count;
      return once(() => {
        account.queries -= count;
        queries -= count;
      });
    },
    rates: (client) => {
      const account = accounts.get(client);
      const left = (name: RateLeft['name'], rate: Rate | undefined, limit: number): readonly RateLeft[] => {
        if (limit === 0) return [];
        const taken = rate === undefined ? 0 : takenOf(rate, limit);
        return [
          {
            name,
            limit,
            remaining: Math.max(0, Math.floor(limit - taken)),
            resetSeconds: Math.ceil((taken * MINUTE_MS) / limit / 1000),
          },
        ];
      };
      return [
        ...left('requests', account?.requestRate, limits.maxRequestsPerMinute),
        ...left('queries', account?.queryRate, limits.maxQueriesPerMinute),
      ];
    },
    charge: (client, milliseconds) => {
      const account = accountOf(client);
      account.usedMs = used(account) + milliseconds;
      account.at = now();
    },
    usedBy: (client) => {
      const account = accounts.get(client);
      return account === undefined ? 0 : used(account);
    },
    refuseGreedy: (client) => {
      const account = accounts.get(client);
      if (account !== undefined && used(account) > limits.maxClientSeconds * 1000) {
        throw tooMany('This client has used the processor for longer than its share, and others are waiting.', {
          limit: limits.maxClientSeconds,
        });
      }
    },
  };
}

function waiting(count: number, limit: number): SameasError {
  return tooMany('Too many queries are waiting to be answered.', { waiting: count, limit });
}

function tooMany(message: string, facts: SameasError['facts']): SameasError {
  return new SameasError('too-many-requests', message, {
    facts,
    advice: 'Send the same request again in a few seconds, and fewer at the same time.',
  });
}

export interface WebLimits extends Partial<BudgetLimits> {
  /** Longest body, after decompression. */
  readonly maxBodyBytes: number;
  /** Time for a whole body. Default: a minute. */
  readonly bodyTimeoutMs?: number;
  /** Most rows of a matched and reviewed table. */
  readonly maxTableRows?: number;
  /** Longest form that holds such a table. */
  readonly maxTableBytes?: number;
  readonly maxBatchQueries: number;
  /** Batch size that the manifest advises. */
  readonly batchSize: number;
  /** Parts of batches computed at once. */
  readonly batchesAtOnce?: number;
}

export const DEFAULT_LIMITS = {
  bodyTimeoutMs: 60_000,
  maxTableRows: 200_000,
  maxTableBytes: 64 * 1024 * 1024,
  batchesAtOnce: 8,
  maxClientRequests: 512,
  maxClientQueries: 20_000,
  maxWaitingQueries: 100_000,
  maxClientBytes: 128 * 1024 * 1024,
  maxBytesInFlight: 256 * 1024 * 1024,
  maxClientSeconds: 60,
  maxRequestsPerMinute: 0,
  maxQueriesPerMinute: 0,
} as const satisfies BudgetLimits & Readonly<Record<string, number>>;
