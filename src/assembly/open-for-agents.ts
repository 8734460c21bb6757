import type { AgentDataset } from '../agents/agent-tool.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { WITH_REASONS } from '../describe/answer.js';
import { observeNothing } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import { readInMemory } from '../scoring/snapshot.js';
import type { Settings } from '../settings/setting-definitions.js';
import { createBatchExecutor } from './create-batch-executor.js';
import { preparationRequest, prepareSnapshotInWorker } from './prepare-in-worker.js';
import { attachSnapshot, type SnapshotImage } from './snapshot-image.js';

/** An agent waits; effort is reduced only for a query that would never end. */
const TIME = { batchTimeoutMs: 30_000, queryTimeoutMs: 5_000 } as const;

/** The dataset of a program for one agent. */
export interface OpenedDataset extends AgentDataset {
  readonly files: readonly string[];
  /** Omitted for a search cluster. */
  readonly loaded?: { readonly image: SnapshotImage; readonly snapshot: ReturnType<typeof attachSnapshot> };
}

/** Opens the dataset of the settings in a search cluster. Rejects like `openCluster`. */
export async function openClusterForAgents(settings: Settings): Promise<OpenedDataset> {
  const { openCluster } = await import('./open-cluster.js');
  const { snapshot, read, createExecutor } = await openCluster(settings);
  const executor = createExecutor({ workers: 0, ...TIME });
  return {
    name: settings.dataset,
    files: [],
    served: () => ({ snapshot, read }),
    ask: (queries) => executor.execute(queries, WITH_REASONS),
  };
}

/** Loads a dataset on a thread, and answers on the calling one. Rejects with the errors of `prepareSnapshot`. */
export async function openForAgents(
  name: string,
  source: DatasetSource,
  settings: Parameters<typeof preparationRequest>[1],
): Promise<OpenedDataset> {
  const image = await prepareSnapshotInWorker(preparationRequest(source, settings), observeNothing);
  if (image === undefined) throw new SameasError('internal', 'The dataset was not loaded.');
  const snapshot = attachSnapshot(image);
  const executor = createBatchExecutor(image, snapshot, { workers: 0, ...TIME }, observeNothing);
  const read = readInMemory(snapshot);
  return {
    name,
    files: source.files,
    loaded: { image, snapshot },
    served: () => ({ snapshot, read }),
    ask: (queries) => executor.execute(queries, WITH_REASONS),
  };
}
