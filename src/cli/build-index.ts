import { mkdir } from 'node:fs/promises';
import { formatLoadReport } from '../datasets/load-report.js';
import { bytesText } from '../foundation/bytes-text.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { CommandDefinition } from './command-definition.js';
import { accessGiven, declareDatasetOptions, sourceGiven } from './dataset-options.js';
import { EXIT_CODES } from './exit-codes.js';
import { textOption } from './given-options.js';
import { reportMarks } from './report-marks.js';
import { removeWhenEnded } from './remove-when-ended.js';
import { tellLoading } from './tell-progress.js';
import { declareSettings, settingsOf } from './setting-options.js';

/** `sameas index`: does everything that `serve` does before it can answer, and keeps the result. */
export const INDEX_COMMAND: CommandDefinition = {
  name: 'index',
  summary: 'build the index of a list in advance',

  declare: (command) => {
    command.argument('<file...>', 'the list, or its manifest; as for serve').requiredOption('--out <folder>', 'where to put the index; made if it is not there');
    declareDatasetOptions(command);
    declareSettings(command, ['urlAccess']);
    command.addHelpText(
        'after',
        `
Examples:
  sameas index people.csv --out people-index
  sameas serve people-index

Exit codes: ${EXIT_CODES.success.code} the index is built, ${EXIT_CODES.data.code} the data cannot be used, ${EXIT_CODES.usage.code} wrong command line.
`,
      );
  },

  run: async (files, options, context) => {
    const out = textOption(options, 'out') ?? ''; // commander asks for it
    // First, so that nobody waits for an index that then has no place.
    await makeFolder(out);
    // Loaded when it is needed: a service that starts must not wait for it.
    const { buildIndexFolder } = await import('../assembly/prepare-snapshot.js');
    const source = sourceGiven(files, options, accessGiven(settingsOf(options, context), context));
    const { image, bytes } = await buildIndexFolder(source, out, { tell: tellLoading(context), temporary: removeWhenEnded(context) });
    context.showStatus('');
    context.write(formatLoadReport(image.report, reportMarks(context)));
    context.write(`The index is in ${out} (${bytesText(bytes)}). Serve it with: sameas serve ${out}\n`);
    return 'success';
  },
};

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (cause) {
    throw new SameasError('file-unwritable', `The folder ${path} cannot be made.`, {
      advice: 'Check that there is no file of that name, and that you may write there.',
      facts: { file: path },
      cause,
    });
  }
}
