/*
 * Measures matching on many folders with gold answers at once, in several processes, keeps every answer in short, and compares two such runs:
 *
 *   npx tsx bench/quality/measure-sets.ts FOLDER… [--sample 400] [--processes 2] [--write run.json] [--against earlier.json]
 *
 * A folder holds entities.csv, queries.csv and meta.json. With --sample, so many queries of each folder are asked, evenly spread. With --against, the
 * table also says how many answers changed (another first candidate, or another match flag), and what the figures were.
 */
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { countQuery, figuresOf, noCounts, type QualityCounts } from '../../src/evaluation/quality-counts.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { buildBeforehand } from '../build-beforehand.js';
import { loadBenchmark, queryOf, readQueries, waysToAsk, type GoldQuery } from './measure-quality.js';

/** One answer in short: place of a right answer among ten (-1 for none), whether the query has an answer, match flag, probability and id of the first candidate. */
type ShortAnswer = readonly [place: number, hasAnswer: number, matched: number, probability: number, first: string];

interface SetRun {
  readonly set: string;
  readonly answers: readonly ShortAnswer[];
  readonly cpuUsPerQuery: number;
}

interface FolderTask {
  readonly folder: string;
  readonly sample: number;
}

const BINS = [0.5, 0.8, 0.9, 0.95, 0.98, 1.01];

if (process.send === undefined) await main();
else {
  process.on('message', (task: FolderTask) => {
    measureFolder(task).then(
      (runs) => process.send?.(runs),
      (error: unknown) => {
        console.error(task.folder, error);
        process.exit(1);
      },
    );
  });
}

async function measureFolder({ folder, sample }: FolderTask): Promise<readonly SetRun[]> {
  const snapshot = await loadBenchmark(folder);
  const all = readQueries(folder);
  const queries =
    sample === 0 || all.length <= sample
      ? all
      : Array.from({ length: sample }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / sample)]).filter(
          (gold): gold is GoldQuery => gold !== undefined,
        );
  return waysToAsk(all).map((asked) => {
    for (const gold of queries.slice(0, 50)) reconcile(snapshot, queryOf(gold, asked), NO_DEADLINE);
    const start = process.cpuUsage();
    const answers = queries.map((gold): ShortAnswer => {
      const outcome = reconcile(snapshot, queryOf(gold, asked), NO_DEADLINE);
      const candidates = outcome.kind === 'answered' ? outcome.candidates : [];
      const [first] = candidates;
      const probability = first?.features.find(({ id }) => id === 'probability')?.value;
      return [
        candidates.findIndex(({ id }) => gold.right.has(id)),
        Number(gold.right.size > 0),
        Number(first?.match === true),
        typeof probability === 'number' ? probability : 0,
        first?.id ?? '',
      ];
    });
    const used = process.cpuUsage(start);
    return {
      set: asked === 'name alone' ? basename(folder) : `${basename(folder)}, ${asked}`,
      answers,
      cpuUsPerQuery: (used.user + used.system) / Math.max(1, queries.length),
    };
  });
}

async function main(): Promise<void> {
  const { positionals: folders, values } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '0' },
      processes: { type: 'string', default: '2' },
      write: { type: 'string' },
      against: { type: 'string' },
    },
  });
  buildBeforehand();
  const runs = await measureAll(folders, Number(values.sample), Number(values.processes));
  if (values.write !== undefined) writeFileSync(values.write, JSON.stringify(runs));
  const earlier =
    values.against === undefined ? [] : (JSON.parse(readFileSync(values.against, 'utf8')) as readonly SetRun[]); // written by this program
  console.log(
    '| set | queries | first | among ten | match precision | match recall | false matches | µs a query | calibration: worst bin | answers changed |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const run of runs)
    printRow(
      run,
      earlier.find(({ set }) => set === run.set),
    );
  const isList = ({ set }: SetRun): boolean =>
    folders.some((folder) => folder.includes('/lists/') && set.split(',')[0] === basename(folder));
  for (const [name, some] of [
    ['all sets', runs.filter((run) => !isList(run))],
    ['all short lists', runs.filter(isList)],
  ] as const) {
    if (some.length > 0)
      printRow(
        joined(name, some),
        joined(
          name,
          earlier.filter(({ set }) => some.some((run) => run.set === set)),
        ),
      );
  }
}

