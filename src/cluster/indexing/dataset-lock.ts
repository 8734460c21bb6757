import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { isProcessRunning } from '../../foundation/is-process-running.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { RetryingCluster } from './retry-requests.js';

/*
 * A run that writes a dataset into a cluster has a document there, so that no other one writes, switches or deletes it at the same time. A run that ends removes it. That of a run that was killed is taken over:
 * on the same computer at once, as its process is gone, from another one when it has not been renewed for an hour.
 */

/** A dataset that no other user writes. */
export interface DatasetLock {
  /** Rejects with `search-cluster-refused` when another run has taken it over. */
  readonly check: () => Promise<void>;
}

/** No name of a dataset begins with a line. */
const LOCKS_INDEX = 'sameas-_locks';
const INDEX = {
  settings: { index: { number_of_shards: 1, auto_expand_replicas: '0-1' } },
  mappings: { dynamic: false },
} as const;
/** Reading and estimating leave no time for it now and then. */
const RENEWED_EACH_MS = 30_000;
const DEAD_AFTER_MS = 3_600_000;
/** Others may take it, leave it and take it again meanwhile. */
const MAX_ATTEMPTS = 10;

const lockSchema = z.object({
  found: z.literal(true),
  _seq_no: z.number(),
  _primary_term: z.number(),
  _source: z.object({ owner: z.string(), host: z.string(), pid: z.number(), since: z.number(), renewed: z.number() }),
});
const placeSchema = z.object({ _seq_no: z.number(), _primary_term: z.number() });

type Place = z.infer<typeof placeSchema>;

/** The result of `work`, which no other process does for this dataset at the same time. Rejects with `search-cluster-refused` when another process does already, with what `work` rejects with, and with what the cluster does. */
export async function whileLocked<Result>(
  cluster: RetryingCluster,
  dataset: string,
  work: (lock: DatasetLock) => Promise<Result>,
): Promise<Result> {
  const path = `/${LOCKS_INDEX}/_doc/${dataset}`;
  const own = { owner: randomUUID(), host: hostname(), pid: process.pid, since: Date.now() };
  await cluster.need({ method: 'PUT', path: `/${LOCKS_INDEX}`, body: INDEX }, [400]);
  let place = await take(cluster, path, own, dataset);
  let isLost = false;
  const renew = async (): Promise<void> => {
    const query = { if_seq_no: place._seq_no, if_primary_term: place._primary_term };
    const answer = await cluster.ask({ method: 'PUT', path, query, body: { ...own, renewed: Date.now() } });
    // A request that came back with nothing may have been done all the same.
    if (answer.status >= 400) isLost = (await ownerOf(cluster, path))?._source.owner !== own.owner;
    else place = placeSchema.parse(answer.body);
  };
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch(() => undefined);
  }, RENEWED_EACH_MS);
  timer.unref();
  try {
    return await work({
      check: async () => {
        await renewing;
        isLost ||= (await ownerOf(cluster, path))?._source.owner !== own.owner;
        if (isLost) throw takenOver(dataset);
      },
    });
  } finally {
    clearInterval(timer);
    await renewing;
    // A document that cannot be removed now is taken over later.
    if ((await ownerOf(cluster, path).catch(() => undefined))?._source.owner === own.owner)
      await cluster.ask({ method: 'DELETE', path }).catch(() => undefined);
  }
}

function takenOver(dataset: string): SameasError {
  return new SameasError(
    'search-cluster-refused',
    `Another run of "sameas index" has taken over the dataset "${dataset}", as this one gave no sign for an hour. What is served is as it was.`,
    { advice: 'Let the other run end.' },
  );
}

async function take(
  cluster: RetryingCluster,
  path: string,
  own: { readonly owner: string; readonly host: string; readonly pid: number; readonly since: number },
  dataset: string,
): Promise<Place> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const holder = await ownerOf(cluster, path);
    if (holder?._source.owner === own.owner) return holder;
    if (holder !== undefined && !isDead(holder._source)) throw isTaken(dataset, holder._source);
    const query =
      holder === undefined
        ? { op_type: 'create' }
        : { if_seq_no: holder._seq_no, if_primary_term: holder._primary_term };
    const answer = await cluster.need({ method: 'PUT', path, query, body: { ...own, renewed: Date.now() } }, [409]);
    if (answer.status !== 409) return placeSchema.parse(answer.body);
  }
  throw new SameasError('search-cluster-refused', `The dataset "${dataset}" is being indexed by several others.`, {
    advice: 'Try again when they have ended.',
  });
}

async function ownerOf(cluster: RetryingCluster, path: string): Promise<z.infer<typeof lockSchema> | undefined> {
  const { status, body } = await cluster.need({ method: 'GET', path }, [404]);
  return status === 404 ? undefined : lockSchema.parse(body);
}

function isDead({ host, pid, renewed }: z.infer<typeof lockSchema>['_source']): boolean {
  return (host === hostname() && !isProcessRunning(pid)) || Date.now() - renewed > DEAD_AFTER_MS;
}

function isTaken(dataset: string, { host, pid, since }: z.infer<typeof lockSchema>['_source']): SameasError {
  const facts = { dataset, host, process: pid };
  return new SameasError(
    'search-cluster-refused',
    `The dataset "${dataset}" is being indexed already: on the computer ${host} by process ${String(pid)}, since ${new Date(since).toISOString()}.`,
    {
      advice:
        'Wait until that run has ended. If its computer was switched off, another one may begin an hour after its last sign of life.',
      facts,
    },
  );
}
