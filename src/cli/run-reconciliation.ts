import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { type Ask, WITHOUT_REASONS, clusterFaultIn } from '../describe/answer.js';
import { createAnswerCache, createCachingBatchExecutor } from '../assembly/caching-batch-executor.js';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { STANDARD_INPUT, isLocalFile, shownPath } from '../datasets/sources/source-address.js';
import type { MatchTuning } from '../entities/dataset.js';
import { amountOf } from '../foundation/amount-of.js';
import { SameasError } from '../foundation/sameas-error.js';
import { observeNothing } from '../foundation/observation.js';
import { inEnglish } from '../foundation/sentence.js';
import { describeLearned, formatLearned } from '../input/describe-learned.js';
import { type AnswerFile, openAnswerFile, refuseToReplace } from '../input/answer-file.js';
import { ANSWER_FILE_FORMS, formLike } from '../input/answer-file-forms.js';
import { type Certainty, type CountRange, binsOf, certaintyOf, evidenceOf } from '../input/certainty.js';
import {
  type AnswerTally,
  type AnsweredRow,
  NOTHING_ANSWERED,
  addTallies,
  matchedName,
  rowsIn,
  tallyOf,
} from '../input/answered-row.js';
import { reconcileRows } from '../input/reconcile-rows.js';
import { ROWS_LOOKED_AT, learnWholeFile } from '../input/learn-whole-file.js';
import { type InputTable, readInputTable } from '../input/open-input.js';
import { inferTableColumns } from '../input/open-sent-questions.js';
import { changeNotes, lookAgain } from '../input/second-look.js';
import {
  type ReviewToFill,
  type ReviewedCluster,
  type ReviewedList,
  openReviewToFill,
  refuseToLoseReview,
  reviewFolderOf,
} from '../review/review-folder.js';
import { type SssomRun, type SssomWriter, sssomWriter } from '../input/sssom/sssom-writer.js';
import { keptLearning } from '../scoring/learn.js';
import type { Settings } from '../settings/setting-definitions.js';
import {
  type LoadedSnapshot,
  askInterruptibly,
  nameOfDataset,
  refuseWithCluster,
  requireKnownType,
  whileOpen,
} from './dataset-to-ask.js';
import { type ClusterWait, askUntilAnswered } from '../cluster/ask-until-answered.js';
import type { CommandContext, ExitReason } from './command-definition.js';
import { accessGiven, filesInOptions, shellWord, sourceGiven, withoutListFault } from './dataset-options.js';
import { type GivenOptions, readOptions, wholeNumberOption } from './given-options.js';
import { answerFormOf, refuseOwnFiles, writeReport } from './outputs.js';
import { type TuningDestination, saveTuning, tuningDestination } from './save-manifest.js';
import { settingsOf } from './setting-options.js';
import { reportProgress } from './tell-progress.js';

const OPTIONS = z.object({
  out: z.string().optional(),
  replace: z.boolean().optional(),
  manifest: z.string().optional(),
  queryColumn: z.string().optional(),
  encoding: z.string().optional(),
  type: z.string().optional(),
  limit: wholeNumberOption('--limit', 1, 100),
  properties: z.boolean().optional(),
  property: z.array(z.string()).optional(),
  learning: z.boolean().optional(),
  keepLearned: z.boolean().optional(),
  undecided: z.boolean().optional(),
  json: z.string().optional(),
  review: z.boolean().optional(),
});

/** The table, and the files of the dataset, none for the embedded one. */
interface TableAndList {
  readonly table: string;
  readonly list: readonly string[];
  /** Name of the command: `match` writes next to the table where no path is named, and keeps a review. */
  readonly verb: 'match' | 'reconcile';
}

interface MatchWithin {
  /** The dataset, where it is in memory already. */
  readonly loaded?: LoadedSnapshot;
  readonly called: { readonly queryColumn: string; readonly encoding: string };
  /** Receives the report before the promise is fulfilled. */
  readonly report: (report: MatchReport) => void;
}

/** Memory for answers to repeated names. */
const CACHE_BYTES = 64 * 1024 * 1024;
const PROBLEMS_SHOWN = 10;

const STOPPED = new Error('asked to stop');

/**
 * Matches every name of a file and writes the file with the answers. Errors that can be known earlier are thrown before
 * the dataset is loaded. An interrupt keeps answers for the next run. Throws errors of loading, and those of
 * `readInputTable` and `openAnswerFile`.
 */
