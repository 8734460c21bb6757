/*
 * Two commits against each other, in turn on the same machine (A B A B), as ratios of their figures:
 *
 *   npx tsx bench/compare.ts REV_A REV_B [--entities 140000] [--only batches] [--rounds 2] [--seconds 3] [--port 8120]
 *
 * Both are checked out into temporary worktrees with the dependencies of this checkout; the suite is that of this
 * checkout. A part that calls the sources in this checkout (brute-force) says nothing about a commit and is refused.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ascending, quantile, type BenchRecord } from './figure.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    entities: { type: 'string', default: '140000' },
    only: { type: 'string', default: 'batches' },
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '3' },
    port: { type: 'string', default: '8120' },
  },
});
const [revisionA, revisionB] = positionals;
if (revisionA === undefined || revisionB === undefined) throw new Error('name two revisions');
if (values.only.split(',').includes('brute-force')) throw new Error('brute-force measures this checkout only');

const folder = mkdtempSync(join(tmpdir(), 'sameas-compare-'));
const sides = [
  { revision: revisionA, tree: join(folder, 'a'), figures: new Map<string, number[]>() },
  { revision: revisionB, tree: join(folder, 'b'), figures: new Map<string, number[]>() },
] as const;
try {
  for (const { revision, tree } of sides) {
    run('git', ['worktree', 'add', '--detach', tree, revision]);
    symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
    run('npm', ['run', '--silent', 'build'], tree);
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { tree, figures } of sides) {
      const json = join(folder, 'record.json');
      const options = [
        '--entities',
        values.entities,
        '--only',
        values.only,
        '--seconds',
        values.seconds,
        '--port',
        values.port,
      ];
      run(process.execPath, [
        '--import',
        'tsx',
        'bench/run.ts',
        ...options,
        '--program',
        join(tree, 'dist/main.js'),
        '--json',
        json,
      ]);
      // Written by the suite just now.
      const record = JSON.parse(readFileSync(json, 'utf8')) as BenchRecord;
      for (const { entities, name, value } of record.figures) {
        const key = `${String(entities)} ${name}`;
        figures.set(key, [...(figures.get(key) ?? []), value]);
      }
    }
  }
  console.log(`${'median of each'.padEnd(64)} ${revisionA.padStart(12)} ${revisionB.padStart(12)}   B/A`);
  for (const [name, own] of sides[0].figures) {
    const [a, b] = [median(own), median(sides[1].figures.get(name) ?? [])];
    console.log(
      `${name.padEnd(64)} ${a.toPrecision(4).padStart(12)} ${b.toPrecision(4).padStart(12)}   ${a === 0 ? '–' : (b / a).toFixed(2)}`,
    );
  }
} finally {
  for (const { tree } of sides) {
    try {
      run('git', ['worktree', 'remove', '--force', tree]);
    } catch {
      // It was never made; what kept it from being made is already on its way up.
    }
  }
  rmSync(folder, { recursive: true, force: true });
}

function run(command: string, options: readonly string[], cwd = '.'): void {
  execFileSync(command, options, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

function median(values: readonly number[]): number {
  return quantile(ascending(values), 0.5);
}
