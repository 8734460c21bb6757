import { z } from 'zod';
import { evaluateGold } from '../evaluation/evaluate-gold.js';
import { evaluateWholeFile } from '../evaluation/evaluate-whole-file.js';
import type { Evaluation } from '../evaluation/evaluation.js';
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
import { saveTuning, tuningDestination } from './save-manifest.js';
import { settingsOf } from './setting-options.js';
import { reportProgress } from './tell-progress.js';
import { writeReport } from './outputs.js';

const OPTIONS = z.object({
  manifest: z.string().optional(),
  limit: wholeNumberOption('--limit', 1, 100),
  type: z.string().optional(),
  precision: numberOption('--precision', 0.5, 1),
  confusions: wholeNumberOption('--confusions', 0, 10_000),
  queryColumn: z.string().optional(),
  property: z.array(z.string()).optional(),
  expectedColumn: z.string().optional(),
  json: z.string().optional(),
  wholeFile: z.boolean().optional(),
  suggest: z.boolean().optional(),
  tune: z.boolean().optional(),
  writeManifest: z.string().optional(),
});

/**
 * Sends the queries of a file and measures the quality of the answers. Throws errors of loading, and `gold-invalid`.
 */
export async function runEvaluation(
  files: readonly string[],
  options: GivenOptions,
  context: CommandContext,
): Promise<ExitReason> {
  const read = readOptions(OPTIONS, options, 'evaluate');
  if (read.suggest === true) return evaluateSuggest(files, read, options, context);
  const {
    manifest,
    limit = 10,
    type,
    precision,
    confusions = 10,
    queryColumn,
    property: properties,
    expectedColumn,
    json,
    wholeFile = false,
    tune = false,
    writeManifest,
  } = read;
  if (writeManifest !== undefined && !tune)
    throw new SameasError('setting-invalid', '--write-manifest says where --tune writes, and --tune was not given.', {
      advice: 'Add --tune, or use sameas check to write a manifest.',
    });
  const settings = settingsOf(options, context);
  const goldFile = files.at(-1) ?? '';
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
  return whileOpen({ source }, settings, context, async (asked) => {
    const { snapshot, whole } = asked;
    const { dataset } = snapshot;
    requireKnownType(dataset, type);
    const gold = await openGold(goldFile, whole, { query: queryColumn, expected: expectedColumn, properties }).catch(
      (thrown: unknown) => {
        throw isEmbedded ? withoutListFault(thrown, 'questions') : thrown;
      },
    );
    const survey = surveyGold(gold);
    context.write(withVisibleMarks(formatSurvey(gold, survey)));
    if (isEmbedded) context.write(WITHOUT_LIST_NOTE);
    if (survey.queries === 0)
      throw new SameasError('gold-invalid', `${goldFile} holds no query that could be asked.`, {
        facts: { file: goldFile },
      });

    const aliases = await readLearnedAliases(asked.aliasFiles, dataset);
    const unlearned = withoutLearned(gold, aliases);
    const unlearnedSurvey = surveyGold(unlearned);
    context.write(warnOfLearned(aliases, survey.queries, survey.queries - unlearnedSurvey.queries, tune));

    const wantedPrecision = precision ?? dataset.metadata.targetPrecision;
    const tuningGold = tune ? collectTuningGold(unlearned, unlearnedSurvey, wantedPrecision) : undefined;
    const passes: Evaluation[] = [];
    for (const withProperties of survey.withProperties > 0 ? [false, true] : [false]) {
      const tell = reportProgress(
        context,
        survey.queries,
        survey.withProperties > 0 ? (withProperties ? ' with properties' : ' without properties') : '',
      );
      passes.push(
        await evaluateGold(asked, gold, {
          limit,
          type,
          withProperties,
          wantedPrecision,
          confusions,
          onProgress: () => {
            tell(1);
          },
        }),
      );
    }
    let tellRow: ((more: number) => void) | undefined;
    const onRow = (): void => {
      (tellRow ??= reportProgress(context, survey.queries, ' as one file'))(1);
    };
    const ofFile = wholeFile
      ? await evaluateWholeFile(asked, gold, {
          limit,
          type,
          withProperties: true,
          wantedPrecision,
          confusions,
          onProgress: onRow,
        })
      : undefined;
    if (ofFile !== undefined) passes.push(ofFile.evaluation);
    if (wholeFile) context.write(formatLearned(ofFile?.learned));
    context.write(withVisibleMarks(`\n${formatEvaluation(passes, gold.lineWord)}`));
    let tuning: TuningOutcome | undefined;
    if (tuningGold !== undefined && destination !== undefined) {
      const tell = reportProgress(context, undefined, ' for fitting');
      tuning = tuneMatching(snapshot, tuningGold, {
        limit,
        type,
        withProperties: true,
        wantedPrecision,
        onQuery: () => {
          tell(1);
        },
      });
      context.write(`\n${formatTuning(tuning)}`);
      if (tuning.tuning === undefined)
        context.write('Nothing was written: nothing that could be fitted matches better than what is there.\n');
      else {
        await saveTuning(source, tuning.tuning, destination);
        context.write(`Written into ${destination.path}. Serve it with: sameas serve ${destination.path}\n`);
      }
    }
    if (json !== undefined) {
      const { metadata, entities } = dataset;
      await writeReport(json, {
        dataset: { name: metadata.name, entities: entities.size, contentHash: metadata.contentHash },
        scorer: snapshot.scoring.scorer,
        gold: { file: gold.file, notes: gold.notes, ...survey, taught: survey.queries - unlearnedSurvey.queries },
        options: { limit, type, wantedPrecision },
        passes,
        ...(ofFile === undefined ? {} : { learned: ofFile.learned }),
        tuning,
      });
    }
    return survey.problems.unusable.count + survey.problems['unknown-id'].count > 0 ? 'data' : 'success';
  });
}

const NAMES_TYPED = 300;

/** Measures search as you type of a dataset, by default the embedded one. Throws errors of loading. */
async function evaluateSuggest(
  files: readonly string[],
  { limit = 5, confusions = 10, json, tune, wholeFile }: z.infer<typeof OPTIONS>,
  options: GivenOptions,
  context: CommandContext,
): Promise<ExitReason> {
  if (tune === true || wholeFile === true)
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
