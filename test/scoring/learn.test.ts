import { describe, expect, it } from '@jest/globals';
import {
  decideRows,
  keptLearning,
  learnFile as learnBlocks,
  MIN_ROWS,
  type LearnedFile,
  type RowEvidence,
} from '../../src/scoring/learn.js';
import type { Decision } from '../../src/scoring/decide.js';
import type { ValueLevel } from '../../src/values/value-level.js';

const learnFile = (rows: readonly RowEvidence[]): LearnedFile | undefined => learnBlocks([rows]);
function decideRow(learned: LearnedFile, one: RowEvidence): Decision {
  const [decision] = decideRows(learned, [one]);
  if (decision === undefined) throw new Error('nothing was decided');
  return decision;
}

interface MadeCandidate {
  readonly id: string;
  readonly nats: number;
  readonly levels?: Readonly<Record<string, ValueLevel>>;
  readonly evidence?: Readonly<Record<string, number>>;
  readonly common?: RowEvidence['candidates'][number]['common'];
}

function row(key: string, candidates: readonly MadeCandidate[], judged?: string | null): RowEvidence {
  return {
    key,
    nothing: 0,
    candidates: candidates.map(({ id, nats, levels = {}, evidence = {}, common = {} }, twins) => ({
      id,
      nats,
      twins,
      evidence,
      common,
      levels: Object.fromEntries(
        Object.entries(levels).map(([property, level]) => [property, { level, family: 'text' as const }]),
      ),
    })),
    ...(judged !== undefined && { judged }),
  };
}

const LEVELS: readonly ValueLevel[] = ['exact', 'close', 'partial', 'different'];

/** Rows with a sure answer each, whose column "town" is as these shares say, and whose column "colour" is different in nineteen of twenty. */
function rowsWith(count: number, exact: number, nats = 5): readonly RowEvidence[] {
  return Array.from({ length: count }, (_, i) =>
    row(`row ${String(i)}`, [
      {
        id: `e${String(i)}`,
        nats,
        levels: {
          town: (i % 100) / 100 < exact ? 'exact' : 'different',
          colour: i % 20 === 0 ? 'exact' : 'different',
        },
      },
      { id: `f${String(i)}`, nats: -5, levels: { town: LEVELS[i % 4] ?? 'exact', colour: 'different' } },
    ]),
  );
}

