import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { analyseLabel } from '../src/text/analyse-label.js';
import type { BenchQuery } from './make-workload.js';
import { share, hitsOfService, texts, type Measurement } from './measure-service.js';
import { createFullScanDice } from './peers/full-scan-dice.js';
import { createStockMiniSearch } from './peers/stock-minisearch.js';
import { batchRequests, runLoad } from './run-load.js';
import type { ServedProcess } from './served-process.js';

/*
 * Rules of peers over the same names and queries, in the same run. They run in their process without HTTP and JSON, on
 * folded names; sameas over HTTP, in batches of 50. So the ratios are to the peers' favour, but for the one thread they have.
 */

const FULL_TEXT = fileURLToPath(new URL('peers/full_text_trigrams.py', import.meta.url));

/** Queries a second and recall@10 of each peer, of sameas on the queries that the peer got through, and the ratio. */
export async function measurePeers(served: ServedProcess, { workload, seconds, note }: Measurement): Promise<void> {
  const names = workload.names.map((name) => analyseLabel(name).folded);
  await runLoad(served.port, batchRequests(texts(workload.mixed), 50), 4, seconds);
  const own = await runLoad(served.port, batchRequests(texts(workload.mixed), 50), 4, seconds);
  const ownRate = (own.requests * 50) / own.seconds;
  const report = async (peer: string, result: PeerResult): Promise<void> => {
    note(`peers/${peer}/queries`, result.answered);
    note(`peers/${peer}/queriesPerSecond`, result.answered / result.seconds);
    note(`peers/${peer}/at10`, result.hits / result.answered);
    note(
      `peers/${peer}/at10 of sameas on the same queries`,
      share(await hitsOfService(served, workload.mixed.slice(0, result.answered))),
    );
    note(`peers/${peer}/ratio`, (ownRate * result.seconds) / result.answered);
  };
  await report('full-text trigrams', fullText(names, workload.mixed, seconds * 2));
  await report('full scan dice', drive(createFullScanDice(names, 'made each time'), workload.mixed, seconds * 2));
  await report('full scan dice, bigrams kept', drive(createFullScanDice(names, 'kept'), workload.mixed, seconds * 2));
  await report('stock minisearch', drive(createStockMiniSearch(names), workload.mixed, seconds * 2));
}

interface PeerResult {
  readonly answered: number;
  readonly seconds: number;
  readonly hits: number;
}

function drive(answer: (query: string) => string[], queries: readonly BenchQuery[], seconds: number): PeerResult {
  const start = performance.now();
  let [answered, hits] = [0, 0];
  for (const { text, target } of queries) {
    if (performance.now() - start > seconds * 1000) break;
    if (answer(analyseLabel(text).folded).includes(target)) hits++;
    answered++;
  }
  return { answered, hits, seconds: (performance.now() - start) / 1000 };
}

function fullText(names: readonly string[], queries: readonly BenchQuery[], seconds: number): PeerResult {
  const task = {
    names,
    seconds,
    queries: queries.map(({ text, target }) => ({ text: analyseLabel(text).folded, target })),
  };
  const { stdout, stderr, status } = spawnSync('python3', [FULL_TEXT], {
    input: JSON.stringify(task),
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  });
  if (status !== 0) throw new Error(`full-text trigrams: ${stderr}`);
  // Written by the script above, in this shape.
  return JSON.parse(stdout) as PeerResult;
}
