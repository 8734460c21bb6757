import { Agent } from 'node:http';
import { ascending } from './figure.js';
import { exchange } from './served-process.js';

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Of every request, ascending. */
  readonly latenciesMs: readonly number[];
}

export interface LoadRequest {
  readonly path: string;
  readonly form?: string;
}

/**
 * `inFlight` clients that each send the next of the requests as soon as the last is answered, over connections kept
 * open, until `seconds` are over; starts again at the front when all were sent. Rejects on any answer but 200.
 */
export async function runLoad(
  port: number,
  requests: readonly LoadRequest[],
  inFlight: number,
  seconds: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const latenciesMs: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let next = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const wanted = requests[next++ % requests.length];
      if (wanted === undefined) throw new Error('no requests to send');
      const sent = performance.now();
      const { status, body } = await exchange(agent, port, wanted.path, wanted.form);
      if (status !== 200) throw new Error(`${wanted.path}: ${String(status)} ${body.slice(0, 200)}`);
      latenciesMs.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  agent.destroy();
  return {
    requests: latenciesMs.length,
    seconds: (performance.now() - start) / 1000,
    latenciesMs: ascending(latenciesMs),
  };
}

/** Names as batches of `size`, the way OpenRefine sends them. */
export function batchRequests(names: readonly string[], size: number): LoadRequest[] {
  const requests: LoadRequest[] = [];
  for (let at = 0; at + size <= names.length; at += size) {
    const queries = Object.fromEntries(
      names.slice(at, at + size).map((query, i) => [`q${String(i)}`, { query, limit: 10 }]),
    );
    requests.push({ path: '/', form: `queries=${encodeURIComponent(JSON.stringify(queries))}` });
  }
  return requests;
}
