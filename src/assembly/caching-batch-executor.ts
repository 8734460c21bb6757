import { LRUCache } from 'lru-cache';
import type { Observe } from '../foundation/observation.js';
import { inEnglish } from '../foundation/sentence.js';
import type { Answer, AnswerForm, AnswerIn, Outcome } from '../describe/answer.js';
import type { BatchExecutor } from '../describe/served-snapshot.js';
import type { ReconciliationQuery } from '../scoring/query.js';

/** Finished answers, bounded by bytes. One cache outlives reloads: its keys contain the snapshot. */
export type AnswerCache = LRUCache<string, string | Answer>;

/** `maxBytes` counts keys and answers at two bytes a character; `undefined` for 0, without a cache. */
export function createAnswerCache(maxBytes: number): AnswerCache | undefined {
  if (maxBytes === 0) return undefined;
  return new LRUCache<string, string | Answer>({
    maxSize: maxBytes,
    // An answer larger than a hundredth of the cache would evict too many others.
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 100)),
    sizeCalculation: (answer, key) => (charactersOf(answer) + key.length) * 2,
  });
}

/** Characters of an answer as text; of an answer as data, its memory in characters. */
function charactersOf(answer: string | Answer): number {
  if (typeof answer === 'string') return answer.length;
  return answer.candidates.reduce((sum, { id, name, description = '', features, evidence, levels }) => {
    const texts =
      id.length +
      name.length +
      description.length +
      features.reduce((all, { reason }) => all + inEnglish(reason).length, 0);
    const fields = features.length + Object.keys(evidence).length + Object.keys(levels).length;
    return sum + CANDIDATE_CHARACTERS + texts + fields * FIELD_CHARACTERS;
  }, 0);
}
/** Memory of a candidate and of each of its features, in characters of two bytes. */
const CANDIDATE_CHARACTERS = 200;
const FIELD_CHARACTERS = 40;

interface CachingOptions {
  readonly snapshotId: string;
  readonly cache: AnswerCache | undefined;
  readonly observe: Observe;
}

/**
 * Computes identical queries of a batch once, and takes cached answers for the same snapshot. Failed answers and those
 * with reduced effort are never cached. Reports every batch to the observer.
 */
export function createCachingBatchExecutor(
  inner: BatchExecutor,
  { snapshotId, cache, observe }: CachingOptions,
): BatchExecutor {
  return {
    execute: async <Form extends AnswerForm>(
      queries: readonly ReconciliationQuery[],
      form: Form,
      begunMsAgo?: number,
    ): Promise<readonly Outcome<AnswerIn<Form>>[]> => {
      const startedAt = performance.now();
      const keys = queries.map((query) => cacheKey(snapshotId, form, query));
      const { outcomes, wanted } = lookUp<Form>(cache, keys, queries);
      const computed = wanted.size === 0 ? [] : await inner.execute([...wanted.values()], form, begunMsAgo);
      let hurried = 0;
      [...wanted.keys()].forEach((key, i) => {
        const outcome = computed[i];
        if (outcome === undefined) throw new Error('an executor must give one outcome a query');
        outcomes.set(key, outcome);
        if (outcome.kind === 'answered' && outcome.hurried === true) hurried++;
        else if (outcome.kind === 'answered') cache?.set(key, outcome.answer);
      });

      const answers = keys.map((key) => {
        const outcome = outcomes.get(key);
        if (outcome === undefined) throw new Error('a query was neither known nor computed');
        return outcome;
      });
      observe({
        kind: 'batch-answered',
        queries: queries.length,
        failed: answers.filter((outcome) => outcome.kind === 'failed').length,
        cacheHits: queries.length - wanted.size,
        elapsedMs: performance.now() - startedAt,
      });
      if (hurried > 0) observe({ kind: 'effort-lowered', queries: hurried });
      return answers;
    },
  };
}

/** Known outcomes by key, and the first query of each other key. */
function lookUp<Form extends AnswerForm>(
  cache: AnswerCache | undefined,
  keys: readonly string[],
  queries: readonly ReconciliationQuery[],
): { readonly outcomes: Map<string, Outcome<AnswerIn<Form>>>; readonly wanted: Map<string, ReconciliationQuery> } {
  const outcomes = new Map<string, Outcome<AnswerIn<Form>>>();
  const wanted = new Map<string, ReconciliationQuery>();
  queries.forEach((query, i) => {
    const key = keys[i] ?? '';
    const known = wanted.has(key) ? undefined : cache?.get(key);
    if (known === undefined) wanted.set(key, query);
    else outcomes.set(key, { kind: 'answered', answer: known as AnswerIn<Form> }); // the key holds the form
  });
  return { outcomes, wanted };
}

function cacheKey(snapshotId: string, form: AnswerForm, query: ReconciliationQuery): string {
  return `${snapshotId} ${typeof form === 'string' ? form : JSON.stringify(form)} ${JSON.stringify([query.text, query.types, query.typeMode, query.properties, query.limit, query.names, query.identifiers, query.languages, query.weighed, query.common])}`;
}
