import type { Express } from 'express';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { inlineWorker } from '../../src/assembly/inline-batch-executor.js';
import type { Observation } from '../../src/foundation/observation.js';
import { type DatasetSnapshot, readInMemory } from '../../src/scoring/snapshot.js';
import type { BatchExecutor, LiveDataset } from '../../src/describe/served-snapshot.js';
import { createApp } from '../../src/web/create-app.js';
import type { WebOptions } from '../../src/web/web-options.js';
import { smallSnapshot } from './small-snapshot.js';
import { threadsHere } from './threads-here.js';
import { liveOf } from './live-of.js';

/** The application over a small dataset, with the batches computed in this thread. */
export interface SmallApp {
  readonly app: Express;
  readonly snapshot: DatasetSnapshot;
  /** What the application said of itself, in order. */
  readonly observations: readonly Observation[];
}

/** Options replace those that tests mostly want; `batches` replaces what computes batches. */
export function smallApp(
  options: Partial<WebOptions> & { readonly batches?: BatchExecutor; readonly snapshot?: DatasetSnapshot } = {},
): SmallApp {
  const { batches, snapshot = smallSnapshot(), ...webOptions } = options;
  const executor = batches ?? createInlineBatchExecutor(snapshot, { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 });
  const observations: Observation[] = [];
  const live: LiveDataset = liveOf(() => ({
    snapshot,
    read: readInMemory(snapshot),
    batches: executor,
    work: inlineWorker(snapshot),
  }));
  const app = createApp({
    live,
    ...threadsHere,
    observe: (observation) => observations.push(observation),
    trustedProxies: 0,
    limits: { maxBodyBytes: 1_000_000, maxBatchQueries: 1_000, batchSize: 50 },
    ...webOptions,
  });
  return { app, snapshot, observations };
}
