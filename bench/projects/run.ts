/*
 * Importing, transforming and exporting, by OpenRefine and by this service in one run: `npm run build`, then `npx tsx bench/projects/run.ts --json bench/projects/records/NAME.json`.
 * Needs OpenRefine installed. `--rows 1000000 --wide-rows 100000 --large-bytes 200000000` are the sizes.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { spawnSync } from 'node:child_process';
import { freePort, startProgram, type Program } from '../../test/support/program.js';
import { generateTable } from './generate-table.js';
import { measuredService, type MeasuredService } from './measured-service.js';
import type { Cost, ProjectsFigure, ProjectsRecord } from './projects-page.js';

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    'wide-rows': { type: 'string', default: '100000' },
    'large-bytes': { type: 'string', default: '200000000' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'sameas-bench-'));
const figures: ProjectsFigure[] = [];
const running: Program[] = [];
const READY_MS = 180_000;

async function startOwn(): Promise<MeasuredService> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'list.csv'), 'id,name\n1,Rome\n');
  const args = [
    'dist/main.js',
    'serve',
    join(folder, 'list.csv'),
    '--data-dir',
    mkdtempSync(join(folder, 'data-')),
    '--port',
    String(port),
  ];
  const program = await startProgram({
    command: process.execPath,
    args,
    readyWithinMs: READY_MS,
    isReady: async () => (await fetch(`${origin}/`)).ok,
  });
  running.push(program);
  return measuredService(origin, program);
}

async function startOpenRefine(): Promise<MeasuredService> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = [
    '-p',
    String(port),
    '-i',
    '127.0.0.1',
    '-m',
    '3000M',
    '-d',
    mkdtempSync(join(folder, 'openrefine-')),
    '-x',
    'refine.headless=true',
  ];
  const program = await startProgram({
    command: 'openrefine',
    args,
    readyWithinMs: READY_MS,
    isReady: async () => (await fetch(`${origin}/command/core/get-version`)).ok,
  });
  running.push(program);
  return measuredService(origin, program);
}

async function measured<T>(
  service: MeasuredService,
  work: () => Promise<T>,
): Promise<{ readonly cost: Cost; readonly result: T }> {
  const processorBefore = service.processorSeconds();
  const startedAt = performance.now();
  const result = await work();
  return {
    result,
    cost: {
      seconds: (performance.now() - startedAt) / 1000,
      processorSeconds: service.processorSeconds() - processorBefore,
    },
  };
}

function note(name: string, own: Cost, theirs: Cost): void {
  const figure = { name, own, theirs };
  figures.push(figure);
  console.log(
    `${name}: ${own.seconds.toFixed(2)} s here, ${theirs.seconds.toFixed(2)} s there: ${(theirs.seconds / own.seconds).toFixed(2)} times; processor time ${own.processorSeconds.toFixed(2)} s and ${theirs.processorSeconds.toFixed(2)} s: ${(theirs.processorSeconds / own.processorSeconds).toFixed(2)} times`,
  );
}

const transform = (column: number, expression: string): object => ({
  op: 'core/text-transform',
  engineConfig: { facets: [], mode: 'row-based' },
  columnName: `column ${column}`,
  expression,
  onError: 'keep-original',
  repeat: false,
  repeatCount: 10,
});

try {
  const before = loadavg()[0] ?? 0;
  const long = join(folder, 'long.csv');
  const wide = join(folder, 'wide.csv');
  const large = join(folder, 'large.csv');
  const rows = generateTable(long, { rows: Number(values.rows), columns: 5 });
  const wideRows = generateTable(wide, { rows: Number(values['wide-rows']), columns: 20 });
  generateTable(large, { rows: Infinity, columns: 10, untilBytes: Number(values['large-bytes']) });
  const [own, theirs] = [await startOwn(), await startOpenRefine()];
  const both = async <T>(name: string, work: (service: MeasuredService) => Promise<T>): Promise<readonly [T, T]> => {
    const ours = await measured(own, () => work(own));
    const others = await measured(theirs, () => work(theirs));
    note(name, ours.cost, others.cost);
    return [ours.result, others.result];
  };
  const projectOf = (service: MeasuredService, [ours, others]: readonly [string, string]): string =>
    service === own ? ours : others;

  // Both have done each thing once before it is measured.
  for (const service of [own, theirs]) {
    const project = await service.create(wide);
    await service.apply(project, [transform(2, 'value.trim()'), transform(2, 'jython:return value.upper()')]);
    await service.exportCsv(project);
    await service.delete(project);
  }

  const million = await both(`import ${rows} rows × 5 columns`, (service) => service.create(long));
  const [ownBytes, theirBytes] = await both(`export ${rows} rows × 5 columns`, (service) =>
    service.exportCsv(projectOf(service, million)),
  );
  if (ownBytes !== theirBytes) console.log(`exports differ in length: ${ownBytes} and ${theirBytes} bytes`);
  for (const service of [own, theirs]) await service.delete(projectOf(service, million));

  const table = await both(`import ${wideRows} rows × 20 columns`, (service) => service.create(wide));
  const change = (name: string, operations: readonly object[]): Promise<unknown> =>
    both(`${name}, ${wideRows} rows × 20 columns`, (service) => service.apply(projectOf(service, table), operations));
  await change('GREL: value.trim(), one column', [transform(2, 'value.trim()')]);
  await change(
    'GREL: value.toUppercase(), ten columns',
    Array.from({ length: 10 }, (_, index) => transform(1 + index * 2, 'value.toUppercase()')),
  );
  await change('GREL: regular expression, split, join, one column', [
    transform(7, 'value.replace(/[aeiou]+/, "-").split(" ").reverse().join(" ")'),
  ]);
  await change('Jython: return value.upper(), one column', [transform(12, 'jython:return value.upper()')]);
  const words = '" ".join([w[:1].upper() + w[1:].lower() for w in value.split(" ")])';
  await change('Jython: a loop over words, one column', [transform(17, `jython:return ${words}`)]);
  // No two rows are alike here, so that each is evaluated by itself.
  await change('Jython: the number of the row and a loop over words, one column', [
    transform(17, `jython:return str(rowIndex) + " " + ${words}`),
  ]);
  await both(`export ${wideRows} rows × 20 columns`, (service) => service.exportCsv(projectOf(service, table)));

  const fresh = await startOwn();
  const importOfLarge = await measured(fresh, () => fresh.create(large));
  const afterImport = fresh.peakResidentBytes();
  const exportOfLarge = await measured(fresh, () => fresh.exportCsv(importOfLarge.result));
  const memory = {
    fileBytes: statSync(large).size,
    importSeconds: importOfLarge.cost.seconds,
    exportSeconds: exportOfLarge.cost.seconds,
    peakAfterImportBytes: afterImport,
    peakBytes: fresh.peakResidentBytes(),
  };
  console.log(
    `a file of ${memory.fileBytes} bytes: at most ${Math.round(memory.peakAfterImportBytes / 1e6)} MB resident after the import, ${Math.round(memory.peakBytes / 1e6)} MB after the export`,
  );

  const record: ProjectsRecord = {
    date: new Date().toISOString(),
    commit: spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryBytes: totalmem(),
      node: process.version,
    },
    load: { before, after: loadavg()[0] ?? 0 },
    figures,
    memory,
  };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(record, undefined, 1)}\n`);
} finally {
  for (const program of running) await program.stop();
  rmSync(folder, { recursive: true, force: true });
}
