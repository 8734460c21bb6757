import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { SameasError } from '../foundation/sameas-error.js';
import type { InputRow } from '../input/open-input.js';
import type { SnapshotLease } from '../describe/served-snapshot.js';
import type { Dataset } from '../entities/dataset.js';
import { type CellFilter, cellTest } from './cell-filter.js';
import { Judgments, type RowDecision, judgmentsPath } from './judgments.js';
import { type ActLog, type LogOptions, openActLog } from '../foundation/store/act-log.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import type { StoreDisk } from '../foundation/store/store-disk.js';
import {
  type Judgment,
  type JudgmentLine,
  type RowAnswer,
  type RunColumns,
  type RunRecord,
  type TableRow,
  learnedModelPath,
  learnedTablePath,
  openAnswers,
  readAnswer,
  rowSchema,
} from './run-record.js';
import type { MatchingTurns, RowMatcher, RowsToMatch, TakeRows } from './matching-turns.js';
import { type RowSummary, UNLIKELY_REASONS } from '../input/row-summary.js';
import { RowGroups, groupKey } from './row-groups.js';
import { type RowState, RowStates } from './row-states.js';
import { runQuestion } from './run-columns.js';
import { appendAll } from '../foundation/append-all.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { foldText } from '../text/fold-text.js';

/** Text searches kept: a byte a row each. */
const TEXTS_REMEMBERED = 8;
/** Rows read at a time: some milliseconds of work. */
const PORTION = 200;
/**
 * Rows matched in one turn, and those of them with different queries: some seconds of work, worth starting a thread.
 */
const MATCHED_AT_ONCE = 50_000;
const ASKED_AT_ONCE = 4_000;
/** Pauses between retries of an unavailable search cluster. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export interface Matching {
  readonly lease: () => SnapshotLease;
  readonly turns: MatchingTurns;
  readonly matcher: RowMatcher;
}

/** Lines on disk at one moment, for a thread that reads them. */
export interface SavedLines {
  readonly answers: number;
  readonly judgments: number;
}

/** `saved`: to read these lines only, while another thread has the run open. */
interface OpenRunOptions {
  readonly saved?: SavedLines;
  readonly disk?: StoreDisk | undefined;
}

export interface ReviewedRow {
  readonly row: number;
  readonly question: InputRow;
  readonly answer: RowAnswer;
  readonly decision: RowDecision | undefined;
  readonly rejected: readonly string[];
  readonly version: number;
}

/** Result of a row, by a person or automatically; `undefined` while it is open. */
export interface Outcome {
  readonly kind: 'match' | 'none';
  readonly id: string;
  readonly name: string;
  /** `undefined`: automatically. */
  readonly person: RowDecision | undefined;
}

/**
 * A table that is matched and reviewed, in a folder of its own: rows, answers and judgments. One process at a time has
 * it open. Memory: some hundred bytes a row.
 */
export class MatchingRun {
  #record: RunRecord;
  readonly folder: string;
  readonly #rows: ActLog;
  readonly #answers: ActLog;
  readonly judgments: Judgments;
  readonly #disk: StoreDisk | undefined;
  readonly #summaries: RowSummary[];
  readonly #states = new RowStates();
  #groups: RowGroups;
  readonly #withText = new LRUCache<string, Uint8Array>({ max: TEXTS_REMEMBERED });
  #matching: Promise<void> | undefined;
  #pace = { began: 0, from: 0, looked: 0, of: 0 };
  #stop = new AbortController();

  private constructor(
    folder: string,
    record: RunRecord,
    parts: {
      readonly rows: ActLog;
      readonly answers: ActLog;
      readonly judgments: Judgments;
      readonly summaries: RowSummary[];
      readonly keys: readonly string[];
    },
    disk: StoreDisk | undefined,
  ) {
    this.folder = folder;
    this.#record = record;
    this.#rows = parts.rows;
    this.#answers = parts.answers;
    this.judgments = parts.judgments;
    this.#disk = disk;
    this.#summaries = parts.summaries;
    this.#groups = new RowGroups(parts.keys);
    this.#countStates();
  }

