import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { z } from 'zod';
import type { indexIntoCluster } from '../assembly/index-into-cluster.js';
import { readClusterAccess } from '../assembly/cluster-access.js';
import { formatLoadReport } from '../datasets/load-report.js';
import { amountOf } from '../foundation/amount-of.js';
import { bytesText } from '../foundation/bytes-text.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import { withVisibleMarks } from '../foundation/visible-marks.js';
import { type CommandContext, type CommandDefinition, EXIT_CODES, type ExitReason } from './command-definition.js';
import { accessGiven, declareDatasetOptions, sourceGiven } from './dataset-options.js';
import { type GivenOptions, textOption, wholeNumberOption, readOptions } from './given-options.js';
import { reportMarks } from './terminal.js';
import { CLUSTER_SETTINGS, declareSettings, settingsOf } from './setting-options.js';
import { tellLoading } from './tell-progress.js';

/** Earlier states of a dataset that stay in a cluster. */
const KEPT = 1;
/** Time for one test query before a dataset is served. */
const CHECKED_WITHIN_MS = 60_000;

const clusterOptions = z.object({
  keep: wholeNumberOption('--keep', 0, 100),
  shards: wholeNumberOption('--shards', 1, 1000),
  replicas: wholeNumberOption('--replicas', 0, 20),
});

/**
 * `sameas index`: does all that `serve` does before it answers, and keeps the result in a folder or a search cluster.
 */
export const INDEX_COMMAND: CommandDefinition = {
  name: 'index',
  summary: 'build the index of a list in advance',

  declare: (command) => {
    command
      .argument('[file...]', 'the list, or its manifest; as for serve')
      .option('--out <folder>', 'folder for the index; it is created if missing');
    command.optionsGroup('In a search cluster (docs/operating.md):');
    command
      .option('--keep <number>', `earlier states of the dataset that stay in the cluster (default: ${KEPT})`)
      .option('--shards <number>', 'shards of the entity index (default: one for every five million entities)')
      .option('--replicas <number>', 'replicas of each shard (default: one, if there are several data nodes)')
      .option(
        '--work <folder>',
        'folder for temporary data, 1.5 times the size of the records as JSON (default: that of the system)',
      )
      .option('--drop', 'delete the dataset from the cluster');
    declareDatasetOptions(command);
    declareSettings(command, ['urlAccess', ...CLUSTER_SETTINGS]);
    command.addHelpText(
      'after',
      `
Examples:
  sameas index people.csv --out people-index
  sameas serve people-index
  sameas index people.csv --search-cluster https://search-1:9200 --dataset people --search-cluster-user indexer --search-cluster-password-file password.txt
  sameas index --drop --search-cluster https://search-1:9200 --dataset people

Exit codes: ${EXIT_CODES.success.code} the index is built, ${EXIT_CODES.data.code} the data cannot be used or the search cluster gives no answer, ${EXIT_CODES.usage.code} wrong command line.
`,
    );
  },

  run: (files, options, context) => {
    const out = textOption(options, 'out');
    const settings = settingsOf(options, context);
    if (out === undefined ? settings.searchCluster === '' : textOption(options, 'searchCluster') !== undefined)
      throw wrongUse('Say where to put the index: either --out FOLDER, or --search-cluster URL with --dataset NAME.');
    // A cluster named by the environment does no harm to a folder.
    if (options['drop'] === true && (out !== undefined || files.length > 0))
      throw wrongUse('--drop deletes a dataset from a search cluster, and goes with no list.');
    if (files.length === 0 && options['drop'] !== true && textOption(options, 'manifest') === undefined)
      throw wrongUse('Name the list, or its manifest.');
    return out === undefined
      ? intoCluster(files, options, settings, context)
      : intoFolder({ files, out }, options, settings, context);
  },
};

async function intoFolder(
  { files, out }: { readonly files: readonly string[]; readonly out: string },
  options: GivenOptions,
  settings: Settings,
  context: CommandContext,
): Promise<ExitReason> {
  // First, so that the user does not wait for an index without a place.
  await makeFolder(out);
  const temporary = removeWhenEnded(context);
  // Loaded on demand: a service that starts must not wait for it.
  const { buildIndexFolder } = await import('../assembly/prepare-snapshot.js');
  const source = sourceGiven(files, options, accessGiven(settings, context));
  const { image, bytes } = await buildIndexFolder(source, out, {
    tell: tellLoading(context),
    temporary,
  });
  context.showStatus('');
  context.write(withVisibleMarks(formatLoadReport(image.report, reportMarks(context))));
  context.write(`The index is in ${out} (${bytesText(bytes)}). Serve it with: sameas serve ${out}\n`);
  return 'success';
}

