/** One query: the terms of its candidates, best first, and of the null candidate. */
export interface Choice {
  readonly candidates: readonly (readonly number[])[];
  /** Added to the evidence of each: the prior of its interpretation. */
  readonly priors: readonly number[];
  readonly nullValues: readonly number[];
  readonly firstIsRight: boolean;
  /** Of the weight of the other queries of the set; 1 where nothing is said. */
  readonly part?: number;
}

/** Queries, each of which weighs `share`, or a part of it. */
export interface ChoiceSet {
  readonly choices: readonly Choice[];
  readonly share: number;
}

export interface FitOptions {
  /** Of the terms of candidates, then of the null candidate. */
  readonly start: readonly number[];
  /** Which sign a weight may have; 0 for any. */
  readonly signs: readonly (-1 | 0 | 1)[];
  /** What each weight is drawn to, and how much: the square of its distance costs `strength`. What few queries speak of stays near it. */
  readonly priors: readonly { readonly mean: number; readonly strength: number }[];
  readonly rounds: number;
}

const FIRST_STEP = 0.05;
/** How slowly the mean of gradients and that of their squares follow. */
const INERTIA = 0.9;
const INERTIA_OF_SQUARES = 0.99;
const LEAST_SHARE = 1e-6;

/**
 * The weights by which a softmax over candidates and null candidate foretells best whether the first candidate is right: least log loss, by gradients with inertia and steps that shrink. Weights with a
 * forbidden sign are set to 0, and those far from their priors cost something. Deterministic. Cost: a pass over all terms a round.
 */
export function fitSoftmax(
  sets: readonly ChoiceSet[],
  { start, signs, priors, rounds }: FitOptions,
): readonly number[] {
  const weights = Float64Array.from(start);
  const mean = new Float64Array(start.length);
  const squares = new Float64Array(start.length);
  const gradient = new Float64Array(start.length);
  for (let round = 1; round <= rounds; round++) {
    gradient.fill(0);
    for (const { choices, share } of sets)
      for (const choice of choices) addGradient(gradient, choice, share * (choice.part ?? 1), weights);
    const step = FIRST_STEP * (1 - round / (rounds + 1));
    for (let i = 0; i < weights.length; i++) {
      const { mean: expected, strength } = priors[i] ?? { mean: 0, strength: 0 };
      const slope = (gradient[i] ?? 0) + 2 * strength * ((weights[i] ?? 0) - expected);
      mean[i] = INERTIA * (mean[i] ?? 0) + (1 - INERTIA) * slope;
      squares[i] = INERTIA_OF_SQUARES * (squares[i] ?? 0) + (1 - INERTIA_OF_SQUARES) * slope * slope;
      const [m, s] = [(mean[i] ?? 0) / (1 - INERTIA ** round), (squares[i] ?? 0) / (1 - INERTIA_OF_SQUARES ** round)];
      const next = (weights[i] ?? 0) - (step * m) / (Math.sqrt(s) + 1e-8);
      weights[i] = (signs[i] === 1 && next < 0) || (signs[i] === -1 && next > 0) ? 0 : next;
    }
  }
  return [...weights];
}

/** The probability of the first candidate, and the greatest of any candidate, 0–1. */
export function firstShares(
  choice: Choice,
  weights: ArrayLike<number>,
): { readonly first: number; readonly greatest: number } {
  const shares = sharesOf(choice, weights);
  return { first: shares[0] ?? 0, greatest: shares.slice(0, -1).reduce((a, b) => Math.max(a, b), 0) };
}

/** Of the candidates, and of the null candidate at the end; they make 1. */
function sharesOf({ candidates, priors, nullValues }: Choice, weights: ArrayLike<number>): readonly number[] {
  const terms = weights.length - nullValues.length;
  const nats = candidates.map((values, k) =>
    values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), priors[k] ?? 0),
  );
  nats.push(nullValues.reduce((sum, value, i) => sum + value * (weights[terms + i] ?? 0), 0));
  const greatest = Math.max(...nats);
  const odds = nats.map((own) => Math.exp(own - greatest));
  const sum = odds.reduce((a, b) => a + b, 0);
  return odds.map((own) => own / sum);
}

/** Of the log loss of whether the first candidate is right. */
function addGradient(gradient: Float64Array, choice: Choice, share: number, weights: Float64Array): void {
  const { candidates, nullValues, firstIsRight } = choice;
  if (candidates.length === 0) return;
  const shares = sharesOf(choice, weights);
  const first = Math.min(Math.max(shares[0] ?? 0, LEAST_SHARE), 1 - LEAST_SHARE);
  const slope = (-share * (Number(firstIsRight) - first)) / (1 - first);
  for (const [k, values] of candidates.entries()) {
    const own = slope * (Number(k === 0) - (shares[k] ?? 0));
    for (let i = 0; i < values.length; i++) gradient[i] = (gradient[i] ?? 0) + own * (values[i] ?? 0);
  }
  const terms = weights.length - nullValues.length;
  for (const [i, value] of nullValues.entries())
    gradient[terms + i] = (gradient[terms + i] ?? 0) - slope * (shares[candidates.length] ?? 0) * value;
}
