import { readMessage, type Message, type MessageTask } from '../protocols/read-message.js';
import type { BatchEntry } from '../protocols/read-query-batch.js';
import type { MatchEntry } from '../protocols/v1-0-draft/read-messages.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { type FormField, readForm, type FormTask } from '../web/bodies/read-form.js';
import { toPlainError, type PlainError } from './workers/plain-error.js';
import type { CallParent } from './workers/worker-messages.js';

/** Plain data of a batch entry. */
export type PlainEntry = { readonly key: string } & (
  { readonly query: ReconciliationQuery } | { readonly error: PlainError }
);

/** Plain data of a form. */
export interface PlainForm {
  readonly fields: readonly FormField[];
  readonly files: readonly (readonly [field: string, name: string, content: Uint8Array])[];
}

/** Takes the entries of a batch, piece by piece; the next one is sent when it has resolved. */
export type TakePieces = {
  readonly batch: (entries: readonly PlainEntry[]) => Promise<void>;
  readonly match: (entries: readonly MatchEntry[]) => Promise<void>;
};

/** Characters of a piece, as JSON. */
const PIECE_CHARACTERS = 64 * 1024;

/** A thread that parses request bodies. */
export function begin() {
  return {
    form: async (task: FormTask): Promise<PlainForm> => {
      const { fields, files } = await readForm(task);
      return { fields, files: [...files].map(([field, { name, content }]) => [field, name, content]) };
    },
    /** Entries are passed to the parent before; the returned message has none. */
    message: async (task: MessageTask, callParent: CallParent<TakePieces>): Promise<Message> => {
      const message = readMessage(task);
      switch (message.kind) {
        case 'batch':
          for (const piece of pieces(message.entries.map(toPlainEntry))) await callParent('batch', piece);
          return { kind: 'batch', entries: [] };
        case 'match':
          for (const piece of pieces(message.entries)) await callParent('match', piece);
          return { kind: 'match', entries: [] };
        case 'single':
        case 'extension':
        case 'nothing':
          return message;
      }
    },
  };
}

function* pieces<T>(all: readonly T[]): Generator<readonly T[]> {
  let from = 0;
  let characters = 0;
  for (const [i, one] of all.entries()) {
    characters += JSON.stringify(one).length;
    if (characters < PIECE_CHARACTERS && i < all.length - 1) continue;
    yield all.slice(from, i + 1);
    from = i + 1;
    characters = 0;
  }
}

function toPlainEntry(entry: BatchEntry): PlainEntry {
  return entry.kind === 'asked'
    ? { key: entry.key, query: entry.query }
    : { key: entry.key, error: toPlainError(entry.error) };
}
