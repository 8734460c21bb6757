import { LRUCache } from 'lru-cache';
import type { BatchExecutor, RenderedOutcome } from '../reconciliation/batch-executor.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';

/** Finished answers, bounded by bytes. One cache outlives reloads: its keys name the generation. */
export type AnswerCache = LRUCache<string, string>;

export interface CacheStatistics {
  hits: number;
  misses: number;
}

/** `maxBytes` counts keys and answers at two bytes a character. */
export function createAnswerCache(maxBytes: number): AnswerCache {
  return new LRUCache<string, string>({
    maxSize: Math.max(1, maxBytes),
    // An answer larger than a hundredth of the cache is not worth the many it would push out.
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 100)),
    sizeCalculation: (json, key) => (json.length + key.length) * 2,
  });
}

/**
 * Computes identical queries of a batch once, and answers from the cache what was answered before against the same
 * generation. Failed and hurried answers are never kept.
 */
export function createCachingBatchExecutor(inner: BatchExecutor, generationId: string, cache: AnswerCache, statistics: CacheStatistics): BatchExecutor {
  return {
    execute: async (queries, form) => {
      const keys = queries.map((query) => cacheKey(generationId, form, query));
      const known = new Map<string, RenderedOutcome>();
      const wanted = new Map<string, ReconciliationQuery>();
      queries.forEach((query, i) => {
        const key = keys[i] ?? '';
        if (known.has(key) || wanted.has(key)) {
          statistics.hits++;
          return;
        }
        const json = cache.get(key);
        if (json === undefined) {
          statistics.misses++;
          wanted.set(key, query);
        } else {
          statistics.hits++;
          known.set(key, { kind: 'answered', json });
        }
      });
      const computed = await inner.execute([...wanted.values()], form);
      [...wanted.keys()].forEach((key, i) => {
        const outcome = computed[i];
        if (outcome === undefined) throw new Error('an executor must give one outcome a query');
        known.set(key, outcome);
        if (outcome.kind === 'answered' && outcome.hurried !== true) cache.set(key, outcome.json);
      });
      return keys.map((key) => {
        const outcome = known.get(key);
        if (outcome === undefined) throw new Error('a query was neither known nor computed');
        return outcome;
      });
    },
  };
}

function cacheKey(generationId: string, form: string, query: ReconciliationQuery): string {
  return `${generationId} ${form} ${JSON.stringify([query.text, query.types, query.typeMode, query.properties, query.limit])}`;
}
