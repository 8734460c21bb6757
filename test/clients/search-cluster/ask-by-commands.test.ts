import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { generateEntities } from '../../../bench/generate-entities.js';
import { createReconciliationRouter, openDataset, type OpenDataset, type TableInput } from '../../../src/library.js';
import { ROOT } from '../../architecture/source-tree.js';
import { runInProcess } from '../../cli/run-in-process.js';
import { startProgram } from '../../support/program.js';
import { CLUSTER_INDEXER, CLUSTER_READER, type ClusterUser } from '../../support/search-cluster/node-files.js';
import { sharedSearchCluster } from '../../support/search-cluster/search-cluster.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { until } from '../../support/until.js';

/*
 * Commands and the library ask a dataset in a search cluster as one in memory: what they print, write and give is the same.
 */

const DATASET = 'ask-test';
const folder = temporaryFolder();
const opened: OpenDataset[] = [];

async function settingsOf({ user, password }: ClusterUser): Promise<readonly string[]> {
  const { urls, caFile } = await sharedSearchCluster();
  return [
    ...['--search-cluster', urls.join(','), '--search-cluster-user', user, '--search-cluster-ca-file', caFile],
    ...['--search-cluster-password-file', folder.write(`password-${user}`, password), '--dataset', DATASET],
  ];
}

const cells = (row: readonly string[]): string => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
const entities = [...generateEntities(800, 31)];
/** Some twice, under a name with a letter more. */
const ROWS = [
  ...entities.map(({ name, aliases }, i) => [
    `p${String(i)}`,
    name,
    aliases.map(({ text }) => text).join('|'),
    String(1800 + (i % 190)),
    ['North', 'South', 'East', 'West'][i % 4] ?? '',
  ]),
  ...entities
    .filter((_, i) => i % 80 === 3)
    .map(({ name }, i) => [`twice${String(i)}`, `${name}e`, '', String(1800 + ((3 + 80 * i) % 190)), '']),
];
const list = folder.write('places.csv', ['id,name,aliases,founded,region', ...ROWS.map(cells)].join('\n'));
const misspelt = (name: string): string => name.slice(0, 3) + name.slice(4);
const gold = folder.write(
  'judged.csv',
  [
    'query,expected,founded',
    ...entities.flatMap(({ name }, i) =>
      i % 10 === 5 ? [cells([misspelt(name), `p${String(i)}`, String(1800 + (i % 190))])] : [],
    ),
    cells(['Qrstuvw Xyzzyx', '', '']),
    cells([entities[0]?.name ?? '', 'not-there', '']),
  ].join('\n'),
);
const table = folder.write(
  'seen.csv',
  [
    'place,founded',
    ...entities.flatMap(({ name }, i) => (i % 9 === 1 ? [cells([misspelt(name), String(1800 + (i % 190))])] : [])),
  ].join('\n'),
);

beforeAll(async () => {
  expect(await runInProcess(['index', list, ...(await settingsOf(CLUSTER_INDEXER))])).toMatchObject({ code: 0 });
}, 180_000);

afterAll(async () => {
  for (const dataset of opened) await dataset.close();
  await runInProcess(['index', '--drop', ...(await settingsOf(CLUSTER_INDEXER))]);
  folder.remove();
});

/** What is printed, without times. */
const withoutTimes = (text: string): string =>
  text
    .replace(/queries in [\d.]+ s\. The slowest:[^]*$/, '')
    .replaceAll(/One suggestion takes.*/g, '')
    .replaceAll(/^Written to .*$/gm, '');

