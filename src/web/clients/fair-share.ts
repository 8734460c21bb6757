import { DEFAULT_LIMITS, type WebLimits, createClientBudgets, type ClientBudgets } from './client-budgets.js';
import { largestOf } from '../../foundation/largest-of.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';

export interface FairShare {
  readonly budgets: ClientBudgets;
  /** Parts of batches, and other long work over the dataset. */
  readonly batches: Turns;
  /** Parsing long forms and messages. */
  readonly reading: Turns;
  readonly tables: Turns;
  readonly browsing: Turns;
}

/** Threads that parse at once. */
const READING_AT_ONCE = 2;
/** Tables matched at once, and waiting tables of one client. */
const TABLES_AT_ONCE = 2;
const WAITING_TABLES = 8;
/** Pages and files of entities at once, and waiting ones of one client. */
const BROWSED_AT_ONCE = 8;
const WAITING_PAGES = 64;
/** Long bodies of one client that wait to be parsed. */
const WAITING_BODIES = 256;

/** Fresh accounts and turns. */
export function createFairShare(limits: WebLimits): FairShare {
  const budgets = createClientBudgets({ ...DEFAULT_LIMITS, ...limits });
  const turns = (atOnce: number, maxWaitingOfClient: number): Turns =>
    createTurns({ atOnce, maxWaitingOfClient }, budgets);
  return {
    budgets,
    // The queries of a client limit how many wait.
    batches: turns(limits.batchesAtOnce ?? DEFAULT_LIMITS.batchesAtOnce, Infinity),
    reading: turns(READING_AT_ONCE, WAITING_BODIES),
    tables: turns(TABLES_AT_ONCE, WAITING_TABLES),
    browsing: turns(BROWSED_AT_ONCE, WAITING_PAGES),
  };
}

export interface Turns {
  /**
   * Runs `work` in the client's turn, and charges the client with its time. Rejects with the errors of `work`, with
   * `too-many-requests` where too much waits already or the client has used up its seconds while others wait, with
   * `overloaded` where it has not begun after five seconds, and like an interruption when the client has gone before
   * its turn.
   */
  readonly run: <T>(client: string, work: () => Promise<T>, piece?: Piece) => Promise<T>;
  /**
   * Throws `overloaded` where so many more units of a client could not begin soon; what has room begins at once. Only
   * work of others that goes before counts: a client with nothing under way waits for no more of each other client than
   * it requests itself, and short work waits only for short work. Until the speed is measured, as much may wait as is
   * under way.
   */
  readonly admit: (client: string, piece: Pick<Piece, 'units' | 'kind' | 'isShort'>) => void;
}

interface Amount {
  /** Default: 1. */
  readonly units?: number;
  /** The time of a unit is measured for each kind. Default: queries. */
  readonly kind?: 'queries' | 'characters';
}

interface Piece extends Amount {
  /** Soon done, and a person waits for it: goes before long work, as long as the client has few such pieces. */
  readonly isShort?: boolean;
  /** Aborted when the client has gone: what has not begun is given up. */
  readonly gone?: AbortSignal;
  /** Shared by all pieces of one request: once one of them has begun, the others wait as long as they must. */
  readonly request?: { hasBegun: boolean };
}

interface TurnLimits {
  readonly atOnce: number;
  /** Waiting pieces of work of one client. */
  readonly maxWaitingOfClient: number;
}

/** Longest wait that `admit` allows. */
const MAX_WAIT_MS = 2_000;
/** Admitted work that has not begun after this is refused: the speed that admitted it is outdated. */
const MAX_LATE_MS = 5_000;
/**
 * Short pieces of one client that go before long work; those of all clients under way while long work waits, and those
 * that begin in addition to what is under way.
 */
const SHORT_OF_CLIENT = 4;
const SHORT_AT_ONCE = 4;
const SHORT_BESIDE = 2;
/**
 * Units after which older measurements of the speed count a third; fewer, such as those of a thread that has just
 * started, are no measurement.
 */
