/*
 * The states of a dataset, and what leads from one to the next. What is not in the table cannot happen: `LifeCycle` throws.
 */

/**
 * A dataset. `serving`, `reloading` and `changing` answer requests from a snapshot; `starting` and `failed` have none. In `changing`, a snapshot that was read again waits for the
 * changes of entities that it does not contain. `kept`: what was read is what is served.
 */
export const DATASET_STATES = {
  starting: { served: 'serving', failed: 'failed', close: 'closing' },
  failed: { load: 'starting', close: 'closing' },
  serving: { load: 'reloading', close: 'closing' },
  reloading: { read: 'changing', kept: 'serving', failed: 'serving', close: 'closing' },
  changing: { served: 'serving', failed: 'serving', close: 'closing' },
  closing: { closed: 'closed' },
  closed: {},
} as const;

type StateTable = Readonly<Record<string, Readonly<Record<string, string>>>>;
type EventOf<Table extends StateTable> = Extract<{ [State in keyof Table]: keyof Table[State] }[keyof Table], string>;

/** The state of one thing, which changes by the rows of its table alone. */
export class LifeCycle<Table extends StateTable> {
  readonly #table: StateTable;
  #state: string;

  constructor(table: Table, first: Extract<keyof Table, string>) {
    this.#table = table;
    this.#state = first;
  }

  get state(): string {
    return this.#state;
  }

  /** Whether the state has a row for this event. */
  takes(event: EventOf<Table>): boolean {
    return this.#table[this.#state]?.[event] !== undefined;
  }

  /** Goes on to the next state. Throws where the table has none. */
  move(event: EventOf<Table>): void {
    const next = this.#table[this.#state]?.[event];
    if (next === undefined) throw new Error(`nothing leads from "${this.#state}" by "${event}"`);
    this.#state = next;
  }
}
