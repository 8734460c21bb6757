import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { SentFile } from '../bodies/read-form.js';
import type { SentTable } from '../matching/table-task.js';

/** The sent table: a file before pasted text. Throws `parameter-missing` where there is neither. */
export function tableIn(file: SentFile | undefined, names: string): SentTable {
  if (file !== undefined) return { name: file.name === '' ? 'File' : file.name, content: file.content };
  if (names.trim() === '')
    throw new SameasError('parameter-missing', sentence('There are no names to match.'), {
      advice: sentence('Paste names or cells, or choose a file.'),
    });
  return { name: 'Pasted table', content: Buffer.from(names) };
}