  /** Opens the folder of a run. Cost: reading all its files. */
  static async open(folder: string, record: RunRecord, { saved, disk }: OpenRunOptions = {}): Promise<MatchingRun> {
    const how = (through?: number): LogOptions => ({
      disk,
      ...(saved !== undefined && { readOnly: through === undefined ? {} : { through } }),
    });
    const opened: { close: () => Promise<void> }[] = [];
    let run: MatchingRun | undefined;
    try {
      const keys: string[] = [];
      const rows = await openActLog(
        join(folder, 'rows.jsonl'),
        (line) => keys.push(groupKey(rowSchema.parse(JSON.parse(line())), record.columns)),
        how(record.rowCount),
      );
      opened.push(rows);
      const { answers, summaries } = await openAnswers(folder, how(saved?.answers), () => {
        if (run !== undefined) run.#enter(run.#summaries.length - 1);
      });
      opened.push(answers);
      const judgments = await Judgments.open(judgmentsPath(folder), how(saved?.judgments), (changed) => {
        if (run !== undefined) run.#restate(changed);
      });
      return (run = new MatchingRun(folder, record, { rows, answers, judgments, summaries, keys }, disk));
    } catch (thrown) {
      await Promise.all(opened.map((one) => one.close().catch(() => undefined)));
      throw thrown;
    }
  }

  get saved(): SavedLines {
    return { answers: this.#answers.count(), judgments: this.judgments.count() };
  }

  get record(): RunRecord {
    return this.#record;
  }

  get matchedRows(): number {
    return this.#summaries.length;
  }

  summary(row: number): RowSummary | undefined {
    return this.#summaries[row];
  }

  /** Rows with the same query, the first of them first. */
  group(row: number): readonly number[] {
    return this.#groups.of(row);
  }

  /** First rows of all groups, most informative first. Cost: some milliseconds where rows have been matched since. */
  order(): Int32Array {
    return this.#groups.order(this.#summaries);
  }

  state(row: number): RowState {
    return this.#states.of(row);
  }

  counts(): Readonly<Record<RowState, number>> {
    return this.#states.counts();
  }

  #countStates(): void {
    this.#states.clear(this.#record.rowCount);
    for (let row = 0; row < this.#summaries.length; row++) this.#enter(row);
  }

  #enter(row: number): void {
    this.#states.enter(row, this.#stateOf(row));
  }

  #restate(rows: readonly number[]): void {
    for (const row of rows) if (row < this.#summaries.length) this.#states.change(row, this.#stateOf(row));
  }

  #stateOf(row: number): RowState {
    const outcome = this.outcome(row);
    if (outcome === undefined)
      return UNLIKELY_REASONS.has(this.#summaries[row]?.reason ?? 'problem') ? 'unlikely' : 'open';
    if (outcome.person === undefined) return 'automatic';
    return outcome.kind === 'none' ? 'none' : 'person';
  }

  outcome(row: number): Outcome | undefined {
    const { decision, rejected } = this.judgments.of(row);
    if (decision !== undefined) return { kind: decision.kind, id: decision.id, name: decision.name, person: decision };
    const summary = this.#summaries[row];
    if (summary?.reason !== 'match' || rejected.includes(summary.topId)) return undefined;
    return { kind: 'match', id: summary.topId, name: summary.topName, person: undefined };
  }

