import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { isReadOnly, READ_ONLY_PATIENCE_MS, readOnly, type RetryingCluster } from './retry-requests.js';
import { appendAll } from '../../foundation/append-all.js';

/** A document and its identifier. */
export interface PlacedDocument {
  readonly id: string;
  readonly document: object;
}

/** Documents of one request, and requests under way: more do not make a cluster quicker, and the memory that they take is bounded. */
export const DOCUMENTS_OF_REQUEST = 1000;
export const REQUESTS_AT_ONCE = 3;
/** Characters of one request, for records that are long. */
const MAX_CHARACTERS = 4_000_000;
/** A cluster that has too much to do is asked again after such pauses. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const MAX_ATTEMPTS = 40;
const TOO_MANY = 429;

const answerSchema = z.object({
  errors: z.boolean(),
  items: z.array(z.object({ index: z.object({ status: z.number(), error: z.unknown() }).partial({ error: true }) })),
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
  const send = async (requested: readonly string[]): Promise<void> => {
    try {
      await writeAll(cluster, index, requested);
      written += requested.length / 2;
      tell(written);
    } catch (thrown) {
      failed ??= thrown;
    }
  };
  const begin = async (lines: readonly string[]): Promise<void> => {
    const sent = send(lines).finally(() => underWay.delete(sent));
    underWay.add(sent);
    if (underWay.size >= REQUESTS_AT_ONCE) await Promise.race(underWay);
  };
  let lines: string[] = [];
  let characters = 0;
  for (const { id, document } of documents) {
    const text = JSON.stringify(document);
    lines.push(JSON.stringify({ index: { _id: id } }), text);
    characters += text.length;
    if (lines.length < 2 * DOCUMENTS_OF_REQUEST && characters < MAX_CHARACTERS) continue;
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

/** One request, and again for those of its documents for which there was no room. */
async function writeAll(cluster: RetryingCluster, index: string, requested: readonly string[]): Promise<void> {
  let lines = requested;
  let pauseMs = FIRST_PAUSE_MS;
  const begun = performance.now();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { body } = await cluster.need({
      method: 'POST',
      path: `/${index}/_bulk`,
      query: { filter_path: 'errors,items.*.status,items.*.error' },
      body: lines,
    });
    const answer = answerSchema.parse(body);
    if (!answer.errors) return;
    const again: string[] = [];
    for (const [at, { index: item }] of answer.items.entries()) {
      if (isReadOnly(item.error) && performance.now() - begun > READ_ONLY_PATIENCE_MS) throw readOnly(item.error);
      if (item.status === TOO_MANY || isReadOnly(item.error)) appendAll(again, lines.slice(2 * at, 2 * at + 2));
      else if (item.status >= 400) throw refusedDocument(lines[2 * at] ?? '', item.error);
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
