import type { Request, Response } from 'express';
import type { UploadedFile } from '../../projects/commands/command-call.js';
import type { CommandDefinition } from '../../projects/commands/command-table.js';
import type { FormField } from '../bodies/read-form.js';
import { queryOf } from '../request-parameters.js';
import type { WorkFolder } from './projects-port.js';
import type { UploadLimits } from './read-upload.js';

interface SentCommand {
  readonly request: Request;
  readonly response: Response;
  /** Fields of a form body; `undefined` without one. */
  readonly form: readonly FormField[] | undefined;
}

/** Parameters of a command from all sources, and its files. */
interface ReadCommand {
  readonly parameters: ReadonlyMap<string, string>;
  readonly files: readonly UploadedFile[];
}

/**
 * Parameters of the query string and of the body; the first of a name counts. Only where a project is made, fields of
 * the body go first, and their names are lower case. Errors: those of `readUpload`.
 */
export async function readCommandRequest(
  command: CommandDefinition,
  { request, response, form }: SentCommand,
  workFolder: () => WorkFolder,
  limits: UploadLimits,
): Promise<ReadCommand> {
  const query = firstValues(queryOf(request.url));
  if (
    request.method === 'POST' &&
    request.is('multipart/form-data') !== false &&
    request.is('multipart/form-data') !== null
  ) {
    // Reading uploads is slow to load, and most services never get one.
    const { readUpload } = await import('./read-upload.js');
    const { files, fields } = await readUpload(request, response, workFolder().path, limits);
    if (command.lane !== 'create') return { parameters: new Map([...fields, ...query]), files };
    return {
      parameters: new Map([...query, ...[...fields].map(([name, value]) => [name.toLowerCase(), value] as const)]),
      files,
    };
  }
  return { parameters: form === undefined ? query : new Map([...firstOfEach(form), ...query]), files: [] };
}

/** Broken percent-encoding is read as far as possible; nothing throws. */
function firstValues(text: string): ReadonlyMap<string, string> {
  return firstOfEach(new URLSearchParams(text));
}

function firstOfEach(fields: Iterable<FormField | [string, string]>): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of fields) if (!values.has(name)) values.set(name, value);
  return values;
}
