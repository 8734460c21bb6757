import { firstAtLeast } from '../foundation/first-at-least.js';
import { judgmentSchema, type JudgmentLine } from './run-record.js';
import { openLineFile } from '../foundation/line-file.js';

/** What holds of a row by the judgments of persons. */
export interface JudgedRow {
  /** `undefined`: nobody has decided. */
  readonly decision: RowDecision | undefined;
  /** Ids that it is said not to mean. */
  readonly rejected: readonly string[];
  /** The number of the last judgment on the row, -1 without one: it changes whenever somebody says something about the row. */
  readonly version: number;
}

/** A decision that counts. */
export interface RowDecision {
  readonly kind: 'match' | 'none';
  /** Empty for `none`. */
  readonly id: string;
  readonly name: string;
  readonly by: string;
  readonly at: string;
  /** Among many rows accepted at once, nobody may have looked at this one. */
  readonly inBulk: boolean;
}

/** All judgments of a run, the log on disk and what follows from it. */
export interface Judgments {
  readonly of: (row: number) => JudgedRow;
  /** Rows on which something was said; some of it may have been undone. */
  readonly rows: () => Iterable<number>;
  /** Adds a judgment, which is on disk when this returns, and gives its number. */
  readonly add: (line: JudgmentLine) => Promise<number>;
  /** The judgment of this number, `undefined` where there is none. */
  readonly line: (number: number) => JudgmentLine | undefined;
  /** The number of the last judgment made in this window that was neither undone nor an undoing; -1 without one. */
  readonly last: (tab: string) => number;
  readonly close: () => Promise<void>;
}

const UNJUDGED: JudgedRow = { decision: undefined, rejected: [], version: -1 };

/** Opens the log of a run; `readOnly` as for `openLineFile`. Throws for a line that is no judgment: nothing that was decided may be passed over. */
export async function openJudgments(path: string, how: { readonly readOnly?: boolean } = {}): Promise<Judgments> {
  const lines: JudgmentLine[] = [];
  const undone = new Set<number>();
  const numbersOf = new Map<number, number[]>();
  const known = new Map<number, JudgedRow>();
  const take = (line: JudgmentLine): number => {
    const number = lines.push(line) - 1;
    const { judgment } = line;
    if (judgment.kind === 'undo') undone.add(judgment.number);
    const affected = judgment.kind === 'undo' ? (lines[judgment.number]?.rows ?? []) : line.rows;
    for (const row of affected) {
      numbersOf.set(row, [...(numbersOf.get(row) ?? []), number]);
      known.delete(row);
    }
    return number;
  };
  const file = await openLineFile(path, (text) => take(judgmentSchema.parse(JSON.parse(text()))), how);
  const rowOf = (row: number, numbers: readonly number[]): JudgedRow => {
    const counting = numbers.flatMap((number) => {
      const line = lines[number];
      return line === undefined || undone.has(number) ? [] : [line];
    });
    const rejected = counting.flatMap(({ judgment }) => (judgment.kind === 'reject' ? [judgment.id] : []));
    const deciding = counting
      .filter(({ judgment }) => judgment.kind === 'match' || judgment.kind === 'accept' || judgment.kind === 'none')
      .at(-1);
    return {
      decision: deciding === undefined ? undefined : decisionOf(row, deciding),
      rejected,
      version: numbers.at(-1) ?? -1,
    };
  };
  return {
    of: (row) => {
      const numbers = numbersOf.get(row);
      if (numbers === undefined) return UNJUDGED;
      const judged = known.get(row) ?? rowOf(row, numbers);
      known.set(row, judged);
      return judged;
    },
    rows: () => numbersOf.keys(),
    add: async (line) => {
      // Counted at once, so that of two that come together the second knows of the first; nobody is told before it is on disk.
      const number = take(line);
      await file.append([JSON.stringify(line)]);
      return number;
    },
    line: (number) => lines[number],
    last: (tab) =>
      lines.findLastIndex(
        ({ judgment, tab: made }, number) => made === tab && judgment.kind !== 'undo' && !undone.has(number),
      ),
    close: () => file.close(),
  };
}

function decisionOf(row: number, { judgment, rows, by, at }: JudgmentLine): RowDecision {
  if (judgment.kind === 'match') return { kind: 'match', id: judgment.id, name: judgment.name, by, at, inBulk: false };
  const accepted = judgment.kind === 'accept' ? judgment.entities[firstAtLeast(rows, row)] : undefined;
  return accepted === undefined
    ? { kind: 'none', id: '', name: '', by, at, inBulk: false }
    : { kind: 'match', ...accepted, by, at, inBulk: true };
}
