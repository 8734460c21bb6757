import { describe, expect, it } from '@jest/globals';
import { EXACT, LEVEL_COUNT } from '../../src/learning/comparison-level.js';
import type { ComparedCandidate, ComparedQuery } from '../../src/learning/compared-query.js';
import { posteriorOf, withTwins, type PairModel } from '../../src/learning/fellegi-sunter.js';
import { learningRounds, type LearningMaterial } from '../../src/learning/learn-pair-model.js';
import { misleadingProperties } from '../../src/learning/learned-file.js';
import { seededRandom } from '../../bench/seeded-random.js';

/** Shares of missing, different, partial, close and exact. */
const RIGHT = [
  [0, 0.02, 0.01, 0.07, 0.9],
  [0, 0.1, 0.1, 0.2, 0.6],
  [0, 0.3, 0.1, 0.2, 0.4],
  [0, 0.93, 0.01, 0.02, 0.04],
];
const WRONG = [
  [0, 0.95, 0.01, 0.02, 0.02],
  [0, 0.95, 0.02, 0.02, 0.01],
  [0, 0.9, 0.04, 0.03, 0.03],
  [0, 0.93, 0.01, 0.02, 0.04],
];
const ENTITIES = 5_000;
/** One in five means nothing in the dataset. */
const NONE = 0.2;

const random = seededRandom(7);
const draw = (shares: readonly number[]): number => {
  let left = random.next();
  return Math.max(
    0,
    shares.findIndex((share) => (left -= share) < 0),
  );
};
const levels = (shares: readonly (readonly number[])[]): Uint8Array => Uint8Array.from(shares, draw);

interface Drawn {
  readonly query: ComparedQuery;
  /** Position of the right candidate; -1: there is none. */
  readonly right: number;
}

/** Names that tell little: the right one scores 70 to 100, and so do two of nine wrong ones. */
function drawQuery(): Drawn {
  const right = random.chance(NONE) ? -1 : 0;
  const candidate = (isRight: boolean, at: number): ComparedCandidate => ({
    nameLevel: isRight ? 4 + random.below(3) : at < 3 ? 3 + random.below(4) : random.below(3),
    anchor: undefined,
    levels: levels(isRight ? RIGHT : WRONG),
    twin: at,
  });
  return { query: Array.from({ length: 10 }, (_, at) => candidate(at === right, at)), right };
}

const drawn = Array.from({ length: 600 }, drawQuery);
const material: LearningMaterial = {
  queries: drawn.map(({ query }) => query),
  kinds: ['year', 'code', 'text', 'text'],
  entities: ENTITIES,
  randomPairs: Array.from({ length: 1000 }, () => levels(WRONG)),
  nearPairs: Array.from({ length: 500 }, () => ({ nameLevel: random.below(7), levels: levels(WRONG) })),
  nearSampled: 100,
};
function learn(from: LearningMaterial): PairModel {
  const model = [...learningRounds(from)].at(-1);
  if (model === undefined) throw new Error('no round');
  return model;
}

const model = learn(material);

describe('learningRounds', () => {
  it('finds how often right pairs agree without being told which they are', () => {
    RIGHT.forEach((shares, property) =>
      shares.forEach((share, level) => {
        expect(Math.abs((model.right[property]?.[level] ?? 0) - share)).toBeLessThan(0.05);
      }),
    );
  });

  it('finds how often wrong pairs agree, for each class of names', () => {
    for (const ofClass of model.wrong)
      WRONG.forEach((shares, property) =>
        shares.forEach((share, level) => {
          expect(Math.abs((ofClass[property]?.[level] ?? 0) - share)).toBeLessThan(0.04);
        }),
      );
  });

  it('finds how many queries mean nothing in the dataset', () => {
    expect(Math.abs(model.noneShare - NONE)).toBeLessThan(0.05);
  });

  it('names are weighed in their order', () => {
    expect([...model.nameWeights].sort((a, b) => a - b)).toEqual(model.nameWeights);
  });

  it('leaves out the property that agrees in right pairs as seldom as in wrong ones', () => {
    const properties = ['born', 'postcode', 'place', 'made up'].map((id) => ({
      id,
      form: { kind: 'text', separator: undefined } as const,
    }));
    expect([...misleadingProperties(properties, model)]).toEqual(['made up']);
  });

  it('what it holds for probable is right so often', () => {
    const sure = drawn.flatMap(({ query, right }) =>
      posteriorOf(model, query).candidates.flatMap((probability, at) =>
        probability >= 0.9 ? [{ probability, isRight: at === right }] : [],
      ),
    );
    const said = sure.reduce((sum, { probability }) => sum + probability, 0) / sure.length;
    const was = sure.filter(({ isRight }) => isRight).length / sure.length;
    expect(sure.length).toBeGreaterThan(300);
    expect(Math.abs(said - was)).toBeLessThan(0.02);
  });

  it('is the same every time', () => {
    expect(learn(material)).toEqual(model);
  });

  it('learns the same from candidates in another order, but for rounding', () => {
    const turned = learn({ ...material, queries: material.queries.map((query) => [...query].reverse()) });
    turned.right.forEach((shares, property) => {
      expect(shares[EXACT]).toBeCloseTo(model.right[property]?.[EXACT] ?? NaN, 3);
    });
  });
});

