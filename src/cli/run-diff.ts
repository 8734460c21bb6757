import { z } from 'zod';
import { indexPathOf, isIndexFolder, openIndex } from '../assembly/built-index/index-folder.js';
import { refuseWithBuiltIndex } from '../assembly/built-index/refuse-with-built-index.js';
import { type Comparison, compareDatasets } from '../comparison/compare-datasets.js';
import { type TableUse, countUses } from '../comparison/count-uses.js';
import { formatComparison, isSame, successorsOf } from '../comparison/format-comparison.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { loadDataset } from '../datasets/load-dataset.js';
import { openDataFiles } from '../datasets/open-data-file.js';
import { STANDARD_INPUT, shownPath } from '../datasets/sources/source-address.js';
import { NO_WEB } from '../datasets/sources/source-table.js';
import type { Dataset } from '../entities/dataset.js';
import { attachDataset } from '../entities/packed-entity-store.js';
import { amountOf } from '../foundation/amount-of.js';
import { SameasError } from '../foundation/sameas-error.js';
import { withVisibleMarks } from '../foundation/visible-marks.js';
import type { CommandContext, ExitReason } from './command-definition.js';
import { accessGiven, sourceGiven } from './dataset-options.js';
import { type GivenOptions, readOptions, wholeNumberOption } from './given-options.js';
import { tellLoading } from './tell-progress.js';
import { settingsOf } from './setting-options.js';

const SHOWN = 20;

const OPTIONS = z.object({
  format: z.enum(['text', 'json'], { error: '--format must be text or json' }).default('text'),
  show: wholeNumberOption('--show', 0, 1_000_000).transform((show = SHOWN) => show),
  usedIn: z.array(z.string()).default([]),
  usedColumn: z.string().optional(),
  exitCode: z.boolean().default(false),
});

/** Compares two datasets and prints their differences. Throws errors of loading, and `setting-invalid`. */
export async function runDiff(
  files: readonly string[],
  options: GivenOptions,
  context: CommandContext,
): Promise<ExitReason> {
  const { format, show, usedIn, usedColumn, exitCode } = readOptions(OPTIONS, options, 'diff');
  const [oldFile, newFile] = twoLists(files, usedIn);
  const access = accessGiven(settingsOf(options, context), context);
  const old = await load(sourceGiven([oldFile], options, access), context);
  const next = await load(sourceGiven([newFile], options, access), context);
  const comparison = compareDatasets(old, next);
  const uses: TableUse[] = [];
  for (const path of usedIn)
    for (const table of await openDataFiles([{ path }], {}, access)) uses.push(countUses(table, old, next, usedColumn));
  context.write(
    format === 'json'
      ? `${JSON.stringify(reportOf(comparison, uses), undefined, 2)}\n`
      : withVisibleMarks(formatComparison(comparison, uses, show)),
  );
  const isDifferent = usedIn.length > 0 ? uses.some(({ gone }) => gone.length > 0) : !isSame(comparison);
  return exitCode && isDifferent ? 'different' : 'success';
}

function twoLists(files: readonly string[], usedIn: readonly string[]): readonly [string, string] {
  const [old, next, more] = files;
  if (old === undefined || next === undefined || more !== undefined)
    throw new SameasError('setting-invalid', 'Two lists are compared, the old one and the new one.', {
      advice: 'Name two. Of a list in several files, name the folder or a manifest.',
    });
  if ([old, next, ...usedIn].filter((path) => path === STANDARD_INPUT).length > 1)
    throw new SameasError('setting-invalid', 'Only one list can come from the standard input.', {
      advice: 'Save the other one in a file.',
    });
  return [old, next];
}

/** The entities of a dataset; no index is built for it. */
async function load(source: DatasetSource, context: CommandContext): Promise<Dataset> {
  const folder = source.files.find(isIndexFolder);
  if (folder !== undefined) {
    refuseWithBuiltIndex(folder, source);
    const { facts, sections } = await openIndex(indexPathOf(folder));
    return attachDataset(facts, sections);
  }
  const { facts, entitySections, report, manifest } = await loadDataset(
    { access: NO_WEB, ...source },
    () => undefined,
    tellLoading(context),
  );
  context.showStatus('');
  const { rejected } = report.counts;
  const name = source.files.map(shownPath).join(', ');
  if (rejected > 0)
    context.writeError(
      `${name}: ${amountOf(rejected, 'record')} could not be used and ${rejected === 1 ? 'is' : 'are'} missing in the comparison; sameas check ${name} shows why.\n`,
    );
  if (manifest.columns?.id === false)
    context.writeError(
      `${name}: no column of ids was found, so ids are made of the names, and an entity that was renamed is a removed and an added one. --id-column names the column.\n`,
    );
  return attachDataset(facts, entitySections);
}

/** Output of `--format json`. */
function reportOf({ successions, ...comparison }: Comparison, uses: readonly TableUse[]): unknown {
  const counts = {
    added: comparison.added.length,
    removed: comparison.removed.length,
    renamed: comparison.renamed.length,
    changed: comparison.changed.length,
  };
  return {
    counts,
    ...comparison,
    successions,
    usedIn: uses.map((use) => ({
      ...use,
      gone: use.gone.map((one) => ({ ...one, successors: successorsOf(one.id, successions) })),
    })),
  };
}