export async function runReconciliation(
  named: TableAndList,
  options: GivenOptions,
  context: CommandContext,
  within?: MatchWithin,
): Promise<ExitReason> {
  const { table: names, list, verb } = named;
  const isMatch = verb === 'match';
  const {
    out = isMatch ? matchedPath(names) : undefined,
    replace = false,
    manifest,
    queryColumn,
    encoding,
    type,
    limit = 5,
    properties: withProperties = true,
    property: chosen = [],
    learning = true,
    keepLearned = false,
    undecided: withUndecided = false,
    json,
    review = true,
  } = readOptions(OPTIONS, options, verb);
  if (withUndecided && (out === undefined || answerFormOf(out) !== 'sssom'))
    throw new SameasError('setting-invalid', '--undecided is for mappings (SSSOM); other files have every row.', {
      advice: 'Leave it out, or write to a file that ends in .sssom.tsv.',
    });
  const place = isMatch ? 'after' : 'before';
  const form = out === undefined ? 'csv' : answerFormOf(out);
  const settings = settingsOf(options, context);
  refuseOwnFiles([...list, names, ...filesInOptions(options)], out, json);
  if (keepLearned && !learning)
    throw new SameasError(
      'setting-invalid',
      '--keep-learned writes down what is learned, and --no-learning was given.',
      { advice: 'Leave one of the two out.' },
    );
  refuseWithCluster(settings, {
    'The list': list.length > 0 || filesInOptions(options).length > 0,
    '--keep-learned': keepLearned,
  });
  const inCluster = settings.searchCluster !== '';
  if (keepLearned && list.length === 0 && manifest === undefined)
    throw new SameasError('setting-invalid', 'What is learned about the embedded dataset cannot be kept.', {
      advice: `Name your own list ${place} the file of names.`,
    });
  if (out !== undefined) refuseToReplace(out, replace);
  const reviewFolder = isMatch && review && out !== undefined ? reviewFolderOf(out) : undefined;
  if (reviewFolder !== undefined) await refuseToLoseReview(reviewFolder, replace);
  const source = sourceGiven(list, options, accessGiven(settings, context));
  const destination = keepLearned ? await tuningDestination(source, undefined, '--keep-learned') : undefined;
  // Standard output is for data alone; a person reads the rest.
  const tell = out === undefined ? context.writeError : context.write;
  const read = await readInputTable(names, {
    queryColumn,
    withProperties,
    properties: chosen,
    encoding,
    whenUnclear: 'refuse',
    called: within?.called ?? { queryColumn: '--query-column', encoding: '--encoding' },
  }).catch((thrown: unknown) => {
    throw list.length === 0 && manifest === undefined && !inCluster ? withoutListFault(thrown, 'names', place) : thrown;
  });
  if (within === undefined) tell(`Loading ${nameOfDataset(list, options, settings)} …\n`);
  return whileOpen(
    { source, loaded: within?.loaded },
    settings,
    context,
    async ({ snapshot, whole, createExecutor }) => {
      requireKnownType(snapshot.dataset, type);
      let { table } = await inferTableColumns(read, whole);
      const question = JSON.stringify([
        snapshot.id,
        table.contentHash,
        form,
        queryColumn,
        encoding,
        type,
        limit,
        withProperties,
        chosen,
        learning,
        ...(withUndecided ? ['undecided'] : []),
      ]);
      const writer = writerOf(
        { form, out },
        { table, dataset: snapshot.dataset, question, toolVersion: SOFTWARE_VERSION, date: new Date(), withUndecided },
      );
      tell(
        `${table.file}: ${amountOf(table.rows.length, 'row')}.\n${[...table.notes.map(inEnglish), ...writer.notes].map((note) => `  ${note}\n`).join('')}`,
      );

      const answers =
        out === undefined
          ? toStandardOutput(context, writer.head)
          : await openAnswerFile(out, question, writer.head, replace);
      if (answers.begunAnew)
        tell('An earlier run that was interrupted asked something else; this one begins at the first row.\n');
      if (answers.rowsThere > 0)
        tell(
          `An earlier run was interrupted after ${amountOf(answers.rowsThere, 'row')}; this one goes on from there.\n`,
        );
      const outcome: Outcome = { tally: answers.tallyThere, problems: [], changes: [] };
      let toReview: ReviewToFill | undefined;
      try {
        await askInterruptibly(context, { createExecutor, workers: settings.workers }, async (executor, mustStop) => {
          const batches = createCachingBatchExecutor(executor, {
            snapshotId: snapshot.id,
            cache: createAnswerCache(CACHE_BYTES),
            observe: observeNothing,
          });
          const wait: ClusterWait = {
            mayWait: () => {
              if (mustStop()) throw STOPPED;
            },
            tellWaiting: (fault) => tell(`${fault} Waiting for it.\n`),
          };
          const ask: Ask = (queries) =>
            askUntilAnswered(() => batches.execute(queries, WITHOUT_REASONS), wait, clusterFaultIn);
          const again = await lookAgain(ask, table, whole, { type });
          for (const note of changeNotes(table.headings, again.changes)) outcome.changes.push(note);
          if (outcome.changes.length > 0)
            tell(`After a look at rows that are matched:\n${outcome.changes.map((note) => `  ${note}\n`).join('')}`);
          table = table.withColumns(again.columns);
          const learned = learning
            ? await learnFrom(ask, table, {
                limit,
                type,
                reportLearning: reportProgress(context, undefined, ' for learning'),
                mustStop,
              })
            : undefined;
          if (learned !== undefined)
            tell(formatLearned((outcome.learned = describeLearned(snapshot.dataset, learned))));
          else if (keepLearned) tell(formatLearned(undefined));
          const kept = learned === undefined ? undefined : keptLearning(learned);
          if (kept !== undefined && destination !== undefined) outcome.tuning = { learned: kept };
          else if (keepLearned && learned !== undefined)
            tell(
              'Nothing is kept for single queries: they learn from columns that are compared, and the file has none.\n',
            );
          if (reviewFolder !== undefined && table.rows.length <= settings.maxTableRows)
            toReview = await openReviewToFill(reviewFolder, {
              ...{ table, type, dataset: snapshot.dataset, snapshot: snapshot.id, changes: again.changes },
              learned: learning ? (learned ?? 'nothing') : undefined,
              list: inCluster ? undefined : reviewedList(source),
              cluster: inCluster ? reviewedCluster(settings) : undefined,
              rowsThere: answers.rowsThere,
            });
          const from = answers.rowsThere;
          const progress = reportProgress(context, table.rows.length - from, '');
          await reconcileRows(
            ask,
            table.rows,
            { limit, type, dataset: whole.dataset, learned, from },
            async (answered) => {
              const tally = tallyOf(answered);
              outcome.tally = addTallies(outcome.tally, tally);
              noteProblems(outcome, answered);
              await toReview?.append(answered);
              await answers.append(answered.map(writer.line).join(''), tally);
              progress(answered.length);
              if (mustStop() && rowsIn(outcome.tally) < table.rows.length) throw STOPPED;
            },
          );
          // Here, so that an interrupt does not end the program while the file gets its name.
          await answers.finish();
          if (out !== undefined) await toReview?.finish(out);
        });
      } catch (thrown) {
        if (thrown === STOPPED) {
          await answers.keep();
          tell(
            `Stopped after ${amountOf(rowsIn(outcome.tally), 'row')} of ${table.rows.length.toLocaleString('en')}. ${out === undefined ? '' : 'The same command goes on from there.'}\n`,
          );
          return 'interrupted';
        }
        await answers.close().catch(() => undefined); // the user has to know the first failure
        throw thrown;
      } finally {
        await toReview?.close();
      }
      tell(summaryOf(outcome, table, out));
      if (toReview !== undefined && out !== undefined)
        tell(`Review the rest in the browser: sameas review ${shellWord(out)}\n`);
      if (outcome.tuning !== undefined && destination !== undefined)
        tell(await keepTuning(source, outcome.tuning, { destination, present: snapshot.tuning }));
      const report = reportOf(outcome, table, snapshot, { out, limit, type });
      if (json !== undefined) await writeReport(json, report);
      within?.report(report);
      return outcome.tally.failed + table.unreadable.length > 0 ? 'data' : 'success';
    },
  );
}

