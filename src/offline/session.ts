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

/** One person's work with one table and one dataset. */
interface Session {
  /** Carries out an action and shows its result or error; never rejects. */
  readonly take: (action: Action) => Promise<void>;
}

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

/** A session without files. */
export function createSession({ show, report, startHelper, helpers, now }: SessionParts): Session {
  const state: State = {};
  let words = wordsIn('en');
  let progressShown = 0;

  const showPart = (html: SafeHtml): void => show({ kind: 'part', html: html.text, language: words.language });
  const showProgress = (text: string, done: number, all: number | undefined): void => {
    if (now() - progressShown < SHOWN_EVERY_MS && done !== all) return;
    progressShown = now();
    show({ kind: 'progress', text, done, all });
  };

  async function openFiles(table: SentFile, list: SentFile): Promise<void> {
    delete state.understood;
    delete state.matched;
    state.table = chosen(table);
    state.listFile = chosen(list);
    await readList({});
  }

  /** Reads the dataset, with the user's columns, and shows the columns of both files. */
  async function readList({ name, id, type }: Fields): Promise<void> {
    if (state.listFile === undefined) return;
    showPart(progressPart(words, words.say('Reading the files …')));
    state.list = await openList(state.listFile, showReading, {
      ...(name !== undefined && { nameColumns: [name] }),
      ...(id !== undefined && id !== '' && { idColumn: id }),
      ...(type !== undefined && type !== '' && { typeColumn: type }),
    });
    await understand();
  }

  function showReading({ phase, done, all }: Progress): void {
    const { say } = words;
    showProgress(phase === 'indexing' ? say('Indexing the list …') : say('Reading the files …'), done, all);
  }

  async function understand(names?: string): Promise<void> {
    const { table, list } = state;
    if (table === undefined || list === undefined) return;
    try {
      state.understood = await inferTableColumns(table, list, names);
    } catch (thrown) {
      const { code, facts } = asSameasError(thrown);
      const headings = facts['columns'];
      if (code !== 'questions-invalid' || !Array.isArray(headings)) throw thrown;
      // A person sees at once which column holds the names.
      showPart(unclearColumnPart(words, table.name, headings as readonly string[])); // facts are lists of texts
      return;
    }
    showPart(columnsPart(words, state.understood, list));
  }

  /** Applies the user's choice of columns; returns whether it is valid. */
  function choose(fields: Fields): boolean {
    const { understood, list } = state;
    if (understood === undefined || list === undefined) return false;
    try {
      state.understood = withChosenColumns(understood, (column) => fields[`column:${String(column)}`], list);
      return true;
    } catch (thrown) {
      showPart(columnsPart(words, understood, list, asSameasError(thrown)));
      return false;
    }
  }

  async function match(): Promise<void> {
    const { list, understood } = state;
    if (list === undefined || understood === undefined) return;
    const stop = new AbortController();
    state.stop = stop;
    const all = understood.rows.length;
    const begun = now();
    state.withUnlikely = false;
    showPart(progressPart(words, words.say('Matching …'), true));
    const helped = all < WORTH_HELPERS ? undefined : startHelpers(imageFor(list), helpers, startHelper);
    try {
      state.matched = await matchTable(
        list,
        understood,
        (at) => {
          const [done, whole, took] = [at.looked + at.matched, at.of + all, now() - begun];
          const secondsLeft =
            took < GUESSED_AFTER_MS || done === 0 ? undefined : ((took / done) * (whole - done)) / 1_000;
          showProgress(matchingProgress({ ...at, all, secondsLeft }, words), done, whole);
        },
        stop.signal,
        helped?.ask,
      );
    } catch (thrown) {
      if (!stop.signal.aborted) throw thrown;
      showPart(columnsPart(words, understood, list));
      return;
    } finally {
      await helped?.close();
    }
    await review();
  }

  async function review(after?: number, row?: number): Promise<void> {
    const { matched, list } = state;
    if (matched === undefined || list === undefined) return;
    const shown = row ?? matched.next(after, state.withUnlikely === true);
    showPart(matchedPart(words, matched, list, shown === undefined ? undefined : await matched.look(shown)));
  }

  async function judge(fields: Fields): Promise<void> {
    const { matched } = state;
    const row = Number(fields['row']);
    if (matched === undefined || !Number.isInteger(row)) return;
    const { decision, id = '' } = fields;
    if (decision === 'undo') return review(undefined, matched.undo());
    if (decision === 'match') await matched.judge(row, { kind: 'match', id }, fields['alone'] === 'yes');
    if (decision === 'none') await matched.judge(row, { kind: 'none' }, fields['alone'] === 'yes');
    await review(row);
  }

  async function act(action: Action): Promise<void> {
    if (action.kind === 'begin') {
      words = wordsIn(chooseLanguage(action.languages.join(','), ''));
      return showPart(filesPart(words));
    }
    if (action.kind === 'files') return openFiles(action.table, action.list);
    const { what, fields } = action;
    if (what === 'list') await readList(fields);
    if (what === 'names') await understand(fields['names']);
    if (what === 'match' && choose(fields)) await match();
    if (what === 'stop') state.stop?.abort();
    if (what === 'judge') await judge(fields);
    if (what === 'unlikely') {
      state.withUnlikely = true;
      await review();
    }
    if (what === 'back' && state.understood !== undefined && state.list !== undefined)
      showPart(columnsPart(words, state.understood, state.list));
    if (what === 'restart') showPart(filesPart(words));
    if (what === 'save' && state.matched !== undefined && state.table !== undefined)
      show({ kind: 'file', name: matchedName(state.table.name), lines: state.matched.lines() });
  }

  return {
    take: (action) =>
      act(action).catch((thrown: unknown) => {
        const fault = asSameasError(thrown);
        if (fault.code === 'internal') report(fault.cause);
        showPart(filesPart(words, fault));
      }),
  };
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
