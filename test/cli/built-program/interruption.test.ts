import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { generateEntities } from '../../../bench/generate-entities.js';
import { EXIT_CODES } from '../../../src/cli/command-definition.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { until } from '../../support/until.js';
import { runInProcess } from '../run-in-process.js';
import { runSameas } from '../run-sameas.js';

/* Real signals, and the built program. That it goes on with the same bytes wherever it is interrupted is tested beside the other tests of the commands. */

// The machine may be busy with other tests.
jest.setTimeout(240_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const PEOPLE = folder.write(
  'people.csv',
  'id,name,born\np1,Virginia Woolf,1882\np2,Chinua Achebe,1930\np3,Clarice Lispector,1920\np4,Orhan Pamuk,1952\n',
);

const hasAnswered = (out: string): boolean =>
  existsSync(`${out}.part.json`) && /"rows":[1-9]/.test(readFileSync(`${out}.part.json`, 'utf8'));

describe('sameas reconcile', () => {
  it.each(['SIGINT', 'SIGKILL'] as const)('ended by %s goes on from there', async (signal) => {
    // More than a fast machine answers before the first note of how far it is.
    const rows = 160_000;
    const names = folder.write(
      `${signal}.csv`,
      `name\n${Array.from({ length: rows }, (_, i) => (i % 2 === 0 ? 'Virginia Woolf' : `Nobody ${String(i)}`)).join('\n')}\n`,
    );
    const out = join(folder.path, `${signal}-matched.csv`);
    const args = ['reconcile', PEOPLE, names, '--no-learning', '--workers', '1', '--out', out];
    const run = runSameas(args);
    await until(() => hasAnswered(out));
    run.kill(signal);
    const stopped = await run.finished;
    expect(stopped.code).toBe(signal === 'SIGKILL' ? null : EXIT_CODES.interrupted.code);
    if (signal === 'SIGINT')
      expect(stopped.stdout).toMatch(/Stopped after [\d,]+ rows of 160,000\. The same command goes on from there\./);
    expect(existsSync(out)).toBe(false);
    const { code, stdout } = await runSameas(args).finished;
    expect(stdout).toMatch(/interrupted after [\d,]+ rows; this one goes on from there/);
    expect({ code, summary: /160,000 names asked: 80,000 matched/.test(stdout) }).toEqual({
      code: EXIT_CODES.success.code,
      summary: true,
    });
    const whole = await runInProcess(['reconcile', PEOPLE, names, '--no-learning', '--workers', '0']);
    expect(readFileSync(out, 'utf8')).toBe(whole.stdout);
  });
});

describe('sameas duplicates', () => {
  it('writes what it has found when it is interrupted', async () => {
    const long = folder.write(
      'long.csv',
      `id,name\nw1,Virginia Woolf\nw2,"Woolf, Virginia"\n${[...generateEntities(30_000, 6)].map(({ id, name }) => `${id},"${name}"`).join('\n')}\n`,
    );
    const out = join(folder.path, 'interrupted.csv');
    const run = runSameas(['duplicates', long, '--workers', '1', '--out', out, '--show', '0']);
    await run.saying('each is asked for');
    await new Promise((resolve) => setTimeout(resolve, 500));
    run.kill('SIGINT');
    const { code, stdout } = await run.finished;
    expect(code).toBe(EXIT_CODES.interrupted.code);
    expect(stdout).toMatch(/[\d,]+ entities of 30,002 asked for: /);
    expect(stdout).toContain('Stopped before all were asked for');
    expect(existsSync(out)).toBe(true);
    const pairs: Record<string, string>[] = parse(readFileSync(out, 'utf8'), { columns: true });
    expect(pairs.map((row) => [row['id 1'], row['id 2']])).toContainEqual(['w1', 'w2']);
  });
});
