import type { MatchingRuns } from '../../review/matching-runs.js';
import type { RowState } from '../../review/row-states.js';
import type { Exchange } from '../exchange.js';
import { UPLOADS_PATH, type DatasetUploads } from '../uploads/dataset-uploads.js';
import type { RunRecord } from '../../review/run-record.js';

export interface BegunRun {
  readonly record: RunRecord;
  /** Address of its dataset, no slash at the end. */
  readonly dataset: string;
  readonly list: string;
  /** Rows in each state; `undefined` while they are being matched, of older tables, and where files are damaged. */
  readonly counts: Readonly<Record<RowState, number>> | undefined;
}

interface RunsPlace extends Pick<BegunRun, 'dataset' | 'list'> {
  readonly runs: MatchingRuns;
}

/** Runs of datasets uploaded to the service at `serviceUrl`. */
export function uploadedRuns(uploads: DatasetUploads, serviceUrl: string): readonly RunsPlace[] {
  return uploads
    .all()
    .flatMap(({ id, file, runs }) =>
      runs === undefined ? [] : [{ dataset: `${serviceUrl}/${UPLOADS_PATH}/${id}`, list: file, runs }],
    );
}

/** Counting opens a table; more than these are not kept open. */
const MAX_COUNTED = 5;

const RUNS_SHOWN = 5;

/**
 * Tables of these places, newest first, at most `most`. Cost: for each of the newest the reading of its answers, unless
 * they are open already.
 */
export async function begunRuns(places: readonly RunsPlace[], most = Infinity): Promise<readonly BegunRun[]> {
  const all = await Promise.all(
    places.map(async (place) => (await place.runs.list()).map((record) => ({ ...place, record }))),
  );
  const newest = all
    .flat()
    .sort((a, b) => b.record.created.localeCompare(a.record.created))
    .slice(0, most);
  return Promise.all(
    newest.map(async ({ dataset, list, runs, record }, i) => {
      const isCounted = i < MAX_COUNTED && record.status === 'done';
      const run = isCounted ? await runs.open(record.id).catch(() => undefined) : undefined;
      return { record, dataset, list, counts: run?.counts() };
    }),
  );
}

/** The newest of these for a start page; none where the client may not judge them. */
export async function latestRuns({ access }: Exchange, places: readonly RunsPlace[]): Promise<readonly BegunRun[]> {
  try {
    access.admit('judge');
  } catch {
    return [];
  }
  return begunRuns(places, RUNS_SHOWN);
}
