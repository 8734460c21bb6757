import type { SnapshotExecutor } from '../assembly/leased-snapshots.js';
import type { DatasetToAsk } from '../assembly/open-cluster.js';
import type { CommandContext } from './command-definition.js';

interface Execution extends Pick<DatasetToAsk, 'createExecutor'> {
  /** Threads; 0: on the calling one. */
  readonly workers: number;
}

/** No client waits: effort is lowered only for a query that would never end. */
const TIME = { batchTimeoutMs: 600_000, queryTimeoutMs: 60_000 } as const;
/** Interval that keeps the process alive; any value will do. */
const KEPT_ALIVE_MS = 60_000;

/**
 * Runs many queries. After Ctrl+C, or a signal to end, `mustStop` says so between batches, and `ask` ends as it sees
 * fit; a second signal ends the program at once. The threads that answer end with `ask`. Returns and throws what `ask`
 * does.
 */
export async function askInterruptibly<Outcome>(
  context: CommandContext,
  { createExecutor, workers }: Execution,
  ask: (executor: SnapshotExecutor, mustStop: () => boolean) => Promise<Outcome>,
): Promise<Outcome> {
  const executor = createExecutor({ workers, ...TIME });
  // The threads that answer do not keep a program alive, not even while they end.
  const running = setInterval(() => undefined, KEPT_ALIVE_MS);
  const signal = context.nextSignal(['SIGINT', 'SIGTERM']);
  let mustStop = false;
  void signal.arrived.then(() => {
    mustStop = true;
    void context.nextSignal(['SIGINT', 'SIGTERM']).arrived.then(() => context.exit('interrupted'));
  });
  try {
    return await ask(executor, () => mustStop);
  } finally {
    await executor.close();
    signal.ignore();
    clearInterval(running);
  }
}