const MEMORY_UNITS = 200;
/** Work without an end for so long is slower than measured. */
const STALLED_MS = 5_000;

const NO_UNITS = { queries: 0, characters: 0 };

interface Waiting {
  readonly begin: () => void;
  readonly isShort: boolean;
}

interface Queue {
  readonly waiting: Waiting[];
  running: number;
  /** Milliseconds charged since the queue exists, plus the lowest of the other queues at that moment. */
  usedMs: number;
  /** Waiting and running units by kind, and short pieces of these with their units. */
  readonly units: Record<keyof typeof NO_UNITS, number>;
  short: number;
  shortUnits: number;
}

/**
 * Turns for one kind of work. The next turn goes to short pieces; then to the client with the least under way, of these
 * to the one that has used least of the processor since it has something to do – not before, so that a client which has
 * used much gets its share, too –, and within a client to the oldest piece: a client that sends little never waits for
 * all of another one's work.
 */
export function createTurns(
  { atOnce, maxWaitingOfClient }: TurnLimits,
  budgets: ClientBudgets,
  now = (): number => performance.now(),
): Turns {
  const queues = new Map<string, Queue>();
  const speeds = { queries: measureSpeed(now), characters: measureSpeed(now) };
  let running = 0;
  let runningShort = 0;

  const costOf = ({ queries, characters }: Queue['units']): number =>
    queries * speeds.queries.msPerUnit() + characters * speeds.characters.msPerUnit();

  function next(): void {
    while (beginOne(true) || beginOne(false));
  }

  /** Begins the next piece; false where there is none, or no room. */
  function beginOne(isShort: boolean): boolean {
    if (running >= atOnce + (isShort ? SHORT_BESIDE : 0) || (isShort && runningShort >= SHORT_AT_ONCE)) return false;
    const isNext = (piece: Waiting): boolean => !isShort || piece.isShort;
    const [chosen] = [...queues]
      .filter(([, { waiting }]) => waiting.some(isNext))
      .sort(
        ([one, a], [other, b]) =>
          a.running - b.running || a.usedMs - b.usedMs || budgets.usedBy(one) - budgets.usedBy(other),
      );
    if (chosen === undefined) return false;
    const [, queue] = chosen;
    const [piece] = queue.waiting.splice(queue.waiting.findIndex(isNext), 1);
    queue.running += 1;
    running += 1;
    if (piece?.isShort === true) runningShort += 1;
    piece?.begin();
    return true;
  }

  function turnOf(queue: Queue, isShort: boolean, { gone, request = { hasBegun: false } }: Piece): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (error: Error): void => {
        clearTimeout(late);
        gone?.removeEventListener('abort', giveUp);
        queue.waiting.splice(queue.waiting.indexOf(piece), 1);
        reject(error);
      };
      const giveUp = (): void => leave(interrupted());
      const late = setTimeout(() => {
        if (!request.hasBegun) leave(overloaded(MAX_LATE_MS));
      }, MAX_LATE_MS);
      const piece: Waiting = {
        isShort,
        begin: () => {
          clearTimeout(late);
          gone?.removeEventListener('abort', giveUp);
          request.hasBegun = true;
          resolve();
        },
      };
      queue.waiting.push(piece);
      if (gone?.aborted === true) {
        giveUp();
        return;
      }
      gone?.addEventListener('abort', giveUp, { once: true });
      next();
    });
  }

  function newQueue(): Queue {
    const usedMs = queues.size === 0 ? 0 : -largestOf(Array.from(queues.values(), (one) => -one.usedMs));
    return { waiting: [], running: 0, usedMs, units: { ...NO_UNITS }, short: 0, shortUnits: 0 };
  }

  return {
    run: async (client, work, piece = {}) => {
      const { units = 1, kind = 'queries', isShort = false } = piece;
      const speed = speeds[kind];
      const queue = queues.get(client) ?? newQueue();
      if (queue.waiting.length >= maxWaitingOfClient) {
        throw new SameasError('too-many-requests', sentence('Too much work of this client is waiting.'), {
          facts: { limit: maxWaitingOfClient },
          advice: 'Send the same request again in a few seconds.',
        });
      }
      if ([...queues].some(([other, { waiting }]) => other !== client && waiting.length > 0))
        budgets.refuseGreedy(client);
      queues.set(client, queue);
      const goesBefore = isShort && queue.short < SHORT_OF_CLIENT;
      queue.units[kind] += units;
      if (goesBefore) {
        queue.short += 1;
        queue.shortUnits += units;
      }
      let hasBegun = false;
      let startedAt = 0;
      try {
        await turnOf(queue, goesBefore, piece);
        hasBegun = true;
        startedAt = now();
        speed.begin(units);
        return await work();
      } finally {
        if (hasBegun) {
          const usedMs = now() - startedAt;
          budgets.charge(client, usedMs);
          queue.usedMs += usedMs;
          queue.running -= 1;
          running -= 1;
          if (goesBefore) runningShort -= 1;
          speed.end(units);
        }
        queue.units[kind] -= units;
        if (goesBefore) {
          queue.short -= 1;
          queue.shortUnits -= units;
        }
        if (queue.units.queries + queue.units.characters === 0) queues.delete(client);
        next();
      }
    },
    admit: (client, { units = 1, kind = 'queries', isShort = false }) => {
      if (running < atOnce) return;
      const queue = queues.get(client);
      if (isShort && (queue?.short ?? 0) < SHORT_OF_CLIENT) {
        const ownUnits = queue?.shortUnits ?? 0;
        const shortUnits = [...queues].reduce(
          (sum, [other, one]) => sum + (other === client ? ownUnits : Math.min(one.shortUnits, ownUnits + units)),
          0,
        );
        const shortMs = shortUnits * speeds[kind].msPerUnit();
        if (shortMs > MAX_WAIT_MS) throw overloaded(shortMs);
        return;
      }
      const own = costOf(queue?.units ?? NO_UNITS);
      const most = own + costOf({ ...NO_UNITS, [kind]: units });
      const waitMs = [...queues].reduce(
        (sum, [other, { units: others }]) => sum + (other === client ? own : Math.min(costOf(others), most)),
        0,
      );
      if (waitMs > MAX_WAIT_MS) throw overloaded(waitMs);
    },
  };
}

