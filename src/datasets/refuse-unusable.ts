import { SameasError } from '../foundation/sameas-error.js';
import { noRecords, type DataFile } from './data-file.js';
import type { ProblemLog } from './load-report.js';

const MIN_RECORDS = 20;
const MAX_LEFT_OUT = 0.5;

/**
 * Throws `dataset-mostly-unusable` when more than half of the records are rejected and the columns were detected only.
 */
export function refuseMostlyUnusable(
  files: readonly DataFile[],
  recordsByFile: readonly number[],
  problems: ProblemLog,
): void {
  const records = recordsByFile.reduce((sum, count) => sum + count, 0);
  if (records < MIN_RECORDS || problems.rejected <= records * MAX_LEFT_OUT) return;
  throw new SameasError(
    'dataset-mostly-unusable',
    `${String(problems.rejected)} of ${String(records)} records cannot be used: the columns are probably other ones than was recognised.${firstReason(problems)}`,
    {
      advice:
        'Say which column is the name (--name-column) and the id (--id-column), or check the file. With columns that you name, the rest is loaded and the report lists what is left out.',
      facts: { files: files.map(({ file }) => file), rejected: problems.rejected, records },
    },
  );
}

function firstReason(problems: ProblemLog): string {
  const first = problems.list()[0]?.examples[0];
  if (first === undefined) return '';
  return ` The first reason (${first.file}${first.line === undefined ? '' : `, ${first.unit ?? 'line'} ${first.line}`}): ${first.message}`;
}

/** The error for files without a usable record. */
export function nothingUsable(
  files: readonly DataFile[],
  recordsByFile: readonly number[],
  problems: ProblemLog,
): SameasError {
  const emptyFile = files.find((_, i) => recordsByFile[i] === 0);
  if (emptyFile !== undefined && problems.rejected === 0) return noRecords(emptyFile.file);
  return new SameasError(
    'dataset-empty',
    `Not one of ${recordsByFile.reduce((sum, count) => sum + count, 0)} records could be used.${firstReason(problems)}`,
    {
      advice:
        'Check that the file is what it should be, or say in a manifest which column is the id and which the name.',
      facts: { files: files.map(({ file }) => file) },
    },
  );
}
