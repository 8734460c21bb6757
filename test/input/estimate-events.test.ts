import { describe, expect, it } from '@jest/globals';
import { estimateEvents, type EventBin } from '../../src/input/certainty.js';
import { seededRandom } from '../../bench/seeded-random.js';

const FIGURES = { intercept: -0.7, slope: -0.95, spread: 1.2 };
const PROBABILITIES = [0.88, 0.94, 0.97, 0.99, 0.999];

/** A table that lies somewhere, as tables do: rows that have the event by chance, some of them judged. */
function tableOf(seed: number, share: number): { readonly bins: readonly EventBin[]; readonly events: number } {
  const random = seededRandom(seed);
  const normal =
    Math.sqrt(-2 * Math.log(1 - random.below(1e6) / 1e6)) * Math.cos(2 * Math.PI * (random.below(1e6) / 1e6));
  let events = 0;
  const bins = PROBABILITIES.map((probability) => {
    const logit =
      FIGURES.intercept + FIGURES.slope * Math.log(probability / (1 - probability)) + FIGURES.spread * normal;
    const bin = { probability, rows: 200, judged: 0, events: 0 };
    for (let row = 0; row < bin.rows; row++) {
      const isEvent = random.chance(1 / (1 + Math.exp(-logit)));
      if (isEvent) events++;
      if (!random.chance(share)) continue;
      bin.judged++;
      if (isEvent) bin.events++;
    }
    return bin;
  });
  return { bins, events };
}

const TABLES = Array.from({ length: 200 }, (_, seed) => seed + 1);
const widthOf = (share: number): number =>
  TABLES.reduce((sum, seed) => {
    const { low, high } = estimateEvents(FIGURES, tableOf(seed, share).bins);
    return sum + high - low;
  }, 0) / TABLES.length;

describe('the estimated number of rows', () => {
  it.each([0, 0.1, 0.5])('lies in its range in about 90 of 100 tables, %d of whose rows are judged', (share) => {
    const within = TABLES.filter((seed) => {
      const { bins, events } = tableOf(seed, share);
      const { low, high, value } = estimateEvents(FIGURES, bins);
      expect(low <= value && value <= high).toBe(true);
      return low <= events && events <= high;
    });
    expect(within.length / TABLES.length).toBeGreaterThan(0.84);
    expect(within.length / TABLES.length).toBeLessThan(0.99);
  });

  it('is the narrower, the more rows are judged, and certain when all are', () => {
    const [none, few, half] = [widthOf(0), widthOf(0.1), widthOf(0.5)];
    expect(few).toBeLessThan(none / 2);
    expect(half).toBeLessThan(few);
    const { bins, events } = tableOf(3, 1);
    expect(estimateEvents(FIGURES, bins)).toMatchObject({ value: events, low: events, high: events });
  });

  it('moves with what is found, and holds for a million rows', () => {
    const bin = { probability: 0.95, rows: 1_000_000 };
    const before = estimateEvents(FIGURES, [bin]);
    const clean = estimateEvents(FIGURES, [{ ...bin, judged: 100, events: 0 }]);
    const wrong = estimateEvents(FIGURES, [{ ...bin, judged: 100, events: 30 }]);
    expect(clean.value).toBeLessThan(before.value);
    expect(wrong.value / 1e6).toBeGreaterThan(0.2);
    expect(wrong.rateAt(0.95)).toBeGreaterThan(before.rateAt(0.95));
    expect(before.high).toBeLessThan(1_000_000);
    expect(estimateEvents(FIGURES, [])).toMatchObject({ value: 0, low: 0, high: 0 });
  });
});
