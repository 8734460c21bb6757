import { replaceFile } from '../foundation/store/replace-file.js';
import { z } from 'zod';
import type { DatasetToAsk } from '../assembly/open-cluster.js';
import { DUPLICATE_FORMS, formatGroups, summariseDuplicates, writtenDuplicate } from '../duplicates/duplicate-forms.js';
import { type DuplicatesFound, MIN_PROBABILITY, findDuplicates } from '../duplicates/find-duplicates.js';
import { clusterFaultIn } from '../describe/answer.js';
import { amountOf } from '../foundation/amount-of.js';
import { SameasError } from '../foundation/sameas-error.js';
import { refuseToReplace } from '../input/answer-file.js';
import type { ClusterEntities } from '../input/table-dataset.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { withVisibleMarks } from '../foundation/visible-marks.js';
import { askInterruptibly, nameOfDataset, refuseWithCluster, whileOpen } from './dataset-to-ask.js';
import { type ClusterWait, askUntilAnswered } from '../cluster/ask-until-answered.js';
import type { CommandContext, ExitReason } from './command-definition.js';
import { accessGiven, filesInOptions, sourceGiven } from './dataset-options.js';
import { type GivenOptions, numberOption, readOptions, wholeNumberOption } from './given-options.js';
import { refuseOwnFiles, tableFormOf, writeReport } from './outputs.js';
import { settingsOf } from './setting-options.js';
import { reportProgress } from './tell-progress.js';

const GROUPS_SHOWN = 20;

const OPTIONS = z.object({
  out: z.string().optional(),
  replace: z.boolean().default(false),
  least: numberOption('--least', 0, 1).transform((least = MIN_PROBABILITY) => least),
  anyType: z.boolean().default(false),
  show: wholeNumberOption('--show', 0, 1_000_000).transform((show = GROUPS_SHOWN) => show),
  json: z.string().optional(),
});

/**
 * Finds duplicates within a dataset, prints the first and writes all. An interrupt ends the queries, not the report.
 * Throws errors of loading, `file-exists` and `file-unwritable`.
 */
export async function runDuplicates(
  files: readonly string[],
  options: GivenOptions,
  context: CommandContext,
): Promise<ExitReason> {
  const { out, replace, least, anyType, show, json } = readOptions(OPTIONS, options, 'duplicates');
  const form = out === undefined ? undefined : tableFormOf(out);
  const settings = settingsOf(options, context);
  refuseOwnFiles([...files, ...filesInOptions(options)], out, json);
  if (out !== undefined) refuseToReplace(out, replace);
  refuseWithCluster(settings, { 'The list': files.length > 0 || filesInOptions(options).length > 0 });
  context.writeError(`Loading ${nameOfDataset(files, options, settings)} …\n`);
  const source = sourceGiven(files, options, accessGiven(settings, context));
  return whileOpen({ source }, settings, context, async (opened) => {
    const { snapshot } = opened;
    const { size } = snapshot.dataset.entities;
    context.writeError(`${amountOf(size, 'entity', 'entities')}; each is asked for among the others.\n`);
    const found = await askForEach(opened, { least, anyType }, settings.workers, context);
    context.write(
      withVisibleMarks(
        `${formatGroups(found.groups, show)}${found.groups.length > 0 && show > 0 ? '\n' : ''}${summariseDuplicates(found, size)}`,
      ),
    );
    if (out !== undefined && form !== undefined) {
      await replaceFile(out, DUPLICATE_FORMS[form](found.groups), { mode: 0o666 });
      context.write(`Written to ${out}.\n`);
    }
    if (json !== undefined) await writeReport(json, reportOf(found, snapshot, anyType));
    if (found.asked < size) {
      context.write('Stopped before all were asked for: pairs of which neither was asked for are missing.\n');
      return 'interrupted';
    }
    return found.failed > 0 ? 'data' : 'success';
  });
}

/** Finds the duplicates, waiting for a search cluster that does not answer. */
function askForEach(
  { snapshot, whole, read, createExecutor }: DatasetToAsk,
  how: { readonly least: number; readonly anyType: boolean },
  workers: number,
  context: CommandContext,
): Promise<DuplicatesFound> {
  return askInterruptibly(context, { createExecutor, workers }, (executor, mustStop) => {
    const wait: ClusterWait = {
      mayWait: () => {
        if (mustStop()) throw new SameasError('command-cancelled', 'Stopped while the search cluster did not answer.');
      },
      tellWaiting: (fault) => context.writeError(`${fault} Waiting for it.\n`),
    };
    return findDuplicates(
      {
        snapshot,
        whole: whole.cluster === undefined ? whole : { ...whole, cluster: waitingFor(whole.cluster, wait) },
        read: (compute) => askUntilAnswered(() => read(compute), wait),
        executor: { execute: (...batch) => askUntilAnswered(() => executor.execute(...batch), wait, clusterFaultIn) },
      },
      how,
      {
        asked: reportProgress(context, snapshot.dataset.entities.size, ''),
        judging: (pairs) => context.writeError(`  ${amountOf(pairs, 'pair')} to look at more closely\n`),
        mustStop,
      },
    );
  });
}

/** Entities of a search cluster, with retries. */
function waitingFor(cluster: ClusterEntities, wait: ClusterWait): ClusterEntities {
  return {
    ...cluster,
    fetchIds: (ids) => askUntilAnswered(() => cluster.fetchIds(ids), wait),
    fetchOrdinals: (ordinals) => askUntilAnswered(() => cluster.fetchOrdinals(ordinals), wait),
  };
}

/** Output of `--json`: the dataset, its queries, and all duplicates. */
function reportOf(
  { groups, blocks, asked, inBlocks, failed, shared, least }: DuplicatesFound,
  { dataset, scoring }: DatasetSnapshot,
  anyType: boolean,
): unknown {
  const { metadata, entities } = dataset;
  const duplicates = groups.flatMap((group) => group.duplicates);
  return {
    dataset: { name: metadata.name, entities: entities.size, contentHash: metadata.contentHash },
    scorer: scoring.scorer,
    options: { least, anyType },
    entities: { asked, failed, ofSharedNames: shared + inBlocks },
    pairs: { total: duplicates.length, sameName: duplicates.filter(({ sameName }) => sameName).length },
    sharedNames: blocks.map(({ name, size, ids }) => ({
      name,
      entities: size,
      ids,
    })),
    groups: groups.map((group) => ({
      entities: group.entities.map(({ id, name }) => ({ id, name })),
      pairs: group.duplicates.map((duplicate) => writtenDuplicate(duplicate)),
    })),
  };
}
