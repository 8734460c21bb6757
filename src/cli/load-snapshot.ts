import { createBatchExecutor } from '../assembly/create-batch-executor.js';
import type { DatasetToAsk } from '../assembly/open-cluster.js';
import { prepareSnapshot } from '../assembly/prepare-snapshot.js';
import { attachSnapshot, type SnapshotImage } from '../assembly/snapshot-image.js';
import { observeNothing } from '../foundation/observation.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { CommandContext } from './command-definition.js';
import { tellLoading } from './tell-progress.js';

/** A dataset that is asked, and what it was attached to, for threads. */
export interface LoadedSnapshot {
  readonly image: SnapshotImage;
  readonly snapshot: ReturnType<typeof attachSnapshot>;
}

/** A dataset in memory, opened as one in a search cluster is. */
export function openInMemory({ image, snapshot }: LoadedSnapshot): DatasetToAsk {
  return {
    snapshot,
    whole: { dataset: snapshot.dataset },
    createExecutor: (options) => createBatchExecutor(image, snapshot, options, observeNothing),
    close: () => Promise.resolve(),
  };
}

/** The dataset of a command that asks it: loaded while the person sees how far it is. Throws what `prepareSnapshot` throws. */
export async function loadSnapshot(
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
