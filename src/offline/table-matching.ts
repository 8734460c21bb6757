import { buildSnapshot } from '../assembly/build-snapshot.js';
import { createAnswerCache, createCachingBatchExecutor } from '../assembly/caching-batch-executor.js';
import { createInlineBatchExecutor } from '../assembly/inline-batch-executor.js';
import { type SnapshotImage, attachSnapshot } from '../assembly/snapshot-image.js';
import type { ColumnChoices } from '../datasets/column-choices.js';
import { NO_WEB } from '../datasets/sources/source-table.js';
import type { LoadReport } from '../datasets/load-report.js';
import { type Ask, WITHOUT_REASONS, WITH_REASONS } from '../describe/answer.js';
import type { BatchExecutor } from '../describe/served-snapshot.js';
import { observeNothing } from '../foundation/observation.js';
import type { ReportProgress } from '../foundation/progress.js';
import type { Reason } from '../scoring/candidate.js';
import { formLike } from '../input/answer-file-forms.js';
import type { AnsweredRow, RowCandidate } from '../input/answered-row.js';
import { BATCH, reconcileRows, type AskingRows } from '../input/reconcile-rows.js';
import { type Certainty, binsOfRows, certaintyOf, evidenceOf } from '../input/certainty.js';
import { describeLearned } from '../input/describe-learned.js';
import { ROWS_LOOKED_AT, learnWholeFile } from '../input/learn-whole-file.js';
import { type InputRow, type InputTable, readInputTable } from '../input/open-input.js';
import { queryFor } from '../input/read-input-row.js';
import { type RowSummary, UNLIKELY_REASONS, informativeness, summariseAnswer } from '../input/row-summary.js';
import { changeNotes, lookAgain } from '../input/second-look.js';
import { type ComparedCandidate, candidateReasons, compareValues } from '../review/compare-values.js';
import { columnPart, columnsChosen, inputColumns, runColumns } from '../review/run-columns.js';
import type { RunColumns } from '../review/run-record.js';
import type { LearnedFile } from '../scoring/learn.js';
import type { MatchingProgress } from '../web/pages/review/matching-progress.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';

/*
 * `sameas TABLE LIST` without a disk, threads or a network: two files in memory, the same functions in the same order,
 * and so the same answers. Runs in a worker of the page dist/sameas.html.
 */

export interface ChosenFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface OpenedList {
  readonly file: string;
  readonly image: SnapshotImage;
  readonly snapshot: DatasetSnapshot;
  readonly report: LoadReport;
}

/** Progress of matching without time. */
type MatchedSoFar = Omit<MatchingProgress, 'all' | 'secondsLeft'>;

/** A row for review: its cells, and its candidates with reasons. */
export interface RowToReview {
  readonly row: number;
  readonly answered: AnsweredRow;
  readonly summary: RowSummary;
  readonly candidates: readonly {
    readonly candidate: RowCandidate;
    readonly compared: ComparedCandidate;
    readonly reasons: readonly Reason[];
  }[];
  /** Number of other rows with the same query. */
  readonly same: number;
}

type RowJudgment = { readonly kind: 'match'; readonly id: string } | { readonly kind: 'none' };

interface RowCounts {
  readonly automatic: number;
  readonly open: number;
  readonly unlikely: number;
  readonly person: number;
  readonly failed: number;
}

const LIMIT = 5;
/** Memory for answers to repeated names. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** No client waits: effort is reduced only for a query that would never end. */
const TIME = { batchTimeoutMs: 600_000, queryTimeoutMs: 60_000 } as const;

/**
 * Loads a dataset with detected columns or `choices`. Errors: those of `loadDataset`. Cost: seconds for a hundred
 * thousand entities.
 */
export async function openList(
  { name, content }: ChosenFile,
  tell: ReportProgress,
  choices: ColumnChoices = {},
): Promise<OpenedList> {
  const access = { ...NO_WEB, contents: new Map([[name, content]]) };
  const image = await buildSnapshot({ files: [name], access, choices }, { tell, shareFrom: Infinity });
  return { file: name, image, snapshot: attachSnapshot(image), report: image.report };
}

