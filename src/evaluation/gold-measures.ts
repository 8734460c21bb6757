import { countQuery, figuresOf, noCounts } from './quality-counts.js';
import type { AnswerWith, PropertyWeights, TuningAnswer } from './tuning-answers.js';
import type { TuningFigures } from './tuning-outcome.js';

/** Values for answering and matching a query. */
export interface MatchValues {
  readonly weights: PropertyWeights;
  readonly threshold: number;
}

/** Results of queries with known answers for different values. */
export class GoldMeasures {
  readonly all: readonly number[];
  readonly #answerWith: AnswerWith;

  constructor(queries: number, answerWith: AnswerWith) {
    this.all = Array.from({ length: queries }, (_, position) => position);
    this.#answerWith = answerWith;
  }

  answersOf(positions: readonly number[], weights: PropertyWeights): readonly TuningAnswer[] {
    return positions.map((position) => this.#answerWith(position, weights));
  }

  /** The figures over all queries; each may have its own values. */
  figures(valuesFor: (position: number) => MatchValues): TuningFigures {
    const counts = noCounts();
    for (const position of this.all) {
      const { weights, threshold } = valuesFor(position);
      const { hasAnswer, place, matchable, probability } = this.#answerWith(position, weights);
      countQuery(counts, { hasAnswer, place, matched: matchable && probability >= threshold });
    }
    return { counts, figures: figuresOf(counts) };
  }

  /** Queries whose right answer comes first only with one of the weights. */
  firstPlaces(
    before: PropertyWeights,
    after: (position: number) => PropertyWeights,
  ): { readonly gained: number; readonly lost: number } {
    let gained = 0;
    let lost = 0;
    for (const position of this.all) {
      const first = this.#answerWith(position, before).place === 0;
      const firstThen = this.#answerWith(position, after(position)).place === 0;
      if (firstThen && !first) gained++;
      if (first && !firstThen) lost++;
    }
    return { gained, lost };
  }
}
