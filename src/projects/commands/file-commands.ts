import { basename, join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import { readArchive } from '../archive/read-archive.js';
import { writeArchive } from '../archive/write-archive.js';
import { DEFAULT_IMPORT_LIMITS, type ImportedFile, type ImportTarget } from '../importing/import-request.js';
import type { NewProject } from '../store/open-project.js';
import { asUnwritable } from '../store/store-errors.js';
import {
  type CommandCall,
  type CommandHandler,
  type CommandReply,
  requestedEngine,
  facetContext,
  requestedProject,
  requiredSelection,
  requestedSorting,
} from './command-call.js';
import { writeFileSync, openSync, closeSync } from 'node:fs';
import { importFiles } from '../importing/import-files.js';
import { fileSink } from '../exporting/byte-sink.js';
import { prepareExport } from '../exporting/export-rows.js';
import { ExpressionSyntaxError } from '../expressions/expression-language.js';

const ARCHIVE_NAME = /\.openrefine\.(tar\.gz|tar)$/i;

/** Whether a file has the name of an archive of OpenRefine. */
function isArchiveName(fileName: string): boolean {
  return ARCHIVE_NAME.test(fileName);
}

/** `export-project`: the project with its history, as an archive of OpenRefine. */
const exportProject: CommandHandler = async (call) => {
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
const importProject: CommandHandler = async (call) => {
  const [file] = call.files;
  if (file === undefined)
    throw new SameasError('parameter-missing', 'There is no archive in the field "project-file".', {
      advice: 'Send the file that export-project gives; it is not fetched from an address.',
      facts: { parameter: 'project-file' },
    });
  return projectOfArchive(call, { path: file.path, name: file.fileName });
};

/** A new project from an uploaded archive. */
function projectOfArchive(call: CommandCall, file: ImportedFile): Promise<CommandReply> {
  return beginProject(call, async (target) => {
    const { history, states, metadata } = await readArchive(file, target);
    const grid = states.get(history.past.at(-1)?.id ?? 0);
    if (grid === undefined) throw new Error('An archive was read without its present state');
    const given = call.parameters.text('project-name') ?? '';
    const name = given === '' ? (metadata.name ?? basename(file.name).replace(ARCHIVE_NAME, '')) : given;
    return [grid, { ...metadata, name, rowCount: grid.rowCount }, { history, states }];
  });
}

/** A new project of what `read` gives; nothing is left of it after an error. */
async function beginProject(
  { tools, workFolder }: CommandCall,
  read: (target: ImportTarget) => Promise<Parameters<NewProject['commit']>>,
): Promise<CommandReply> {
  const project = tools.store.begin(workFolder);
  try {
    const target = {
      chunks: project.writer,
      limits: DEFAULT_IMPORT_LIMITS,
      scratchFolder: workFolder,
      progress: tools.progress,
    };
    return { kind: 'created', projectId: project.commit(...(await read(target))).id };
  } catch (thrown) {
    project.abandon();
    throw thrown;
  }
}

/**
 * `create-project-from-upload`. Without `options` everything is guessed from the files; with them, missing ones have
 * fixed defaults. The text of `clipboard` is a file, too. A single archive of a project is opened as by
 * `import-project`.
 */
const createProject: CommandHandler = async (call) => {
  const { parameters } = call;
  if ((parameters.text('download') ?? '') !== '') {
    throw new SameasError('parameter-invalid', 'The service does not fetch files from other addresses.', {
      advice: 'Download the file and send it as project-file.',
      facts: { parameter: 'download' },
    });
  }
  const files = sentFiles(call);
  const [first] = files;
  if (first !== undefined && files.length === 1 && isArchiveName(first.name)) return projectOfArchive(call, first);
  const format = parameters.text('format') ?? '';
  const name = parameters.text('project-name') ?? '';
  return beginProject(call, async (target) => {
    const { grid, projectName, projectTags, importOptionMetadata } = await importFiles(
      {
        files,
        options: parameters.json('options'),
        legacyFields: Object.fromEntries(parameters.entries()),
        ...(format === '' ? {} : { format }),
        ...(name === '' ? {} : { projectName: name }),
      },
      target,
    );
    return [
      grid,
      {
        name: projectName,
        rowCount: grid.rowCount,
        tags: [...projectTags],
        importOptionMetadata: importOptionMetadata.map((one) => ({ ...one })),
      },
    ];
  });
};

/** The uploaded files, and the text of `clipboard` as another one. */
function sentFiles({ parameters, files, workFolder }: CommandCall): readonly ImportedFile[] {
  const sent = files.map(({ path, fileName, mediaType }): ImportedFile => ({
    path,
    name: fileName,
    ...(mediaType === '' ? {} : { mediaType }),
  }));
  const clipboard = parameters.text('clipboard') ?? '';
  if (clipboard === '') return sent;
  const path = join(workFolder, 'clipboard');
  writeFileSync(path, clipboard, { flag: 'wx' });
  return [...sent, { path, name: 'clipboard', mediaType: 'text/plain' }];
}

/** `export-rows`: the rows of an engine, as a file that is complete before its first byte is sent. */
const exportRows: CommandHandler = (call) => {
  const { parameters, tools, workFolder } = call;
  const project = requestedProject(call);
  const context = facetContext(project, tools);
  const prepared = prepareExport(context, requiredSelection(requestedEngine(parameters), context), {
    format: parameters.text('format') ?? '',
    options: parameters.json('options'),
    encoding: parameters.text('encoding') ?? '',
    projectName: project.metadata.name,
    template: {
      template: parameters.text('template') ?? '',
      prefix: parameters.text('prefix') ?? '',
      suffix: parameters.text('suffix') ?? '',
      separator: parameters.text('separator') ?? '',
      limit: parameters.integer('limit') ?? -1,
      sorting: requestedSorting(parameters),
    },
  });
  const path = join(workFolder, 'export');
  const file = openSync(path, 'wx', 0o600);
  try {
    const sink = fileSink(file);
    prepared.write({
      write: (bytes) => {
        sink.write(bytes);
        tools.progress();
      },
    });
    sink.end();
  } catch (thrown) {
    if (thrown instanceof ExpressionSyntaxError) throw new SameasError('expression-invalid', thrown.message);
    throw asUnwritable('The export', thrown);
  } finally {
    closeSync(file);
  }
  return { kind: 'file', path, contentType: prepared.contentType };
};

/** Commands that take or give files. */
export const FILE_COMMANDS = {
  'create-project-from-upload': createProject,
  'import-project': importProject,
  'export-project': exportProject,
  'export-rows': exportRows,
} satisfies Readonly<Record<string, CommandHandler>>;
