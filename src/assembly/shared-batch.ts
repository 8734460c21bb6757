import type { RenderedOutcome } from '../describe/served-snapshot.js';
import type { ReconciliationQuery } from '../scoring/query.js';

/** What is done about a query that was taken by a thread which died. */
export type OutcomeOfLost = (query: ReconciliationQuery) => Promise<RenderedOutcome>;

/** A batch under way, which several threads compute. */
export class SharedBatch {
  /** One a query, in their order; when all threads have left. */
  readonly settled: Promise<readonly RenderedOutcome[]>;
  readonly #queries: readonly ReconciliationQuery[];
  readonly #outcomeOfLost: OutcomeOfLost;
  /** By the places of the queries. */
  readonly #outcomes: (RenderedOutcome | undefined)[] = [];
  /** Threads that have it and live. */
  #threads: number;
  #settle: () => void = () => undefined;

  constructor(queries: readonly ReconciliationQuery[], threads: number, outcomeOfLost: OutcomeOfLost) {
    this.#queries = queries;
    this.#threads = threads;
    this.#outcomeOfLost = outcomeOfLost;
    this.settled = new Promise<void>((resolve) => (this.#settle = resolve)).then(() => this.#allOutcomes());
  }

  /** The outcome of the query at this place. */
  tell(place: number, outcome: RenderedOutcome): void {
    this.#outcomes[place] = outcome;
  }

  /** One thread less has it: it has told all that it took, or died. With the last, what has no outcome is lost. */
  leave(): void {
    this.#threads -= 1;
    if (this.#threads === 0) this.#settle();
  }

  #allOutcomes(): Promise<readonly RenderedOutcome[]> {
    return Promise.all(
      this.#queries.map(async (query, place) => this.#outcomes[place] ?? (await this.#outcomeOfLost(query))),
    );
  }
}
