import { readMessage, type Message, type MessageTask } from '../../protocols/read-message.js';
import type { Turns } from '../clients/turns.js';
import type { MultipartForm } from './multipart-form.js';
import { readForm, type FormTask } from './read-form.js';

/**
 * Parsers of forms and messages on other threads. Both reject with the errors of `readForm` and `readMessage`, and with
 * `body-too-large` for excessive time or memory.
 */
export interface ReadingThreads {
  readonly form: (task: FormTask) => Promise<MultipartForm>;
  /** Transfers the message in pieces, so that a long one delays no other request. */
  readonly message: (task: MessageTask) => Promise<Message>;
}

/** Parses bodies at a bounded cost for the serving thread. */
export interface RequestReader {
  readonly form: (client: string, task: FormTask) => Promise<MultipartForm>;
  readonly message: (client: string, task: MessageTask) => Promise<Message>;
}

/**
 * Bodies up to this length are parsed on the serving thread: some milliseconds at most. The batches of most clients are
 * shorter.
 */
const PARSED_HERE_BYTES = 32 * 1024;

/** A reader that sends long bodies to `threads`, in turns of clients. */
export function createRequestReader(threads: ReadingThreads, turns: Turns): RequestReader {
  return {
    form: (client, task) =>
      task.bytes.byteLength <= PARSED_HERE_BYTES ? readForm(task) : turns.run(client, () => threads.form(task)),
    message: async (client, task) =>
      task.json.length <= PARSED_HERE_BYTES ? readMessage(task) : turns.run(client, () => threads.message(task)),
  };
}
