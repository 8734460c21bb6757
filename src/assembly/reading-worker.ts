import { isMainThread, parentPort } from 'node:worker_threads';
import { asSameasError } from '../foundation/sameas-error.js';
import { readMessage, type Message, type MessageTask } from '../protocols/read-message.js';
import type { BatchEntry } from '../protocols/read-query-batch.js';
import type { MatchEntry } from '../protocols/v1-0-draft/read-match-batch.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { FormField } from '../web/bodies/multipart-form.js';
import { readForm, type FormTask } from '../web/bodies/read-form.js';
import { toPlainError, type PlainError } from './worker-protocol.js';

/** What the thread is asked, one thing at a time: to parse, or for the next piece of what it has parsed. */
export type ReadingTask =
  | { readonly kind: 'form'; readonly task: FormTask }
  | { readonly kind: 'message'; readonly task: MessageTask }
  | { readonly kind: 'next' };

/** An entry of a batch as it travels. */
export type PlainEntry = { readonly key: string } & (
  { readonly query: ReconciliationQuery } | { readonly error: PlainError }
);

/** What it answers. Of a message, entries and queries come in pieces: `isLast` says that there are no more. */
export type ReadingAnswer =
  | {
      readonly kind: 'form';
      readonly fields: readonly FormField[];
      readonly files: readonly (readonly [field: string, name: string, content: Uint8Array])[];
    }
  | { readonly kind: 'batch'; readonly entries: readonly PlainEntry[]; readonly isLast: boolean }
  | { readonly kind: 'match'; readonly entries: readonly MatchEntry[]; readonly isLast: boolean }
  | { readonly kind: 'message'; readonly message: Exclude<Message, { readonly kind: 'batch' | 'match' }> }
  | { readonly kind: 'failed'; readonly error: PlainError };

/** Characters of a piece, as JSON. */
const PIECE_CHARACTERS = 64 * 1024;

/** The body of a thread that parses what clients send. */
function serve(): void {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  let rest: Iterator<ReadingAnswer> | undefined;
  port.on('message', (task: ReadingTask) => {
    void answerTo(task).then(
      (answer) => port.postMessage(answer),
      (thrown: unknown) =>
        port.postMessage({ kind: 'failed', error: toPlainError(asSameasError(thrown)) } satisfies ReadingAnswer),
    );
  });

  async function answerTo(task: ReadingTask): Promise<ReadingAnswer> {
    if (task.kind === 'form') {
      const { fields, files } = await readForm(task.task);
      return { kind: 'form', fields, files: [...files].map(([field, { name, content }]) => [field, name, content]) };
    }
    if (task.kind === 'message') rest = piecesOf(readMessage(task.task));
    const next = rest?.next();
    if (next === undefined || next.done === true) throw new Error('there is no further piece');
    return next.value;
  }
}

function* piecesOf(message: Message): Generator<ReadingAnswer> {
  if (message.kind === 'batch') {
    for (const [entries, isLast] of pieces(message.entries.map(toPlainEntry))) yield { kind: 'batch', entries, isLast };
  } else if (message.kind === 'match') {
    for (const [entries, isLast] of pieces(message.entries)) yield { kind: 'match', entries, isLast };
  } else {
    yield { kind: 'message', message };
  }
}

/** At least one piece. */
function* pieces<T>(all: readonly T[]): Generator<readonly [piece: readonly T[], isLast: boolean]> {
  let from = 0;
  let characters = 0;
  for (const [i, one] of all.entries()) {
    characters += JSON.stringify(one).length;
    if (characters < PIECE_CHARACTERS || i === all.length - 1) continue;
    yield [all.slice(from, i + 1), false];
    from = i + 1;
    characters = 0;
  }
  yield [all.slice(from), true];
}

function toPlainEntry(entry: BatchEntry): PlainEntry {
  return entry.kind === 'asked'
    ? { key: entry.key, query: entry.query }
    : { key: entry.key, error: toPlainError(entry.error) };
}

serve();
