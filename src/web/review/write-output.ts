import type { Dataset } from '../../entities/dataset.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { writeAnswerSheet } from '../../questions/answer-sheet.js';
import { MatchingRun } from '../../review/matching-run.js';
import { reviewCsv, reviewJsonLines, reviewOperations, reviewSheet, reviewSssom } from '../../review/review-outputs.js';
import type { OutputTask } from '../matching/table-task.js';
import type { Reply } from '../reply.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The reviewed table as a file, in the form that `as` names: csv, xlsx, jsonl, sssom or openrefine. Throws `parameter-invalid`. Done on a thread, beside the one that has the run open. */
export async function writeOutput({ record, folder, as, softwareVersion, space }: OutputTask, dataset: Dataset): Promise<Reply> {
  const run = await MatchingRun.open(folder, record, { readOnly: true });
  const rows = await run.rows(0, record.rowCount, dataset);
  await run.close();
  const file = (text: string, contentType: string, ending: string): Reply => ({ kind: 'text', text, contentType, cache: 'never', saveAs: `${savedName(record.name)}.${ending}` });
  switch (as) {
    case 'csv':
      return file(reviewCsv(run, rows), 'text/csv; charset=utf-8', 'csv');
    case 'jsonl':
      return file(reviewJsonLines(run, rows), 'application/x-ndjson; charset=utf-8', 'jsonl');
    case 'sssom':
      return file(reviewSssom(run, rows, dataset, softwareVersion), 'text/tab-separated-values; charset=utf-8', 'sssom.tsv');
    case 'openrefine':
      return file(reviewOperations(run, rows, space).json, 'application/json; charset=utf-8', 'openrefine.json');
    case 'xlsx':
      return { kind: 'file', bytes: writeAnswerSheet(reviewSheet(run, rows)), contentType: XLSX, cache: 'never', saveAs: `${savedName(record.name)}.xlsx` };
    default:
      throw new SameasError('parameter-invalid', `The table cannot be had as "${as.slice(0, 40)}".`, { advice: 'Choose csv, xlsx, jsonl, sssom or openrefine.', facts: { parameter: 'as' } });
  }
}

/** What a file is called, in ASCII and without its ending. */
function savedName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || 'table'}-matched`;
}
