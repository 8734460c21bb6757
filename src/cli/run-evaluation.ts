import { z } from 'zod';
import type { DatasetToAsk } from '../assembly/open-cluster.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { type Evaluation, evaluateGold } from '../evaluation/evaluate-gold.js';
import { evaluateWholeFile } from '../evaluation/evaluate-whole-file.js';
import { formatEvaluation, formatSurvey, formatTuning } from '../evaluation/format-evaluation.js';
import { formatSuggestQuality, measureSuggest } from '../evaluation/suggest-quality.js';
import { openGold, readLearnedAliases, warnOfLearned, withoutLearned } from '../evaluation/open-gold.js';
import { collectTuningGold, surveyGold } from '../evaluation/gold-query.js';
import { tuneMatching } from '../evaluation/tune-matching.js';
import type { TuningOutcome } from '../evaluation/tuning-answers.js';
import { formatLearned } from '../input/describe-learned.js';
import { SameasError } from '../foundation/sameas-error.js';
import { withVisibleMarks } from '../foundation/visible-marks.js';
import type { CommandContext, ExitReason } from './command-definition.js';
import { type GivenOptions, numberOption, readOptions, wholeNumberOption } from './given-options.js';
import { WITHOUT_LIST_NOTE, accessGiven, filesInOptions, sourceGiven, withoutListFault } from './dataset-options.js';
import { refuseWithCluster, requireKnownType, whileOpen } from './dataset-to-ask.js';
import { type TuningDestination, saveTuning, tuningDestination } from './save-manifest.js';
import { settingsOf } from './setting-options.js';
import { reportProgress } from './tell-progress.js';
import { writeReport } from './outputs.js';

const OPTIONS = z.object({
  manifest: z.string().optional(),
  limit: wholeNumberOption('--limit', 1, 100),
  type: z.string().optional(),
  precision: numberOption('--precision', 0.5, 1),
  confusions: wholeNumberOption('--confusions', 0, 10_000).transform((confusions = 10) => confusions),
  queryColumn: z.string().optional(),
  property: z.array(z.string()).optional(),
  expectedColumn: z.string().optional(),
  json: z.string().optional(),
  wholeFile: z.boolean().default(false),
  suggest: z.boolean().default(false),
  tune: z.boolean().default(false),
  writeManifest: z.string().optional(),
});

type Given = z.output<typeof OPTIONS>;

interface EvaluationPlan {
  readonly given: Given;
  readonly goldFile: string;
  readonly isEmbedded: boolean;
  readonly source: DatasetSource;
  /** Where tuning is written; `undefined` without `--tune`. */
  readonly destination: TuningDestination | undefined;
}

/**
 * Sends the queries of a file and measures the quality of the answers. Throws errors of loading, and `gold-invalid`.
 */
export async function runEvaluation(
  files: readonly string[],
  options: GivenOptions,
  context: CommandContext,
): Promise<ExitReason> {
  const given = readOptions(OPTIONS, options, 'evaluate');
  if (given.suggest) return evaluateSuggest(files, given, options, context);
  const { manifest, tune, writeManifest } = given;
  if (writeManifest !== undefined && !tune)
    throw new SameasError('setting-invalid', '--write-manifest says where --tune writes, and --tune was not given.', {
      advice: 'Add --tune, or use sameas check to write a manifest.',
    });
  const settings = settingsOf(options, context);
  const listFiles = files.slice(0, -1);
  refuseWithCluster(settings, {
    'The list': listFiles.length > 0 || filesInOptions(options).length > 0,
    '--tune': tune,
  });
  const isEmbedded = listFiles.length === 0 && manifest === undefined && settings.searchCluster === '';
  const source = sourceGiven(listFiles, options, accessGiven(settings, context));
  if (tune && isEmbedded)
    throw new SameasError('setting-invalid', 'The embedded dataset cannot be tuned.', {
      advice: 'Name your own list before the file of questions.',
    });
  const destination = tune ? await tuningDestination(source, writeManifest) : undefined;
  const plan = { given, goldFile: files.at(-1) ?? '', isEmbedded, source, destination };
  return whileOpen({ source }, settings, context, (asked) => evaluate(asked, plan, context));
}