/**
 * The table with columns inferred for the dataset; `names`: the user's choice of the column of names. Errors: those of
 * `readInputTable`; `questions-invalid` for an unclear column of names.
 */
export async function inferTableColumns(file: ChosenFile, list: OpenedList, names?: string): Promise<InputTable> {
  const read = await readInputTable(file, {
    queryColumn: names,
    withProperties: true,
    whenUnclear: 'refuse',
    called: { queryColumn: '--query-column', encoding: '--encoding' },
  });
  return read.withColumnsFor(list.snapshot.dataset);
}

/** The columns in the form for pages. */
export function columnsOf({ queryColumn, columns, settled }: InputTable): RunColumns {
  return { ...runColumns(queryColumn, columns), settled: [...settled] };
}

/**
 * The table with the user's roles of columns; `undefined`: unchanged. Throws `parameter-invalid` unless one column
 * holds the names.
 */
export function withChosenColumns(
  table: InputTable,
  chosen: (column: number) => string | undefined,
  { snapshot: { dataset } }: OpenedList,
): InputTable {
  const { headings } = table;
  const before = columnsOf(table);
  const partOf = (column: number): string => chosen(column) ?? columnPart(before, column);
  if (headings.every((_, column) => partOf(column) === columnPart(before, column))) return table;
  const columns = columnsChosen({ columns: before, headings }, partOf, dataset);
  return table.withColumns(inputColumns({ columns, headings }, dataset), {
    queryColumn: columns.query,
    settled: new Set(columns.settled),
  });
}

/**
 * Matches all rows. `tell` gets the progress. `helped`: answers instead of this thread. Rejects with the reason of
 * `stop` between two batches. Memory: the rows, a line of the result for each, and a cache.
 */
export async function matchTable(
  { snapshot }: OpenedList,
  understood: InputTable,
  tell: (progress: MatchedSoFar) => void,
  stop: AbortSignal,
  helped?: Ask,
): Promise<MatchedTable> {
  const { dataset } = snapshot;
  const executor = createCachingBatchExecutor(createInlineBatchExecutor(snapshot, TIME), {
    snapshotId: snapshot.id,
    cache: createAnswerCache(CACHE_BYTES),
    observe: observeNothing,
  });
  const ask: Ask = helped ?? ((queries) => executor.execute(queries, WITHOUT_REASONS));
  const again = await lookAgain(ask, understood, { dataset }, { type: undefined });
  const table = understood.withColumns(again.columns);
  let looked = { looked: 0, of: 0 };
  const learned = await learnWholeFile(ask, table.rows, {
    limit: LIMIT,
    type: undefined,
    rows: ROWS_LOOKED_AT.atLeisure,
    onLooked: (done, of) => {
      stop.throwIfAborted();
      looked = { looked: done, of };
      tell({ ...looked, matched: 0 });
    },
  });
  const asking = { limit: LIMIT, type: undefined, dataset, learned };
  const summaries: RowSummary[] = [];
  const lines: string[] = [];
  const { line } = formLike(table.style, 'csv');
  await reconcileRows(ask, table.rows, asking, (answered) => {
    stop.throwIfAborted();
    for (const one of answered) {
      summaries.push(summariseAnswer(one));
      lines.push(line(table.headings, one));
    }
    tell({ ...looked, matched: summaries.length });
    return Promise.resolve();
  });
  const notes = [
    ...changeNotes(table.headings, again.changes),
    ...(learned === undefined ? [] : describeLearned(dataset, learned)),
  ];
  return new MatchedTable({ snapshot, executor, table, learned, summaries, lines, notes });
}

interface Matched {
  readonly snapshot: DatasetSnapshot;
  readonly executor: BatchExecutor;
  readonly table: InputTable;
  readonly learned: LearnedFile | undefined;
  readonly summaries: readonly RowSummary[];
  /** By row, as matched. */
  readonly lines: readonly string[];
  /** Sentences on changed columns after matched rows, and on learned evidence. */
  readonly notes: readonly string[];
}