  /** Rows with their answers, in order; unmatched ones have none. Other work has its turn between every few rows. */
  async rows(start: number, count: number, dataset: Dataset): Promise<readonly ReviewedRow[]> {
    const all: ReviewedRow[] = [];
    const end = Math.min(this.#record.rowCount, start + count);
    for (let from = start; from < end; from += PORTION) {
      if (from > start) await nextTurn();
      appendAll(all, await this.#fewRows(from, Math.min(PORTION, end - from), dataset));
    }
    return all;
  }

  /** All rows with their answers in order, some hundred at a time. Memory: those. */
  async *portions(dataset: Dataset): AsyncGenerator<readonly ReviewedRow[]> {
    for (let start = 0; start < this.#record.rowCount; start += PORTION) {
      await nextTurn();
      yield await this.#fewRows(start, Math.min(PORTION, this.#record.rowCount - start), dataset);
    }
  }

  /** Cells of all rows in order, some hundred rows at a time. Memory: those. */
  async *cells(): AsyncGenerator<readonly TableRow[]> {
    for (let start = 0; start < this.#rows.count(); start += PORTION)
      yield (await this.#rows.read(start, PORTION)).map((line) => rowSchema.parse(JSON.parse(line)));
  }

  /** 1 for each row with a fitting cell, else 0. Cost: reading all rows, once for each of the last texts. */
  async rowsWithText(filter: CellFilter): Promise<Uint8Array> {
    const key = JSON.stringify([filter.column ?? -1, filter.isWhole === true, foldText(filter.text)]);
    const known = this.#withText.get(key);
    if (known !== undefined) return known;
    const found = new Uint8Array(this.#record.rowCount);
    const fits = cellTest(filter);
    let row = 0;
    for await (const rows of this.cells()) {
      for (const { cells } of rows) found[row++] = fits(cells) ? 1 : 0;
      await nextTurn();
    }
    this.#withText.set(key, found);
    return found;
  }

  /** Rows by ascending numbers; adjacent ones are read at once. */
  async rowsAt(numbers: readonly number[], dataset: Dataset): Promise<readonly ReviewedRow[]> {
    const all: ReviewedRow[] = [];
    for (let at = 0; at < numbers.length;) {
      const first = numbers[at] ?? 0;
      let count = 1;
      while (numbers[at + count] === first + count) count++;
      if (at > 0) await nextTurn();
      appendAll(all, await this.rows(first, count, dataset));
      at += count;
    }
    return all;
  }

  async #fewRows(start: number, count: number, dataset: Dataset): Promise<readonly ReviewedRow[]> {
    const [cells, answers] = await Promise.all([this.#rows.read(start, count), this.#answers.read(start, count)]);
    return cells.map((line, i) => {
      const row = start + i;
      const answer = answers[i];
      return {
        row,
        question: runQuestion(this.#record, rowSchema.parse(JSON.parse(line)), dataset),
        answer: answer === undefined ? { candidates: [] } : readAnswer(answer),
        ...this.judgments.of(row),
      };
    });
  }

  judge(decide: () => Judgment | undefined): Promise<JudgmentLine | undefined> {
    return this.judgments.add(decide);
  }

  /** Changes columns, type, and learning from the table; only before matching has begun. Throws `run-busy` later. */
  async change(columns: RunColumns, type: string | undefined, learning: boolean): Promise<void> {
    if (this.#record.status !== 'prepared')
      throw new SameasError('run-busy', sentence('The table is already matched by its columns.'), {
        advice: sentence('Choose “Change columns and match again” on its page.'),
      });
    const { type: _, ...record } = this.#record;
    await this.#save({ ...record, columns, learning, ...(type === undefined ? {} : { type }) });
    await this.#regroup();
  }

  /**
   * Discards matches, so that the columns can be changed and the rows matched again. Judgments stay: they are of rows
   * and entities. Rejects with `run-busy` while rows are matched, and when saving fails.
   */
  async reopen(): Promise<void> {
    if (this.#matching !== undefined || this.#record.status === 'matching')
      throw new SameasError('run-busy', sentence('The table is being matched.'), {
        advice: sentence('Cancel the matching, or wait for its end.'),
      });
    if (this.#record.status === 'prepared') return;
    // A kill between these steps leaves a table without matched rows.
    await this.#answers.replace(this.#answers.count(), []);
    this.#summaries.length = 0;
    for (const path of [learnedTablePath(this.folder), learnedModelPath(this.folder)]) await rm(path, { force: true });
    this.#groups.clearOrder();
    this.#countStates();
    const { matched: _, ...record } = this.#record;
    const { changed: __, ...columns } = record.columns;
    await this.#save({ ...record, columns, status: 'prepared' });
  }

  async #regroup(): Promise<void> {
    const keys: string[] = [];
    for await (const rows of this.cells()) for (const row of rows) keys.push(groupKey(row, this.#record.columns));
    this.#groups = new RowGroups(keys);
  }

  /**
   * Begins or resumes matching, a portion of rows in each of its turns; resolves when the start is saved. An error ends
   * the matching, and is in `fault`. Rejects with `not-ready`, and when saving fails.
   */
  async start(matching: Matching): Promise<void> {
    if (this.#matching !== undefined) return;
    const lease = matching.lease();
    const { snapshot } = lease.served;
    lease.release();
    this.fault = undefined;
    this.#pace = { began: performance.now(), from: this.#summaries.length, looked: 0, of: 0 };
    const begun = this.#save({
      ...this.#record,
      status: 'matching',
      dataset: snapshot.dataset.metadata.name,
      snapshot: snapshot.id,
    });
    this.#matching = begun
      .then(() => this.#match(matching))
      .catch((thrown: unknown) => {
        this.fault =
          thrown instanceof SameasError
            ? thrown.sentences.message
            : sentence('The matching ended with a fault of the service.');
      })
      .finally(() => (this.#matching = undefined));
    await begun;
  }

  /** Sampled rows, and seconds for the rest at the pace so far; `undefined` while unknown. */
  progress(): { readonly looked: number; readonly of: number; readonly secondsLeft: number | undefined } {
    const { began, from, looked, of } = this.#pace;
    const elapsed = (performance.now() - began) / 1000;
    const done = looked + this.#summaries.length - from;
    const left = of - looked + this.#record.rowCount - this.#summaries.length;
    return {
      looked,
      of,
      secondsLeft: done === 0 || elapsed < PACE_AFTER_SECONDS ? undefined : (elapsed / done) * left,
    };
  }

  /** The reason why matching ended early. */
  fault: Sentence | undefined;

  /** Ends the matching; existing matches stay. */
  async cancel(): Promise<void> {
    this.#stop.abort();
    await this.#matching;
    this.#stop = new AbortController();
    if (this.#record.status === 'matching') await this.#save({ ...this.#record, status: 'cancelled' });
  }

  /** Leaves everything on disk as it is; matching resumes when the run is opened again. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#matching;
    await Promise.all([this.#rows.close(), this.#answers.close(), this.judgments.close()]);
  }

  async #match({ lease, turns, matcher }: Matching): Promise<void> {
    const stop = this.#stop.signal;
    let pauseMs = FIRST_PAUSE_MS;
    while (this.#summaries.length < this.#record.rowCount && !stop.aborted) {
      const leave = await turns.next(stop);
      const from = this.#summaries.length;
      let kept: Promise<void> = Promise.resolve();
      const take: TakeRows = async (matched) => {
        if (stop.aborted) throw new SameasError('command-cancelled', 'The matching was stopped.');
        if ('looked' in matched) this.#pace = { ...this.#pace, ...matched };
        else await (kept = this.#answers.append(matched));
      };
      try {
        if (!stop.aborted && this.#record.columns.changed === undefined && from === 0)
          await this.#lookAgain({ lease, matcher });
        if (!stop.aborted) {
          const rows = { record: this.#record, folder: this.folder, from, count: this.#rowsOfTurn(from) };
          await this.#matchPortion(rows, { lease, matcher }, take);
          this.fault = undefined;
          pauseMs = FIRST_PAUSE_MS;
        }
      } catch (thrown) {
        // A stop is no fault, and an unavailable search cluster is awaited.
        if (!stop.aborted && !(thrown instanceof SameasError && thrown.code === 'search-cluster-unavailable'))
          throw thrown;
        if (thrown instanceof SameasError && !stop.aborted)
          this.fault = sentence('{Fault} Matching goes on when it does.', { Fault: thrown.sentences.message });
      } finally {
        // A write under way ends before anyone goes on.
        await kept;
        leave();
      }
      if (this.fault === undefined || stop.aborted) continue;
      await pause(pauseMs, undefined, { signal: stop }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
    if (this.#summaries.length === this.#record.rowCount)
      await this.#save({ ...this.#record, status: 'done', matched: new Date().toISOString() });
  }

  /** Once, before the first row is matched: some matched rows check the inferred columns. */
  async #lookAgain({ lease, matcher }: Pick<Matching, 'lease' | 'matcher'>): Promise<void> {
    const { served, release } = lease();
    const table = { record: this.#record, folder: this.folder };
    const columns = await matcher.look(table, served, this.#stop.signal).finally(release);
    await this.#save({ ...this.#record, columns });
    if ((columns.changed ?? []).length > 0) await this.#regroup();
  }

  #rowsOfTurn(from: number): number {
    const leaders = new Set<number>();
    const end = Math.min(this.#record.rowCount, from + MATCHED_AT_ONCE);
    let row = from;
    for (; row < end && leaders.size < ASKED_AT_ONCE; row++) leaders.add(this.#groups.leader(row));
    return row - from;
  }

  /** One snapshot for all rows of a portion. */
  async #matchPortion(
    rows: RowsToMatch,
    { lease, matcher }: Pick<Matching, 'lease' | 'matcher'>,
    take: TakeRows,
  ): Promise<void> {
    const { served, release } = lease();
    await matcher.match(rows, served, take, this.#stop.signal).finally(release);
  }

  async #save(record: RunRecord): Promise<void> {
    try {
      await replaceFile(join(this.folder, 'run.json'), JSON.stringify(record), { disk: this.#disk });
    } catch (thrown) {
      // Lines in doubt are in the file.
      if (!(thrown instanceof SameasError) || thrown.code !== 'save-in-doubt') throw thrown;
      this.#record = record;
      throw thrown;
    }
    this.#record = record;
  }
}

/** An earlier pace is too uncertain. */
const PACE_AFTER_SECONDS = 2;