/** Output of `match`: `TABLE-matched.csv` next to the table, in the working folder for what is no file. */
function matchedPath(table: string): string {
  return join(isLocalFile(table) ? dirname(table) : '.', matchedName(basename(table)));
}

/** A dataset that can be read again by name: neither the standard input nor an address with a password. */
function reviewedList({ files, manifestFile, aliasFiles, choices = {} }: DatasetSource): ReviewedList | undefined {
  const all = [...files, ...(manifestFile === undefined ? [] : [manifestFile]), ...(aliasFiles ?? [])];
  if (all.some((path) => path === STANDARD_INPUT || shownPath(path) !== path)) return undefined;
  const whole = (path: string): string => (isLocalFile(path) ? resolve(path) : path);
  return {
    files: files.map(whole),
    ...(manifestFile !== undefined && { manifestFile: whole(manifestFile) }),
    ...(aliasFiles !== undefined && { aliasFiles: aliasFiles.map(whole) }),
    choices,
  };
}

/** Settings that find the dataset in a search cluster again. */
function reviewedCluster({
  searchCluster,
  searchClusterUser,
  searchClusterPasswordFile,
  searchClusterCaFile,
  searchDepth,
  dataset,
}: Settings): ReviewedCluster {
  return {
    ...{ searchCluster, dataset, searchDepth: String(searchDepth) },
    ...(searchClusterUser !== '' && { searchClusterUser }),
    ...(searchClusterPasswordFile !== '' && { searchClusterPasswordFile: resolve(searchClusterPasswordFile) }),
    ...(searchClusterCaFile !== '' && { searchClusterCaFile: resolve(searchClusterCaFile) }),
  };
}

