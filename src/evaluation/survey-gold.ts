import type { GoldProblem, GoldSource } from './gold-query.js';

/** Content of a gold file, before any query. */
export interface GoldSurvey {
  readonly queries: number;
  readonly withAnswer: number;
  readonly withoutAnswer: number;
  readonly withProperties: number;
  /** Problems by kind: number, and the first ones. */
  readonly problems: Readonly<
    Record<GoldProblem['kind'], { readonly count: number; readonly examples: readonly GoldProblem[] }>
  >;
}

const EXAMPLES = 10;

/** Reads the gold once, and counts. */
export function surveyGold(gold: GoldSource): GoldSurvey {
  const counted = { queries: 0, withAnswer: 0, withProperties: 0 };
  const problems: Record<GoldProblem['kind'], { count: number; examples: GoldProblem[] }> = {
    unusable: { count: 0, examples: [] },
    'unknown-id': { count: 0, examples: [] },
    unjudged: { count: 0, examples: [] },
  };
  gold.read(
    (query) => {
      counted.queries++;
      if (query.right.length > 0) counted.withAnswer++;
      if (query.properties.length > 0) counted.withProperties++;
    },
    (problem) => {
      const ofKind = problems[problem.kind];
      ofKind.count++;
      if (ofKind.examples.length < EXAMPLES) ofKind.examples.push(problem);
    },
  );
  return { ...counted, withoutAnswer: counted.queries - counted.withAnswer, problems };
}
