import { SameasError, asSameasError } from '../foundation/sameas-error.js';
import type { Progress } from '../foundation/progress.js';
import type { StartThread } from '../assembly/workers/worker-thread.js';
import type { SafeHtml } from '../foundation/escape-html.js';
import { sentence } from '../foundation/message.js';
import type { InputTable } from '../input/open-input.js';
import { matchedName } from '../input/answered-row.js';
import { chooseLanguage, wordsIn } from '../web/messages/words.js';
import { matchingProgress } from '../web/pages/review/matching-progress.js';
import type { HelperImage, begin } from './query-worker.js';
import type { Action, SentFile, Shown } from './messages.js';
import { columnsPart, filesPart, matchedPart, progressPart, unclearColumnPart } from './pages/page-parts.js';
import {
  type ChosenFile,
  type MatchedTable,
  type OpenedList,
  inferTableColumns,
  matchTable,
  openList,
  withChosenColumns,
} from './table-matching.js';
import { fromPlainOutcome } from '../assembly/plain-outcome.js';
import { WorkerService } from '../assembly/workers/worker-service.js';
import { type Ask, WITHOUT_REASONS } from '../describe/answer.js';

/** Files, columns and matches so far. */
interface State {
  table?: ChosenFile;
  listFile?: ChosenFile;
  list?: OpenedList;
  understood?: InputTable;
  matched?: MatchedTable;
  /** Whether rows without a plausible candidate are reviewed, too. */
  withUnlikely?: boolean;
  stop?: AbortController;
}

type Fields = Readonly<Record<string, string>>;

const SHOWN_EVERY_MS = 200;
/** Fewer rows are matched before helpers have started. */
const WORTH_HELPERS = 2_000;
/** Minimum time for an estimate of the remaining time. */
const GUESSED_AFTER_MS = 2_000;

/** Parts of a session that the page provides. */
interface SessionParts {
  readonly show: (shown: Shown) => void;
  readonly report: (fault: unknown) => void;
  /** Starts a further worker, for long tables. */
  readonly startHelper: StartThread;
  readonly helpers: number;
  /** Milliseconds. */
  readonly now: () => number;
}

/** One person's work with one table and one dataset; it begins without files. */
export class Session {
  readonly #parts: SessionParts;
  readonly #state: State = {};
  #words = wordsIn('en');
  #progressShown = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Carries out an action and shows its result or error; never rejects. */
  async take(action: Action): Promise<void> {
    try {
      await this.#act(action);
    } catch (thrown) {
      const fault = asSameasError(thrown);
      if (fault.code === 'internal') this.#parts.report(fault.cause);
      this.#showPart(filesPart(this.#words, fault));
    }
  }

