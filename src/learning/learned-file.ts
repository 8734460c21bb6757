import type { ComparedProperty } from './compare-candidates.js';
import { DIFFERENT, MISSING } from './comparison-level.js';
import type { PairModel } from './fellegi-sunter.js';

/** What a file has taught about itself and a dataset. Plain data. */
export interface LearnedFile {
  readonly properties: readonly ComparedProperty[];
  readonly model: PairModel;
  /** Ids of properties that tell right candidates from wrong ones no better than chance. */
  readonly leftOut: ReadonlySet<string>;
  /** Rows that it was learned from. */
  readonly rows: number;
}

/** Fewer queries teach nothing: what is gained in recall is lost in precision. */
export const LEAST_QUERIES = 50;
/** A property with less information than this, in nats a pair, misleads more than it helps. */
const LEAST_INFORMATION = 0.15;
/** What a difference must weigh at least, in nats, where agreement is rare. */
const LEAST_AGAINST = 0.3;

/** Ids of the properties that say nothing: their values agree in right pairs hardly more often than in wrong ones. */
export function misleadingProperties(properties: readonly ComparedProperty[], model: PairModel): ReadonlySet<string> {
  return new Set(
    properties.flatMap(({ id }, property) =>
      informationOf(model, property) < LEAST_INFORMATION && differenceOf(model, property) > -LEAST_AGAINST ? [id] : [],
    ),
  );
}

/** Mean weight of a right pair by this property among names that are alike, in nats (Kullback–Leibler divergence); 0: says nothing. */
function informationOf(model: PairModel, property: number): number {
  const [right = [], wrong = []] = [model.right[property], wrongNearby(model, property)];
  return right.reduce(
    (sum, share, level) =>
      level === MISSING || share === 0 ? sum : sum + share * Math.log(share / (wrong[level] ?? share)),
    0,
  );
}

/** What different values weigh, in nats; negative: against a candidate. */
export function differenceOf(model: PairModel, property: number): number {
  return Math.log((model.right[property]?.[DIFFERENT] ?? 1) / (wrongNearby(model, property)[DIFFERENT] ?? 1));
}

/** Shares of wrong pairs among names that are alike: the rivals of right candidates. */
export function wrongNearby({ wrong }: PairModel, property: number): readonly number[] {
  return wrong[1]?.[property] ?? [];
}
