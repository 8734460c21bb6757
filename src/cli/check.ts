import { refuseBuiltIndex } from '../assembly/built-index/refuse-with-built-index.js';
import type { LoadedDataset } from '../datasets/load-dataset.js';
import { formatLoadReport } from '../datasets/load-report.js';
import { bytesText } from '../foundation/bytes-text.js';
import { withVisibleMarks } from '../foundation/visible-marks.js';
import { type CommandDefinition, EXIT_CODES } from './command-definition.js';
import { accessGiven, LIST_ARGUMENT, declareDatasetOptions, sourceGiven } from './dataset-options.js';
import { textOption } from './given-options.js';
import { reportMarks } from './terminal.js';
import { tellLoading } from './tell-progress.js';
import { declareSettings, settingsOf } from './setting-options.js';

/** `sameas check`: loads files as `serve` would, prints a report, and says by its exit code whether all is well. */
export const CHECK_COMMAND: CommandDefinition = {
  name: 'check',
  summary: 'read a list, and report its content and problems',

  declare: (command) => {
    command.argument('<file...>', LIST_ARGUMENT);
    command
      .option('--write-manifest [path]', 'write the detected columns as a manifest to edit; default: next to the file')
      .option('--json', 'print the report as JSON');
    declareDatasetOptions(command);
    declareSettings(command, ['urlAccess']);
    command.addHelpText(
      'after',
      `
Examples:
  sameas check people.csv --write-manifest
  sameas check people.xlsx --sheet Staff --name-column 'Full name' --id-column 1
  sameas check people.csv --aliases judged.csv
  sameas check museum.sqlite --table artists
  sameas check 'postgres://reader@localhost/museum?table=artists'
  sameas check https://example.org/people.csv --url-access public
  cat people.csv | sameas check -

Exit codes: ${EXIT_CODES.success.code} every record was read, ${EXIT_CODES.data.code} records or aliases were rejected or a file cannot be used, ${EXIT_CODES.usage.code} wrong command line.
`,
    );
  },

  run: async (files, options, context) => {
    // Loaded on demand: a service that starts must not wait for it.
    const { loadDataset } = await import('../datasets/load-dataset.js');
    const source = sourceGiven(files, options, accessGiven(settingsOf(options, context), context));
    await refuseBuiltIndex(source);
    const loaded = await loadDataset(source, () => undefined, tellLoading(context));
    context.showStatus('');
    const { report } = loaded;
    context.write(
      options['json'] === true
        ? `${JSON.stringify(report, undefined, 2)}\n`
        : `${withVisibleMarks(formatLoadReport(report, reportMarks(context)))}${await aboutKeptIndex(loaded)}`,
    );
    // Without a path the option is `true`.
    if (options['writeManifest'] !== undefined) {
      const { saveManifest } = await import('./save-manifest.js');
      const path = await saveManifest(loaded, textOption(options, 'writeManifest'));
      context.writeError(`The manifest was written to ${path}; edit it, and serve it in place of the file.\n`);
    }
    return report.counts.rejected > 0 || report.aliasFiles.some(({ leftOut }) => leftOut > 0) ? 'data' : 'success';
  },
};

/** Folder and size of the kept index of a service over these files; empty without one. */
async function aboutKeptIndex({ filesRead }: LoadedDataset): Promise<string> {
  const { keptIndex } = await import('../assembly/prepare-snapshot.js');
  const kept = keptIndex(filesRead);
  return kept === undefined
    ? ''
    : `\nAn index for quick starts is kept in ${kept.path} (${bytesText(kept.bytes)}). You may delete it at any time.\n`;
}
