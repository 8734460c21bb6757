import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { BenchRecord, Figure } from './figure.js';

/** Writes the figures of a run of `program`, with the machine; `before`: its load when the run began. */
export function writeRecord(path: string, program: string, before: number, figures: readonly Figure[]): void {
  const record: BenchRecord = {
    date: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: dirname(program), encoding: 'utf8' }).trim(),
    machine: {
      processor: cpus()[0]?.model ?? '',
      cores: cpus().length,
      memoryBytes: totalmem(),
      node: process.version,
    },
    load: { before, after: loadavg()[0] ?? 0 },
    figures,
  };
  writeFileSync(path, `${JSON.stringify(record, undefined, 1)}\n`);
}
