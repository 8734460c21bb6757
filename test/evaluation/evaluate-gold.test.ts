import { describe, expect, it } from '@jest/globals';
import { createCalibration } from '../../src/evaluation/quality-counts.js';
import { evaluateGold, type EvaluationOptions } from '../../src/evaluation/evaluate-gold.js';
import { formatEvaluation } from '../../src/evaluation/format-evaluation.js';
import type { GoldQuery, GoldSource } from '../../src/evaluation/gold-query.js';
import { createThresholdCounts } from '../../src/evaluation/quality-counts.js';
import { createWorstFew } from '../../src/evaluation/evaluate-gold.js';
import { readInMemory } from '../../src/scoring/snapshot.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const snapshot = makeSnapshot({
  entities: [
    { id: 'w', name: 'Virginia Woolf', properties: { born: [{ kind: 'integer', number: 1882 }] } },
    { id: 's1', name: 'John Smith', properties: { born: [{ kind: 'integer', number: 1750 }] } },
    { id: 's2', name: 'John Smith', properties: { born: [{ kind: 'integer', number: 1899 }] } },
    { id: 'p', name: 'Orhan Pamuk' },
    { id: 'l', name: 'Clarice Lispector' },
  ],
  properties: [{ id: 'born', name: 'born', datatype: 'integer' }],
});

const ask = (text: string, right: readonly string[], born?: string): Omit<GoldQuery, 'line'> => ({
  text,
  right,
  types: [],
  properties: born === undefined ? [] : [{ property: 'born', values: [born] }],
});
const QUERIES = [
  ask('Virginia Woolf', ['w']),
  ask('John Smith', ['s2'], '1899'),
  ask('Orhan Pamuk', ['l']),
  ask('Clarice Lispector', []),
  ask('xxxx', ['elsewhere']),
];
const GOLD: GoldSource = {
  file: 'gold.csv',
  lineWord: 'line',
  notes: [],
  propertyIds: ['born'],
  read: (visit) => QUERIES.forEach((query, i) => visit({ ...query, line: i + 2 })),
};
const OPTIONS: EvaluationOptions = {
  limit: 10,
  type: undefined,
  withProperties: false,
  wantedPrecision: 0.97,
  confusions: 10,
  onProgress: () => undefined,
};

const access = { snapshot, read: readInMemory(snapshot) };
const without = await evaluateGold(access, GOLD, OPTIONS);

describe('evaluateGold', () => {
  it('counts what was right, matched, and matched without an answer', () => {
    expect(without.counts).toMatchObject({
      withAnswer: 4,
      withoutAnswer: 1,
      firstRight: 1,
      matches: 3,
      matchesRight: 1,
      matchesWithoutAnswer: 1,
    });
    expect(without.withoutCandidates).toBe(1);
  });

  it('counts right answers that the search never brought, and the candidates compared', () => {
    // "Orhan Pamuk" is nothing like "Clarice Lispector"; "elsewhere" is not in the dataset, which is no fault of the search.
    expect(without.retrieval?.missedRight).toBe(1);
    expect(without.retrieval?.comparedPerQuery).toBe(1);
    expect(formatEvaluation([without])).toMatch(
      /right answer not found by the search +1\n +candidates compared per query +1\.0\n/,
    );
  });

  it('describes wrong matches and wrong first candidates with the right answer and reasons', () => {
    expect(without.wrongMatches.map(({ line, got, right }) => [line, got.id, right?.id])).toEqual(
      expect.arrayContaining([
        [4, 'p', 'l'],
        [5, 'l', undefined],
      ]),
    );
    expect(without.wrongFirst).toMatchObject([
      { line: 3, query: 'John Smith', got: { id: 's1' }, right: { id: 's2', place: 2, inAnswer: true } },
    ]);
    expect(without.wrongFirst[0]?.got.why).toMatch(/equal.*2 entities have exactly this name/);
  });

  it('sends the properties when it is to', async () => {
    const withProperties = await evaluateGold(access, GOLD, { ...OPTIONS, withProperties: true });
    expect(withProperties.counts.firstRight).toBe(2);
    const text = formatEvaluation([without, withProperties]);
    expect(text).toContain('without properties');
    expect(text).toMatch(/line 4: "Orhan Pamuk"\n +got: +p "Orhan Pamuk".*\n +right: l "Clarice Lispector"/);
  });

  it('tells how far it is after each query', async () => {
    const told: number[] = [];
    await evaluateGold(access, GOLD, { ...OPTIONS, onProgress: (asked) => told.push(asked) });
    expect(told).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('the threshold for a precision', () => {
  it('is the lowest from which on enough are right', () => {
    const counts = createThresholdCounts(1);
    for (const [value, right] of [
      [0.95, true],
      [0.9, true],
      [0.9, true],
      [0.8, false],
      [0.7, true],
      [0.7, true],
      [0.2, false],
    ] as const)
      counts.add(value, right);
    expect(counts.lowestFor(0.97, 10)).toMatchObject({ threshold: 0.9, matches: 3, precision: 1, recall: 0.3 });
    expect(counts.lowestFor(0.8, 10)).toMatchObject({ threshold: 0.7, matches: 6, precision: 5 / 6 });
    expect(counts.lowestFor(0.5, 0)).toMatchObject({ threshold: 0.2, recall: undefined });
  });

  it('is none where the surest are wrong', () => {
    const counts = createThresholdCounts(100);
    counts.add(100, false);
    counts.add(50, true);
    expect(counts.lowestFor(0.9, 1)).toBeUndefined();
  });
});

describe('calibration', () => {
  it('holds what was said against what was', () => {
    const calibration = createCalibration();
    for (const [probability, right] of [
      [1, true],
      [0.995, true],
      [0.85, false],
      [0.8, true],
      [0, false],
    ] as const)
      calibration.add(probability, right);
    expect(calibration.bins().map(({ from, to, queries, observed }) => [from, to, queries, observed])).toEqual([
      [0, 0.2, 1, 0],
      [0.8, 0.9, 2, 0.5],
      [0.99, 1, 2, 1],
    ]);
    expect(calibration.bins()[1]?.predicted).toBeCloseTo(0.825, 9);
  });
});

describe('the worst few', () => {
  it('are kept in order, and no more than wanted', () => {
    const few = createWorstFew<string>(2);
    for (const [rank, item] of [
      [1, 'a'],
      [3, 'b'],
      [2, 'c'],
      [3, 'd'],
    ] as const)
      few.add(rank, item);
    expect(few.items()).toEqual(['b', 'd']);
    const none = createWorstFew<string>(0);
    none.add(1, 'a');
    expect(none.items()).toEqual([]);
  });
});
