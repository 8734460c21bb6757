import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { generateEntities } from '../../../bench/generate-entities.js';
import { readSettings } from '../../../src/cluster/dataset-settings.js';
import { buildSnapshot } from '../../../src/assembly/build-snapshot.js';
import { EXIT_CODES } from '../../../src/cli/command-definition.js';
import { runInProcess } from '../../cli/run-in-process.js';
import { runSameas } from '../../cli/run-sameas.js';
import { CLUSTER_INDEXER, CLUSTER_READER } from '../../support/search-cluster/node-files.js';
import { sharedSearchCluster } from '../../support/search-cluster/search-cluster.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { until } from '../../support/until.js';

const folder = temporaryFolder();
const DATASET = 'index-test';
const ALIAS = `sameas-${DATASET}`;
let cluster: Awaited<ReturnType<typeof sharedSearchCluster>>;
let settings: readonly string[];

function settingsWith(
  user: { readonly user: string; readonly password: string },
  caFile = cluster.caFile,
): readonly string[] {
  return [
    '--search-cluster',
    cluster.urls.join(','),
    '--search-cluster-user',
    user.user,
    '--search-cluster-password-file',
    folder.write(`password-${user.user}`, `${user.password}\n`),
    '--search-cluster-ca-file',
    caFile,
    '--dataset',
    DATASET,
    '--work',
    folder.path,
  ];
}

beforeAll(async () => {
  cluster = await sharedSearchCluster();
  settings = settingsWith(CLUSTER_INDEXER);
}, 180_000);

afterAll(async () => {
  await runInProcess(['index', '--drop', ...settings]);
  folder.remove();
});

/** A table with types, references and two names for some. */
function table(count: number, seed: number): string {
  const rows = [...generateEntities(count, seed)].map(({ id, name, aliases }, i) => [
    id,
    name,
    aliases.map(({ text }) => text).join('|'),
    i % 3 === 0 ? 'River' : 'Town',
    `e${String(i % 7)}`,
    String(1800 + (i % 200)),
  ]);
  return [
    'id,name,aliases,type,part_of,founded',
    ...rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')),
  ].join('\n');
}

async function served(): Promise<string | undefined> {
  return Object.keys(
    z.record(z.string(), z.unknown()).parse(await cluster.ask('GET', `/_alias/${ALIAS}`).catch(() => ({}))),
  )[0];
}

async function indexes(): Promise<readonly string[]> {
  return z
    .array(z.object({ index: z.string() }))
    .parse(await cluster.ask('GET', `/_cat/indices/${ALIAS}-*?format=json`))
    .map(({ index }) => index)
    .sort();
}

async function countOf(index: string): Promise<number> {
  await cluster.ask('POST', `/${index}/_refresh`);
  return z.object({ count: z.number() }).parse(await cluster.ask('GET', `/${index}/_count`)).count;
}

/** Segments of the index, without those of copies. */
async function segmentsOf(index: string): Promise<number> {
  // What was merged away is seen until then.
  await cluster.ask('POST', `/${index}/_refresh`);
  const segments = z
    .array(z.object({ prirep: z.string(), ip: z.string(), shard: z.string(), segment: z.string() }))
    .parse(await cluster.ask('GET', `/_cat/segments/${index}?format=json`));
  return segments.filter(({ prirep }) => prirep === 'p').length;
}

