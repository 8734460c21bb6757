import { basename, join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import { readArchive } from '../archive/read-archive.js';
import { writeArchive } from '../archive/write-archive.js';
import { DEFAULT_IMPORT_LIMITS, type ImportedFile } from '../importing/import-request.js';
import { asUnwritable } from '../store/store-errors.js';
import type { CommandCall, CommandHandler, CommandReply } from './command-call.js';
import { requestedProject } from './project-context.js';

const ARCHIVE_NAME = /\.openrefine\.(tar\.gz|tar)$/i;

/** Whether a file has the name of an archive of OpenRefine. */
export function isArchiveName(fileName: string): boolean {
  return ARCHIVE_NAME.test(fileName);
}

/** `export-project`: the project with its history, as an archive of OpenRefine. */
export const exportProject: CommandHandler = async (call) => {
  const { tools, workFolder } = call;
  const project = requestedProject(call);
  const path = join(workFolder, 'project.tar.gz');
  try {
    await writeArchive(
      { project, gridAfter: (entryId) => tools.store.gridAfter(project, entryId), progress: tools.progress },
      workFolder,
      path,
    );
  } catch (thrown) {
    throw asUnwritable('The archive of the project', thrown);
  }
  return { kind: 'file', path, contentType: 'application/x-gzip' };
};

/** `import-project`: a new project from an archive of OpenRefine. */
export const importProject: CommandHandler = async (call) => {
  const [file] = call.files;
  if (file === undefined)
    throw new SameasError('parameter-missing', 'There is no archive in the field "project-file".', {
      advice: 'Send the file that export-project gives; it is not fetched from an address.',
      facts: { parameter: 'project-file' },
    });
  return projectOfArchive(call, { path: file.path, name: file.fileName });
};

/** A new project from an uploaded archive. */
export async function projectOfArchive(
  { parameters, tools, workFolder }: CommandCall,
  file: ImportedFile,
): Promise<CommandReply> {
  const project = tools.store.begin(workFolder);
  try {
    const { history, states, metadata } = await readArchive(file, {
      chunks: project.writer,
      limits: DEFAULT_IMPORT_LIMITS,
      scratchFolder: workFolder,
      progress: tools.progress,
    });
    const grid = states.get(history.past.at(-1)?.id ?? 0);
    if (grid === undefined) throw new Error('An archive was read without its present state');
    const given = parameters.text('project-name') ?? '';
    const name = given === '' ? (metadata.name ?? basename(file.name).replace(ARCHIVE_NAME, '')) : given;
    const made = project.commit(grid, { ...metadata, name, rowCount: grid.rowCount }, { history, states });
    return { kind: 'created', projectId: made.id };
  } catch (thrown) {
    project.abandon();
    throw thrown;
  }
}
