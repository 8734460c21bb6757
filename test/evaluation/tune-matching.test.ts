import { describe, expect, it } from '@jest/globals';
import { fitThreshold } from '../../src/evaluation/tuning-answers.js';
import { formatTuning } from '../../src/evaluation/format-evaluation.js';
import type { GoldQuery, GoldSource } from '../../src/evaluation/gold-query.js';
import { surveyGold } from '../../src/evaluation/gold-query.js';
import { tuneMatching } from '../../src/evaluation/tune-matching.js';
import type { TuningOutcome } from '../../src/evaluation/tuning-answers.js';
import type { TuningAnswer } from '../../src/evaluation/tuning-answers.js';
import { collectTuningGold, FOLDS, queriesNeeded } from '../../src/evaluation/gold-query.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const PAIRS = 130;
const SYLLABLES = ['ba', 'do', 'fi', 'ga', 'hu', 'je', 'ko', 'li', 'mo', 'nu', 'pa', 're', 'su', 'ti', 'vo', 'wa'];
const word = (n: number): string =>
  [n % 16, Math.floor(n / 16) % 16, (n * 7 + 3) % 16].map((i) => SYLLABLES[i]).join('');
const name = (n: number): string => `${word(n)} ${word(n * 5 + 1)}`;

/** Pairs of namesakes. The town tells them apart; the year that queries carry is always that of the wrong one. */
const namesakes = makeSnapshot({
  entities: Array.from({ length: 2 * PAIRS }, (_, i) => {
    const pair = Math.floor(i / 2);
    return {
      id: `e${i}`,
      name: name(pair),
      properties: {
        year: [{ kind: 'integer' as const, number: 1500 + i }],
        town: [{ kind: 'text' as const, text: i % 2 === 0 ? 'Northtown' : 'Southtown' }],
      },
    };
  }),
  properties: [
    { id: 'year', name: 'Year', datatype: 'integer' },
    { id: 'town', name: 'Town', datatype: 'text' },
  ],
});

const MISLEADING = goldOf(
  Array.from({ length: PAIRS }, (_, pair) => ({
    text: name(pair),
    right: [`e${2 * pair + (pair % 2)}`],
    properties: [
      { property: 'year', values: [String(1500 + 2 * pair + 1 - (pair % 2))] },
      { property: 'town', values: [pair % 2 === 0 ? 'Northtown' : 'Southtown'] },
    ],
  })),
);

function goldOf(queries: readonly Omit<GoldQuery, 'types' | 'line'>[]): GoldSource {
  return {
    file: 'gold.csv',
    lineWord: 'line',
    notes: [],
    propertyIds: [],
    read: (visit) => queries.forEach((query, i) => visit({ ...query, types: [], line: i + 2 })),
  };
}

function tune(snapshot: DatasetSnapshot, gold: GoldSource, wantedPrecision = 0.97): TuningOutcome {
  return tuneMatching(snapshot, collectTuningGold(gold, surveyGold(gold), wantedPrecision), {
    limit: 10,
    type: undefined,
    withProperties: true,
    wantedPrecision,
    onQuery: () => undefined,
  });
}

