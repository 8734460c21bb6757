import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type { Ask } from '../describe/answer.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { TakeRows } from '../review/matching-turns.js';
import type { TableThreads } from '../web/matching/table-task.js';
import type { ClusterImage } from './cluster-image.js';
import { toPlainOutcome } from './plain-outcome.js';
import { imageOf } from './snapshot-image.js';
import type { TableImage, TableParent, begin } from './table-worker.js';
import { WorkerService } from './workers/worker-service.js';
import type { WorkerEnd } from './workers/worker-thread.js';

interface TableLimits {
  readonly megabytes: number;
  /** Maximum time without a batch or an answer, for reading or writing a table. */
  readonly milliseconds: number;
}

const LIMITS: TableLimits = { megabytes: 512, milliseconds: 20_000 };
/** For stored tables, which may be ten times as long. */
const LONG_LIMITS: TableLimits = { megabytes: 3_072, milliseconds: 180_000 };

type TableImageOf = (snapshot: DatasetSnapshot) => TableImage;

/**
 * Runs tasks on tables, each on a thread of its own that is ended at the limits: a small file can unpack to very much.
 * The caller limits their number.
 */
export function createTableThreads(limits = LIMITS, long = LONG_LIMITS, image: TableImageOf = imageOf): TableThreads {
  const serviceFor = (snapshot: DatasetSnapshot, name: string, { megabytes, milliseconds }: TableLimits) =>
    new WorkerService<typeof begin>({
      module: 'table-worker',
      start: () => image(snapshot),
      limits: { maxOldGenerationSizeMb: megabytes },
      silentMs: milliseconds,
      idleMs: 0,
      faultOf: (end) => tableFailed(name, end),
    });
  return {
    match: async (task, snapshot, ask, signal) =>
      serviceFor(snapshot, task.sent.name, limits).run('match', task, { parent: parentOf(ask), signal }),
    verdicts: async (task, snapshot, ask, signal) =>
      serviceFor(snapshot, task.sent.name, limits).run('verdicts', task, { parent: parentOf(ask), signal }),
    keep: async (task, snapshot) =>
      serviceFor(snapshot, 'name' in task.sent ? task.sent.name : 'The table', long).run('keep', task),
    write: async (task, snapshot) => serviceFor(snapshot, task.record.name, long).run('write', task),
    look: async (table, snapshot, ask, signal) =>
      serviceFor(snapshot, table.record.name, long).run('look', table, { parent: parentOf(ask), signal }),
    matchRows: async (rows, snapshot, ask, take, signal) =>
      serviceFor(snapshot, rows.record.name, long).run('matchRows', rows, { parent: parentOf(ask, take), signal }),
  };
}

/** The same for datasets in a search cluster; each thread sends its own requests. */
export function createClusterTables(imageOf: (snapshot: DatasetSnapshot) => ClusterImage): TableThreads {
  return createTableThreads(LIMITS, LONG_LIMITS, imageOf);
}

function parentOf(ask: Ask, take: TakeRows = () => Promise.resolve()): TableParent {
  return { ask: async (queries) => (await ask(queries)).map(toPlainOutcome), take };
}

function tableFailed(name: string, { cause, reason, fault }: WorkerEnd): Error {
  if (cause === 'cancelled') return new SameasError('command-cancelled', `Matching ${name} was stopped.`);
  if (cause !== 'time' && cause !== 'memory')
    return fault ?? new SameasError('internal', `The work on ${name} was interrupted: ${reason}.`);
  return new SameasError(
    'table-too-large',
    cause === 'time'
      ? sentence('{file} takes too much time.', { file: name })
      : sentence('{file} takes too much memory.', { file: name }),
    {
      advice: sentence('Send the column of names as CSV, ask for the answers as CSV, or use `sameas match`.'),
    },
  );
}
