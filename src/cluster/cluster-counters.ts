/** Counters of requests to a search cluster: answered, refused (busy or not allowed), unanswered, sent again or to another node; and the time of all, in ms. */
const COUNTED = ['answered', 'refused', 'failed', 'again', 'milliseconds'] as const;

export type ClusterCounts = Readonly<Record<(typeof COUNTED)[number], number>>;

/** Counts that all threads of a process share. */
export type CountersBuffer = SharedArrayBuffer;

/** All 0. */
export function createClusterCounters(): CountersBuffer {
  return new SharedArrayBuffer(COUNTED.length * BigInt64Array.BYTES_PER_ELEMENT);
}

/** Adds to one of them; nothing where they are not counted. */
export function countIn(counters: CountersBuffer | undefined, what: keyof ClusterCounts, more = 1): void {
  if (counters !== undefined) Atomics.add(new BigInt64Array(counters), COUNTED.indexOf(what), BigInt(Math.round(more)));
}

/** As they are now. */
export function readClusterCounters(counters: CountersBuffer): ClusterCounts {
  const values = new BigInt64Array(counters);
  const [answered, refused, failed, again, milliseconds] = Array.from(COUNTED, (_, place) =>
    Number(Atomics.load(values, place)),
  );
  return {
    answered: answered ?? 0,
    refused: refused ?? 0,
    failed: failed ?? 0,
    again: again ?? 0,
    milliseconds: milliseconds ?? 0,
  };
}
