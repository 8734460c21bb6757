import { DEFAULT_LIMITS, type WebLimits } from '../web-limits.js';
import { createClientBudgets, type ClientBudgets } from './client-budgets.js';
import { createTurns, type Turns } from './turns.js';

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
