import { join } from 'node:path';
import { firstAtLeast } from '../foundation/first-at-least.js';
import { openActLog, type LogOptions } from '../foundation/store/act-log.js';
import { judgmentSchema, type Judgment, type JudgmentLine } from './run-record.js';

/** What holds of a row by the judgments of persons. */
export interface JudgedRow {
  /** `undefined`: not decided. */
  readonly decision: RowDecision | undefined;
  /** Ids that it is said not to mean. */
  readonly rejected: readonly string[];
  /** The number of the last judgment on the row, -1 without one: it changes with each judgment on the row. */
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
  /** Among many rows judged at once, this one may not have been looked at. */
  readonly inBulk: boolean;
}

/** All judgments of a run, the log on disk and what follows from it. */
export interface Judgments {
  readonly of: (row: number) => JudgedRow;
  /** Rows on which something was said; some of it may have been undone. */
  readonly rows: () => Iterable<number>;
  /** The number of the last judgment on any of these rows, -1 without one. */
  readonly version: (rows: readonly number[]) => number;
  /** Lines of the log. */
  readonly count: () => number;
  /** Adds the judgment that `decide` gives, when all earlier ones are saved or refused; see `ActLog.act`. Gives it with its number once it is on disk and counts; `undefined` where there is none. */
  readonly add: (decide: () => Judgment | undefined) => Promise<JudgmentLine | undefined>;
  /** The judgment of this number, `undefined` where there is none. */
  readonly line: (number: number) => JudgmentLine | undefined;
  /** The judgment of this number, if it is no undoing and was not undone. */
  readonly standing: (number: number) => JudgmentLine | undefined;
  /** All judgments that are no undoing, the last first, with whether they still count. */
  readonly history: () => readonly { readonly line: JudgmentLine; readonly isUndone: boolean }[];
  /** The last judgment made in this window that was neither undone nor an undoing. */
  readonly last: (tab: string) => JudgmentLine | undefined;
  readonly close: () => Promise<void>;
}

/** Where the judgments of the run in a folder are kept. */
export function judgmentsPath(folder: string): string {
  return join(folder, 'judgments.jsonl');
}

const UNJUDGED: JudgedRow = { decision: undefined, rejected: [], version: -1 };

/**
 * Opens the log of a run. `changed` hears of rows whose judgments have changed. A line of an older version has no number: its place is its number. Throws for a line that is no judgment: nothing that was decided may be
 * passed over.
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