describe('sameas index into a search cluster', () => {
  it('writes, checks and serves a list, with the scoring model and the facts that memory has', async () => {
    const list = folder.write('towns.csv', table(3000, 3));
    const { code, stdout } = await runInProcess(['index', list, ...settings]);
    expect(code).toBe(EXIT_CODES.success.code);
    expect(stdout).toContain('3,000 entities with ');
    expect(stdout).toMatch(
      /(?:9\d|100) of 100 names asked there gave the right entity, and so did \d+ of \d+ names with a typo\./,
    );
    const index = await served();
    expect(await indexes()).toEqual([index, index?.replace('-entities', '-words')]);
    const document = z
      .object({ _source: z.unknown() })
      .parse(await cluster.ask('GET', `/${index?.replace('-entities', '-words') ?? ''}/_doc/settings`));
    const { scoring, facts, entityCount } = readSettings(document._source, index ?? '');
    const memory = await buildSnapshot({ files: [list] });
    // JSON has no `undefined`.
    expect({ scoring, facts, entityCount }).toEqual(
      JSON.parse(JSON.stringify({ scoring: memory.scoring, facts: memory.facts, entityCount: 3000 })),
    );
    expect(await countOf(ALIAS)).toBe(3000);
    expect(await cluster.ask('GET', `/_cluster/health/${index ?? ''}`)).toMatchObject({ status: 'green' });

    expect((await runInProcess(['index', list, ...settings])).stdout).toContain('serves this content already');
  });

  it('puts another content beside it, keeps as many earlier ones as it is told, and goes back to one of them without writing', async () => {
    const first = await served();
    const second = folder.write('second.csv', table(500, 4));
    const third = folder.write('third.csv', table(600, 5));
    await runInProcess(['index', second, ...settings]);
    const [afterSecond, kept] = [await served(), await indexes()];
    expect(afterSecond).not.toBe(first);
    expect(kept).toHaveLength(4);
    const { stdout } = await runInProcess(['index', third, ...settings, '--keep', '1']);
    expect(stdout).toContain('1 earlier state of the dataset was deleted.');
    expect((await indexes()).some((index) => index === first)).toBe(false);
    expect(await countOf(ALIAS)).toBe(600);
    // As after an indexing that ended between writing and merging: another segment.
    await cluster.ask('PUT', `/${afterSecond ?? ''}/_doc/another?refresh=true`, {});
    expect(await segmentsOf(afterSecond ?? '')).toBeGreaterThan(1);
    expect((await runInProcess(['index', second, ...settings])).stdout).toContain('had been written before');
    expect(await served()).toBe(afterSecond);
    expect(await segmentsOf(afterSecond ?? '')).toBe(1);
    await cluster.ask('DELETE', `/${afterSecond ?? ''}/_doc/another?refresh=true`);
    expect(await countOf(ALIAS)).toBe(500);
  });

  it('continues what was interrupted, which nobody was served, and deletes it when another content comes', async () => {
    await runInProcess(['index', folder.write('second.csv', table(500, 4)), ...settings, '--keep', '0']);
    const before = await served();
    const large = folder.write('large.csv', table(12_000, 6));
    const interrupt = async (list: string, from: number): Promise<string> => {
      const run = runSameas(['index', list, ...settings]);
      let half = '';
      let ended = '';
      void run.finished.then(({ code, stdout, stderr }) => (ended = `${String(code)} ${stdout}${stderr}`));
      await until(async () => {
        if (ended !== '') throw new Error(`The indexing ended before it could be interrupted: ${ended}`);
        half = (await indexes()).find((index) => index.endsWith('-entities') && index !== before) ?? '';
        return half !== '' && (await countOf(half)) >= from;
      });
      if (from > 1) {
        run.kill('SIGSTOP');
        const { code, stderr } = await runInProcess(['index', list, ...settings]);
        expect(code).toBe(EXIT_CODES.data.code);
        expect(stderr).toContain(`The dataset "${DATASET}" is being indexed already: on the computer `);
      }
      run.kill('SIGKILL');
      await run.finished;
      return half;
    };
    const half = await interrupt(large, 5000);
    expect(await served()).toBe(before);
    expect(await countOf(half)).toBeLessThan(12_000);
    const { code, stdout } = await runInProcess(['index', large, ...settings, '--keep', '0']);
    expect(code).toBe(EXIT_CODES.success.code);
    expect(stdout).toMatch(/[\d,]+ entities had been written before, and were kept; [\d,]+ were written/);
    expect([await served(), await countOf(ALIAS)]).toEqual([half, 12_000]);
    // What was on its way lay in a folder that the next call has removed.
    expect(readdirSync(folder.path).filter((name) => name.startsWith('sameas-index-'))).toEqual([]);

    const other = await interrupt(folder.write('other.csv', table(12_000, 7)), 1);
    await runInProcess(['index', folder.write('third.csv', table(600, 5)), ...settings, '--keep', '0']);
    expect(await indexes()).toHaveLength(2);
    expect(await indexes()).not.toContain(other);
  });

  it('says what is wrong with the password, the user or the certificate before anything is read', async () => {
    const list = join(folder.path, 'not-there.csv');
    const refusal = async (given: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await runInProcess(['index', list, ...given]);
      expect({ code, stdout }).toEqual({ code: EXIT_CODES.data.code, stdout: '' });
      return stderr;
    };
    const wrong = await refusal(settingsWith({ ...CLUSTER_INDEXER, password: 'wrong-1' }));
    expect(wrong).toContain('does not take the user or the password');
    expect(wrong).not.toContain('wrong-1');
    expect(await refusal(settingsWith(CLUSTER_INDEXER, folder.write('other.pem', '')))).toContain(
      '--search-cluster-ca-file',
    );
    expect(await refusal(settingsWith(CLUSTER_READER))).toContain('may not do this: ');
  });

  it('drops a dataset with all its states', async () => {
    expect((await runInProcess(['index', '--drop', ...settings])).stdout).toContain(
      `The dataset "${DATASET}" has been deleted`,
    );
    expect([await served(), await indexes()]).toEqual([undefined, []]);
    expect((await runInProcess(['index', '--drop', ...settings])).stdout).toContain('has no dataset');
  });
});
