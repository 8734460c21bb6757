import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { SameasError } from '../../foundation/sameas-error.js';
import { ExpressionSyntaxError } from '../expressions/expression-language.js';
import { fileSink } from '../exporting/byte-sink.js';
import { prepareExport } from '../exporting/export-rows.js';
import { asUnwritable } from '../store/store-errors.js';
import type { CommandHandler } from './command-call.js';
import {
  facetContext,
  requestedEngine,
  requestedProject,
  requestedSorting,
  requiredSelection,
} from './project-context.js';

/** `export-rows`: the rows of an engine, as a file that is complete before its first byte is sent. */
export const exportRows: CommandHandler = ({ parameters, tools, workFolder, ...call }) => {
  const project = requestedProject({ parameters, tools, workFolder, ...call });
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
