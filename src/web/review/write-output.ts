import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset } from '../../entities/dataset.js';
import type { TableDataset } from '../../input/table-dataset.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { MatchingRun } from '../../review/matching-run.js';
import {
  reviewCsv,
  reviewJsonLines,
  reviewOperations,
  reviewSssom,
  reviewWorkbook,
  type FilePieces,
} from '../../review/review-outputs.js';
import type { OutputTask } from '../matching/table-task.js';
import type { Reply } from '../exchange.js';

/** A form of the file: media type, ending of its name, and contents. */
interface OutputForm {
  readonly contentType: string;
  readonly ending: string;
  readonly pieces: (run: MatchingRun, dataset: Dataset, task: OutputTask) => FilePieces;
}

const FORMS: ReadonlyMap<string, OutputForm> = new Map<string, OutputForm>([
  [
    'csv',
    {
      contentType: 'text/csv; charset=utf-8',
      ending: 'csv',
      pieces: (run, dataset) => reviewCsv(run, dataset, false),
    },
  ],
  [
    'spreadsheet-csv',
    { contentType: 'text/csv; charset=utf-8', ending: 'csv', pieces: (run, dataset) => reviewCsv(run, dataset, true) },
  ],
  [
    'xlsx',
    {
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ending: 'xlsx',
      pieces: reviewWorkbook,
    },
  ],
  [
    'tsv',
    {
      contentType: 'text/tab-separated-values; charset=utf-8',
      ending: 'tsv',
      pieces: (run, dataset) => reviewCsv(run, dataset, false, '\t'),
    },
  ],
  ['jsonl', { contentType: 'application/x-ndjson; charset=utf-8', ending: 'jsonl', pieces: reviewJsonLines }],
  [
    'sssom',
    {
      contentType: 'text/tab-separated-values; charset=utf-8',
      ending: 'sssom.tsv',
      pieces: (run, dataset, { softwareVersion }) => reviewSssom(run, dataset, softwareVersion),
    },
  ],
  [
    'openrefine',
    {
      contentType: 'application/json; charset=utf-8',
      ending: 'openrefine.json',
      pieces: (run, dataset, { space }) => reviewOperations(run, dataset, space),
    },
  ],
]);

/** Files that are being written, and their age when the process that wrote them was killed. */
const WRITTEN = 'saving-';
const ABANDONED_MS = 3_600_000;
/** Of a dataset in a search cluster. */
const IDS_LOOKED_AT = 1_000;

/**
 * Writes the reviewed table to a temporary file of the run, in the form `as`: csv, spreadsheet-csv, tsv, xlsx, jsonl,
 * sssom or openrefine; the sender removes the file. Throws `parameter-invalid`. Memory: some hundred bytes a row. Done
 * on a thread, while another one has the run open.
 */
export async function writeOutput(task: OutputTask, { dataset: whole, cluster }: TableDataset): Promise<Reply> {
  const { record, folder, saved, as } = task;
  const form = FORMS.get(as);
  if (form === undefined)
    throw new SameasError(
      'parameter-invalid',
      sentence('The table is not available as "{form}".', { form: as.slice(0, 40) }),
      {
        advice: sentence('Choose csv, spreadsheet-csv, tsv, xlsx, jsonl, sssom or openrefine.'),
        facts: { parameter: 'as' },
      },
    );
  await removeAbandoned(folder);
  // A sample of ids shows their prefix.
  const dataset = cluster === undefined || as !== 'sssom' ? whole : await cluster.sample(IDS_LOOKED_AT);
  const run = await MatchingRun.open(folder, record, { saved });
  const path = join(folder, `${WRITTEN}${randomUUID()}`);
  try {
    await writeFile(path, form.pieces(run, dataset, task), { flag: 'wx', mode: 0o600 });
  } catch (thrown) {
    await rm(path, { force: true });
    throw thrown;
  } finally {
    await run.close();
  }
  return { kind: 'stored', path, contentType: form.contentType, saveAs: `${savedName(record.name)}.${form.ending}` };
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(WRITTEN)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

/** File name in ASCII, without its ending. */
function savedName(name: string): string {
  return `${
    name
      .replace(/\.[^.]*$/, '')
      .replace(/[^\w-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'table'
  }-matched`;
}
