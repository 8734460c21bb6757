import { beginService } from '../assembly/begin-service.js';
import type { RunningService } from '../assembly/start-service.js';
import { describeAliasFile, summariseLoadReport } from '../datasets/load-report.js';
import { bytesText } from '../foundation/bytes-text.js';
import { amountOf } from '../foundation/amount-of.js';
import type { Observe } from '../foundation/observation.js';
import { shownPath } from '../datasets/sources/source-address.js';
import { SameasError } from '../foundation/sameas-error.js';
import { coloursFor } from './terminal.js';
import { type CommandDefinition, EXIT_CODES } from './command-definition.js';
import {
  accessGiven,
  LIST_ARGUMENT,
  datasetArguments,
  declareDatasetOptions,
  nameOfSource,
  sourceGiven,
} from './dataset-options.js';
import { textOption } from './given-options.js';
import { serviceLog, serveUntilStopped } from './serve-until-stopped.js';
import { declareSettings, settingsOf } from './setting-options.js';

/** `sameas serve`: loads a dataset and answers over HTTP until a signal to end. */
export const SERVE_COMMAND: CommandDefinition = {
  name: 'serve',
  summary: 'serve a list of things as a reconciliation service',

  declare: (command) => {
    command.argument('[file...]', `${LIST_ARGUMENT}; without one the embedded dataset of the world’s places`);
    command.option('--each', 'serve each list, and each list in a folder, as a separate dataset with its own path');
    declareDatasetOptions(command);
    declareSettings(command);
    command.addHelpText(
      'after',
      `
Examples:
  sameas serve                              the embedded dataset on http://127.0.0.1:8000/
  sameas serve people.csv --port 8080       your own file on another port; columns are recognised
  sameas serve people.manifest.yaml         a list described by a manifest
  sameas serve people.csv --aliases j.csv   with aliases learned from your judgments
  sameas serve --each people.csv places.csv two datasets, at /people/ and /places/
  sameas serve --config service.yaml        the datasets of a settings file, each with its own settings
  sameas serve people.csv --data-dir data   with projects, kept in the folder data
  sameas serve --search-cluster https://search-1:9200 --dataset works   from a search cluster
  sameas serve people.csv --host 0.0.0.0 --base-url https://names.example.org/ --trust-proxy 1

The service runs until it gets an interrupt (Ctrl+C) or a TERM signal; requests under way are answered first.
A HUP signal makes it read its files again, without a gap in service.
Exit codes: ${EXIT_CODES.success.code} stopped as asked, ${EXIT_CODES.data.code} the data cannot be used, ${EXIT_CODES.usage.code} wrong command line, setting or port in use.
`,
    );
  },

  run: async (files, options, context) => {
    // Imported on demand: a service of one dataset starts without it.
    if (options['each'] === true) return (await import('./serve-each.js')).serveEach(files, options, context);
    const settings = settingsOf(options, context);
    if (settings.searchCluster !== '') {
      if (files.length > 0)
        throw new SameasError(
          'setting-invalid',
          `searchCluster: ${files.join(' ')} cannot be served beside a dataset of a search cluster.`,
          { advice: 'Leave out the file, or --search-cluster.', facts: { setting: 'searchCluster' } },
        );
      return (await import('./serve-cluster.js')).serveCluster(settings, context);
    }
    const configFile = textOption(options, 'config');
    if (configFile !== undefined) {
      const { configuredDatasets } = await import('./configured-datasets.js');
      const configured = configuredDatasets(configFile, accessGiven(settings, context));
      if (configured !== undefined)
        return (await import('./serve-each.js')).serveEach(files, options, context, configured);
    }
    const source = sourceGiven(files, options, accessGiven(settings, context));
    const { log, tellLoad } = serviceLog(settings, context);
    let hasBegun = false;
    let indexRead: string | undefined;
    const observe: Observe = (observation) => {
      // The error that ends this command is the only report of a failed start.
      if (observation.kind === 'dataset-progress') tellLoad(observation.progress);
      if (observation.kind === 'index-used')
        indexRead = `The index was read from ${observation.path} (${bytesText(observation.bytes)}).`;
      if (observation.kind === 'index-kept')
        context.write(
          `The index is kept in ${observation.path} (${bytesText(observation.bytes)}) for the next start.\n`,
        );
      if (hasBegun || observation.kind !== 'dataset-load-failed') log(observation);
    };

    const announce = (service: RunningService): string => {
      hasBegun = true;
      return announcement(service, [...files.map(shownPath), ...datasetArguments(options)], context.colours, indexRead);
    };
    return serveUntilStopped(
      {
        start: (stop) => beginService({ source, settings, observe, stop }),
        observe,
        loading: nameOfSource(files, options),
        announce,
      },
      context,
    );
  },
};

/** Further sentences on recognised columns are left to `sameas check`. */
const RECOGNISED_SHOWN = 8;

function announcement(
  { report, searchedBy, url, dataFolder }: RunningService,
  args: readonly string[],
  colours: boolean,
  indexRead: string | undefined,
): string {
  const { bold, yellow } = coloursFor(colours);
  const { counts, inferred } = report;
  const recognised = inferred.slice(0, RECOGNISED_SHOWN).map((sentence) => `  ${sentence}`);
  const problems = counts.rejected + counts.warnings;
  const check = args.length > 0 ? `; sameas check ${args.join(' ')} shows` : '';
  return [
    `${report.name}: ${summariseLoadReport(report)}.`,
    ...(recognised.length > 0 ? ['Recognised:', ...recognised] : []),
    ...(inferred.length > RECOGNISED_SHOWN ? [`  … and more${check === '' ? '' : `${check} all`}.`] : []),
    ...(report.aliasFiles.length > 0
      ? ['Aliases:', ...report.aliasFiles.flatMap(describeAliasFile).map((line) => `  ${line}`)]
      : []),
    ...(problems > 0
      ? [yellow(`${amountOf(problems, 'problem')} in the data${check === '' ? '' : `${check} where`}.`)]
      : []),
    `Names are searched by ${searchedBy}.`,
    ...(indexRead === undefined ? [] : [indexRead]),
    '',
    `Register this address in OpenRefine: ${bold(url)}`,
    ...(dataFolder === undefined
      ? []
      : [
          `Open the same address in a browser to try names. Projects are kept in ${dataFolder} and shown at ${url}projects.`,
        ]),
    'Press Ctrl+C to stop.',
    '',
  ].join('\n');
}
