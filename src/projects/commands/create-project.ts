import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import { importFiles } from '../importing/import-files.js';
import { DEFAULT_IMPORT_LIMITS, type ImportedFile } from '../importing/import-request.js';
import { isArchiveName, projectOfArchive } from './archive-commands.js';
import type { CommandHandler } from './command-call.js';

/**
 * `create-project-from-upload`. Without `options` everything is guessed from the files; with them, missing ones have
 * fixed defaults. The text of `clipboard` is a file, too. A single archive of a project is opened as by
 * `import-project`.
 */
export const createProject: CommandHandler = async (call) => {
  const { parameters, files, tools, workFolder } = call;
  if ((parameters.text('download') ?? '') !== '') {
    throw new SameasError('parameter-invalid', 'The service does not fetch files from other addresses.', {
      advice: 'Download the file and send it as project-file.',
      facts: { parameter: 'download' },
    });
  }
  const sent = files.map(({ path, fileName, mediaType }): ImportedFile => ({
    path,
    name: fileName,
    ...(mediaType === '' ? {} : { mediaType }),
  }));
  const clipboard = parameters.text('clipboard') ?? '';
  if (clipboard !== '') {
    const path = join(workFolder, 'clipboard');
    writeFileSync(path, clipboard, { flag: 'wx' });
    sent.push({ path, name: 'clipboard', mediaType: 'text/plain' });
  }
  const [first] = sent;
  if (first !== undefined && sent.length === 1 && isArchiveName(first.name)) return projectOfArchive(call, first);
  const format = parameters.text('format') ?? '';
  const name = parameters.text('project-name') ?? '';
  const project = tools.store.begin(workFolder);
  try {
    const result = await importFiles(
      {
        files: sent,
        options: parameters.json('options'),
        legacyFields: Object.fromEntries(parameters.entries()),
        ...(format === '' ? {} : { format }),
        ...(name === '' ? {} : { projectName: name }),
      },
      { chunks: project.writer, limits: DEFAULT_IMPORT_LIMITS, scratchFolder: workFolder, progress: tools.progress },
    );
    const { grid, projectName, projectTags, importOptionMetadata } = result;
    return {
      kind: 'created',
      projectId: project.commit(grid, {
        name: projectName,
        rowCount: grid.rowCount,
        tags: [...projectTags],
        importOptionMetadata: importOptionMetadata.map((one) => ({ ...one })),
      }).id,
    };
  } catch (thrown) {
    project.abandon();
    throw thrown;
  }
};
