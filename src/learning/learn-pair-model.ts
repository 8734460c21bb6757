import type { ValueKind } from '../reconciliation/scoring/model/value-statistics.js';
import { GENERAL_AGREEMENT, LEVEL_COUNT, MISSING } from './comparison-level.js';
import { NAME_CLASSES, NAME_LEVEL_SCORES, nameClassOf, type ComparedQuery } from './compared-query.js';
import { posteriorOf, type LevelShares, type PairModel } from './fellegi-sunter.js';
import { largestOf } from '../foundation/largest-of.js';

/** A pair that is known to be wrong: an entity of the dataset and one with a name like its own. */
export interface NearPair {
  readonly nameLevel: number;
  readonly levels: Uint8Array;
}

/** What a model is learned from. */
export interface LearningMaterial {
  readonly queries: readonly ComparedQuery[];
  /** What the values of each property are. */
  readonly kinds: readonly ValueKind[];
  /** Entities in the dataset. */
  readonly entities: number;
  /** Levels of queries and entities that were paired at random. */
  readonly randomPairs: readonly Uint8Array[];
  /** Entities of the dataset with those like them by name, and how many entities were looked up for them. */
  readonly nearPairs: readonly NearPair[];
  readonly nearSampled: number;
}

const MOST_ROUNDS = 60;
/** A round in which no share of right pairs moves by more ends the learning. */
const SETTLED = 1e-4;
/** Pairs that general experience counts for: of right pairs of a property, of wrong pairs of a class of names, of queries, of queries of the dataset's own entities. */
const PRIOR_RIGHT = 20;
const PRIOR_WRONG = 100;
const PRIOR_QUERIES = 20;
const PRIOR_NONE = 4;
/** A pair of near entities of the dataset counts a fifth: some datasets have many duplicates. */
const WEIGHT_OF_NEAR_PAIR = 0.2;
/** Only candidates that are rather wrong teach what wrong pairs look like. */
const RATHER_WRONG = 0.5;
/** How much of the best candidate of a query is reckoned to be wrong at first. */
const FIRST_GUESS_OF_BEST = 0.2;
const FIRST_NONE_SHARE = 0.2;
/** General shares of the levels of right names, weakest first. */
const GENERAL_NAMES = [0.01, 0.04, 0.08, 0.12, 0.15, 0.15, 0.45];

/**
 * Learns what right and wrong pairs of a file and a dataset look like, without knowing which pairs are right: expectation–maximisation after Winkler (1988). Wrong pairs
 * are counted among near names, since neighbours share values, and fall back on random pairs. Gives the model after each round, of which there is at least one; the last
 * is what was learned. Deterministic. Cost of a round: a pass over all candidates; at most 60 rounds.
 */
export function* learningRounds(material: LearningMaterial): Generator<PairModel> {
  const { queries, kinds, entities, randomPairs, nearPairs, nearSampled } = material;
  const random = sharesByProperty(
    kinds,
    tally(
      randomPairs.map((levels) => ({ levels, weight: 1 })),
      kinds.length,
    ),
    kinds.map(() => uniform()),
    1,
  );
  const near = Array.from({ length: NAME_CLASSES }, (_, cls) =>
    tally(
      nearPairs
        .filter(({ nameLevel }) => nameClassOf(nameLevel) === cls)
        .map(({ levels }) => ({ levels, weight: WEIGHT_OF_NEAR_PAIR })),
      kinds.length,
    ),
  );
  const general = kinds.map((kind) => [0, ...GENERAL_AGREEMENT[kind]]);
  const nearNames = countNames(nearPairs.map(({ nameLevel }) => ({ nameLevel, weight: 1 })));
  const wrongNames = (counts: readonly number[]): readonly number[] =>
    counts.map(
      (count, level) =>
        (count + (PRIOR_QUERIES * (nearNames[level] ?? 0)) / Math.max(1, nearSampled) + 1e-3) /
        (queries.length + PRIOR_QUERIES),
    );
  let model: PairModel = {
    right: general,
    wrong: near.map((counts) => sharesByProperty(kinds, counts, random, PRIOR_WRONG)),
    nameWeights: nameWeights(
      GENERAL_NAMES,
      wrongNames(countNames(queries.flatMap((query) => firstGuess(query)))),
      entities,
    ),
    noneShare: FIRST_NONE_SHARE,
  };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const counts = expect(model, queries, kinds.length);
    const right = sharesByProperty(kinds, counts.right, general, PRIOR_RIGHT);
    const all = sharesByProperty(kinds, sumOf([...near, ...counts.wrong]), random, PRIOR_WRONG);
    const next: PairModel = {
      right,
      wrong: counts.wrong.map((ofClass, cls) =>
        sharesByProperty(kinds, sumOf([near[cls] ?? [], ofClass]), all, PRIOR_WRONG),
      ),
      nameWeights: nameWeights(
        withPrior(counts.rightNames, GENERAL_NAMES, PRIOR_RIGHT),
        wrongNames(counts.wrongNames),
        entities,
      ),
      noneShare: (counts.none + PRIOR_NONE) / (queries.length + PRIOR_QUERIES),
      pairs: { right: pairsIn(counts.right), wrong: counts.wrong.map(pairsIn) },
    };
    const moved = largestOf(
      right.flatMap((shares, property) =>
        shares.map((share, level) => Math.abs(share - (model.right[property]?.[level] ?? 0))),
      ),
      0,
    );
    model = next;
    yield model;
    if (moved < SETTLED) return;
  }
}

