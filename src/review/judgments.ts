import { join } from 'node:path';
import { firstAtLeast } from '../foundation/first-at-least.js';
import { openActLog, type LogOptions } from '../foundation/store/act-log.js';
import { judgmentSchema, type Judgment, type JudgmentLine } from './run-record.js';

export interface JudgedRow {
  /** `undefined`: not decided. */
  readonly decision: RowDecision | undefined;
  readonly rejected: readonly string[];
  /** Number of the last judgment on the row, -1 without one. */
  readonly version: number;
}

export interface RowDecision {
  readonly kind: 'match' | 'none';
  /** Empty for `none`. */
  readonly id: string;
  readonly name: string;
  readonly by: string;
  readonly at: string;
  /** Judged among many rows at once, perhaps unseen. */
  readonly inBulk: boolean;
}

/** All judgments of a run: the log on disk and the states that follow from it. */
export interface Judgments {
  readonly of: (row: number) => JudgedRow;
  /** Judged rows; some judgments may be undone. */
  readonly rows: () => Iterable<number>;
  /** Number of the last judgment on any of these rows, -1 without one. */
  readonly version: (rows: readonly number[]) => number;
  readonly count: () => number;
  /**
   * Adds the judgment that `decide` gives, when all earlier ones are saved or refused; see `ActLog.act`. Resolves to it
   * with its number once it is on disk and counts; to `undefined` without one.
   */
  readonly add: (decide: () => Judgment | undefined) => Promise<JudgmentLine | undefined>;
  readonly line: (number: number) => JudgmentLine | undefined;
  /** The judgment of this number, if it is no undo and was not undone. */
  readonly standing: (number: number) => JudgmentLine | undefined;
  /** All judgments but undos, last first, and whether they still count. */
  readonly history: () => readonly { readonly line: JudgmentLine; readonly isUndone: boolean }[];
  /** The last judgment of this window that was neither undone nor an undo. */
  readonly last: (tab: string) => JudgmentLine | undefined;
  readonly close: () => Promise<void>;
}

/** Log of judgments in the folder of a run. */
export function judgmentsPath(folder: string): string {
  return join(folder, 'judgments.jsonl');
}

const UNJUDGED: JudgedRow = { decision: undefined, rejected: [], version: -1 };

/**
 * Opens the log of a run. `changed` receives rows whose judgments have changed. A line of an older version has no
 * number: its place is its number. Throws for an invalid line: no decision may be ignored.
 */
export async function openJudgments(
  path: string,
  how: LogOptions = {},
  changed: (rows: readonly number[]) => void = () => undefined,
): Promise<Judgments> {
  const lines: JudgmentLine[] = [];
  const byNumber = new Map<number, JudgmentLine>();
  const undone = new Set<number>();
  const linesOf = new Map<number, JudgmentLine[]>();
  const known = new Map<number, JudgedRow>();
  let next = 0;
  const log = await openActLog(
    path,
    (text, index) => {
      const read = judgmentSchema.parse(JSON.parse(text()));
      const line = { ...read, number: read.number ?? index };
      const { judgment, number } = line;
      lines.push(line);
      byNumber.set(number, line);
      next = number + 1;
      if (judgment.kind === 'undo') undone.add(judgment.number);
      const affected = judgment.kind === 'undo' ? (byNumber.get(judgment.number)?.rows ?? []) : line.rows;
      for (const row of affected) {
        const said = linesOf.get(row);
        if (said === undefined) linesOf.set(row, [line]);
        else said.push(line);
        known.delete(row);
      }
      changed(affected);
    },
    how,
  );
  const rowOf = (row: number, said: readonly JudgmentLine[]): JudgedRow => {
    const all = said.filter(({ number, judgment }) => judgment.kind !== 'undo' && !undone.has(number));
    const counting = all.slice(all.findLastIndex(({ judgment }) => judgment.kind === 'clear') + 1);
    const rejected = counting.flatMap((line) => rejectedIn(line, row));
    const deciding = counting.findLast((line) => rejectedIn(line, row).length === 0);
    return {
      decision: deciding === undefined ? undefined : decisionOf(row, deciding),
      rejected,
      version: said.at(-1)?.number ?? -1,
    };
  };
  return {
    of: (row) => {
      const said = linesOf.get(row);
      if (said === undefined) return UNJUDGED;
      const judged = known.get(row) ?? rowOf(row, said);
      known.set(row, judged);
      return judged;
    },
    rows: () => linesOf.keys(),
    version: (rows) => rows.reduce((version, row) => Math.max(version, linesOf.get(row)?.at(-1)?.number ?? -1), -1),
    count: () => log.count(),
    add: async (decide) => {
      let number = -1;
      await log.act(() => {
        const judgment = decide();
        if (judgment === undefined) return undefined;
        number = next;
        return JSON.stringify({ number, ...judgment } satisfies JudgmentLine);
      });
      return byNumber.get(number);
    },
    line: (number) => byNumber.get(number),
    standing: (number) => {
      const line = byNumber.get(number);
      return line?.judgment.kind === 'undo' || undone.has(number) ? undefined : line;
    },
    history: () =>
      lines
        .filter(({ judgment }) => judgment.kind !== 'undo')
        .map((line) => ({ line, isUndone: undone.has(line.number) }))
        .reverse(),
    last: (tab) =>
      lines.findLast(
        ({ judgment, tab: made, number }) => made === tab && judgment.kind !== 'undo' && !undone.has(number),
      ),
    close: () => log.close(),
  };
}

function rejectedIn({ judgment, rows }: JudgmentLine, row: number): readonly string[] {
  if (judgment.kind === 'reject') return [judgment.id];
  return judgment.kind === 'reject-each' ? judgment.ids.slice(firstAtLeast(rows, row)).slice(0, 1) : [];
}

function decisionOf(row: number, { judgment, rows, by, at }: JudgmentLine): RowDecision {
  if (judgment.kind === 'match') return { kind: 'match', id: judgment.id, name: judgment.name, by, at, inBulk: false };
  const accepted = judgment.kind === 'accept' ? judgment.entities[firstAtLeast(rows, row)] : undefined;
  return accepted === undefined
    ? { kind: 'none', id: '', name: '', by, at, inBulk: judgment.kind === 'none' && judgment.inBulk === true }
    : { kind: 'match', ...accepted, by, at, inBulk: true };
}
