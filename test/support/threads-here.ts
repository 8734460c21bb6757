import { readMessage } from '../../src/protocols/read-message.js';
import { readForm } from '../../src/web/bodies/read-form.js';
import type { ReadingThreads } from '../../src/web/bodies/request-reader.js';
import { matchTable, type TableMatching } from '../../src/web/matching/match-table.js';

/** What the service does on threads, done on this one: the forms, messages and tables of tests are short. */
export const threadsHere: { readonly reading: ReadingThreads; readonly tables: TableMatching } = {
  reading: { form: readForm, message: (task) => Promise.resolve().then(() => readMessage(task)) },
  tables: { match: (task, { dataset }, ask) => matchTable(task, dataset, ask) },
};
