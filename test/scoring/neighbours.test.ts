import { describe, expect, it } from '@jest/globals';
import { decide } from '../../src/scoring/decide.js';
import { decideWithNeighbours, learnNeighbours, type NeighbouringRow } from '../../src/scoring/neighbours.js';

interface Made {
  readonly nats: number;
  readonly county?: string;
  readonly colour?: string;
}

const SHARE = 0.05;

function row(key: string, candidates: readonly Made[]): NeighbouringRow & { readonly nats: readonly number[] } {
  return {
    key,
    nats: candidates.map(({ nats }) => nats),
    candidates: candidates.map(({ county = '', colour = '' }, twins) => ({
      twins,
      common: {
        county: [[county, county === '' ? 0.2 : SHARE]],
        colour: [[colour, SHARE]],
      },
    })),
  };
}

type MadeRow = ReturnType<typeof row>;
const weighedOf = ({ nats }: MadeRow): readonly { nats: number; twins: number }[] =>
  nats.map((own, twins) => ({ nats: own, twins }));
const decided = (rows: readonly MadeRow[]) => rows.map((one) => ({ row: one, decision: decide(weighedOf(one), 0) }));
const withNeighbours = (learned: { property: string; copied: number }, rows: readonly MadeRow[]) =>
  decideWithNeighbours(
    [learned],
    rows,
    rows.map(weighedOf),
    rows.map(() => 0),
    rows.map((one) => decide(weighedOf(one), 0)),
  );

/** Ten rows for each of twenty counties, in the order of the counties; colours follow no order. */
const ORDERED = Array.from({ length: 200 }, (_, i) =>
  row(`row ${String(i)}`, [{ nats: 6, county: `c${String(Math.floor(i / 10))}`, colour: `k${String((i * 7) % 20)}` }]),
);
const shuffled = (rows: readonly MadeRow[]): readonly MadeRow[] =>
  rows.map((_, i) => rows[(i * 77) % rows.length] as MadeRow);

describe('what rows near each other have in common', () => {
  it('is found, with how often they do', () => {
    const [learned, ...others] = learnNeighbours([decided(ORDERED)]);
    expect(others).toEqual([]);
    expect(learned?.property).toBe('county');
    expect(learned?.copied).toBeGreaterThan(0.85);
  });

  it('is nothing in a file in no order, nor where few rows are sure', () => {
    expect(learnNeighbours([decided(shuffled(ORDERED))])).toEqual([]);
    expect(learnNeighbours([decided(ORDERED.slice(0, 15))])).toEqual([]);
    const unsure = ORDERED.map((one) => ({ ...one, nats: [0] }));
    expect(learnNeighbours([decided(unsure)])).toEqual([]);
  });

  it('is nothing where one value fills the dataset as it fills the file', () => {
    const same = ORDERED.map((one) => ({
      ...one,
      candidates: one.candidates.map(({ twins }) => ({ twins, common: { county: [['c1', 0.68] as const] } })),
    }));
    expect(learnNeighbours([decided(same)])[0]?.property).toBe('county');
    const usual = same.map((one) => ({
      ...one,
      candidates: one.candidates.map(({ twins }) => ({ twins, common: { county: [['c1', 0.97] as const] } })),
    }));
    expect(learnNeighbours([decided(usual)])).toEqual([]);
  });

  it('is the type beside a property, where the rows mean entities of one type', () => {
    const typed = ORDERED.map((one) => ({
      ...one,
      candidates: one.candidates.map(({ twins, common }) => ({
        twins,
        common: { ...common, '': [['City', 0.3] as const] },
      })),
    }));
    expect(learnNeighbours([decided(typed)]).map(({ property }) => property)).toEqual(['county', '']);
  });

  it('does not look over the edge of a block', () => {
    const single = ORDERED.map((one) => [one]);
    expect(learnNeighbours(single.map(decided))).toEqual([]);
  });

  it('moves candidates against each other, never against nothing', () => {
    const learned = { property: 'county', copied: 0.9 };
    const open = row('open', [
      { nats: 2, county: 'c9' },
      { nats: 2, county: 'c0' },
    ]);
    const rows = [...ORDERED.slice(0, 5), open, ...ORDERED.slice(5, 10)];
    const decision = withNeighbours(learned, rows)[5];
    expect(decision?.best).toBe(1);
    expect(decision?.probabilities[1]).toBeGreaterThan(3 * (decision?.probabilities[0] ?? 1));
    expect(decision?.nothing).toBeCloseTo(decide(weighedOf(open), 0).nothing, 9);
  });

  it('leaves a row alone whose neighbours ask the same', () => {
    const open = [
      { nats: 2, county: 'c9' },
      { nats: 1, county: 'c0' },
    ];
    const rows = Array.from({ length: 9 }, () => row('the same', open));
    const alone = decide(weighedOf(rows[0] as MadeRow), 0);
    for (const decision of withNeighbours({ property: 'county', copied: 0.9 }, rows)) expect(decision).toEqual(alone);
  });

  it('decides rows without candidates as before', () => {
    const rows = [...ORDERED.slice(0, 5), row('empty', [])];
    expect(withNeighbours({ property: 'county', copied: 0.9 }, rows)[5]).toEqual(decide([], 0));
  });
});
