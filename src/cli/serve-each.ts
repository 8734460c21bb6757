import { basename } from 'node:path';
import { namedDatasets, type NamedSource } from '../assembly/named-datasets.js';
import { startDatasets, type RunningDatasets } from '../assembly/start-datasets.js';
import { summariseLoadReport } from '../datasets/load-report.js';
import { amountOf } from '../foundation/amount-of.js';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import { listWithSettings } from './configured-datasets.js';
import { coloursFor } from './terminal.js';
import type { CommandContext, ExitReason } from './command-definition.js';
import { accessGiven, filesInOptions, sourceGiven } from './dataset-options.js';
import type { GivenOptions } from './given-options.js';
import { serviceLog, serveUntilStopped } from './serve-until-stopped.js';
import { settingsOf } from './setting-options.js';

/**
 * `sameas serve --each`: each file is a dataset of its own, below its own path; so is each dataset of a settings file
 * (`configured`). Throws `setting-invalid` for options of one dataset alone.
 */
export async function serveEach(
  files: readonly string[],
  options: GivenOptions,
  context: CommandContext,
  configured?: readonly NamedSource[],
): Promise<ExitReason> {
  const settings = settingsOf(options, context);
  const how = configured === undefined ? '--each' : 'datasets';
  const [own] = filesInOptions(options);
  if (own !== undefined)
    throw new SameasError('setting-invalid', `${how}: "${basename(own)}" would be for one list alone.`, {
      advice:
        configured === undefined
          ? 'Put a manifest beside each list, or name manifests in place of lists.'
          : 'Name it with its dataset in the settings file.',
    });
  if (configured !== undefined && files.length > 0)
    throw new SameasError('setting-invalid', 'Lists are named on the command line and in the settings file.', {
      advice: 'Name them in one of the two places.',
    });
  if (configured === undefined && files.length === 0)
    throw new SameasError('setting-invalid', '--each: no list was named.', {
      advice: 'Name files, manifests, or a folder of lists.',
    });
  const { log, tellLoad } = serviceLog(settings, context);
  const observe: Observe = (observation) => {
    if (observation.kind === 'dataset-progress') tellLoad(observation.progress);
    else log(observation);
  };
  const datasets =
    configured ??
    (await namedDatasets(files, (file) =>
      listWithSettings(sourceGiven([file], options, accessGiven(settings, context))),
    ));

  const announce = (service: RunningDatasets): string => announcement(service, context.colours);
  return serveUntilStopped(
    {
      start: (stop) => startDatasets({ datasets, settings, observe, stop }),
      observe,
      loading: amountOf(datasets.length, 'dataset'),
      announce,
    },
    context,
  );
}

function announcement({ url, datasets, dataFolder }: RunningDatasets, colours: boolean): string {
  const { bold, yellow } = coloursFor(colours);
  return [
    ...datasets.map((dataset) =>
      dataset.report === undefined
        ? yellow(`${dataset.path}: could not be loaded; the log says why.`)
        : `${dataset.report.name}: ${summariseLoadReport(dataset.report)}; searched by ${dataset.searchedBy ?? ''}. Register ${bold(dataset.url)} in OpenRefine.`,
    ),
    '',
    `All datasets are listed at ${bold(url)}`,
    ...(dataFolder === undefined ? [] : [`Projects are kept in ${dataFolder} and shown at ${url}projects.`]),
    'Press Ctrl+C to stop.',
    '',
  ].join('\n');
}
