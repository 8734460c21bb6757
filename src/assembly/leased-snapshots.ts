import { sentence } from '../foundation/message.js';
import type { BatchExecutor, ServedSnapshot, SnapshotLease, SnapshotWork } from '../describe/served-snapshot.js';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import { collectGarbage } from '../foundation/collect-garbage.js';

/** Computes over one snapshot, and frees it in every thread. */
export interface SnapshotExecutor extends BatchExecutor {
  readonly work: SnapshotWork;
  readonly close: () => Promise<void>;
}

type SnapshotToServe = Pick<ServedSnapshot, 'snapshot' | 'read'> & { readonly executor: SnapshotExecutor };

interface Held {
  readonly served: ServedSnapshot;
  /** Number of leases, one of them for the snapshot in service. */
  leases: number;
  readonly free: () => Promise<void>;
  readonly freed: Promise<void>;
  readonly resolveFreed: () => void;
}

/**
 * The snapshot in service, and earlier ones that are still leased. A snapshot is freed when its last lease is returned;
 * work over it has a lease until it is done, even after the request was given up.
 */
export class LeasedSnapshots {
  readonly #observe: Observe;
  #current: Held | undefined;
  readonly #held = new Set<Held>();

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  get current(): ServedSnapshot | undefined {
    return this.#current?.served;
  }

  replace({ snapshot, read, executor }: SnapshotToServe): void {
    const before = this.#current;
    const during = async <T>(work: () => Promise<T>): Promise<T> => {
      const release = this.#lease(held);
      try {
        return await work();
      } finally {
        release();
      }
    };
    let resolveFreed: () => void = () => undefined;
    const freed = new Promise<void>((resolve) => (resolveFreed = resolve));
    const held: Held = {
      served: {
        snapshot,
        read,
        batches: { execute: (...batch) => during(() => executor.execute(...batch)) },
        work: {
          extend: (task) => during(() => executor.work.extend(task)),
          explain: (task) => during(() => executor.work.explain(task)),
          write: (task) => during(() => executor.work.write(task)),
        },
      },
      leases: 1,
      free: () => executor.close(),
      freed,
      resolveFreed,
    };
    this.#held.add(held);
    this.#observe({ kind: 'snapshots-held', change: 1 });
    this.#current = held;
    if (before !== undefined) this.#release(before);
  }

  /** Leases the snapshot in service; `undefined` without one. */
  lease(): SnapshotLease | undefined {
    const held = this.#current;
    return held === undefined ? undefined : { served: held.served, release: this.#lease(held) };
  }

  /** Takes the snapshot out of service. Resolves when all leases are returned and all snapshots are freed. */
  async close(): Promise<void> {
    const before = this.#current;
    this.#current = undefined;
    if (before !== undefined) this.#release(before);
    await Promise.all([...this.#held].map(({ freed }) => freed));
  }

  /** Returning a lease twice has no effect. */
  #lease(held: Held): () => void {
    // No caller waits for results after the lease was returned.
    if (held.leases === 0) throw new SameasError('not-ready', 'The request was given up.');
    held.leases += 1;
    let isReturned = false;
    return () => {
      if (isReturned) return;
      isReturned = true;
      this.#release(held);
    };
  }

  #release(held: Held): void {
    held.leases -= 1;
    if (held.leases > 0) return;
    void held.free().finally(() => {
      this.#held.delete(held);
      this.#observe({ kind: 'snapshots-held', change: -1 });
      held.resolveFreed();
      collectGarbage();
    });
  }
}

/** The error of a request before the first load has ended. */
export function stillLoading(): SameasError {
  return new SameasError('not-ready', sentence('The dataset is still being loaded.'), {
    advice: sentence('Try again in a few seconds.'),
  });
}