async function measureAll(folders: readonly string[], sample: number, processes: number): Promise<readonly SetRun[]> {
  const waiting = [...folders];
  const runs = new Map<string, readonly SetRun[]>();
  await Promise.all(
    Array.from({ length: processes }, async () => {
      const worker = fork(fileURLToPath(import.meta.url), [], { execArgv: [...process.execArgv] });
      for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
        worker.send({ folder, sample } satisfies FolderTask);
        const answered = await new Promise<readonly SetRun[]>((resolve, reject) => {
          worker.once('message', (message) => {
            resolve(message as readonly SetRun[]); // sent by measureFolder
          });
          worker.once('exit', () => {
            reject(new Error('A measuring process ended.'));
          });
        });
        worker.removeAllListeners('exit');
        runs.set(folder, answered);
      }
      worker.kill();
    }),
  );
  return folders.flatMap((folder) => runs.get(folder) ?? []);
}

function joined(set: string, runs: readonly SetRun[]): SetRun {
  const answers = runs.flatMap((run) => run.answers);
  const cpu = runs.reduce((sum, run) => sum + run.cpuUsPerQuery * run.answers.length, 0);
  return { set, answers, cpuUsPerQuery: cpu / Math.max(1, answers.length) };
}

function printRow(run: SetRun, earlier: SetRun | undefined): void {
  const now = cellsOf(run);
  const before = earlier === undefined ? undefined : cellsOf(earlier);
  const cells = now.map((cell, i) =>
    before === undefined || before[i] === cell ? cell : `${before[i] ?? ''} → ${cell}`,
  );
  const changed =
    earlier === undefined || earlier.answers.length !== run.answers.length
      ? ''
      : String(
          run.answers.filter(
            (answer, i) => answer[4] !== earlier.answers[i]?.[4] || answer[2] !== earlier.answers[i][2],
          ).length,
        );
  console.log(`| ${run.set} | ${String(run.answers.length)} | ${cells.join(' | ')} | ${changed} |`);
}

function cellsOf({ answers, cpuUsPerQuery }: SetRun): readonly string[] {
  const counts: QualityCounts = noCounts();
  for (const [place, hasAnswer, matched] of answers)
    countQuery(counts, { hasAnswer: hasAnswer === 1, place, matched: matched === 1 });
  const { hitAt1, hitAt10, matchPrecision, matchRecall, falseMatchRate } = figuresOf(counts);
  return [
    ...[hitAt1, hitAt10, matchPrecision, matchRecall, falseMatchRate].map((share) => share?.toFixed(3) ?? '–'),
    cpuUsPerQuery.toFixed(0),
    worstBin(answers),
  ];
}

/** Of the bins of the probability with a hundred queries or more, the one that is right least like its mean: `mean→share right`. */
function worstBin(answers: readonly ShortAnswer[]): string {
  let worst = '';
  let gap = -1;
  for (const [i, end] of BINS.entries()) {
    const inBin = answers.filter(
      ([, , , probability]) => probability < end && probability >= (i === 0 ? 0 : (BINS[i - 1] ?? 0)),
    );
    if (inBin.length < 100) continue;
    const mean = inBin.reduce((sum, answer) => sum + answer[3], 0) / inBin.length;
    const right = inBin.filter(([place]) => place === 0).length / inBin.length;
    if (Math.abs(mean - right) > gap) {
      gap = Math.abs(mean - right);
      worst = `${mean.toFixed(2)}→${right.toFixed(2)}`;
    }
  }
  return worst;
}
