import type { Observe } from '../foundation/observation.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import type { BatchExecutor } from '../reconciliation/batch-executor.js';
import type { LiveDataset, ServedGeneration } from '../reconciliation/dataset-generation.js';
import { attachGeneration, type GenerationImage } from './generation-image.js';

/** What computes the batches of one generation, and how it is put away. */
export interface ExecutorLease extends BatchExecutor {
  readonly close: () => Promise<void>;
}

export interface LiveDatasetOptions {
  /** For messages: the files, as the user named them. */
  readonly sourceName: string;
  readonly build: () => Promise<GenerationImage>;
  readonly createExecutor: (image: GenerationImage, generation: ServedGeneration['generation']) => ExecutorLease;
  readonly observe: Observe;
}

export interface ReloadableDataset extends LiveDataset {
  /**
   * Loads, and serves the new generation from then on. A failed load rejects, and the old generation stays. Calls made
   * while a load runs share one further load, which sees what changed meanwhile.
   */
  readonly load: () => Promise<GenerationImage>;
  readonly close: () => Promise<void>;
}

/** Requests take the generation when they begin to compute; long before this time none of the old one's is left to begin. */
const RETIREMENT_MS = 5_000;

/** Keeps one generation in service and changes it without a gap: requests under way end on the one they began with. */
export function createLiveDataset(options: LiveDatasetOptions): ReloadableDataset {
  let served: ServedGeneration | undefined;
  let lease: ExecutorLease | undefined;
  const retired = new Map<ExecutorLease, NodeJS.Timeout>();
  let running: Promise<GenerationImage> | undefined;
  let queued: Promise<GenerationImage> | undefined;

  async function loadOnce(): Promise<GenerationImage> {
    const startedAt = performance.now();
    options.observe({ kind: 'dataset-loading', source: options.sourceName });
    try {
      const image = await options.build();
      const generation = attachGeneration(image);
      const executor = options.createExecutor(image, generation);
      const old = lease;
      lease = executor;
      served = { generation, batches: executor };
      options.observe({
        kind: 'dataset-ready',
        source: options.sourceName,
        generation: generation.id,
        entities: generation.dataset.entities.size,
        labels: generation.candidateIndex.labels.rowCount,
        elapsedMs: performance.now() - startedAt,
      });
      if (old !== undefined) retire(old);
      return image;
    } catch (thrown) {
      const error = asSameasError(thrown);
      options.observe({ kind: 'dataset-load-failed', source: options.sourceName, error });
      throw error;
    }
  }

  function retire(old: ExecutorLease): void {
    const timer = setTimeout(() => {
      retired.delete(old);
      void old.close();
    }, RETIREMENT_MS);
    timer.unref();
    retired.set(old, timer);
  }

  function load(): Promise<GenerationImage> {
    if (running === undefined) {
      running = loadOnce().finally(() => (running = undefined));
      return running;
    }
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = undefined;
        return load();
      });
    return queued;
  }

  return {
    current: () => {
      if (served === undefined) throw new SameasError('not-ready', 'The dataset is still being loaded.', { advice: 'Try again in a few seconds.' });
      return served;
    },
    load,
    close: async () => {
      for (const timer of retired.values()) clearTimeout(timer);
      await Promise.all([...retired.keys(), ...(lease === undefined ? [] : [lease])].map((executor) => executor.close()));
      retired.clear();
    },
  };
}
