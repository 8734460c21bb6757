import { readMessage, type Message, type MessageTask } from '../../protocols/read-message.js';
import type { Turns } from '../clients/turns.js';
import type { MultipartForm } from './multipart-form.js';
import { readForm, type FormTask } from './read-form.js';

/** What parses forms and messages away from the thread that serves. Both reject with what `readForm` and `readMessage` throw, and with `body-too-large` for what takes too much time or memory. */
export interface ReadingThreads {
  readonly form: (task: FormTask) => Promise<MultipartForm>;
  /** Hands the message over in pieces, so that no other request waits for a long one. */
  readonly message: (task: MessageTask) => Promise<Message>;
}

/** Parses what clients send, at a cost for the serving thread that is bounded whatever it is. */
export interface RequestReader {
  readonly form: (client: string, task: FormTask) => Promise<MultipartForm>;
  readonly message: (client: string, task: MessageTask) => Promise<Message>;
}

/** What is no longer than this is parsed where it came in: some milliseconds at most. The batches of most clients are shorter. */
const PARSED_HERE_BYTES = 32 * 1024;

/** A reader that gives all that is not short to `threads`, in turns of clients. */
export function createRequestReader(threads: ReadingThreads, turns: Turns): RequestReader {
  return {
    form: (client, task) =>
      task.bytes.byteLength <= PARSED_HERE_BYTES ? readForm(task) : turns.run(client, () => threads.form(task)),
    message: async (client, task) =>
      task.json.length <= PARSED_HERE_BYTES ? readMessage(task) : turns.run(client, () => threads.message(task)),
  };
}
