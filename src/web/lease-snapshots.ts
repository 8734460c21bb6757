import { setMaxListeners } from 'node:events';
import type { Response } from 'express';
import type { LiveDataset, SnapshotLease } from '../describe/served-snapshot.js';
import type { Exchange } from './exchange.js';

/** Leases one snapshot of each dataset that a request asks, until it is answered or given up. */
export function leaseSnapshots(response: Response): Pick<Exchange, 'servedBy' | 'gone'> {
  const leases = new Map<LiveDataset, SnapshotLease>();
  const end = new AbortController();
  // Each piece of a batch that waits for its turn listens.
  setMaxListeners(0, end.signal);
  response.once('close', () => {
    end.abort();
    for (const { release } of leases.values()) release();
  });
  const servedBy: Exchange['servedBy'] = (live) => {
    const known = leases.get(live);
    if (known !== undefined) return known.served;
    const lease = live.lease();
    leases.set(live, lease);
    if (response.closed) lease.release();
    return lease.served;
  };
  return { servedBy, gone: end.signal };
}