describe('tuneMatching', () => {
  const outcome = tune(namesakes, MISLEADING);

  it('finds that a property misleads, and improves what it was not fitted to', () => {
    expect(outcome.before.figures.hitAt1).toBeLessThan(0.2);
    expect(outcome.after.figures.hitAt1).toBeGreaterThan(0.9);
    expect(outcome.propertyWeights?.accepted).toBe(true);
    expect(outcome.tuning?.propertyWeights?.['year']).toBeLessThan(1);
  });

  it('finds nothing more when what it found is in use', () => {
    const again = tune({ ...namesakes, ...(outcome.tuning !== undefined && { tuning: outcome.tuning }) }, MISLEADING);
    expect(again.before.figures.hitAt1).toBeGreaterThan(0.9);
    expect(again.propertyWeights?.accepted).toBe(false);
    expect(again.tuning?.propertyWeights ?? outcome.tuning?.propertyWeights).toEqual(outcome.tuning?.propertyWeights);
  });

  it('does not become bolder while nothing shows what that does to names that the list lacks', () => {
    expect(outcome.threshold.fitted ?? 1).toBeGreaterThanOrEqual(outcome.threshold.present);
    expect(outcome.notes.join(' ')).toContain('no answer in the list');
  });

  it('becomes bolder where queries without an answer show that it may', () => {
    const snapshot = makeSnapshot({
      entities: Array.from({ length: 200 }, (_, i) => ({ id: `e${i}`, name: name(i) })),
    });
    const slips = Array.from({ length: 160 }, (_, i) => ({
      text: name(i).replace(/^(.).(.*?)(.) (.)./, '$1$2 $4'),
      right: [`e${i}`],
      properties: [],
    }));
    const strangers = Array.from({ length: 40 }, (_, i) => ({
      text: `Xylqz${i} Crwth${i}`,
      right: [],
      properties: [],
    }));
    const cautious = { ...snapshot, tuning: { matchThreshold: 0.999 } };
    const { before, after, tuning, threshold } = tune(cautious, goldOf([...slips, ...strangers]));
    expect(threshold.accepted).toBe(true);
    expect(tuning?.matchThreshold).toBeLessThan(0.999);
    expect(after.counts.matchesRight).toBeGreaterThan(before.counts.matchesRight);
    expect(after.figures.matchPrecision).toBeGreaterThanOrEqual(0.97);
  });

  it('says what it found in words', () => {
    const text = formatTuning(outcome);
    expect(text).toMatch(/"year" × 0(\.5)?.*; kept/);
    expect(text).toContain('hit@1');
    expect(formatTuning({ ...outcome, tuning: undefined })).toContain('nothing better');
  });
});

describe('gold for fitting', () => {
  it('must be enough for the precision', () => {
    expect([0.9, 0.97, 0.99, 1].map(queriesNeeded)).toEqual([100, 100, 300, 600]);
    const few = goldOf([{ text: 'a', right: ['e1'], properties: [] }]);
    expect(() => collectTuningGold(few, surveyGold(few), 0.99)).toThrow(
      expect.objectContaining({ code: 'gold-too-small', message: expect.stringContaining('at least 300') }),
    );
  });

  it('is spread evenly when there is much, and keeps queries for one entity together', () => {
    const many = goldOf(
      Array.from({ length: 10_000 }, (_, i) => ({ text: `q${i}`, right: [`e${i % 700}`], properties: [] })),
    );
    const { queries, folds } = collectTuningGold(many, surveyGold(many), 0.97);
    expect(queries).toHaveLength(3000);
    expect(Number(queries.at(-1)?.text.slice(1))).toBeGreaterThan(9_990);
    const foldOf = new Map<string, number>();
    queries.forEach(({ right }, i) => {
      const id = right[0] ?? '';
      expect(foldOf.get(id) ?? folds[i]).toBe(folds[i]);
      foldOf.set(id, folds[i] ?? -1);
    });
    const sizes = Array.from({ length: FOLDS }, (_, fold) => folds.filter((of) => of === fold).length);
    expect(Math.min(...sizes)).toBeGreaterThan(400);
  });
});

describe('fitThreshold', () => {
  const answers = (
    ...runs: readonly (readonly [count: number, probability: number, right: boolean, hasAnswer?: boolean])[]
  ): readonly TuningAnswer[] =>
    runs.flatMap(([count, probability, right, hasAnswer = true]) =>
      Array.from({ length: count }, () => ({ hasAnswer, place: right ? 0 : -1, probability, matchable: true })),
    );
  const bounds = { wantedPrecision: 0.95, atLeast: 0, falseMatchRate: 0.05 };

  it('allows for one error more than it sees', () => {
    expect(fitThreshold(answers([18, 0.9, true]), bounds)).toBeUndefined();
    expect(fitThreshold(answers([19, 0.9, true]), bounds)).toBe(0.9);
    expect(fitThreshold(answers([60, 0.9, true], [10, 0.7, false], [900, 0.6, true], [20, 0.4, true]), bounds)).toBe(
      0.6,
    );
  });

  it('keeps within its bounds', () => {
    const some = answers([60, 0.9, true], [60, 0.8, true], [60, 0.7, true], [60, 0.2, true]);
    expect(fitThreshold(some, { ...bounds, atLeast: 0.75 })).toBe(0.8);
    expect(fitThreshold(some, bounds)).toBe(0.7);
    const withFalse = answers(
      [60, 0.9, true],
      [1, 0.85, false, false],
      [60, 0.8, true],
      [1, 0.75, false, false],
      [60, 0.7, true],
      [20, 0.1, false, false],
    );
    expect(fitThreshold(withFalse, bounds)).toBe(0.8);
  });
});
