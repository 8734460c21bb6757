import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { measuredService } from '../../bench/projects/measured-service.js';
import { freePort, startProgram, type Program } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-files.js';

/* A file much larger than the memory it may take, in and out again. It stands here because it needs the built program and a minute. */

const FILE_BYTES = 200_000_000;
const MAX_RESIDENT_BYTES = 1_000_000_000;

const temporary = temporaryFolder();
let program: Program;
let origin = '';

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const list = join(temporary.path, 'list.csv');
  writeFileSync(list, 'id,name\n1,Rome\n');
  const args = ['dist/main.js', 'serve', list, '--data-dir', join(temporary.path, 'data'), '--port', String(port)];
  program = await startProgram({
    command: process.execPath,
    args,
    readyWithinMs: 60_000,
    isReady: async () => (await fetch(`${origin}/ready`)).ok,
  });
}, 90_000);
afterAll(async () => {
  await program?.stop();
  temporary.remove();
});

it('a file of 200 MB is imported and exported with less than 1 GB of memory', async () => {
  const file = join(temporary.path, 'large.csv');
  // By a program of its own: within a test it takes ten times as long, and the test would not see meanwhile that the service closes an idle connection.
  const written = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    'bench/projects/write-table.ts',
    file,
    String(FILE_BYTES),
  ]);
  const rows = Number(written.stdout);
  expect(statSync(file).size).toBeGreaterThanOrEqual(FILE_BYTES);
  const service = measuredService(origin, program);
  const project = await service.create(file);
  const models = (await (await fetch(`${origin}/command/core/get-rows?project=${project}&start=0&limit=1`)).json()) as {
    total: number;
  }; // the form of the command
  expect(models.total).toBe(rows);
  expect(await service.exportCsv(project)).toBeGreaterThanOrEqual(FILE_BYTES);
  expect(service.peakResidentBytes()).toBeGreaterThan(50_000_000);
  expect(service.peakResidentBytes()).toBeLessThan(MAX_RESIDENT_BYTES);
}, 600_000);