/** The writer of the rows, once their dataset is known: to a file in the form of the input table. */
function writerOf(
  { form, out }: { readonly form: ReturnType<typeof answerFormOf>; readonly out: string | undefined },
  run: SssomRun & { readonly table: InputTable },
): SssomWriter {
  if (form === 'sssom') return sssomWriter(run);
  const { headings, style } = run.table;
  const { head, line } = out === undefined ? ANSWER_FILE_FORMS[form] : formLike(style, form);
  return { head: head(headings), line: (answered) => line(headings, answered), notes: [] };
}

interface Keeping {
  readonly destination: TuningDestination;
  /** The tuning in the manifest; only newly learned values are replaced. */
  readonly present: MatchTuning | undefined;
}

/** Writes learned tuning into the manifest, and reports it. */
async function keepTuning(
  source: DatasetSource,
  tuning: MatchTuning,
  { destination, present }: Keeping,
): Promise<string> {
  await saveTuning(source, { ...present, ...tuning }, destination);
  return `What was learned is in ${destination.path}. Serve it with: sameas serve ${destination.path}\n`;
}

function toStandardOutput(context: CommandContext, head: string): AnswerFile {
  context.write(head);
  return {
    rowsThere: 0,
    tallyThere: NOTHING_ANSWERED,
    begunAnew: false,
    append: (text) => Promise.resolve(context.write(text)),
    finish: () => Promise.resolve(),
    keep: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

interface Outcome {
  /** Of all rows, with those of an interrupted run that this one continues. */
  tally: AnswerTally;
  /** The first failed rows of this run, a sentence each. */
  readonly problems: string[];
  /** Changes of the inferred columns by matched rows, a sentence each. */
  readonly changes: string[];
  /** Facts learned from the file, a sentence each; absent: none. */
  learned?: readonly string[];
  /** Tuning to keep; absent: none. */
  tuning?: MatchTuning;
}

interface Learning {
  readonly limit: number;
  readonly type: string | undefined;
  readonly reportLearning: (more: number) => void;
  readonly mustStop: () => boolean;
}

/** All rows, also those answered by an earlier run: so a continued run decides as that one did. */
function learnFrom(
  ask: Ask,
  { rows }: InputTable,
  { reportLearning, mustStop, ...how }: Learning,
): ReturnType<typeof learnWholeFile> {
  let reported = 0;
  const onLooked = (looked: number): void => {
    reportLearning(looked - reported);
    reported = looked;
    if (mustStop()) throw STOPPED;
  };
  return learnWholeFile(ask, rows, { ...how, rows: ROWS_LOOKED_AT.atLeisure, onLooked });
}

function noteProblems(outcome: Outcome, answered: readonly AnsweredRow[]): void {
  for (const { row, problem } of answered)
    if (problem !== undefined && outcome.problems.length <= PROBLEMS_SHOWN)
      outcome.problems.push(`line ${String(row.line)}: ${inEnglish(problem)}`);
}

function summaryOf(outcome: Outcome, table: InputTable, out: string | undefined): string {
  const { tally, problems } = outcome;
  const { unreadable } = table;
  const { matched, offered, unlikely, empty, failed } = tally;
  const all = matched + offered + empty;
  const share = all === 0 ? '' : ` (${((matched * 100) / all).toFixed(1)} %)`;
  const faults = [...problems, ...unreadable.map(({ line, message }) => `line ${String(line)}: ${message}`)];
  const unanswered = failed + unreadable.length;
  return [
    `${amountOf(all, 'name')} asked: ${count(matched)} matched${share}, ${count(offered - unlikely)} undecided, ${count(unlikely + empty)} probably not in the list.\n`,
    ...(all === 0 ? [] : [certaintyWords(tally, certaintyIn(outcome, table))]),
    ...(unanswered === 0 ? [] : [`${amountOf(unanswered, 'row')} could not be asked:\n`]),
    ...faults.slice(0, PROBLEMS_SHOWN).map((fault) => `  ${fault}\n`),
    ...(unanswered > Math.min(faults.length, PROBLEMS_SHOWN) ? ['  …\n'] : []),
    ...(out === undefined ? [] : [`Written to ${out}.\n`]),
  ].join('');
}

/** Numbers of matches that are probably wrong, and of other rows that are in the dataset, a line. */
function certaintyWords({ matched, offered, empty }: AnswerTally, { wrong, missed }: Certainty): string {
  const others = offered + empty;
  const range = ({ value, low, high }: CountRange): string =>
    `${count(value)}${low === high ? '' : ` (${count(low)} to ${count(high)})`}`;
  const parts = [
    ...(matched === 0 ? [] : [`${range(wrong)} of ${amountOf(matched, 'match', 'matches')} wrong`]),
    ...(others === 0 ? [] : [`${range(missed)} of ${amountOf(others, 'other row')} in the list`]),
  ];
  return `Expected: ${parts.join(', ')}. Ranges hold in 90 of 100 tables; each row that you review narrows them.\n`;
}

function certaintyIn({ tally, learned }: Outcome, { columns }: InputTable): Certainty {
  return certaintyOf(
    evidenceOf(learned !== undefined, columns.properties),
    binsOf(tally.matchedAt),
    binsOf(tally.unmatchedAt),
  );
}

/** Output of `--json`: table, dataset, and results. */
export interface MatchReport {
  readonly dataset: { readonly name: string; readonly entities: number; readonly contentHash: string };
  readonly scorer: string;
  readonly names: { readonly file: string; readonly contentHash: string; readonly notes: readonly string[] };
  readonly options: { readonly out: string | undefined; readonly limit: number; readonly type: string | undefined };
  readonly rows: Omit<AnswerTally, 'matchedAt' | 'unmatchedAt'> & {
    readonly total: number;
    readonly unreadable: number;
  };
  /** Estimated numbers of rows. */
  readonly expected: { readonly wrongMatches: CountRange; readonly unmatchedInDataset: CountRange };
  readonly learned?: readonly string[];
  readonly problems: readonly string[];
}

function reportOf(
  outcome: Outcome,
  table: InputTable,
  snapshot: LoadedSnapshot['snapshot'],
  options: MatchReport['options'],
): MatchReport {
  const { problems, changes, learned } = outcome;
  const { matchedAt: _, unmatchedAt: __, ...tally } = outcome.tally;
  const { wrong, missed } = certaintyIn(outcome, table);
  const { metadata, entities } = snapshot.dataset;
  return {
    dataset: { name: metadata.name, entities: entities.size, contentHash: metadata.contentHash },
    scorer: snapshot.scoring.scorer,
    names: { file: table.file, contentHash: table.contentHash, notes: [...table.notes.map(inEnglish), ...changes] },
    options,
    rows: { total: table.rows.length, ...tally, unreadable: table.unreadable.length },
    expected: { wrongMatches: rangeIn(wrong), unmatchedInDataset: rangeIn(missed) },
    ...(learned === undefined ? {} : { learned }),
    problems: [...problems, ...table.unreadable.map(({ line, message }) => `line ${String(line)}: ${message}`)].slice(
      0,
      PROBLEMS_SHOWN,
    ),
  };
}

function rangeIn({ value, low, high }: CountRange): CountRange {
  return { value, low, high };
}

function count(number: number): string {
  return number.toLocaleString('en');
}