describe('learning from the rows of a file', () => {
  it('finds how reliable each column is', () => {
    const learned = learnFile(rowsWith(400, 0.8));
    expect(learned?.rows).toBe(400);
    const [exact = 0, , , different = 0] = learned?.columns['town']?.right ?? [];
    expect(exact).toBeCloseTo(0.8, 1);
    expect(different).toBeCloseTo(0.2, 1);
    expect(learned?.columns['colour']?.right[3]).toBeGreaterThan(0.85);
    expect(learned?.columns['town']?.pairs).toBeCloseTo(400, -1);
  });

  it('lets a difference in a misleading column cost next to nothing, and one in a faithful column more', () => {
    const learned = learnFile(rowsWith(400, 0.97));
    if (learned === undefined) throw new Error('nothing was learned');
    const probability = (property: string): number =>
      decideRow(learned, row('new', [{ id: 'x', nats: 0, levels: { [property]: 'different' } }])).probability;
    expect(probability('colour')).toBeGreaterThan(0.8);
    expect(probability('town')).toBeLessThan(probability('colour') - 0.2);
  });

  it('takes an entity from a row where another row claims it more surely, and entities do not recur', () => {
    const rows = rowsWith(200, 0.8);
    const rival = row('rival', [
      { id: 'e7', nats: 1 },
      { id: 'g', nats: 0.5 },
    ]);
    const learned = learnFile([...rows, rival]);
    if (learned === undefined) throw new Error('nothing was learned');
    expect(learned.recurrence).toBeLessThan(0.1);
    expect(decideRow(learned, rival).best).toBe(1);
    // The same question twice is no rival of itself.
    const own = rows[7];
    if (own === undefined) throw new Error('no such row');
    expect(decideRow(learned, own).probability).toBeGreaterThan(0.9);
  });

  it('leaves rows their entities in a file in which entities recur', () => {
    const rows = Array.from({ length: 200 }, (_, i) =>
      row(`row ${String(i)}`, [{ id: `e${String(i % 20)}`, nats: 5 }]),
    );
    const learned = learnFile(rows);
    if (learned === undefined) throw new Error('nothing was learned');
    expect(learned.recurrence).toBeGreaterThan(0.4);
    expect(decideRow(learned, row('new', [{ id: 'e3', nats: 5 }])).probability).toBeGreaterThan(0.99);
  });

  it('learns how the file writes names', () => {
    const rows = rowsWith(200, 0.8).map((one) => ({
      ...one,
      candidates: one.candidates.map((candidate, i) =>
        i === 0 ? { ...candidate, evidence: { abbreviation: 1 } } : candidate,
      ),
    }));
    const learned = learnFile(rows);
    if (learned === undefined) throw new Error('nothing was learned');
    expect(learned.traits[0]).toBeGreaterThan(0.7);
    const [abbreviated, plain] = [{ abbreviation: 1 }, {}].map(
      (evidence) => decideRow(learned, row('new', [{ id: 'x', nats: 0, evidence }])).probability,
    );
    expect(abbreviated).toBeGreaterThan(plain ?? 1);
  });

  it('lets the way in which names are written move all candidates of a row, never their order', () => {
    const rows = rowsWith(200, 0.8).map((one) => ({
      ...one,
      candidates: one.candidates.map((candidate) => ({ ...candidate, evidence: { typo: 1 } })),
    }));
    const learned = learnFile(rows);
    if (learned === undefined) throw new Error('nothing was learned');
    const asked = row('new', [
      { id: 'x', nats: 1.1 },
      { id: 'y', nats: 1, evidence: { typo: 1 } },
    ]);
    const { best, probabilities } = decideRow(learned, asked);
    expect(best).toBe(0);
    const [x = 0, y = 1] = probabilities;
    expect(Math.log(x / y)).toBeCloseTo(0.1, 9);
  });

  it('finds of a sample that entities recur more often in the whole file', () => {
    const rows = Array.from({ length: 200 }, (_, i) =>
      row(`row ${String(i)}`, [{ id: `e${String(i % 180)}`, nats: 5 }]),
    );
    const [all, tenth] = [learnBlocks([rows], 1), learnBlocks([rows], 0.1)];
    expect(all?.recurrence).toBeCloseTo((2 + 20) / (20 + 180), 2);
    expect(tenth?.recurrence).toBeCloseTo(1 - (1 - (all?.recurrence ?? 0)) ** 10, 9);
  });

  it('finds rows that show that entities recur, though each has a rival', () => {
    const rows = Array.from({ length: 200 }, (_, i) =>
      row(`row ${String(i)}`, [
        { id: `e${String(i % 100)}`, nats: 4 },
        { id: `f${String(i)}`, nats: 1 },
      ]),
    );
    const learned = learnFile(rows);
    expect(learned?.recurrence).toBeGreaterThan(0.5);
    expect(decideRows(learned as LearnedFile, rows).every(({ best }) => best === 0)).toBe(true);
  });

  it('keeps to what people have judged', () => {
    const unsure = rowsWith(200, 0.1, 0);
    const judged = unsure.map((one, i) => ({ ...one, judged: i % 2 === 0 ? `e${String(i)}` : null }));
    const [free, fixed] = [learnFile(unsure), learnFile(judged)];
    expect(fixed?.columns['town']?.pairs).toBeCloseTo(100, 5);
    expect(free?.columns['town']?.pairs).toBeLessThan(200);
    // Of a hundred pairs ninety differ, and the usual shares are worth twenty pairs.
    expect(fixed?.columns['town']?.right[3]).toBeCloseTo((20 * 0.07 + 90) / 120, 9);
  });

  it('makes all candidates more probable where those that people have judged are right more often than they seem', () => {
    const rows = Array.from({ length: 100 }, (_, i) => row(`row ${String(i)}`, [{ id: `e${String(i)}`, nats: 0 }]));
    const judgedRows = (count: number, right: (i: number) => boolean): readonly RowEvidence[] =>
      rows.map((one, i) => (i < count ? { ...one, judged: right(i) ? `e${String(i)}` : null } : one));
    const natsOf = (list: readonly RowEvidence[]): number => learnFile(list)?.judgedNats ?? 0;
    expect(natsOf(judgedRows(40, () => true))).toBeGreaterThan(1);
    expect(natsOf(judgedRows(40, () => false))).toBeLessThan(-1);
    expect(Math.abs(natsOf(judgedRows(40, (i) => i % 2 === 0)))).toBeLessThan(0.5);
    expect(learnFile(judgedRows(9, () => true))?.judgedNats).toBeUndefined();
    const learned = learnFile(judgedRows(40, () => true));
    const other = rows[80];
    if (learned === undefined || other === undefined) throw new Error('nothing was learned');
    expect(decideRow(learned, other).probability).toBeGreaterThan(
      decideRow({ ...learned, judgedNats: 0 }, other).probability,
    );
  });

  it('does not count rows of which people found the entity elsewhere', () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      ...row(`row ${String(i)}`, [{ id: `e${String(i)}`, nats: 0 }]),
      ...(i < 20 && { judged: `elsewhere ${String(i)}` }),
    }));
    expect(learnFile(rows)?.judgedNats).toBeUndefined();
  });

  it('does not depend on the order of the rows, and is the same every time', () => {
    const rows = rowsWith(120, 0.7);
    const [one, other] = [learnFile(rows), learnFile([...rows].reverse())];
    expect(learnFile(rows)).toEqual(one);
    for (const [id, { right }] of Object.entries(one?.columns ?? {}))
      right.forEach((share, i) => expect(other?.columns[id]?.right[i]).toBeCloseTo(share, 9));
  });

  it('learns nothing from fewer than fifty rows', () => {
    expect(learnFile(rowsWith(MIN_ROWS - 1, 0.8))).toBeUndefined();
    expect(learnFile(rowsWith(MIN_ROWS, 0.8))).toBeDefined();
  });

  it('is kept without the claims of rows, with five decimals', () => {
    const learned = learnFile(rowsWith(100, 0.8));
    if (learned === undefined) throw new Error('nothing was learned');
    const kept = keptLearning(learned);
    expect(kept?.rows).toBe(100);
    expect(kept?.properties['town']?.right.map((share) => share.toFixed(5))).toEqual(
      learned.columns['town']?.right.map((share) => share.toFixed(5)),
    );
    expect(JSON.stringify(kept)).not.toContain('e7');
  });
});
