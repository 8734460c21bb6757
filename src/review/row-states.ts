/**
 * open: not decided, and not matched automatically · unlikely: the same, without a plausible candidate · automatic:
 * matched automatically, not confirmed · person: decided by a person · none: of these, those that mean nothing in the
 * dataset.
 */
export const ROW_STATES = {
  open: 'to review',
  unlikely: 'probably not in the dataset',
  automatic: 'matched automatically',
  person: 'decided by a person',
  none: 'not in the dataset',
} as const;
export type RowState = keyof typeof ROW_STATES;

/** In the order of their stored numbers. */
export const STATES: readonly RowState[] = ['open', 'unlikely', 'automatic', 'person', 'none'];

/** The state of each row of a table, and the number of rows in each. */
export class RowStates {
  #states = new Uint8Array(0);
  readonly #counts = STATES.map(() => 0);

  of(row: number): RowState {
    return STATES[this.#states[row] ?? 0] ?? 'open';
  }

  counts(): Readonly<Record<RowState, number>> {
    const [open = 0, unlikely = 0, automatic = 0, person = 0, none = 0] = this.#counts;
    return { open, unlikely, automatic, person, none };
  }

  /** Forgets all states; `rowCount` rows have none. */
  clear(rowCount: number): void {
    this.#states = new Uint8Array(rowCount);
    this.#counts.fill(0);
  }

  /** The state of a row that has none. */
  enter(row: number, state: RowState): void {
    const number = STATES.indexOf(state);
    this.#states[row] = number;
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
  }

  /** Another state of a row that has one. */
  change(row: number, state: RowState): void {
    const before = this.#states[row] ?? 0;
    this.#counts[before] = (this.#counts[before] ?? 0) - 1;
    this.enter(row, state);
  }
}
