import type { DatasetSnapshot } from '../dataset-snapshot.js';
import { bestFirst } from './best-first.js';
import type { ScoredEntity } from './scored-entity.js';

/**
 * Candidates after another look at each, best first again; `heed` gives the candidate itself where it finds nothing. `scored` comes best first, and is given back as it is when
 * nothing was found of any.
 */
export function rerank(snapshot: DatasetSnapshot, scored: readonly ScoredEntity[], heed: (candidate: ScoredEntity, place: number) => ScoredEntity): readonly ScoredEntity[] {
  let changed = false;
  // Pushed: lists that `map` gives are of two forms inside the engine, and what was compiled for the one is thrown away at the other.
  const heeded: ScoredEntity[] = [];
  for (const [place, candidate] of scored.entries()) {
    const after = heed(candidate, place);
    changed ||= after !== candidate;
    heeded.push(after);
  }
  return changed ? heeded.sort(bestFirst(snapshot)) : scored;
}
