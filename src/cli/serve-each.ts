import { basename } from 'node:path';
import { logObservations } from '../assembly/log-observations.js';
import { namedDatasets } from '../assembly/named-datasets.js';
import { startDatasets, type RunningDatasets } from '../assembly/start-datasets.js';
import { summariseLoadReport } from '../datasets/load-report.js';
import { amountOf } from '../foundation/amount-of.js';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import { coloursFor } from './colours.js';
import type { CommandContext } from './command-definition.js';
import { accessGiven, filesInOptions, sourceGiven } from './dataset-options.js';
import type { GivenOptions } from './given-options.js';
import type { ExitReason } from './exit-codes.js';
import { nextSignal } from './next-signal.js';
import { settingsOf } from './setting-options.js';
import { tellLoading } from './tell-progress.js';

/** `sameas serve --each`: each list is a dataset of its own, below its own path. Throws `setting-invalid` for what belongs to one dataset alone. */
export async function serveEach(files: readonly string[], options: GivenOptions, context: CommandContext): Promise<ExitReason> {
  const settings = settingsOf(options, context);
  const [own] = filesInOptions(options);
  if (own !== undefined) throw new SameasError('setting-invalid', `--each: "${basename(own)}" would be for one list alone.`, { advice: 'Put a manifest beside each list, or name manifests in place of lists.' });
  if (settings.dataDir !== '') throw new SameasError('setting-invalid', '--each: projects and tables for review need a service of one dataset.', { advice: 'Leave out --data-dir.' });
  if (files.length === 0) throw new SameasError('setting-invalid', '--each: no list was named.', { advice: 'Name files, manifests, or a folder of lists.' });
  const format = settings.logFormat === 'automatic' ? (context.interactive ? 'human' : 'json') : settings.logFormat;
  const log = logObservations({ level: settings.logLevel, format, write: context.writeError });
  const tellLoad = tellLoading(format === 'human' ? context : { ...context, writeError: context.write });
  const observe: Observe = (observation) => {
    if (observation.kind === 'dataset-progress') tellLoad(observation.progress);
    else log(observation);
  };
  const datasets = await namedDatasets(files, (file) => sourceGiven([file], options, accessGiven(settings, context)));

  const stopSignal = nextSignal(['SIGINT', 'SIGTERM']).arrived;
  context.write(`Loading ${amountOf(datasets.length, 'dataset')} …\n`);
  const service = await Promise.race([startDatasets({ datasets, settings, observe }), stopSignal]);
  // Asked to stop while still loading: nobody is being served, so there is nothing to finish.
  if (typeof service === 'string') return context.exit('success');
  context.showStatus('');
  context.write(announcement(service, context.colours));
  process.on('SIGHUP', () => void service.reload());

  const signal = await stopSignal;
  observe({ kind: 'stopping', reason: signal });
  context.write('Stopping; requests under way are answered first.\n');
  void nextSignal(['SIGINT', 'SIGTERM']).arrived.then(() => context.exit('interrupted'));
  await service.close();
  context.write('Stopped.\n');
  return context.exit('success');
}

function announcement({ url, datasets }: RunningDatasets, colours: boolean): string {
  const { bold, yellow } = coloursFor(colours);
  return [
    ...datasets.map((dataset) => (dataset.report === undefined ? yellow(`${dataset.path}: could not be loaded; the log says why.`) : `${dataset.report.name}: ${summariseLoadReport(dataset.report)}. Register ${bold(dataset.url)} in OpenRefine.`)),
    '',
    `All datasets are listed at ${bold(url)}`,
    'Press Ctrl+C to stop.',
    '',
  ].join('\n');
}
