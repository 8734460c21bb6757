import type { MatchTuning } from '../entities/dataset.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { askGold, type AskOptions } from './ask-gold.js';
import type { GoldQuery } from './gold-query.js';

export interface TuningAnswer {
  readonly hasAnswer: boolean;
  readonly place: number;
  readonly probability: number;
  readonly matchable: boolean;
}

/** Property id → factor. */
export type PropertyWeights = NonNullable<MatchTuning['propertyWeights']>;

/**
 * The answer to the query at this position with these factors. Cost: one query for each combination of the factors of
 * its own properties.
 */
export type AnswerWith = (position: number, weights: PropertyWeights) => TuningAnswer;

/** Answers, computed on demand and cached. `onQuery` is called after each query. */
export function createTuningAnswers(
  snapshot: DatasetSnapshot,
  queries: readonly GoldQuery[],
  options: AskOptions,
  onQuery: () => void,
): AnswerWith {
  const remembered = queries.map(() => new Map<string, TuningAnswer>());
  return (position, weights) => {
    const query = queries[position];
    const known = remembered[position];
    if (query === undefined || known === undefined) throw new RangeError(`there is no query ${String(position)}`);
    const key = query.properties.map(({ property }) => String(weights[property] ?? 1)).join(' ');
    let answer = known.get(key);
    if (answer === undefined) {
      const { place, probability, matchable } = askGold(
        { ...snapshot, tuning: { ...snapshot.tuning, propertyWeights: weights } },
        query,
        options,
      );
      answer = { hasAnswer: query.right.length > 0, place, probability, matchable };
      known.set(key, answer);
      onQuery();
    }
    return answer;
  };
}
