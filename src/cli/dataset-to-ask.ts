import { createBatchExecutor } from '../assembly/create-batch-executor.js';
import type { DatasetToAsk } from '../assembly/open-cluster.js';
import { prepareSnapshot } from '../assembly/prepare-snapshot.js';
import { attachSnapshot, type SnapshotImage } from '../assembly/snapshot-image.js';
import { observeNothing } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { readInMemory } from '../scoring/snapshot.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { CommandContext } from './command-definition.js';
import { nameOfSource } from './dataset-options.js';
import type { GivenOptions } from './given-options.js';
import { tellLoading } from './tell-progress.js';
import type { Dataset } from '../entities/dataset.js';
import type { SnapshotExecutor } from '../assembly/leased-snapshots.js';

export interface LoadedSnapshot {
  readonly image: SnapshotImage;
  readonly snapshot: ReturnType<typeof attachSnapshot>;
}

/**
 * Runs `use` with the dataset of a command: in the search cluster where the settings name one, else in memory
 * (`loaded`, or `source` is loaded). Throws the errors of `openCluster`, `prepareSnapshot` and `use`.
 */
export async function whileOpen<Result>(
  { source, loaded }: { readonly source: DatasetSource; readonly loaded?: LoadedSnapshot | undefined },
  settings: Settings,
  context: CommandContext,
  use: (dataset: DatasetToAsk) => Promise<Result>,
): Promise<Result> {
  const dataset =
    settings.searchCluster === ''
      ? openInMemory(loaded ?? (await loadSnapshot(source, settings, context)))
      : await (await import('../assembly/open-cluster.js')).openCluster(settings);
  try {
    return await use(dataset);
  } finally {
    await dataset.close();
  }
}

/**
 * Throws `setting-invalid` for a search cluster together with options for files alone; `isGiven` by name of the option.
 */
export function refuseWithCluster(settings: Settings, isGiven: Readonly<Record<string, boolean>>): void {
  const [given] = Object.keys(isGiven).filter((name) => isGiven[name]);
  if (settings.searchCluster !== '' && given !== undefined)
    throw new SameasError(
      'setting-invalid',
      `${given} does not go together with --search-cluster: the dataset "${settings.dataset}" is read there.`,
      { advice: `Leave ${given.startsWith('-') ? given : 'the list and its options'} out, or --search-cluster.` },
    );
}

/** Name of the dataset, for people. */
export function nameOfDataset(files: readonly string[], options: GivenOptions, settings: Settings): string {
  return settings.searchCluster === ''
    ? nameOfSource(files, options)
    : `the dataset "${settings.dataset}" of the search cluster`;
}

/** A dataset in memory with the interface of one in a search cluster. */
function openInMemory({ image, snapshot }: LoadedSnapshot): DatasetToAsk {
  const { files, report } = image;
  return {
    snapshot,
    read: readInMemory(snapshot),
    // The last of the files that a snapshot is made from.
    aliasFiles: report.aliasFiles.map(({ columns }, i) => ({
      path: files[files.length - report.aliasFiles.length + i] ?? '',
      columns,
    })),
    whole: { dataset: snapshot.dataset },
    createExecutor: (options) => createBatchExecutor(image, snapshot, options, observeNothing),
    close: () => Promise.resolve(),
  };
}

/** Loads the dataset of a command, and shows progress. Throws the errors of `prepareSnapshot`. */
async function loadSnapshot(
  source: DatasetSource,
  settings: Settings,
  context: CommandContext,
): Promise<LoadedSnapshot> {
  const { image } = await prepareSnapshot(
    { source, keepIndex: settings.indexCache === 'on', candidateIndex: settings.candidateIndex },
    { tell: tellLoading(context) },
  );
  context.showStatus('');
  return { image, snapshot: attachSnapshot(image) };
}

/** Throws `setting-invalid` when `--type` names an unknown type. */
export function requireKnownType({ types }: Dataset, type: string | undefined): void {
  if (type === undefined || types.resolve(type) !== undefined) return;
  const known = types.types.map(({ id }) => id);
  throw new SameasError('setting-invalid', `The dataset has no type "${type}", which --type names.`, {
    advice:
      known.length === 0
        ? 'It has no types at all: leave --type out.'
        : `Its types are ${known.slice(0, 20).join(', ')}.`,
  });
}

interface Execution extends Pick<DatasetToAsk, 'createExecutor'> {
  /** Threads; 0: on the calling one. */
  readonly workers: number;
}

/** No client waits: effort is lowered only for a query that would never end. */
const TIME = { batchTimeoutMs: 600_000, queryTimeoutMs: 60_000 } as const;
/** Interval that keeps the process alive; any value will do. */
const KEPT_ALIVE_MS = 60_000;

/**
 * Runs many queries. After Ctrl+C, or a signal to end, `mustStop` says so between batches, and `ask` ends as it sees
 * fit; a second signal ends the program at once. The threads that answer end with `ask`. Returns and throws what `ask`
 * does.
 */
export async function askInterruptibly<Outcome>(
  context: CommandContext,
  { createExecutor, workers }: Execution,
  ask: (executor: SnapshotExecutor, mustStop: () => boolean) => Promise<Outcome>,
): Promise<Outcome> {
  const executor = createExecutor({ workers, ...TIME });
  // The threads that answer do not keep a program alive, not even while they end.
  const running = setInterval(() => undefined, KEPT_ALIVE_MS);
  const signal = context.nextSignal(['SIGINT', 'SIGTERM']);
  let mustStop = false;
  void signal.arrived.then(() => {
    mustStop = true;
    void context.nextSignal(['SIGINT', 'SIGTERM']).arrived.then(() => context.exit('interrupted'));
  });
  try {
    return await ask(executor, () => mustStop);
  } finally {
    await executor.close();
    signal.ignore();
    clearInterval(running);
  }
}
