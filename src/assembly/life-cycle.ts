/* States of a dataset and their transitions. `LifeCycle` throws for any other transition. */

/**
 * A dataset. `serving`, `reloading` and `changing` answer requests from a snapshot; `starting` and `failed` have none.
 * In `changing`, a snapshot that was read again waits for the entity changes that it lacks. `kept`: the content is
 * unchanged.
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

/** A state that changes only by the rows of its table. */
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

  takes(event: EventOf<Table>): boolean {
    return this.#table[this.#state]?.[event] !== undefined;
  }

  /** Moves to the next state. Throws without a transition. */
  move(event: EventOf<Table>): void {
    const next = this.#table[this.#state]?.[event];
    if (next === undefined) throw new Error(`nothing leads from "${this.#state}" by "${event}"`);
    this.#state = next;
  }
}