/** A matched table with its judgments. */
export class MatchedTable {
  readonly table: InputTable;
  readonly notes: readonly string[];
  readonly #matched: Matched;
  readonly #rows: readonly InputRow[];
  readonly #form: ReturnType<typeof formLike>;
  readonly #asking: AskingRows;
  readonly #judged = new Map<number, JudgedRow>();
  readonly #acts: { readonly row: number; readonly before: ReadonlyMap<number, JudgedRow | undefined> }[] = [];
  #queries: readonly string[] | undefined;
  #order: readonly number[] | undefined;

  constructor(matched: Matched) {
    const { table, notes, snapshot, learned } = matched;
    this.table = table;
    this.notes = notes;
    this.#matched = matched;
    this.#rows = [...table.rows];
    this.#form = formLike(table.style, 'csv');
    this.#asking = { limit: LIMIT, type: undefined, dataset: snapshot.dataset, learned };
  }

  /** Expected wrong matches, and expected matches in the other rows, by the judgments so far. */
  certainty(): Certainty {
    const { summaries, learned } = this.#matched;
    const asked = summaries.flatMap((summary, row) =>
      summary.reason === 'problem' ? [] : [{ ...summary, own: this.#judged.get(row) }],
    );
    return certaintyOf(
      evidenceOf(learned !== undefined, this.table.columns.properties),
      binsOfRows(
        asked.filter(({ reason }) => reason === 'match'),
        ({ own, topId }) => (own === undefined ? undefined : own.id !== topId),
      ),
      binsOfRows(
        asked.filter(({ reason }) => reason !== 'match'),
        ({ own }) => (own === undefined ? undefined : own.id !== ''),
      ),
    );
  }

  counts(): RowCounts {
    const counts = { automatic: 0, open: 0, unlikely: 0, person: 0, failed: 0 };
    this.#matched.summaries.forEach(({ reason }, row) => {
      if (this.#judged.has(row)) counts.person++;
      else if (reason === 'match') counts.automatic++;
      else if (reason === 'problem') counts.failed++;
      else if (UNLIKELY_REASONS.has(reason)) counts.unlikely++;
      else counts.open++;
    });
    return counts;
  }

  /**
   * The most informative undecided row after this one, including implausible ones only if `withUnlikely`; `undefined`
   * without any. Cost: a look at each row.
   */
  next(after: number | undefined, withUnlikely: boolean): number | undefined {
    this.#order ??= this.#matched.summaries
      .map((summary, row) => ({ row, information: informativeness(summary) }))
      .sort((a, b) => b.information - a.information || a.row - b.row)
      .map(({ row }) => row);
    const at = after === undefined ? -1 : this.#order.indexOf(after);
    for (let i = 1; i <= this.#order.length; i++) {
      const row = this.#order[(at + i) % this.#order.length] ?? 0;
      if (row !== after && this.#isOpen(row, withUnlikely)) return row;
    }
    return undefined;
  }

  #isOpen(row: number, withUnlikely: boolean): boolean {
    const reason = this.#matched.summaries[row]?.reason ?? 'match';
    if (this.#judged.has(row) || reason === 'match' || reason === 'problem') return false;
    return withUnlikely || !UNLIKELY_REASONS.has(reason);
  }

  async look(row: number): Promise<RowToReview> {
    const answered = await this.#answerTo(row);
    const reasons = await this.#reasonsFor(row);
    const shown = { question: answered.row, answer: { candidates: [...answered.candidates] } };
    const record = { columns: columnsOf(this.table), headings: [...this.table.headings] };
    return {
      row,
      answered,
      summary: summariseAnswer(answered),
      candidates: answered.candidates.map((candidate) => ({
        candidate,
        compared: compareValues(shown, candidate.id, record, this.#matched.snapshot.dataset),
        reasons: reasons.get(candidate.id) ?? [],
      })),
      same: this.#sameAs(row).length - 1,
    };
  }

  /** The answer to a row, which is decided with the others of its batch. */
  async #answerTo(row: number): Promise<AnsweredRow> {
    const batch = this.#rows.slice(0, row - (row % BATCH) + BATCH);
    let answer: AnsweredRow | undefined;
    const ask: Ask = (queries) => this.#matched.executor.execute(queries, WITHOUT_REASONS);
    await reconcileRows(ask, batch, { ...this.#asking, from: row }, ([first]) => {
      answer = first;
      return Promise.resolve();
    });
    return answer ?? never(row);
  }

  async #reasonsFor(row: number): Promise<ReadonlyMap<string, readonly Reason[]>> {
    const question = this.#rows[row];
    if (question === undefined || question.problem !== undefined) return new Map();
    const [outcome] = await this.#matched.executor.execute([queryFor(question, this.#asking)], WITH_REASONS);
    return outcome?.kind === 'answered' ? candidateReasons(outcome.answer) : new Map();
  }

  #sameAs(row: number): readonly number[] {
    this.#queries ??= this.#rows.map((one) => one.problem?.template ?? JSON.stringify(queryFor(one, this.#asking)));
    const own = this.#queries[row];
    return this.#queries.flatMap((one, i) => (one === own ? [i] : []));
  }