describe('posteriorOf', () => {
  it('trusts the probability of the service the less, the more of a file means nothing', () => {
    const ofShare = (noneShare: number): number =>
      posteriorOf({ right: [], wrong: [], nameWeights: [], noneShare }, [
        { nameLevel: 0, anchor: 0.6, levels: new Uint8Array(0), twin: 0 },
      ]).candidates[0] ?? NaN;
    expect(ofShare(0.05)).toBeGreaterThan(ofShare(0.15) + 0.05);
    expect(ofShare(0.5)).toBeLessThan(ofShare(0.15) - 0.05);
    const oddsOf = (probability: number): number => Math.log(probability / (1 - probability));
    // Half of the way is taken by the weight of the candidate, the whole by the share of none.
    expect(oddsOf(ofShare(0.5)) - oddsOf(ofShare(0.15))).toBeCloseTo(-0.5 * oddsOf(0.85), 6);
  });

  const simple: PairModel = {
    right: [[0, 0.1, 0, 0, 0.9]],
    wrong: Array.from({ length: 3 }, () => [[0, 0.9, 0, 0, 0.1]]),
    nameWeights: [-9, -6, -3, -1, 0, 1, 2],
    noneShare: 0.2,
  };
  const candidate = (nameLevel: number, level: number, twin: number, anchor?: number): ComparedCandidate => ({
    nameLevel,
    anchor,
    levels: Uint8Array.of(level),
    twin,
  });

  it('sums to one, with the probability of none', () => {
    const { candidates, none } = posteriorOf(simple, [candidate(6, EXACT, 0), candidate(4, 1, 1)]);
    expect(candidates.reduce((a, b) => a + b, none)).toBeCloseTo(1, 12);
  });

  it('can be reckoned by hand', () => {
    const { candidates } = posteriorOf(simple, [candidate(6, EXACT, 0)]);
    const odds = (0.8 / 0.2) * Math.exp(2) * (0.9 / 0.1);
    expect(candidates[0]).toBeCloseTo(odds / (1 + odds), 12);
  });

  it('a value that is missing leaves the probability of the name', () => {
    const { candidates } = posteriorOf({ ...simple, noneShare: 0.15 }, [candidate(6, 0, 0, 0.9)]);
    expect(candidates[0]).toBeCloseTo(0.9, 6);
  });

  it('twins share what one of them has', () => {
    const query = [candidate(6, EXACT, 0), candidate(6, EXACT, 0), candidate(6, 1, 2)];
    const posterior = posteriorOf(simple, query);
    const [first, second, third] = withTwins(query, posterior);
    expect(first).toBe(second);
    expect(first).toBeCloseTo(2 * (posterior.candidates[0] ?? NaN), 12);
    expect(third).toBe(posterior.candidates[2]);
  });

  it('huge weights stay numbers', () => {
    const certain: PairModel = { ...simple, nameWeights: simple.nameWeights.map(() => 2000) };
    expect(posteriorOf(certain, [candidate(6, EXACT, 0)])).toEqual({ candidates: [1], none: 0 });
  });

  it('no candidate at all: nothing is meant', () => {
    expect(posteriorOf(simple, [])).toEqual({ candidates: [], none: 1 });
    expect(LEVEL_COUNT).toBe(5);
  });
});
