import { z } from 'zod';
import { changesIndexOf } from '../index-names.js';
import type { RetryingCluster } from './retry-requests.js';

/*
 * The log of changes of single entities, in an index of its own: a document for each request that changed something, numbered from 1 without gaps, so that of two who add one at the same time one has to decide anew.
 * It is what holds: the entities of each state of the dataset follow it, and `sameas index` puts its changes in front of the list again.
 */

const INDEX = {
  settings: { index: { number_of_shards: 1, auto_expand_replicas: '0-1' } },
  mappings: { dynamic: false },
} as const;
/** Lines of one request. */
const AT_ONCE = 20;

const linesSchema = z.object({
  docs: z.array(z.object({ found: z.boolean().optional(), _source: z.object({ line: z.string() }).optional() })),
});

/** The lines behind the one of this number, in order; none where there is no log. */
export async function* linesAfter(
  cluster: RetryingCluster,
  dataset: string,
  number: number,
): AsyncGenerator<string, undefined> {
  for (let first = number + 1; ; first += AT_ONCE) {
    const { status, body } = await cluster.need(
      {
        method: 'POST',
        path: `/${changesIndexOf(dataset)}/_mget`,
        body: { ids: Array.from({ length: AT_ONCE }, (_, i) => String(first + i)) },
      },
      [404],
    );
    if (status === 404) return;
    for (const { _source: source } of linesSchema.parse(body).docs) {
      if (source === undefined) return;
      yield source.line;
    }
  }
}

/** Adds a line; `false` where there is another one of this number already. When it resolves to `true` the line is on disk, on every copy. */
export async function addLine(
  cluster: RetryingCluster,
  dataset: string,
  { number, line }: { readonly number: number; readonly line: string },
): Promise<boolean> {
  const index = changesIndexOf(dataset);
  if (number === 1) await cluster.need({ method: 'PUT', path: `/${index}`, body: INDEX }, [400]);
  const path = `/${index}/_create/${String(number)}`;
  const { status } = await cluster.need({ method: 'PUT', path, body: { line } }, [409]);
  if (status !== 409) return true;
  // A request that came back with nothing, and was sent again, may have been carried out.
  for await (const there of linesAfter(cluster, dataset, number - 1)) return there === line;
  return false;
}

/** Deletes the log, where there is one. */
export async function deleteLog(cluster: RetryingCluster, dataset: string): Promise<void> {
  await cluster.need({ method: 'DELETE', path: `/${changesIndexOf(dataset)}` }, [404]);
}
