import { replaceFile } from '../foundation/store/replace-file.js';
import { z } from 'zod';
import { DUPLICATE_FORMS, writtenDuplicate } from '../duplicates/duplicate-forms.js';
import { findDuplicates, MIN_PROBABILITY, type DuplicatesFound } from '../duplicates/find-duplicates.js';
import { formatGroups, summariseDuplicates } from '../duplicates/format-duplicates.js';
import { amountOf } from '../foundation/amount-of.js';
import { refuseToReplace } from '../input/answer-file.js';
import { withVisibleMarks } from '../foundation/visible-marks.js';
import { askInterruptibly } from './ask-interruptibly.js';
import type { CommandContext } from './command-definition.js';
import { accessGiven, filesInOptions, nameOfSource, sourceGiven } from './dataset-options.js';
import type { ExitReason } from './exit-codes.js';
import type { GivenOptions } from './given-options.js';
import { loadSnapshot, openInMemory, type LoadedSnapshot } from './load-snapshot.js';
import { numberOption, wholeNumberOption } from './number-option.js';
import { refuseOwnFiles, tableFormOf } from './own-outputs.js';
import { readOptions } from './read-options.js';
import { settingsOf } from './setting-options.js';
import { reportProgress } from './tell-progress.js';
import { writeReport } from './write-report.js';

const OPTIONS = z.object({
  out: z.string().optional(),
  replace: z.boolean().optional(),
  least: numberOption('--least', 0, 1),
  anyType: z.boolean().optional(),
  show: wholeNumberOption('--show', 0, 1_000_000),
  json: z.string().optional(),
});

const GROUPS_SHOWN = 20;
/** Ids that the report gives of the entities that share a name. */
const IDS_OF_SHARED_NAME = 10;

/** Looks for duplicates within a list, prints the first and writes all. An interrupt ends the asking, not the report. Throws what loading throws, `file-exists` and `file-unwritable`. */
export async function runDuplicates(
  files: readonly string[],
  options: GivenOptions,
  context: CommandContext,
): Promise<ExitReason> {
  const {
    out,
    replace = false,
    least = MIN_PROBABILITY,
    anyType = false,
    show = GROUPS_SHOWN,
    json,
  } = readOptions(OPTIONS, options, 'duplicates');
  const form = out === undefined ? undefined : tableFormOf(out);
  const settings = settingsOf(options, context);
  refuseOwnFiles([...files, ...filesInOptions(options)], out, json);
  if (out !== undefined) refuseToReplace(out, replace);
  context.writeError(`Loading ${nameOfSource(files, options)} …\n`);
  const loaded = await loadSnapshot(sourceGiven(files, options, accessGiven(settings, context)), settings, context);
  const { snapshot } = loaded;
  const { entities } = snapshot.dataset;
  context.writeError(`${amountOf(entities.size, 'entity', 'entities')}; each is asked for among the others.\n`);
  const found = await askInterruptibly(
    context,
    { createExecutor: openInMemory(loaded).createExecutor, workers: settings.workers },
    (executor, mustStop) =>
      findDuplicates(
        snapshot,
        executor,
        { least, anyType },
        {
          asked: reportProgress(context, entities.size, ''),
          judging: (pairs) => context.writeError(`  ${amountOf(pairs, 'pair')} to look at more closely\n`),
          mustStop,
        },
      ),
  );
  context.write(
    withVisibleMarks(
      `${formatGroups(found.groups, entities, show)}${found.groups.length > 0 && show > 0 ? '\n' : ''}${summariseDuplicates(found, entities)}`,
    ),
  );
  if (out !== undefined && form !== undefined) {
    await replaceFile(out, DUPLICATE_FORMS[form](found.groups, entities), { mode: 0o666 });
    context.write(`Written to ${out}.\n`);
  }
  if (json !== undefined) await writeReport(json, reportOf(found, snapshot, anyType));
  if (found.asked < entities.size) {
    context.write('Stopped before all were asked for: pairs of which neither was asked for are missing.\n');
    return 'interrupted';
  }
  return found.failed > 0 ? 'data' : 'success';
}

/** What `--json` writes: the list, what was asked of it, and all that was found. */
function reportOf(
  { groups, blocks, asked, inBlocks, failed, shared, least }: DuplicatesFound,
  { dataset, scoring }: LoadedSnapshot['snapshot'],
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
    sharedNames: blocks.map(({ name, entities: sharing }) => ({
      name,
      entities: sharing.length,
      ids: sharing.slice(0, IDS_OF_SHARED_NAME).map((entity) => entities.idOf(entity)),
    })),
    groups: groups.map((group) => ({
      entities: group.entities.map((entity) => ({ id: entities.idOf(entity), name: entities.nameOf(entity) })),
      pairs: group.duplicates.map((duplicate) => writtenDuplicate(duplicate, entities)),
    })),
  };
}
