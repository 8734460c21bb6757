import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { isReadOnly, READ_ONLY_PATIENCE_MS, readOnly, type RetryingCluster } from './retry-requests.js';
import { appendAll } from '../../foundation/append-all.js';

/** A document and its identifier. */
export interface PlacedDocument {
  readonly id: string;
  /** `undefined`: the document is deleted. */
  readonly document: object | undefined;
  /** A document that has been written with a higher version stays as it is. */
  readonly version?: number;
}

/** Documents of one request, and requests under way: more do not make a cluster quicker, and the memory that they take is bounded. */
const DOCUMENTS_OF_REQUEST = 1000;
const REQUESTS_AT_ONCE = 3;
/** Characters of one request, for records that are long. */
const MAX_CHARACTERS = 4_000_000;
/** A cluster that has too much to do is asked again after such pauses. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const MAX_ATTEMPTS = 40;
const TOO_MANY = 429;
/** Of a document to be deleted that there is not, and of one that has a higher version. */
const DONE: readonly number[] = [404, 409];

const item = z.object({ status: z.number(), error: z.unknown() }).partial({ error: true });
const answerSchema = z.object({
  errors: z.boolean(),
  items: z.array(z.union([z.object({ index: item }), z.object({ delete: item })])),
});

/**
 * Writes documents into an index, in their order, a few requests at a time: the next ones are made when an earlier one has been taken. What the cluster has no room for is sent
 * again after a pause. `tell` hears how many are written. Rejects with `search-cluster-refused` for a document that the cluster does not take; no request is under way then.
 */
export async function loadDocuments(
  cluster: RetryingCluster,
  index: string,
  documents: Iterable<PlacedDocument>,
  tell: (written: number) => void,
): Promise<number> {
  const underWay = new Set<Promise<void>>();
  let written = 0;
  let failed: unknown;
  const send = async (requested: readonly BulkLine[]): Promise<void> => {
    try {
      await writeAll(cluster, index, requested);
      written += requested.length;
      tell(written);
    } catch (thrown) {
      failed ??= thrown;
    }
  };
  const begin = async (lines: readonly BulkLine[]): Promise<void> => {
    const sent = send(lines).finally(() => underWay.delete(sent));
    underWay.add(sent);
    if (underWay.size >= REQUESTS_AT_ONCE) await Promise.race(underWay);
  };
  let lines: BulkLine[] = [];
  let characters = 0;
  for (const placed of documents) {
    const line = bulkLineOf(placed);
    lines.push(line);
    characters += line[1]?.length ?? 0;
    if (lines.length < DOCUMENTS_OF_REQUEST && characters < MAX_CHARACTERS) continue;
    await begin(lines);
    lines = [];
    characters = 0;
    if (failed !== undefined) break;
  }
  if (lines.length > 0 && failed === undefined) await begin(lines);
  await Promise.all(underWay);
  if (failed !== undefined) throw failed as Error; // caught above
  return written;
}

/** An action with its document, if any. */
type BulkLine = readonly string[];

function bulkLineOf({ id, document, version }: PlacedDocument): BulkLine {
  const place = { _id: id, ...(version !== undefined && { version, version_type: 'external_gte' }) };
  if (document === undefined) return [JSON.stringify({ delete: place })];
  return [JSON.stringify({ index: place }), JSON.stringify(document)];
}

/** One request, and again for those of its documents for which there was no room. */
async function writeAll(cluster: RetryingCluster, index: string, requested: readonly BulkLine[]): Promise<void> {
  let lines = requested;
  let pauseMs = FIRST_PAUSE_MS;
  const begun = performance.now();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { body } = await cluster.need({
      method: 'POST',
      path: `/${index}/_bulk`,
      query: { filter_path: 'errors,items.*.status,items.*.error' },
      body: lines.flat(),
    });
    const answer = answerSchema.parse(body);
    if (!answer.errors) return;
    const again: BulkLine[] = [];
    for (const [at, done] of answer.items.entries()) {
      const { status, error } = 'index' in done ? done.index : done.delete;
      if (isReadOnly(error) && performance.now() - begun > READ_ONLY_PATIENCE_MS) throw readOnly(error);
      if (status === TOO_MANY || isReadOnly(error)) appendAll(again, lines.slice(at, at + 1));
      else if (status >= 400 && !DONE.includes(status)) throw refusedDocument(lines[at]?.[0] ?? '', error);
    }
    if (again.length === 0) return;
    lines = again;
    await pause(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
  throw new SameasError(
    'search-cluster-unavailable',
    'The search cluster has had no room for documents for a long time.',
    { advice: 'Try again when there is less to do, or give the cluster more nodes.' },
  );
}

function refusedDocument(action: string, error: unknown): SameasError {
  return new SameasError(
    'search-cluster-refused',
    `The search cluster does not take a document: ${action.slice(0, 200)}.`,
    {
      advice: 'Check the log of the cluster, and that its disks have room.',
      facts: { reason: JSON.stringify(error ?? '').slice(0, 400) },
    },
  );
}
