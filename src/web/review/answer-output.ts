import { SameasError } from '../../foundation/sameas-error.js';
import { writeAnswerSheet } from '../../questions/answer-sheet.js';
import { describeService } from '../../protocols/describe-service.js';
import type { ReviewedRow } from '../../review/matching-run.js';
import { reviewCsv, reviewJsonLines, reviewOperations, reviewSheet, reviewSssom } from '../../review/review-outputs.js';
import type { Reply } from '../reply.js';
import type { RunExchange } from './run-context.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The reviewed table as a file, in the form that `as` names: csv, xlsx, jsonl, sssom or openrefine. */
export async function answerOutput(asked: RunExchange): Promise<Reply> {
  const { exchange, web, run, dataset } = asked;
  const rows = await run.rows(0, run.record.rowCount, dataset);
  const as = exchange.parameters.get('as') ?? 'csv';
  const file = (text: string, contentType: string, ending: string): Reply => ({ kind: 'text', text, contentType, cache: 'never', saveAs: `${savedName(run.record.name)}.${ending}` });
  switch (as) {
    case 'csv':
      return file(reviewCsv(run, rows), 'text/csv; charset=utf-8', 'csv');
    case 'jsonl':
      return file(reviewJsonLines(run, rows), 'application/x-ndjson; charset=utf-8', 'jsonl');
    case 'sssom':
      return file(reviewSssom(run, rows, dataset, web.softwareVersion), 'text/tab-separated-values; charset=utf-8', 'sssom.tsv');
    case 'openrefine':
      return file(operations(asked, rows), 'application/json; charset=utf-8', 'openrefine.json');
    case 'xlsx':
      return { kind: 'file', bytes: writeAnswerSheet(reviewSheet(run, rows)), contentType: XLSX, cache: 'never', saveAs: `${savedName(run.record.name)}.xlsx` };
    default:
      throw new SameasError('parameter-invalid', `The table cannot be had as "${as.slice(0, 40)}".`, { advice: 'Choose csv, xlsx, jsonl, sssom or openrefine.', facts: { parameter: 'as' } });
  }
}

function operations({ exchange, run }: RunExchange, rows: readonly ReviewedRow[]): string {
  const service = describeService(exchange.served().snapshot, exchange.baseUrl, exchange.limits.batchSize);
  return reviewOperations(run, rows, { identifierSpace: service.identifierSpace, schemaSpace: service.schemaSpace, service: `${exchange.baseUrl}/` }).json;
}

/** What a file is called, in ASCII and without its ending. */
function savedName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || 'table'}-matched`;
}
