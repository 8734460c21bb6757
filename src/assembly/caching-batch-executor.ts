import { LRUCache } from 'lru-cache';
import type { Observe } from '../foundation/observation.js';
import type { BatchExecutor, RenderedOutcome } from '../describe/served-snapshot.js';
import type { ReconciliationQuery } from '../scoring/query.js';

/** Finished answers, bounded by bytes. One cache outlives reloads: its keys name the snapshot. */
export type AnswerCache = LRUCache<string, string>;

/** `maxBytes` counts keys and answers at two bytes a character; `undefined` for 0, which keeps nothing. */
export function createAnswerCache(maxBytes: number): AnswerCache | undefined {
  if (maxBytes === 0) return undefined;
  return new LRUCache<string, string>({
    maxSize: maxBytes,
    // An answer larger than a hundredth of the cache is not worth the many it would push out.
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 100)),
    sizeCalculation: (json, key) => (json.length + key.length) * 2,
  });
}

export interface CachingOptions {
  readonly snapshotId: string;
  readonly cache: AnswerCache | undefined;
  readonly observe: Observe;
}

/**
 * Computes identical queries of a batch once, and answers from the cache what was answered before against the same
 * snapshot. Failed and hurried answers are never kept. Tells the observer of every batch.
 */
export function createCachingBatchExecutor(
  inner: BatchExecutor,
  { snapshotId, cache, observe }: CachingOptions,
): BatchExecutor {
  return {
    execute: async (queries, form, begunMsAgo) => {
      const startedAt = performance.now();
      const keys = queries.map((query) => cacheKey(snapshotId, form, query));
      const outcomes = new Map<string, RenderedOutcome>();
      const wanted = new Map<string, ReconciliationQuery>();
      queries.forEach((query, i) => {
        const key = keys[i] ?? '';
        const json = wanted.has(key) ? undefined : cache?.get(key);
        if (json === undefined) wanted.set(key, query);
        else outcomes.set(key, { kind: 'answered', json });
      });

      const computed = wanted.size === 0 ? [] : await inner.execute([...wanted.values()], form, begunMsAgo);
      let hurried = 0;
      [...wanted.keys()].forEach((key, i) => {
        const outcome = computed[i];
        if (outcome === undefined) throw new Error('an executor must give one outcome a query');
        outcomes.set(key, outcome);
        if (outcome.kind === 'answered' && outcome.hurried === true) hurried++;
        else if (outcome.kind === 'answered') cache?.set(key, outcome.json);
      });

      const answers = keys.map((key) => {
        const outcome = outcomes.get(key);
        if (outcome === undefined) throw new Error('a query was neither known nor computed');
        return outcome;
      });
      const failed = answers.filter((outcome) => outcome.kind === 'failed').length;
      observe({
        kind: 'batch-answered',
        queries: queries.length,
        failed,
        cacheHits: queries.length - wanted.size,
        elapsedMs: performance.now() - startedAt,
      });
      if (hurried > 0) observe({ kind: 'effort-lowered', queries: hurried });
      return answers;
    },
  };
}

function cacheKey(snapshotId: string, form: string, query: ReconciliationQuery): string {
  return `${snapshotId} ${form} ${JSON.stringify([query.text, query.types, query.typeMode, query.properties, query.limit, query.names, query.identifiers, query.languages])}`;
}
