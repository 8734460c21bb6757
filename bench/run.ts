/*
 * The benchmark suite, over HTTP on the built executable (npm run build):
 *
 *   npx tsx bench/run.ts [--entities 10000,140000,1000000] [--only build,batches,…] [--seconds 4] [--json FILE]
 *                        [--program dist/main.js] [--port 8120]
 *
 * docs/performance.md says what is measured and how to read it.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Figure } from './figure.js';
import { makeWorkload } from './make-workload.js';
import { measureBruteForce } from './measure-brute-force.js';
import { measurePeers } from './measure-peers.js';
import {
  measureBatches,
  measureBuild,
  measureEventLoop,
  measureRecall,
  measureSuggest,
  type Measurement,
} from './measure-service.js';
import { startServed, type ServedProcess } from './served-process.js';
import { writeRecord } from './write-record.js';

const SERVED: Readonly<Record<string, (served: ServedProcess, measurement: Measurement) => Promise<void>>> = {
  batches: measureBatches,
  recall: measureRecall,
  suggest: measureSuggest,
  peers: measurePeers,
  'event-loop': measureEventLoop, // last: it reads the data again
};
const ALONE: Readonly<Record<string, (measurement: Measurement) => Promise<void>>> = {
  build: measureBuild,
  'brute-force': measureBruteForce,
};
const PARTS = [...Object.keys(ALONE), ...Object.keys(SERVED)];

const { values } = parseArgs({
  options: {
    entities: { type: 'string', default: '10000,140000,1000000' },
    only: { type: 'string', default: PARTS.join(',') },
    seconds: { type: 'string', default: '4' },
    json: { type: 'string' },
    program: { type: 'string', default: 'dist/main.js' },
    port: { type: 'string', default: '8120' },
  },
});
const only = values.only.split(',');
const unknown = only.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}`);
const before = loadavg()[0] ?? 0;
const figures: Figure[] = [];
for (const entities of values.entities.split(',').map(Number)) {
  const note = (name: string, value: number): void => {
    figures.push({ entities, name, value: Number(value.toPrecision(4)) });
    console.log(`${String(entities).padStart(9)}  ${name.padEnd(56)} ${value.toPrecision(4)}`);
    keep();
  };
  const workload = makeWorkload(entities, 20_000);
  const measurement: Measurement = {
    program: values.program,
    port: Number(values.port),
    workload,
    seconds: Number(values.seconds),
    note,
  };
  for (const [part, measure] of Object.entries(ALONE)) if (only.includes(part)) await measure(measurement);
  const wanted = Object.entries(SERVED).filter(([part]) => only.includes(part));
  if (wanted.length === 0) continue;
  const served = await startServed(measurement.program, workload.file, measurement.port);
  try {
    for (const [, measure] of wanted) await measure(served, measurement);
  } finally {
    await served.stop();
  }
}

/** After every figure, so that a run that is broken off has not been for nothing. */
function keep(): void {
  if (values.json !== undefined) writeRecord(values.json, values.program, before, figures);
}
