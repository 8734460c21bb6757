import { DEFAULT_LIMITS, type WebLimits } from '../web-limits.js';
import { createClientBudgets, type ClientBudgets } from './client-budgets.js';
import { createTurns, type Turns } from './turns.js';

/** How an application divides its work among clients. */
export interface FairShare {
  readonly budgets: ClientBudgets;
  /** Parts of batches, and other work over the dataset that takes a while. */
  readonly batches: Turns;
  /** Long forms and messages that are parsed. */
  readonly reading: Turns;
  /** Tables of names. */
  readonly tables: Turns;
  /** Looking through the entities. */
  readonly browsing: Turns;
}

/** Threads that parse at once. */
const READING_AT_ONCE = 2;
/** Tables that are matched at once, and those of one client that wait. */
const TABLES_AT_ONCE = 2;
const WAITING_TABLES = 8;
/** Pages and files of entities that are asked for at once, and those of one client that wait. */
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
    // How many wait is limited by the queries of a client.
    batches: turns(limits.batchesAtOnce ?? DEFAULT_LIMITS.batchesAtOnce, Infinity),
    reading: turns(READING_AT_ONCE, WAITING_BODIES),
    tables: turns(TABLES_AT_ONCE, WAITING_TABLES),
    browsing: turns(BROWSED_AT_ONCE, WAITING_PAGES),
  };
}