describe('commands', () => {
  it('measure the answers of a cluster, and say which right entities it did not bring', async () => {
    const settings = await settingsOf(CLUSTER_READER);
    const [here, there] = [
      await runInProcess(['evaluate', list, gold]),
      await runInProcess(['evaluate', gold, ...settings]),
    ];
    expect(there).toMatchObject({ code: 1, stderr: '' });
    expect(withoutTimes(there.stdout)).toBe(withoutTimes(here.stdout));
    expect(there.stdout).toContain('"not-there", an id that the dataset does not have');
    const shallow = await runInProcess(['evaluate', gold, ...settings, '--search-depth', '20']);
    const missed = Number(/right answer not found by the search +(\d+)/.exec(shallow.stdout)?.[1]);
    expect(shallow.stdout.includes('Right answers that the search did not find')).toBe(missed > 0);
    for (const [option, args] of [
      ['The list', [list, gold]],
      ['The list', [gold, '--manifest', list]],
      ['--tune', [gold, '--tune']],
    ] as const)
      expect(await runInProcess(['evaluate', ...args, ...settings])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`${option} does not go together with --search-cluster`),
      });
  });

  it('find the duplicates of a dataset in a cluster', async () => {
    const outs = ['here.csv', 'there.csv'].map((name) => join(folder.path, name));
    const [here, there] = [
      await runInProcess(['duplicates', list, '--out', outs[0] ?? '']),
      await runInProcess(['duplicates', '--out', outs[1] ?? '', ...(await settingsOf(CLUSTER_READER))]),
    ];
    expect(there).toMatchObject({ code: 0 });
    expect(withoutTimes(there.stdout)).toBe(withoutTimes(here.stdout));
    expect(readFileSync(outs[1] ?? '', 'utf8')).toBe(readFileSync(outs[0] ?? '', 'utf8'));
    expect(readFileSync(outs[1] ?? '', 'utf8').split('\n').length).toBeGreaterThan(5);
  });

  it('match a table with a cluster, and review it with the same dataset; the password is kept nowhere', async () => {
    const out = join(folder.path, 'seen-matched.csv');
    const settings = await settingsOf(CLUSTER_READER);
    const { password } = CLUSTER_READER;
    const byFile = settings.indexOf('--search-cluster-password-file');
    const withoutFile = [...settings.slice(0, byFile), ...settings.slice(byFile + 2)];
    const env = { SAMEAS_SEARCH_CLUSTER_PASSWORD: password };
    const { code, stdout } = await runInProcess(['match', table, ...withoutFile, '--out', out], { env });
    expect({ code, review: stdout.includes('sameas review') }).toEqual({ code: 0, review: true });
    const note = readFileSync(join(`${out}.review`, 'review.json'), 'utf8');
    expect(note).toContain(DATASET);
    expect(note).not.toContain(password);
    const before = rowsOf(out);
    const program = await startProgram({
      command: process.execPath,
      args: [join(ROOT, 'dist', 'main.js'), 'review', out],
      env,
      isReady: (output) => Promise.resolve(output.includes('Press Ctrl+C')),
      readyWithinMs: 60_000,
    });
    const address = /http:\S+/.exec(program.output())?.[0] ?? '';
    await until(async () => (await fetch(`${address}/review?row=0`)).status === 200);
    const page = await (await fetch(`${address}/review?row=0`)).text();
    const judged = await fetch(`${address}/judge`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ row: '0', decision: 'match', id: 'p7', by: 'Ada' },
        version: /name="version" value="([^"]*)"/.exec(page)?.[1] ?? '',
      }),
      redirect: 'manual',
    });
    expect(judged.status).toBe(303);
    expect(await program.stop()).toBe(0);
    const after = rowsOf(out);
    expect(after[0]).toMatchObject({ 'matched id': 'p7', judgment: 'matched', 'judged by': 'Ada' });
    expect(after.slice(1).map((row) => row['matched id'])).toEqual(before.slice(1).map((row) => row['matched id']));
  });
});

const rowsOf = (path: string): Record<string, string>[] => parse(readFileSync(path, 'utf8'), { columns: true });

/** What the columns of a table say; how often they agree is reckoned by other names in a cluster. */
const columnsOf = async (dataset: OpenDataset, sent: TableInput): Promise<unknown> =>
  (await dataset.alignColumns(sent)).map(({ heading, as, property }) => [heading, as, property]);