async function intoCluster(
  files: readonly string[],
  options: GivenOptions,
  settings: Settings,
  context: CommandContext,
): Promise<ExitReason> {
  const { dataset } = settings;
  const access = readClusterAccess(settings);
  if (access === undefined || dataset === '') throw wrongUse('Name the dataset in the search cluster: --dataset NAME.');
  const { keep = KEPT, shards, replicas } = readOptions(clusterOptions, options, 'index');
  const cluster = await import('../assembly/index-into-cluster.js');
  if (options['drop'] === true) {
    const deleted = await cluster.dropFromCluster(access, dataset);
    context.write(
      deleted.length === 0
        ? `The search cluster has no dataset "${dataset}".\n`
        : `The dataset "${dataset}" has been deleted from the search cluster (${amountOf(deleted.length, 'state')} of it).\n`,
    );
    return 'success';
  }
  const indexed = await cluster.indexIntoCluster(
    {
      ...{ access, dataset, keep, shards, replicas },
      source: sourceGiven(files, options, accessGiven(settings, context)),
      work: textOption(options, 'work') ?? tmpdir(),
      reading: { depth: settings.searchDepth, timeoutMs: CHECKED_WITHIN_MS },
    },
    {
      tell: tellLoading(context),
      temporary: removeWhenEnded(context),
      waiting: (reason) => context.writeError(`  ${reason}\n`),
    },
  );
  context.showStatus('');
  if (indexed.report !== undefined)
    context.write(withVisibleMarks(formatLoadReport(indexed.report, reportMarks(context))));
  for (const line of linesAbout(indexed, access.nodes, dataset)) context.write(`${line}\n`);
  return 'success';
}

function linesAbout(
  {
    report,
    index,
    entities,
    words,
    checked,
    equal,
    written,
    gone,
    deleted,
  }: Awaited<ReturnType<typeof indexIntoCluster>>,
  nodes: readonly string[],
  dataset: string,
): readonly string[] {
  const earlier =
    deleted.length === 0
      ? []
      : [
          `${amountOf(deleted.length, 'earlier state')} of the dataset ${deleted.length === 1 ? 'was' : 'were'} deleted.`,
        ];
  if (report === undefined)
    return [`The search cluster serves this content already, in ${index}: nothing was written.`, ...earlier];
  return [
    ...(equal === 0
      ? []
      : [
          `${amountOf(equal, 'entity', 'entities')} had been written before, and were kept; ${written.toLocaleString('en')} were written, and ${gone.toLocaleString('en')} deleted.`,
        ]),
    `${amountOf(entities, 'entity', 'entities')} with ${amountOf(words, 'word')} are in the search cluster as "${dataset}" (${index}).`,
    ...(checked === undefined
      ? []
      : [
          `${rightOf(checked.written)} asked there gave the right entity, and so did ${rightOf(checked.withTypo)} with a typo.`,
        ]),
    `Serve it with: sameas serve --search-cluster ${nodes.join(',')} --dataset ${dataset}`,
    ...earlier,
  ];
}

function rightOf({ asked, right }: { readonly asked: number; readonly right: number }): string {
  return `${String(right)} of ${amountOf(asked, 'name')}`;
}

function wrongUse(message: string): SameasError {
  return new SameasError('setting-invalid', message, { advice: 'sameas index --help shows examples.' });
}

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

/**
 * Until the program ends, a signal ends it as interrupted and removes unfinished files. The returned function takes the
 * path of a file or folder when its writing begins, and `undefined` when it is complete.
 */
export function removeWhenEnded({
  exit,
  nextSignal,
}: Pick<CommandContext, 'exit' | 'nextSignal'>): (path: string | undefined) => void {
  let writing: string | undefined;
  void nextSignal(['SIGINT', 'SIGTERM', 'SIGHUP']).arrived.then(() => {
    if (writing !== undefined) rmSync(writing, { recursive: true, force: true });
    exit('interrupted');
  });
  return (path) => (writing = path);
}
