import { setImmediate as nextTurn } from 'node:timers/promises';
import { appendAll } from '../foundation/append-all.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { BatchEntry } from '../protocols/read-query-batch.js';
import type { MatchEntry } from '../protocols/v1-0-draft/read-messages.js';
import type { ReadingThreads } from '../web/bodies/read-form.js';
import type { begin, PlainEntry, TakePieces } from './reading-worker.js';
import { fromPlainError } from './workers/plain-error.js';
import { WorkerService } from './workers/worker-service.js';
import type { WorkerEnd } from './workers/worker-thread.js';

interface ReadingLimits {
  readonly megabytes: number;
  readonly milliseconds: number;
}

/** The longest form takes a few seconds with all processors busy. */
const LIMITS: ReadingLimits = { megabytes: 1024, milliseconds: 20_000 };
/** An idle thread ends after this time, which frees its memory. */
const IDLE_MS = 10_000;

/** Parses on threads that are kept for a while; the caller limits their number. `close` ends them. */
export function createReadingThreads(limits = LIMITS): ReadingThreads & { readonly close: () => Promise<void> } {
  const service = new WorkerService<typeof begin>({
    module: 'reading-worker',
    start: () => undefined,
    tasksAtOnce: 1,
    limits: { maxOldGenerationSizeMb: limits.megabytes },
    silentMs: limits.milliseconds,
    idleMs: IDLE_MS,
    faultOf: parsingFailed,
  });
  return {
    form: async (task) => {
      const { fields, files } = await service.run('form', task, { transfer: transferable(task.bytes) });
      return {
        fields,
        files: new Map(
          files.map(([field, name, content]) => [
            field,
            { name, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength) },
          ]),
        ),
      };
    },
    message: (task) => readMessage(service, task),
    close: () => service.close(),
  };
}

async function readMessage(
  service: WorkerService<typeof begin>,
  task: Parameters<ReadingThreads['message']>[0],
): ReturnType<ReadingThreads['message']> {
  const entries: BatchEntry[] = [];
  const matches: MatchEntry[] = [];
  // Other requests get their turn between two pieces.
  const parent: TakePieces = {
    batch: async (piece) => {
      appendAll(entries, piece.map(fromPlainEntry));
      await nextTurn();
    },
    match: async (piece) => {
      appendAll(matches, piece);
      await nextTurn();
    },
  };
  const message = await service.run('message', task, { parent });
  if (message.kind === 'batch') return { kind: 'batch', entries };
  return message.kind === 'match' ? { kind: 'match', entries: matches } : message;
}

function fromPlainEntry(entry: PlainEntry): BatchEntry {
  return 'query' in entry
    ? { key: entry.key, kind: 'asked', query: entry.query }
    : { key: entry.key, kind: 'faulty', error: fromPlainError(entry.error) };
}

/** Bytes with a buffer of their own are transferred without a copy. */
function transferable({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function parsingFailed({ cause, fault }: WorkerEnd): Error {
  if (cause !== 'time' && cause !== 'memory')
    return fault ?? new SameasError('internal', 'The thread that parses bodies ended.');
  return new SameasError('body-too-large', `The body of the request takes too much ${cause} to parse.`, {
    advice: 'Send smaller batches.',
  });
}
