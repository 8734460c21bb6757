import { join } from 'node:path';
import { firstAtLeast } from '../foundation/first-at-least.js';
import { openActLog, type ActLog, type LogOptions } from '../foundation/store/act-log.js';
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

/** Log of judgments in the folder of a run. */
export function judgmentsPath(folder: string): string {
  return join(folder, 'judgments.jsonl');
}

const UNJUDGED: JudgedRow = { decision: undefined, rejected: [], version: -1 };

/** All judgments of a run: the log on disk and the states that follow from it. */
export class Judgments {
  #log: ActLog | undefined; // until it is open
  readonly #lines: JudgmentLine[] = [];
  readonly #byNumber = new Map<number, JudgmentLine>();
  readonly #undone = new Set<number>();
  readonly #linesOf = new Map<number, JudgmentLine[]>();
  readonly #known = new Map<number, JudgedRow>();
  #next = 0;

  private constructor() {
    // `open` reads the log.
  }

  /**
   * Opens the log of a run. `changed` receives rows whose judgments have changed. A line of an older version has no
   * number: its place is its number. Throws for an invalid line: no decision may be ignored.
   */
  static async open(
    path: string,
    how: LogOptions = {},
    changed: (rows: readonly number[]) => void = () => undefined,
  ): Promise<Judgments> {
    const judgments = new Judgments();
    judgments.#log = await openActLog(path, (text, index) => changed(judgments.#take(text(), index)), how);
    return judgments;
  }

  /** Takes a line of the log, and returns the rows whose judgments have changed. */
  #take(text: string, index: number): readonly number[] {
    const read = judgmentSchema.parse(JSON.parse(text));
    const line = { ...read, number: read.number ?? index };
    const { judgment, number } = line;
    this.#lines.push(line);
    this.#byNumber.set(number, line);
    this.#next = number + 1;
    if (judgment.kind === 'undo') this.#undone.add(judgment.number);
    const affected = judgment.kind === 'undo' ? (this.#byNumber.get(judgment.number)?.rows ?? []) : line.rows;
    for (const row of affected) {
      const said = this.#linesOf.get(row);
      if (said === undefined) this.#linesOf.set(row, [line]);
      else said.push(line);
      this.#known.delete(row);
    }
    return affected;
  }

  of(row: number): JudgedRow {
    const said = this.#linesOf.get(row);
    if (said === undefined) return UNJUDGED;
    const judged = this.#known.get(row) ?? this.#rowOf(row, said);
    this.#known.set(row, judged);
    return judged;
  }

  #rowOf(row: number, said: readonly JudgmentLine[]): JudgedRow {
    const all = said.filter(({ number, judgment }) => judgment.kind !== 'undo' && !this.#undone.has(number));
    const counting = all.slice(all.findLastIndex(({ judgment }) => judgment.kind === 'clear') + 1);
    const rejected = counting.flatMap((line) => rejectedIn(line, row));
    const deciding = counting.findLast((line) => rejectedIn(line, row).length === 0);
    return {
      decision: deciding === undefined ? undefined : decisionOf(row, deciding),
      rejected,
      version: said.at(-1)?.number ?? -1,
    };
  }

  /** Judged rows; some judgments may be undone. */
  rows(): Iterable<number> {
    return this.#linesOf.keys();
  }

  /** Number of the last judgment on any of these rows, -1 without one. */
  version(rows: readonly number[]): number {
    return rows.reduce((version, row) => Math.max(version, this.#linesOf.get(row)?.at(-1)?.number ?? -1), -1);
  }

  count(): number {
    return this.#log?.count() ?? 0;
  }

  /**
   * Adds the judgment that `decide` gives, when all earlier ones are saved or refused; see `ActLog.act`. Resolves to it
   * with its number once it is on disk and counts; to `undefined` without one.
   */
  async add(decide: () => Judgment | undefined): Promise<JudgmentLine | undefined> {
    let number = -1;
    await this.#log?.act(() => {
      const judgment = decide();
      if (judgment === undefined) return undefined;
      number = this.#next;
      return JSON.stringify({ number, ...judgment } satisfies JudgmentLine);
    });
    return this.#byNumber.get(number);
  }

  line(number: number): JudgmentLine | undefined {
    return this.#byNumber.get(number);
  }

  /** The judgment of this number, if it is no undo and was not undone. */
  standing(number: number): JudgmentLine | undefined {
    const line = this.line(number);
    return line?.judgment.kind === 'undo' || this.#undone.has(number) ? undefined : line;
  }

  /** All judgments but undos, last first, and whether they still count. */
  history(): readonly { readonly line: JudgmentLine; readonly isUndone: boolean }[] {
    return this.#lines
      .filter(({ judgment }) => judgment.kind !== 'undo')
      .map((line) => ({ line, isUndone: this.#undone.has(line.number) }))
      .reverse();
  }

  /** The last judgment of this window that was neither undone nor an undo. */
  last(tab: string): JudgmentLine | undefined {
    return this.#lines.findLast(
      ({ judgment, tab: made, number }) => made === tab && judgment.kind !== 'undo' && !this.#undone.has(number),
    );
  }

  async close(): Promise<void> {
    await this.#log?.close();
  }
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
