import { Worker } from 'node:worker_threads';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SameasError } from '../foundation/sameas-error.js';
import type { Message } from '../protocols/read-message.js';
import type { BatchEntry } from '../protocols/read-query-batch.js';
import type { MatchEntry } from '../protocols/v1-0-draft/read-match-batch.js';
import type { ReadingThreads } from '../web/bodies/request-reader.js';
import type { PlainEntry, ReadingAnswer, ReadingTask } from './reading-worker.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainError } from './worker-protocol.js';
import { appendAll } from '../foundation/append-all.js';

/** What parsing one body may take. */
interface ReadingLimits {
  readonly megabytes: number;
  readonly milliseconds: number;
}

/** The longest form takes a few seconds where all processors are busy. */
const LIMITS: ReadingLimits = { megabytes: 1024, milliseconds: 20_000 };
/** A thread that had nothing to do for so long is ended, and its memory is free again. */
const IDLE_MS = 10_000;

/** Parses on threads that are kept for a while; how many are in use at once is up to the caller. `close` ends them. */
export function createReadingThreads(limits = LIMITS): ReadingThreads & { readonly close: () => Promise<void> } {
  const idle: ReadingThread[] = [];
  const all = new Set<ReadingThread>();

  async function withThread<T>(use: (thread: ReadingThread) => Promise<T>): Promise<T> {
    const thread = idle.pop() ?? startReadingThread(limits);
    all.add(thread);
    thread.busy();
    try {
      const result = await use(thread);
      idle.push(thread);
      thread.rest(IDLE_MS, () => {
        idle.splice(idle.indexOf(thread), 1);
        all.delete(thread);
      });
      return result;
    } catch (thrown) {
      all.delete(thread);
      void thread.end();
      throw thrown;
    }
  }

  return {
    form: (task) =>
      withThread((thread) => thread.ask({ kind: 'form', task })).then((answer) => {
        if (answer.kind !== 'form') throw faultOf(answer);
        return {
          fields: answer.fields,
          files: new Map(
            answer.files.map(([field, name, content]) => [
              field,
              { name, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength) },
            ]),
          ),
        };
      }),
    message: (task) =>
      withThread((thread) => collect(thread, { kind: 'message', task })).then((message) =>
        'error' in message ? Promise.reject(message.error) : message,
      ),
    close: async () => {
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}

/** The pieces of a message put together; between two of them other requests have their turn. */
async function collect(thread: ReadingThread, first: ReadingTask): Promise<Message | { readonly error: SameasError }> {
  const entries: BatchEntry[] = [];
  const matches: MatchEntry[] = [];
  for (let task = first; ; task = { kind: 'next' }) {
    const answer = await thread.ask(task);
    switch (answer.kind) {
      case 'batch':
        appendAll(entries, answer.entries.map(fromPlainEntry));
        if (answer.isLast) return { kind: 'batch', entries };
        break;
      case 'match':
        appendAll(matches, answer.entries);
        if (answer.isLast) return { kind: 'match', entries: matches };
        break;
      case 'message':
        return answer.message;
      case 'failed':
      case 'form':
        return { error: faultOf(answer) };
    }
    await nextTurn();
  }
}

function fromPlainEntry(entry: PlainEntry): BatchEntry {
  return 'query' in entry
    ? { key: entry.key, kind: 'asked', query: entry.query }
    : { key: entry.key, kind: 'faulty', error: fromPlainError(entry.error) };
}

function faultOf(answer: ReadingAnswer): SameasError {
  return answer.kind === 'failed'
    ? fromPlainError(answer.error)
    : new SameasError('internal', 'A thread answered something else than it was asked.');
}

interface ReadingThread {
  /** Rejects with `body-too-large` when the thread takes too much; it is of no use then. */
  readonly ask: (task: ReadingTask) => Promise<ReadingAnswer>;
  readonly busy: () => void;
  /** Ends it if nothing is asked for so long, and tells then. */
  readonly rest: (milliseconds: number, whenEnded: () => void) => void;
  readonly end: () => Promise<unknown>;
}

function startReadingThread({ megabytes, milliseconds }: ReadingLimits): ReadingThread {
  const worker = new Worker(workerEntry('reading-worker'), { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
  worker.unref();
  let resting: NodeJS.Timeout | undefined;
  let settle:
    { readonly resolve: (answer: ReadingAnswer) => void; readonly reject: (fault: Error) => void } | undefined;
  worker.on('message', (answer: ReadingAnswer) => settle?.resolve(answer));
  worker.on('error', (fault) =>
    settle?.reject('code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('memory') : fault),
  );
  worker.on('exit', () => settle?.reject(new SameasError('internal', 'The thread that parses bodies ended.')));
  return {
    ask: (task) => {
      const answer = new Promise<ReadingAnswer>((resolve, reject) => (settle = { resolve, reject }));
      const late = setTimeout(() => settle?.reject(tooMuch('time')), milliseconds);
      worker.postMessage(task, task.kind === 'form' ? transferable(task.task.bytes) : []);
      return answer.finally(() => clearTimeout(late));
    },
    busy: () => clearTimeout(resting),
    rest: (idleMs, whenEnded) => {
      resting = setTimeout(() => {
        whenEnded();
        void worker.terminate();
      }, idleMs);
      resting.unref();
    },
    end: () => {
      clearTimeout(resting);
      return worker.terminate();
    },
  };
}

/** Bytes that have their memory to themselves go over without a copy. */
function transferable({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function tooMuch(what: 'time' | 'memory'): SameasError {
  return new SameasError('body-too-large', `The body of the request takes too much ${what} to parse.`, {
    advice: 'Send smaller batches.',
  });
}
