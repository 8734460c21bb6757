import { describe, expect, it } from '@jest/globals';
import { measureRows, type MeasuredRow } from '../../src/review/measure.js';

/** Numbers that look random and are the same each time. */
function* numbers(): Generator<number, never> {
  for (let seed = 7; ;) yield (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Rows whose probabilities are honest: so many of 100 with 0.8 are right as 0.8 says. Of those that a test picks it is known what is right. */
function rowsOf(
  count: number,
  isJudged: (probability: number, dice: number) => boolean,
): { readonly rows: readonly MeasuredRow[]; readonly precision: number; readonly recall: number } {
  const dice = numbers();
  const truth = Array.from({ length: count }, () => {
    const probability = dice.next().value;
    const isRight = dice.next().value < probability;
    const isThere = isRight || dice.next().value < 0.5;
    return {
      probability,
      isMatched: probability >= 0.8,
      found: isRight ? ('first' as const) : isThere ? ('other' as const) : ('none' as const),
    };
  });
  const matched = truth.filter(({ isMatched }) => isMatched);
  const right = matched.filter(({ found }) => found === 'first').length;
  return {
    rows: truth.map(({ found, ...row }) => ({
      ...row,
      found: isJudged(row.probability, dice.next().value) ? found : undefined,
    })),
    precision: right / matched.length,
    recall: right / truth.filter(({ found }) => found !== 'none').length,
  };
}

describe('measuring by judgments', () => {
  it('counts rows that are alike as so many rows', () => {
    const { rows } = rowsOf(3_000, (_, dice) => dice < 0.2);
    const rounded = rows.map((row) => ({ ...row, probability: Math.round(row.probability * 20) / 20 }));
    const counted = new Map<string, MeasuredRow & { count: number }>();
    for (const row of rounded) {
      const key = JSON.stringify(row);
      counted.set(key, { ...row, count: (counted.get(key)?.count ?? 0) + 1 });
    }
    expect(counted.size).toBeLessThan(200);
    const [alike, each] = [measureRows([...counted.values()], 'names'), measureRows(rounded, 'names')];
    expect(alike.judged).toBe(each.judged);
    for (const estimate of ['precision', 'recall', 'notInDataset'] as const)
      for (const part of ['value', 'low', 'high'] as const)
        expect(alike[estimate]?.[part]).toBeCloseTo(each[estimate]?.[part] ?? -1, 10);
    expect(alike.calibration.map(({ rows: of }) => of)).toEqual(each.calibration.map(({ rows: of }) => of));
    expect(alike.thresholds.map(({ accepted }) => accepted)).toEqual(each.thresholds.map(({ accepted }) => accepted));
  });

  it('says nothing of what nobody has judged', () => {
    const { rows } = rowsOf(200, () => false);
    expect(measureRows(rows, 'names')).toMatchObject({
      judged: 0,
      precision: undefined,
      recall: undefined,
      notInDataset: undefined,
      calibration: [],
    });
    const uncertain = rowsOf(400, (probability) => probability < 0.5);
    expect(measureRows(uncertain.rows, 'names').precision).toBeUndefined();
  });

  it('knows precision and recall when all is judged', () => {
    const { rows, precision, recall } = rowsOf(2_000, () => true);
    const measure = measureRows(rows, 'names');
    expect(measure.precision?.value).toBeCloseTo(precision, 2);
    expect(measure.recall?.value).toBeCloseTo(recall, 2);
    expect((measure.precision?.high ?? 1) - (measure.precision?.low ?? 0)).toBeLessThan(0.01);
  });

  it('is right within its range although the uncertain rows are judged first', () => {
    const { rows, precision, recall } = rowsOf(
      5_000,
      (probability, dice) => dice < (Math.abs(probability - 0.5) < 0.25 ? 0.4 : 0.05),
    );
    const { precision: measured, recall: found, notInDataset } = measureRows(rows, 'names');
    expect(measured?.low).toBeLessThanOrEqual(precision);
    expect(measured?.high).toBeGreaterThanOrEqual(precision);
    expect(Math.abs((measured?.value ?? 0) - precision)).toBeLessThan(0.04);
    expect(found?.low).toBeLessThanOrEqual(recall);
    expect(found?.high).toBeGreaterThanOrEqual(recall);
    expect(notInDataset?.value).toBeGreaterThan(0.15);
    // As a plain share of the judged rows would say, far too low.
    const judged = rows.filter(({ found: seen }) => seen !== undefined);
    expect(judged.filter(({ found: seen }) => seen === 'first').length / judged.length).toBeLessThan(precision - 0.2);
  });

  it('finds out that probabilities promise too much', () => {
    const rows = rowsOf(3_000, () => true).rows.map((row) => ({
      ...row,
      probability: Math.min(1, row.probability + 0.3),
    }));
    const { calibration } = measureRows(rows, 'names');
    const middle = calibration.find(({ stated }) => stated > 0.6 && stated < 0.7);
    expect(middle?.observed.high).toBeLessThan(0.55);
  });

  it('shows precision fall and recall rise with lower thresholds', () => {
    const { thresholds } = measureRows(rowsOf(3_000, (_, dice) => dice < 0.3).rows, 'names');
    const [strict, loose] = [thresholds[1], thresholds.at(-1)];
    expect(strict?.precision).toBeGreaterThan(0.9);
    expect(loose?.precision).toBeLessThan(0.6);
    expect(loose?.recall).toBeGreaterThan(strict?.recall ?? 1);
    expect(loose?.expectedErrors).toBeGreaterThan(1_000);
  });
});
