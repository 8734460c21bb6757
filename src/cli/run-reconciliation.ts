import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { SnapshotExecutor } from '../assembly/leased-snapshots.js';
import type { DatasetToAsk } from '../assembly/open-cluster.js';
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
import { NOTHING_ANSWERED, addTallies, matchedName, rowsIn, tallyOf } from '../input/answered-row.js';
import { reconcileRows } from '../input/reconcile-rows.js';
import { ROWS_LOOKED_AT, learnWholeFile } from '../input/learn-whole-file.js';
import { type InputTable, readInputTable } from '../input/open-input.js';
import { inferTableColumns } from '../input/open-sent-questions.js';
import { changeNotes, lookAgain, type ColumnChange } from '../input/second-look.js';
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
import { count, noteProblems, reportOf, summaryOf, type MatchReport, type Outcome } from './match-report.js';
import { reportProgress } from './tell-progress.js';

const OPTIONS = z.object({
  out: z.string().optional(),
  replace: z.boolean().default(false),
  manifest: z.string().optional(),
  queryColumn: z.string().optional(),
  encoding: z.string().optional(),
  type: z.string().optional(),
  limit: wholeNumberOption('--limit', 1, 100).transform((limit = 5) => limit),
  properties: z.boolean().default(true),
  property: z.array(z.string()).default([]),
  learning: z.boolean().default(true),
  keepLearned: z.boolean().default(false),
  undecided: z.boolean().default(false),
  json: z.string().optional(),
  review: z.boolean().default(true),
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
  const plan = await planMatch(named, options, context);
  const { settings, source, isEmbedded, place, tell } = plan;
  const read = await readInputTable(named.table, {
    queryColumn: plan.queryColumn,
    withProperties: plan.properties,
    properties: plan.property,
    encoding: plan.encoding,
    whenUnclear: 'refuse',
    called: within?.called ?? { queryColumn: '--query-column', encoding: '--encoding' },
  }).catch((thrown: unknown) => {
    throw isEmbedded && settings.searchCluster === '' ? withoutListFault(thrown, 'names', place) : thrown;
  });
  if (within === undefined) tell(`Loading ${nameOfDataset(named.list, options, settings)} …\n`);
  return whileOpen({ source, loaded: within?.loaded }, settings, context, (opened) =>
    matchTable(read, opened, plan, context, within?.report),
  );
}

/** The options of a run, and what follows from them. */
interface Plan extends Omit<z.output<typeof OPTIONS>, 'out'> {
  readonly out: string | undefined;
  readonly form: ReturnType<typeof answerFormOf>;
  /** Where the list is named, seen from the table. */
  readonly place: 'before' | 'after';
  readonly settings: Settings;
  readonly isEmbedded: boolean;
  readonly reviewFolder: string | undefined;
  readonly source: DatasetSource;
  /** Where learned tuning is kept, if it is. */
  readonly destination: TuningDestination | undefined;
  readonly tell: (text: string) => void;
}

/** Throws the errors that are known before the dataset is loaded. */
async function planMatch(
  { table, list, verb }: TableAndList,
  options: GivenOptions,
  context: CommandContext,
): Promise<Plan> {
  const given = readOptions(OPTIONS, options, verb);
  const { out = verb === 'match' ? matchedPath(table) : undefined, replace, keepLearned } = given;
  const place = verb === 'match' ? 'after' : 'before';
  const form = out === undefined ? 'csv' : answerFormOf(out);
  if (given.undecided && (out === undefined || form !== 'sssom'))
    throw wrongUse(
      '--undecided is for mappings (SSSOM); other files have every row.',
      'Leave it out, or write to a file that ends in .sssom.tsv.',
    );
  const settings = settingsOf(options, context);
  refuseOwnFiles([...list, table, ...filesInOptions(options)], out, given.json);
  if (keepLearned && !given.learning)
    throw wrongUse(
      '--keep-learned writes down what is learned, and --no-learning was given.',
      'Leave one of the two out.',
    );
  refuseWithCluster(settings, {
    'The list': list.length > 0 || filesInOptions(options).length > 0,
    '--keep-learned': keepLearned,
  });
  const isEmbedded = list.length === 0 && given.manifest === undefined;
  if (keepLearned && isEmbedded)
    throw wrongUse(
      'What is learned about the embedded dataset cannot be kept.',
      `Name your own list ${place} the file of names.`,
    );
  if (out !== undefined) refuseToReplace(out, replace);
  const reviewFolder = verb === 'match' && given.review && out !== undefined ? reviewFolderOf(out) : undefined;
  if (reviewFolder !== undefined) await refuseToLoseReview(reviewFolder, replace);
  const source = sourceGiven(list, options, accessGiven(settings, context));
  const destination = keepLearned ? await tuningDestination(source, undefined, '--keep-learned') : undefined;
  // Standard output is for data alone; a person reads the rest.
  const tell = out === undefined ? context.writeError : context.write;
  return { ...given, out, form, place, settings, isEmbedded, reviewFolder, source, destination, tell };
}

function wrongUse(message: string, advice: string): SameasError {
  return new SameasError('setting-invalid', message, { advice });
}

/** A table that is being matched. */
interface TableRun {
  readonly plan: Plan;
  readonly opened: DatasetToAsk;
  readonly writer: SssomWriter;
  readonly answers: AnswerFile;
  readonly outcome: Outcome;
  /** With other columns once rows that are matched were looked at. */
  table: InputTable;
  toReview: ReviewToFill | undefined;
}

/** Asks the rows of a table, writes the answers and reports them. */
async function matchTable(
  read: Parameters<typeof inferTableColumns>[0],
  opened: DatasetToAsk,
  plan: Plan,
  context: CommandContext,
  onReport: MatchWithin['report'] = () => undefined,
): Promise<ExitReason> {
  const { snapshot } = opened;
  const { out, type, limit, json, destination, source, tell } = plan;
  requireKnownType(snapshot.dataset, type);
  const run = await beginRun((await inferTableColumns(read, opened.whole)).table, opened, plan, context);
  const { answers, outcome } = run;
  try {
    await askInterruptibly(
      context,
      { createExecutor: opened.createExecutor, workers: plan.settings.workers },
      (executor, mustStop) => askRows(run, executor, mustStop, context),
    );
  } catch (thrown) {
    if (thrown === STOPPED) {
      await answers.keep();
      const next = out === undefined ? '' : 'The same command goes on from there.';
      tell(`Stopped after ${amountOf(rowsIn(outcome.tally), 'row')} of ${count(run.table.rows.length)}. ${next}\n`);
      return 'interrupted';
    }
    await answers.close().catch(() => undefined); // the user has to know the first failure
    throw thrown;
  } finally {
    await run.toReview?.close();
  }
  tell(summaryOf(outcome, run.table, out));
  if (run.toReview !== undefined && out !== undefined)
    tell(`Review the rest in the browser: sameas review ${shellWord(out)}\n`);
  if (outcome.tuning !== undefined && destination !== undefined)
    tell(await keepTuning(source, outcome.tuning, { destination, present: snapshot.tuning }));
  const report = reportOf(outcome, run.table, snapshot, { out, limit, type });
  if (json !== undefined) await writeReport(json, report);
  onReport(report);
  return outcome.tally.failed + run.table.unreadable.length > 0 ? 'data' : 'success';
}

/** Opens the file of answers, and says what is in the table and what an earlier run has left. */
async function beginRun(
  table: InputTable,
  opened: DatasetToAsk,
  plan: Plan,
  context: CommandContext,
): Promise<TableRun> {
  const { snapshot } = opened;
  const { out, replace, undecided: withUndecided, tell } = plan;
  const question = questionOf(snapshot.id, table, plan);
  const writer = writerOf(plan, {
    ...{ table, dataset: snapshot.dataset, question, withUndecided },
    ...{ toolVersion: SOFTWARE_VERSION, date: new Date() },
  });
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
    tell(`An earlier run was interrupted after ${amountOf(answers.rowsThere, 'row')}; this one goes on from there.\n`);
  const outcome = { tally: answers.tallyThere, problems: [], changes: [] };
  return { plan, opened, writer, answers, table, outcome, toReview: undefined };
}

/** What a run asks: another one that asks the same goes on from its answers. */
function questionOf(
  snapshotId: string,
  { contentHash }: InputTable,
  { form, queryColumn, encoding, type, limit, properties, property, learning, undecided }: Plan,
): string {
  return JSON.stringify([
    ...[snapshotId, contentHash, form, queryColumn, encoding, type, limit, properties, property, learning],
    ...(undecided ? ['undecided'] : []),
  ]);
}

/** Asks all rows that no earlier run has asked, after learning from the whole table. Throws `STOPPED`. */
async function askRows(
  run: TableRun,
  executor: SnapshotExecutor,
  mustStop: () => boolean,
  context: CommandContext,
): Promise<void> {
  const { plan, opened, writer, answers, outcome } = run;
  const { whole } = opened;
  const { limit, type, tell } = plan;
  const ask = askerOf(run, executor, mustStop);
  const again = await lookAgain(ask, run.table, whole, { type });
  for (const note of changeNotes(run.table.headings, again.changes)) outcome.changes.push(note);
  if (outcome.changes.length > 0)
    tell(`After a look at rows that are matched:\n${outcome.changes.map((note) => `  ${note}\n`).join('')}`);
  const table = run.table.withColumns(again.columns);
  run.table = table;
  const reportLearning = reportProgress(context, undefined, ' for learning');
  const learned = plan.learning ? await learnFrom(ask, table, { limit, type, reportLearning, mustStop }) : undefined;
  tellLearned(run, learned);
  run.toReview = await openReview(run, again.changes, learned);
  const from = answers.rowsThere;
  const progress = reportProgress(context, table.rows.length - from, '');
  await reconcileRows(ask, table.rows, { limit, type, dataset: whole.dataset, learned, from }, async (answered) => {
    const tally = tallyOf(answered);
    outcome.tally = addTallies(outcome.tally, tally);
    noteProblems(outcome, answered);
    await run.toReview?.append(answered);
    await answers.append(answered.map(writer.line).join(''), tally);
    progress(answered.length);
    if (mustStop() && rowsIn(outcome.tally) < table.rows.length) throw STOPPED;
  });
  // Here, so that an interrupt does not end the program while the file gets its name.
  await answers.finish();
  if (plan.out !== undefined) await run.toReview?.finish(plan.out);
}

/** Answers queries, each name once, and waits for a search cluster that does not answer. */
function askerOf({ plan, opened }: TableRun, executor: SnapshotExecutor, mustStop: () => boolean): Ask {
  const batches = createCachingBatchExecutor(executor, {
    snapshotId: opened.snapshot.id,
    cache: createAnswerCache(CACHE_BYTES),
    observe: observeNothing,
  });
  const wait: ClusterWait = {
    mayWait: () => {
      if (mustStop()) throw STOPPED;
    },
    tellWaiting: (fault) => plan.tell(`${fault} Waiting for it.\n`),
  };
  return (queries) => askUntilAnswered(() => batches.execute(queries, WITHOUT_REASONS), wait, clusterFaultIn);
}

type Learned = Awaited<ReturnType<typeof learnWholeFile>>;

/** Says what was learned, and notes what is kept of it. */
function tellLearned({ plan, opened, outcome }: TableRun, learned: Learned): void {
  const { keepLearned, destination, tell } = plan;
  if (learned === undefined) {
    if (keepLearned) tell(formatLearned(undefined));
    return;
  }
  outcome.learned = describeLearned(opened.snapshot.dataset, learned);
  tell(formatLearned(outcome.learned));
  const kept = keptLearning(learned);
  if (kept !== undefined && destination !== undefined) outcome.tuning = { learned: kept };
  else if (keepLearned)
    tell('Nothing is kept for single queries: they learn from columns that are compared, and the file has none.\n');
}

/** The review that the answers are kept for; `undefined` without one, and for a table that is too long for it. */
async function openReview(
  { plan, opened, table, answers }: TableRun,
  changes: readonly ColumnChange[],
  learned: Learned,
): Promise<ReviewToFill | undefined> {
  const { reviewFolder, settings, source, type } = plan;
  if (reviewFolder === undefined || table.rows.length > settings.maxTableRows) return undefined;
  const { dataset, id: snapshot } = opened.snapshot;
  const inCluster = settings.searchCluster !== '';
  return openReviewToFill(reviewFolder, {
    ...{ table, type, dataset, snapshot, changes },
    learned: plan.learning ? (learned ?? 'nothing') : undefined,
    list: inCluster ? undefined : reviewedList(source),
    cluster: inCluster ? reviewedCluster(settings) : undefined,
    rowsThere: answers.rowsThere,
  });
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
