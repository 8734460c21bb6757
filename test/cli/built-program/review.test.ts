import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { EXIT_CODES } from '../../../src/cli/command-definition.js';
import { startProgram, type Program } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { ROOT } from '../../architecture/source-tree.js';
import { runSameas } from '../run-sameas.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const rowsOf = (path: string): Record<string, string>[] => parse(readFileSync(path, 'utf8'), { columns: true });

async function startReview(result: string): Promise<Program & { readonly address: string }> {
  const program = await startProgram({
    command: process.execPath,
    args: [join(ROOT, 'dist', 'main.js'), 'review', result],
    isReady: (output) => Promise.resolve(output.includes('Press Ctrl+C')),
    readyWithinMs: 60_000,
  });
  return { ...program, address: /http:\S+/.exec(program.output())?.[0] ?? '' };
}

async function judge(address: string, row: number, id: string): Promise<void> {
  const page = await (await fetch(`${address}/review?row=${String(row)}`)).text();
  const version = /name="version" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const answer = await fetch(`${address}/judge`, {
    method: 'POST',
    body: new URLSearchParams({ row: String(row), decision: id === '' ? 'none' : 'match', id, version, by: 'Ada' }),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}

it('serves what match has left open, and writes the result again with the judgments', async () => {
  const list = folder.write('towns.csv', 'id,name\nt1,Springfield\nt2,Springfield\nt3,Shelbyville\n');
  const table = folder.write('clubs.csv', 'club,town\nA,Springfield\nB,Shelbyville\nC,Capital City\n');
  const out = join(folder.path, 'clubs-matched.csv');
  expect(await runSameas([table, list, '--query-column', 'town']).finished).toMatchObject({
    code: EXIT_CODES.success.code,
  });
  const before = readFileSync(out, 'utf8');

  const first = await startReview(out);
  expect(await (await fetch(first.address)).text()).toContain('clubs.csv');
  expect(await first.stop()).toBe(EXIT_CODES.success.code);
  expect(first.output()).toContain('Nothing new was judged.');
  expect(readFileSync(out, 'utf8')).toBe(before);

  const second = await startReview(out);
  await judge(second.address, 0, 't2');
  await judge(second.address, 2, '');
  expect(await second.stop()).toBe(EXIT_CODES.success.code);
  expect(
    rowsOf(out).map((row) => [row['club'], row['matched id'], row['matched name'], row['judgment'], row['judged by']]),
  ).toEqual([
    ['A', 't2', 'Springfield', 'matched', 'Ada'],
    ['B', 't3', 'Shelbyville', 'automatic', 'sameas'],
    ['C', '', '', 'new', 'Ada'],
  ]);

  // A result that a person has changed since is left alone.
  const third = await startReview(out);
  writeFileSync(out, 'mine\n');
  await judge(third.address, 0, 't1');
  expect(await third.stop()).toBe(EXIT_CODES.success.code);
  expect(readFileSync(out, 'utf8')).toBe('mine\n');
  expect(rowsOf(join(folder.path, 'clubs-matched-reviewed.csv'))[0]).toMatchObject({ 'matched id': 't1' });
});