  #showPart(html: SafeHtml): void {
    this.#parts.show({ kind: 'part', html: html.text, language: this.#words.language });
  }

  #showProgress(text: string, done: number, all: number | undefined): void {
    const now = this.#parts.now();
    if (now - this.#progressShown < SHOWN_EVERY_MS && done !== all) return;
    this.#progressShown = now;
    this.#parts.show({ kind: 'progress', text, done, all });
  }

  async #openFiles(table: SentFile, list: SentFile): Promise<void> {
    delete this.#state.understood;
    delete this.#state.matched;
    this.#state.table = chosen(table);
    this.#state.listFile = chosen(list);
    await this.#readList({});
  }

  /** Reads the dataset, with the user's columns, and shows the columns of both files. */
  async #readList({ name, id, type }: Fields): Promise<void> {
    if (this.#state.listFile === undefined) return;
    this.#showPart(progressPart(this.#words, this.#words.say('Reading the files …')));
    this.#state.list = await openList(
      this.#state.listFile,
      (progress) => {
        this.#showReading(progress);
      },
      {
        ...(name !== undefined && { nameColumns: [name] }),
        ...(id !== undefined && id !== '' && { idColumn: id }),
        ...(type !== undefined && type !== '' && { typeColumn: type }),
      },
    );
    await this.#understand();
  }

  #showReading({ phase, done, all }: Progress): void {
    const { say } = this.#words;
    this.#showProgress(phase === 'indexing' ? say('Indexing the list …') : say('Reading the files …'), done, all);
  }

  async #understand(names?: string): Promise<void> {
    const { table, list } = this.#state;
    if (table === undefined || list === undefined) return;
    try {
      this.#state.understood = await inferTableColumns(table, list, names);
    } catch (thrown) {
      const { code, facts } = asSameasError(thrown);
      const headings = facts['columns'];
      if (code !== 'questions-invalid' || !Array.isArray(headings)) throw thrown;
      // A person sees at once which column holds the names.
      this.#showPart(unclearColumnPart(this.#words, table.name, headings as readonly string[])); // facts are lists of texts
      return;
    }
    this.#showPart(columnsPart(this.#words, this.#state.understood, list));
  }

  /** Applies the user's choice of columns; returns whether it is valid. */
  #choose(fields: Fields): boolean {
    const { understood, list } = this.#state;
    if (understood === undefined || list === undefined) return false;
    try {
      this.#state.understood = withChosenColumns(understood, (column) => fields[`column:${String(column)}`], list);
      return true;
    } catch (thrown) {
      this.#showPart(columnsPart(this.#words, understood, list, asSameasError(thrown)));
      return false;
    }
  }

  async #match(): Promise<void> {
    const { list, understood } = this.#state;
    if (list === undefined || understood === undefined) return;
    const stop = new AbortController();
    this.#state.stop = stop;
    const all = understood.rows.length;
    const begun = this.#parts.now();
    this.#state.withUnlikely = false;
    this.#showPart(progressPart(this.#words, this.#words.say('Matching …'), true));
    const helped =
      all < WORTH_HELPERS ? undefined : startHelpers(imageFor(list), this.#parts.helpers, this.#parts.startHelper);
    try {
      this.#state.matched = await matchTable(
        list,
        understood,
        (at) => {
          const [done, whole, took] = [at.looked + at.matched, at.of + all, this.#parts.now() - begun];
          const secondsLeft =
            took < GUESSED_AFTER_MS || done === 0 ? undefined : ((took / done) * (whole - done)) / 1_000;
          this.#showProgress(matchingProgress({ ...at, all, secondsLeft }, this.#words), done, whole);
        },
        stop.signal,
        helped?.ask,
      );
    } catch (thrown) {
      if (!stop.signal.aborted) throw thrown;
      this.#showPart(columnsPart(this.#words, understood, list));
      return;
    } finally {
      await helped?.close();
    }
    await this.#review();
  }

  async #review(after?: number, row?: number): Promise<void> {
    const { matched, list } = this.#state;
    if (matched === undefined || list === undefined) return;
    const shown = row ?? matched.next(after, this.#state.withUnlikely === true);
    this.#showPart(
      matchedPart(this.#words, matched, list, shown === undefined ? undefined : await matched.look(shown)),
    );
  }

  async #judge(fields: Fields): Promise<void> {
    const { matched } = this.#state;
    const row = Number(fields['row']);
    if (matched === undefined || !Number.isInteger(row)) return;
    const { decision, id = '' } = fields;
    if (decision === 'undo') return this.#review(undefined, matched.undo());
    if (decision === 'match') await matched.judge(row, { kind: 'match', id }, fields['alone'] === 'yes');
    if (decision === 'none') await matched.judge(row, { kind: 'none' }, fields['alone'] === 'yes');
    await this.#review(row);
  }

  async #act(action: Action): Promise<void> {
    if (action.kind === 'begin') {
      this.#words = wordsIn(chooseLanguage(action.languages.join(','), ''));
      return this.#showPart(filesPart(this.#words));
    }
    if (action.kind === 'files') return this.#openFiles(action.table, action.list);
    const { what, fields } = action;
    if (what === 'list') await this.#readList(fields);
    if (what === 'names') await this.#understand(fields['names']);
    if (what === 'match' && this.#choose(fields)) await this.#match();
    if (what === 'stop') this.#state.stop?.abort();
    if (what === 'judge') await this.#judge(fields);
    if (what === 'unlikely') {
      this.#state.withUnlikely = true;
      await this.#review();
    }
    if (what === 'back' && this.#state.understood !== undefined && this.#state.list !== undefined)
      this.#showPart(columnsPart(this.#words, this.#state.understood, this.#state.list));
    if (what === 'restart') this.#showPart(filesPart(this.#words));
    if (what === 'save' && this.#state.matched !== undefined && this.#state.table !== undefined)
      this.#parts.show({ kind: 'file', name: matchedName(this.#state.table.name), lines: this.#state.matched.lines() });
  }
}

function imageFor({ image: { report: _, files: __, ...image } }: OpenedList): HelperImage {
  return image;
}

function chosen({ name, bytes }: SentFile): ChosenFile {
  if (bytes.byteLength === 0)
    throw new SameasError('file-empty', sentence('{file} is empty.', { file: name }), {
      advice: sentence('Check that the right file was saved.'),
    });
  return { name, content: Buffer.from(bytes) };
}

/*
 * Queries of long tables are answered by further workers of the page, one for each processor. A page opened from a file
 * shares no memory: each has a copy of the indexes, and gets some queries at a time.
 */

interface HelpedBatches {
  readonly ask: Ask;
  /** Ends them at once. */
  readonly close: () => Promise<void>;
}

/** Queries sent at once: enough that sending costs little compared with answering. */
const SENT_AT_ONCE = 25;

/** Starts this many helpers over a transferable snapshot. A batch rejects with `internal` when one of them is lost. */
function startHelpers(image: HelperImage, threads: number, startThread: StartThread): HelpedBatches {
  const service = new WorkerService<typeof begin>({
    module: 'query-worker', // `startThread` knows what is loaded
    start: () => image,
    threads,
    startThread,
    faultOf: ({ reason }) => new SameasError('internal', `Matching was interrupted: ${reason}.`),
  });
  return {
    ask: async (queries) => {
      const portions = Array.from({ length: Math.ceil(queries.length / SENT_AT_ONCE) }, (_, i) =>
        queries.slice(i * SENT_AT_ONCE, (i + 1) * SENT_AT_ONCE),
      );
      const answered = await Promise.all(
        portions.map((portion) =>
          service.run('answer', { queries: portion, form: WITHOUT_REASONS }, { load: portion.length }),
        ),
      );
      return answered.flat().map(fromPlainOutcome);
    },
    close: () => service.close(),
  };
}