  /** Judges a row, and rows with the same query unless `isAlone`. */
  async judge(row: number, judgment: RowJudgment, isAlone: boolean): Promise<void> {
    const about = isAlone ? [row] : this.#sameAs(row);
    this.#acts.push({ row, before: new Map(about.map((one) => [one, this.#judged.get(one)])) });
    const answer = await this.#answerTo(row);
    for (const one of about) {
      const answered = judgedAnswer({ ...answer, row: this.#rows[one] ?? never(one) }, judgment);
      this.#judged.set(one, {
        id: judgment.kind === 'match' ? judgment.id : '',
        line: this.#form.line(this.table.headings, answered),
      });
    }
  }

  /** Undoes the last judgment and returns its row; `undefined` without one. */
  undo(): number | undefined {
    const last = this.#acts.pop();
    for (const [row, before] of last?.before ?? []) {
      if (before === undefined) this.#judged.delete(row);
      else this.#judged.set(row, before);
    }
    return last?.row;
  }

  canUndo(): boolean {
    return this.#acts.length > 0;
  }

  /**
   * The table with its answers, a text for each row, as written by `sameas TABLE LIST`; with a column `judgment` after
   * them once a row is judged.
   */
  lines(): readonly string[] {
    const { lines, summaries } = this.#matched;
    const head = this.#form.head(this.table.headings);
    if (this.#judged.size === 0) return [head, ...lines];
    const separator = this.table.style.delimiter === ';' ? ';' : ',';
    const withCell = (line: string, cell: string): string => `${line.slice(0, -1)}${separator}${cell}\n`;
    return [
      withCell(head, JUDGMENT),
      ...lines.map((line, row) => {
        const own = this.#judged.get(row);
        if (own !== undefined) return withCell(own.line, own.id === '' ? 'new' : 'matched');
        return withCell(line, summaries[row]?.reason === 'match' ? 'automatic' : '');
      }),
    ];
  }
}

/** Column of the author of a decision, as in reviewed tables. */
const JUDGMENT = 'judgment';

interface JudgedRow {
  /** Empty: nothing in the dataset. */
  readonly id: string;
  readonly line: string;
}

function never(row: number): never {
  throw new RangeError(`there is no row ${String(row)}`);
}

/** The answer with a person's judgment: the chosen entity first and matched, or none matched. */
function judgedAnswer(answered: AnsweredRow, judgment: RowJudgment): AnsweredRow {
  const unmatched = answered.candidates.map((candidate) => ({ ...candidate, match: false }));
  if (judgment.kind === 'none') return { ...answered, candidates: unmatched };
  const chosen = unmatched.filter(({ id }) => id === judgment.id).map((candidate) => ({ ...candidate, match: true }));
  return {
    ...answered,
    candidates: [...chosen, ...unmatched.filter(({ id }) => id !== judgment.id)],
    isJudged: true,
  };
}