/** Measures the time of a unit while there is something to do, whatever the concurrency. */
function measureSpeed(now: () => number): {
  readonly begin: (units: number) => void;
  readonly end: (units: number) => void;
  readonly msPerUnit: () => number;
} {
  let msPerUnit = 0;
  let measuredUnits = 0;
  let lastAt = 0;
  let underWay = 0;
  return {
    begin: (units) => {
      if (underWay === 0) lastAt = now();
      underWay += units;
    },
    end: (units) => {
      underWay -= units;
      measuredUnits += units;
      const endedAt = now();
      const share = msPerUnit === 0 ? 1 : 1 - Math.exp(-units / MEMORY_UNITS);
      msPerUnit += ((endedAt - lastAt) / units - msPerUnit) * share;
      lastAt = endedAt;
    },
    msPerUnit: () => {
      const stalledMs = underWay === 0 ? 0 : now() - lastAt;
      // Until the speed is measured, as much may wait as is under way.
      const assumed = underWay === 0 ? 0 : MAX_WAIT_MS / (2 * underWay);
      const known = measuredUnits < MEMORY_UNITS ? assumed : msPerUnit;
      return stalledMs < STALLED_MS ? known : Math.max(known, stalledMs / underWay);
    },
  };
}

function interrupted(): Error {
  return Object.assign(new Error('The client went away before its turn.'), { code: 'ECONNABORTED' });
}

function overloaded(waitMs: number): SameasError {
  return new SameasError('overloaded', 'More is asked of the service than it can begin to answer soon.', {
    facts: { waitMs: Math.round(waitMs), retryAfterSeconds: Math.ceil(MAX_WAIT_MS / 1000) },
    advice: 'Send the same request again in a few seconds.',
  });
}
