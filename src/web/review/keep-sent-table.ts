import type { Dataset } from '../../entities/dataset.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { openSentQuestions } from '../../questions/open-sent-questions.js';
import { keepTable } from '../../review/keep-table.js';
import type { KeepTask } from '../matching/table-task.js';
import type { Reply } from '../reply.js';

/** What the options are called on the page, for messages. */
const CALLED = { queryColumn: '“Names to match”', encoding: '“Encoding of the file”' } as const;

/** Reads a table and keeps it as a matching run, nothing matched yet. Throws `table-invalid`, `table-too-large` and `setting-invalid`. Done on a thread. */
export async function keepSentTable({ sent, type, encoding, id, folder, baseUrl }: KeepTask, dataset: Dataset): Promise<Reply> {
  const content = Buffer.from(sent.content.buffer, sent.content.byteOffset, sent.content.byteLength);
  const { table } = await openSentQuestions({ name: sent.name, content }, dataset, { queryColumn: undefined, withProperties: true, encoding, whenUnclear: 'first', called: CALLED });
  if (table.rows.length === 0) throw new SameasError('table-invalid', 'The table has no rows.', { advice: 'Paste names, one a line, or cells with their headings.' });
  await keepTable({ id, folder, table, type }, dataset);
  return { kind: 'redirect', address: `${baseUrl}/runs/${id}` };
}