async function evaluate(asked: DatasetToAsk, plan: EvaluationPlan, context: CommandContext): Promise<ExitReason> {
  const { type, precision, confusions, wholeFile, tune, json, limit = 10 } = plan.given;
  const { dataset, scoring } = asked.snapshot;
  const { metadata, entities } = dataset;
  const wantedPrecision = precision ?? metadata.targetPrecision;
  requireKnownType(dataset, type);
  const gold = await readGold(asked, plan);
  const survey = surveyGold(gold);
  context.write(withVisibleMarks(formatSurvey(gold, survey)));
  if (plan.isEmbedded) context.write(WITHOUT_LIST_NOTE);
  if (survey.queries === 0)
    throw new SameasError('gold-invalid', `${plan.goldFile} holds no query that could be asked.`, {
      facts: { file: plan.goldFile },
    });
  const aliases = await readLearnedAliases(asked.aliasFiles, dataset);
  const unlearned = withoutLearned(gold, aliases);
  const unlearnedSurvey = surveyGold(unlearned);
  const taught = survey.queries - unlearnedSurvey.queries;
  context.write(warnOfLearned(aliases, survey.queries, taught, tune));

  // Before the queries are asked: it throws where there is too little to learn from.
  const tuningGold = tune ? collectTuningGold(unlearned, unlearnedSurvey, wantedPrecision) : undefined;
  const how = { limit, type, wantedPrecision, confusions };
  const passes = await measureSingly(asked, gold, survey, how, context);
  const ofFile = wholeFile ? await measureWholeFile(asked, gold, survey, how, context) : undefined;
  if (ofFile !== undefined) passes.push(ofFile.evaluation);
  context.write(withVisibleMarks(`\n${formatEvaluation(passes, gold.lineWord)}`));
  const tuning = tuningGold === undefined ? undefined : await tuneDataset(asked, tuningGold, how, plan, context);
  if (json !== undefined)
    await writeReport(json, {
      dataset: { name: metadata.name, entities: entities.size, contentHash: metadata.contentHash },
      scorer: scoring.scorer,
      gold: { file: gold.file, notes: gold.notes, ...survey, taught },
      options: { limit, type, wantedPrecision },
      passes,
      ...(ofFile === undefined ? {} : { learned: ofFile.learned }),
      tuning,
    });
  return survey.problems.unusable.count + survey.problems['unknown-id'].count > 0 ? 'data' : 'success';
}

async function readGold({ whole }: DatasetToAsk, { given, goldFile, isEmbedded }: EvaluationPlan): Promise<OpenedGold> {
  const { queryColumn: query, expectedColumn: expected, property: properties } = given;
  try {
    return await openGold(goldFile, whole, { query, expected, properties });
  } catch (thrown) {
    throw isEmbedded ? withoutListFault(thrown, 'questions') : thrown;
  }
}

type OpenedGold = Awaited<ReturnType<typeof openGold>>;
type Survey = ReturnType<typeof surveyGold>;

interface Measuring {
  readonly limit: number;
  readonly type: string | undefined;
  readonly wantedPrecision: number;
  readonly confusions: number;
}

/** Measures each query as one of its own: by the names alone, and with properties where there are any. */
async function measureSingly(
  asked: DatasetToAsk,
  gold: OpenedGold,
  { queries, withProperties: some }: Survey,
  how: Measuring,
  context: CommandContext,
): Promise<Evaluation[]> {
  const passes: Evaluation[] = [];
  for (const withProperties of some > 0 ? [false, true] : [false]) {
    const what = some > 0 ? (withProperties ? ' with properties' : ' without properties') : '';
    const tell = reportProgress(context, queries, what);
    passes.push(await evaluateGold(asked, gold, { ...how, withProperties, onProgress: () => tell(1) }));
  }
  return passes;
}

/** Measures the queries as the rows of one table, and says what was learned from it. */
async function measureWholeFile(
  asked: DatasetToAsk,
  gold: OpenedGold,
  { queries }: Survey,
  how: Measuring,
  context: CommandContext,
): ReturnType<typeof evaluateWholeFile> {
  let tell: ((more: number) => void) | undefined;
  const onProgress = (): void => (tell ??= reportProgress(context, queries, ' as one file'))(1);
  const ofFile = await evaluateWholeFile(asked, gold, { ...how, withProperties: true, onProgress });
  context.write(formatLearned(ofFile?.learned));
  return ofFile;
}

/** Fits threshold and weights, and writes what matches better. */
async function tuneDataset(
  { snapshot }: DatasetToAsk,
  gold: ReturnType<typeof collectTuningGold>,
  { limit, type, wantedPrecision }: Measuring,
  { source, destination }: EvaluationPlan,
  context: CommandContext,
): Promise<TuningOutcome | undefined> {
  if (destination === undefined) return undefined;
  const tell = reportProgress(context, undefined, ' for fitting');
  const onQuery = (): void => tell(1);
  const tuning = tuneMatching(snapshot, gold, { limit, type, withProperties: true, wantedPrecision, onQuery });
  context.write(`\n${formatTuning(tuning)}`);
  if (tuning.tuning === undefined)
    context.write('Nothing was written: nothing that could be fitted matches better than what is there.\n');
  else {
    await saveTuning(source, tuning.tuning, destination);
    context.write(`Written into ${destination.path}. Serve it with: sameas serve ${destination.path}\n`);
  }
  return tuning;
}

const NAMES_TYPED = 300;

/** Measures search as you type of a dataset, by default the embedded one. Throws errors of loading. */
async function evaluateSuggest(
  files: readonly string[],
  { limit = 5, confusions, json, tune, wholeFile }: Given,
  options: GivenOptions,
  context: CommandContext,
): Promise<ExitReason> {
  if (tune || wholeFile)
    throw new SameasError('setting-invalid', '--suggest measures search as you type, and no matching.', {
      advice: 'Leave --tune and --whole-file out, or --suggest.',
    });
  const settings = settingsOf(options, context);
  refuseWithCluster(settings, { 'The list': files.length > 0 || filesInOptions(options).length > 0 });
  const source = sourceGiven(files, options, accessGiven(settings, context));
  const quality = await whileOpen({ source }, settings, context, (asked) =>
    measureSuggest(asked, asked.whole, { names: NAMES_TYPED, limit }),
  );
  context.write(withVisibleMarks(formatSuggestQuality(quality, confusions)));
  if (json !== undefined) await writeReport(json, quality);
  return 'success';
}