function pairsIn(counts: Tally): readonly number[] {
  return counts.map((ofProperty) => ofProperty.reduce((a, b) => a + b, 0));
}

/** Pairs by property and level. */
type Tally = readonly (readonly number[])[];

interface Expected {
  readonly right: Tally;
  readonly wrong: readonly Tally[];
  readonly rightNames: readonly number[];
  readonly wrongNames: readonly number[];
  readonly none: number;
}

/** How many pairs of each kind there are when the model is right. */
function expect(model: PairModel, queries: readonly ComparedQuery[], properties: number): Expected {
  const right = noTally(properties);
  const wrong = Array.from({ length: NAME_CLASSES }, () => noTally(properties));
  const rightNames = NAME_LEVEL_SCORES.map(() => 0);
  const wrongNames = NAME_LEVEL_SCORES.map(() => 0);
  let none = 0;
  for (const query of queries) {
    const posterior = posteriorOf(model, query);
    none += posterior.none;
    query.forEach(({ nameLevel, levels }, at) => {
      const share = posterior.candidates[at] ?? 0;
      addTo(right, levels, share);
      if (share <= RATHER_WRONG) addTo(wrong[nameClassOf(nameLevel)] ?? [], levels, 1 - share);
      rightNames[nameLevel] = (rightNames[nameLevel] ?? 0) + share;
      wrongNames[nameLevel] = (wrongNames[nameLevel] ?? 0) + 1 - share;
    });
  }
  return { right, wrong, rightNames, wrongNames, none };
}

/** The best by name is mostly right, all others are wrong. */
function firstGuess(query: ComparedQuery): readonly { readonly nameLevel: number; readonly weight: number }[] {
  const best = query.reduce((at, { nameLevel }, i) => (nameLevel > (query[at]?.nameLevel ?? -1) ? i : at), 0);
  return query.map(({ nameLevel }, at) => ({ nameLevel, weight: at === best ? FIRST_GUESS_OF_BEST : 1 }));
}

/**
 * Weights of the levels of names: what right candidates have, over how many wrong ones of that level a query has. Never greater for a weaker name; nothing speaks for a name
 * below the second level, whatever its properties.
 */
function nameWeights(right: readonly number[], wrongByQuery: readonly number[], entities: number): readonly number[] {
  const sum = right.reduce((a, b) => a + b, 0);
  let most = Infinity;
  const weights = right.map(() => 0);
  for (let level = right.length - 1; level >= 0; level--) {
    const expected = level === 0 ? entities : (wrongByQuery[level] ?? 1);
    most = Math.min(most, Math.log((right[level] ?? 0) / sum) - Math.log(expected));
    weights[level] = most;
  }
  return weights;
}

function countNames(pairs: readonly { readonly nameLevel: number; readonly weight: number }[]): number[] {
  const counts = NAME_LEVEL_SCORES.map(() => 0);
  for (const { nameLevel, weight } of pairs) counts[nameLevel] = (counts[nameLevel] ?? 0) + weight;
  return counts;
}

function tally(pairs: readonly { readonly levels: Uint8Array; readonly weight: number }[], properties: number): Tally {
  const counts = noTally(properties);
  for (const { levels, weight } of pairs) addTo(counts, levels, weight);
  return counts;
}

function noTally(properties: number): number[][] {
  return Array.from({ length: properties }, () => Array.from({ length: LEVEL_COUNT }, () => 0));
}

function addTo(counts: readonly number[][], levels: Uint8Array, weight: number): void {
  levels.forEach((level, property) => {
    const ofProperty = counts[property];
    if (level !== MISSING && ofProperty !== undefined) ofProperty[level] = (ofProperty[level] ?? 0) + weight;
  });
}

function sumOf(tallies: readonly Tally[]): Tally {
  const [first = [], ...others] = tallies;
  return first.map((counts, property) =>
    counts.map((count, level) => others.reduce((sum, other) => sum + (other[property]?.[level] ?? 0), count)),
  );
}

function sharesByProperty(
  kinds: readonly ValueKind[],
  counts: Tally,
  fallBack: readonly LevelShares[],
  strength: number,
): readonly LevelShares[] {
  return kinds.map((_, property) => withPrior(counts[property] ?? [], fallBack[property] ?? uniform(), strength));
}

/** Shares of what was counted, as if so many more had been spread as the prior is. */
function withPrior(counts: readonly number[], prior: LevelShares, strength: number): LevelShares {
  const sum = counts.reduce((a, b) => a + b, 0);
  return prior.map((share, level) => ((counts[level] ?? 0) + strength * share) / (sum + strength));
}

function uniform(): LevelShares {
  return Array.from({ length: LEVEL_COUNT }, (_, level) => (level === MISSING ? 0 : 1 / (LEVEL_COUNT - 1)));
}
