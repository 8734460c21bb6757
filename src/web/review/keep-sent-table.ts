import { readFile } from 'node:fs/promises';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { openSentQuestions } from '../../input/open-sent-questions.js';
import type { TableDataset } from '../../input/table-dataset.js';
import { keepTable } from '../../review/keep-table.js';
import { readForm } from '../bodies/read-form.js';
import type { FormFile } from '../bodies/receive-body.js';
import { type KeepTask, type SentTable, tableIn } from '../matching/table-task.js';
import type { Reply } from '../exchange.js';

const CALLED = { queryColumn: '“Names to match”', encoding: '“Encoding of the file”' } as const;

/**
 * Reads a table and keeps it as a matching run, nothing matched yet. Throws `parameter-missing`, `table-invalid`,
 * `table-too-large` and `setting-invalid`. Done on a thread.
 */
export async function keepSentTable(task: KeepTask, dataset: TableDataset): Promise<Reply> {
  const { id, folder, most, baseUrl } = task;
  const { sent, type, encoding } = 'path' in task.sent ? await readSentForm(task.sent) : { ...task, sent: task.sent };
  const content = Buffer.from(sent.content.buffer, sent.content.byteOffset, sent.content.byteLength);
  const { table, named } = await openSentQuestions({ name: sent.name, content }, dataset, {
    queryColumn: undefined,
    withProperties: true,
    encoding,
    whenUnclear: 'first',
    called: CALLED,
    most,
  });
  if (table.rows.length === 0)
    throw new SameasError('table-invalid', sentence('The table has no rows.'), {
      advice: sentence('Paste names, one a line, or cells with their headings.'),
    });
  await keepTable({ id, folder, table, type }, named);
  return { kind: 'redirect', address: `${baseUrl}/runs/${id}` };
}

async function readSentForm({
  path,
  contentType,
}: FormFile): Promise<Pick<KeepTask, 'type' | 'encoding'> & { readonly sent: SentTable }> {
  const { fields, files } = await readForm({ bytes: await readFile(path), contentType });
  const given = (name: string): string | undefined => fields.find(([field]) => field === name)?.[1].trim() || undefined;
  return {
    sent: tableIn(files.get('file'), fields.find(([field]) => field === 'names')?.[1] ?? ''),
    type: given('type'),
    encoding: given('encoding'),
  };
}