describe('the library', () => {
  it('opens a dataset in a cluster, and gives what it gives for the list', async () => {
    const { urls, caFile } = await sharedSearchCluster();
    const { user, password } = CLUSTER_READER;
    const here = await openDataset(list);
    const there = await openDataset({ searchCluster: urls, dataset: DATASET, user, password, caFile });
    opened.push(here, there);
    expect([there.name, there.size]).toEqual([here.name, here.size]);
    const names = entities.filter((_, i) => i % 100 === 7).map(({ name }) => misspelt(name));
    const both = async (ask: (dataset: OpenDataset) => Promise<unknown>): Promise<void> => {
      const expected = JSON.stringify(await ask(here));
      // JSON has no `undefined`.
      expect(JSON.parse(JSON.stringify(await ask(there)))).toEqual(JSON.parse(expected));
      expect(expected.length).toBeGreaterThan(2);
    };
    await both(async (dataset) =>
      (await dataset.reconcileAll(names)).map((answer) =>
        'error' in answer ? answer.error.message : answer.candidates.slice(0, 1),
      ),
    );
    // What is only similar to what was typed is looked for in fewer ways.
    await both(async (dataset) => (await dataset.suggest(entities[3]?.name.slice(0, 14) ?? '')).slice(0, 2));
    await both(async (dataset) => (await dataset.suggest(`${entities[3]?.name ?? ''} no such name`)).slice(0, 1));
    await both((dataset) => dataset.entity('p12'));
    await both(async (dataset) => [await dataset.entity('nobody')]);
    await both((dataset) =>
      columnsOf(dataset, {
        headings: ['a', 'b'],
        rows: ROWS.slice(0, 60).map(([, name = '', , founded = '']) => [name, founded]),
        name: 'a',
      }),
    );
    await both((dataset) =>
      columnsOf(dataset, {
        headings: ['a', 'b'],
        rows: ROWS.slice(0, 30).map(([, , , founded = ''], i) => [`place ${String(i)}`, founded]),
        matches: ROWS.slice(0, 30).map(([id]) => id),
        name: 'a',
      }),
    );
    await both((dataset) => dataset.evaluate(names.map((query, i) => ({ query, id: `p${String(100 * i + 7)}` }))));
    await expect(there.explain(names[0] ?? '', 'nobody')).rejects.toMatchObject({ code: 'entity-unknown' });
    await expect(there.load(list)).rejects.toMatchObject({ code: 'parameter-invalid' });
    await there.load();
    await expect(
      openDataset({ searchCluster: urls, dataset: 'no-such', user, password, caFile }),
    ).rejects.toMatchObject({ code: 'source-invalid' });
  });

  it('serves the protocol and pages over it, and follows it to its next state', async () => {
    const [, there] = opened;
    if (there === undefined) throw new Error('the test before has opened it');
    const server = createServer(createReconciliationRouter(there)).listen(0, '127.0.0.1');
    const address = z.object({ port: z.number() });
    await until(() => Promise.resolve(server.listening));
    const origin = `http://127.0.0.1:${String(address.parse(server.address()).port)}`;
    try {
      expect(await (await fetch(`${origin}/browse?part=results&sort=name`)).text()).toContain('p1');
      const matched = await fetch(`${origin}/table`, {
        method: 'POST',
        body: new URLSearchParams({ names: readFileSync(table, 'utf8') }),
      });
      expect([matched.status, (await matched.text()).includes('matched id')]).toEqual([200, true]);
      const smaller = folder.write('smaller.csv', 'id,name\nonly,Only One Place\n');
      expect(await runInProcess(['index', smaller, ...(await settingsOf(CLUSTER_INDEXER))])).toMatchObject({ code: 0 });
      await until(() => Promise.resolve(there.size === 1));
      expect((await there.reconcile('Only one place'))[0]?.id).toBe('only');
    } finally {
      server.close();
    }
  });
});
