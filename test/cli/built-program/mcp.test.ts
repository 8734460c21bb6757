import { spawn } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';
import { seededRandom } from '../../../bench/seeded-random.js';
import { EXIT_CODES } from '../../../src/cli/command-definition.js';
import { readWorldPlaces, type WorldPlacesRecord } from '../../data/read-world-places.js';
import { personsFile } from '../../support/persons-file.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { runSameas } from '../run-sameas.js';

/* The command as an agent's program starts it, by the client of the protocol's own package. */

// The machine may be busy with other tests.
jest.setTimeout(240_000);

const folder = temporaryFolder();
const executable = join(import.meta.dirname, '..', '..', '..', 'dist', 'main.js');
const MANIFEST = join(import.meta.dirname, '..', '..', '..', 'data', 'world-places.manifest.yaml');
const clients: Client[] = [];

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  folder.remove();
});

async function connect(args: readonly string[], cwd: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [executable, 'mcp', ...args], cwd, stderr: 'pipe' }),
  );
  return client;
}

/** What a tool answers: its structured answer, or the text of its error. */
async function call(client: Client, name: string, args: Record<string, unknown>): Promise<unknown> {
  const answer = await client.callTool({ name, arguments: args }, undefined, { timeout: 200_000 });
  return answer.isError === true
    ? z.array(z.object({ text: z.string() })).parse(answer.content)[0]?.text
    : answer.structuredContent;
}

const matchedSchema = z.object({
  results: z.array(
    z.object({ verdict: z.string(), id: z.string().optional(), candidates: z.array(z.object({ id: z.string() })) }),
  ),
});

describe('sameas mcp', () => {
  let client: Client;
  beforeAll(async () => {
    folder.write('tables/authors.csv', 'id,name,born\na1,"Woolf, Virginia",1882\na2,"Achebe, Chinua",1930\n');
    folder.write('tables/trees.csv', 'id,name\nt1,Alder\nt2,Birch\n');
    folder.write('tables/names.csv', 'author,year\nVirginia Wolf,1882\nSomebody Else,1900\nChinua Achebe,1930\n');
    folder.write('elsewhere/secret.csv', 'author\nVirginia Wolf\n');
    client = await connect(['authors.csv', 'trees.csv'], join(folder.path, 'tables'));
  });

  it('serves each list as a dataset of its own, and asks which one is meant', async () => {
    expect(await call(client, 'list_datasets', {})).toMatchObject({
      datasets: [
        { name: 'authors', entities: 2, properties: [{ id: 'born' }] },
        { name: 'trees', entities: 2 },
      ],
    });
    expect(await call(client, 'match', { names: [{ name: 'Alder' }] })).toBe(
      'Several datasets are served, and none was named. Say which one as "dataset": "authors", "trees". (parameter-missing)',
    );
    expect(await call(client, 'match', { names: [{ name: 'Alder' }], dataset: 'trees' })).toMatchObject({
      results: [{ verdict: 'match', id: 't1' }],
    });
  });

  it('matches a table file into a new file beside it, and never writes over one', async () => {
    const written = join(folder.path, 'tables', 'names-matched.csv');
    expect(await call(client, 'match_table', { table: 'names.csv', dataset: 'authors' })).toMatchObject({
      written,
      rows: 3,
      matched: 2,
      none: 1,
      failed: 0,
      review: `sameas review ${written}`,
    });
    expect(readFileSync(written, 'utf8').split('\n')[1]).toMatch(/^Virginia Wolf,1882,a1,/);
    expect(await call(client, 'match_table', { table: 'names.csv', dataset: 'authors' })).toBe(
      `There is a file ${written} already, and it is left as it is. Name another path as "out". (file-exists)`,
    );
    expect(
      await call(client, 'match_table', {
        table: 'names.csv',
        out: 'other.csv',
        dataset: 'authors',
        nameColumn: 'writer',
      }),
    ).toMatch(/no column .*writer.*nameColumn/is);
  });

  it('neither reads nor writes outside the folder, by whatever path', async () => {
    symlinkSync(join(folder.path, 'elsewhere'), join(folder.path, 'tables', 'link'));
    const outside = /is not below .* Use a path below this folder, .* \(path-outside\)$/;
    for (const table of ['../elsewhere/secret.csv', join(folder.path, 'elsewhere', 'secret.csv'), 'link/secret.csv'])
      expect(await call(client, 'match_table', { table, dataset: 'authors' })).toMatch(outside);
    expect(await call(client, 'match_table', { table: 'names.csv', out: '../out.csv', dataset: 'authors' })).toMatch(
      outside,
    );
    expect(await call(client, 'match_table', { table: 'https://example.org/a.csv', dataset: 'authors' })).toMatch(
      /file-not-found/,
    );
  });

  it('says on standard error why a list cannot be served, and ends', async () => {
    const run = spawn(process.execPath, [executable, 'mcp', join(folder.path, 'none.csv')]);
    let [said, answered] = ['', ''];
    run.stderr.on('data', (text: Buffer) => (said += text.toString()));
    run.stdout.on('data', (text: Buffer) => (answered += text.toString()));
    const code = await new Promise((resolve) => run.once('close', resolve));
    expect(said).toMatch(/none\.csv.*file-not-found/s);
    expect(code).toBe(EXIT_CODES.data.code);
    expect(answered).toBe('');
  });

  it('ends when the other side has closed the connection', async () => {
    const run = await runSameas(['mcp', join(folder.path, 'tables', 'trees.csv')]).finished;
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('an agent that takes an id only where the verdict is "match"', () => {
  const NAMES = 500;
  const ABSENT = 200;
  const random = seededRandom(42);
  let client: Client;
  let known: ReadonlySet<string>;
  let asked: readonly Asked[];

  interface Asked {
    /** Id of the entity that is meant; `undefined` where the dataset does not have it. */
    readonly right: string | undefined;
    readonly name: string;
    readonly type?: string;
    readonly properties?: { readonly country: string };
  }

  beforeAll(async () => {
    const { records } = readWorldPlaces();
    const byId = new Map(records.map((record) => [record.id, record]));
    // Cities of which the dataset knows nothing any more, beside all others with names like theirs.
    const cities = records.filter(({ type }) => type === 'City');
    const absent = new Set<WorldPlacesRecord>();
    while (absent.size < ABSENT - 50) absent.add(random.pick(cities));
    const listed = records.filter((record) => !absent.has(record));
    folder.write('places.jsonl', listed.map((record) => JSON.stringify(record)).join('\n'));
    folder.write(
      'places.manifest.yaml',
      readFileSync(MANIFEST, 'utf8').replace(/world-places\.jsonl\.gz/g, 'places.jsonl'),
    );
    const present = new Set<WorldPlacesRecord>();
    while (present.size < NAMES - ABSENT) present.add(random.pick(listed));
    const persons = personsFile(300)
      .queries.split('\n')
      .slice(1, 51)
      .map((line) => ({ right: undefined, name: /^"(.*?)"/.exec(line)?.[1] ?? '', type: 'City' }));
    asked = [
      ...[...present].map((record) => ({ right: record.id, ...asWritten(record, byId) })),
      ...[...absent].map((record) => ({ right: undefined, ...asWritten(record, byId) })),
      ...persons,
    ];
    known = new Set(listed.map(({ id }) => id));
    client = await connect(['places.manifest.yaml'], folder.path);
  });

  // At most so many wrong ids, as docs/agents.md states them.
  it.each([
    ['without types', false, 20],
    ['with types', true, 14],
  ])(
    `asks ${String(NAMES)} names %s, of which ${String(ABSENT)} are not in the dataset, and takes few wrong ids and none that does not exist`,
    async (_, withTypes, mostWrong) => {
      expect(asked).toHaveLength(NAMES);
      const came = { right: 0, wrong: 0, wrongOfAbsent: 0, invented: 0, ambiguous: 0, none: 0, missed: 0 };
      for (let at = 0; at < asked.length; at += 50) {
        const part = asked.slice(at, at + 50);
        const names = part.map(({ right: _right, type, ...query }) => ({ ...query, ...(withTypes && { type }) }));
        const { results } = matchedSchema.parse(await call(client, 'match', { names }));
        expect(results).toHaveLength(part.length);
        for (const [i, { verdict, id, candidates }] of results.entries()) {
          const right = part[i]?.right;
          came.invented += candidates.filter((candidate) => !known.has(candidate.id)).length;
          if (id !== undefined && !known.has(id)) came.invented++;
          if (verdict === 'match' && id === right) came.right++;
          else if (verdict === 'match') {
            came.wrong++;
            if (right === undefined) came.wrongOfAbsent++;
          } else if (verdict === 'ambiguous') came.ambiguous++;
          else came.none++;
          if (verdict === 'none' && right !== undefined) came.missed++;
        }
      }
      if (process.env['SHOW_FIGURES'] !== undefined) process.stdout.write(`${JSON.stringify(came)}\n`);
      expect(came.invented).toBe(0);
      expect(came.wrong).toBeLessThanOrEqual(mostWrong);
      expect(came.right).toBeGreaterThanOrEqual((NAMES - ABSENT) / 2);
    },
  );

  /** One of its names, as a source of its own might have it: misspelt, without accents, or with its country. */
  function asWritten(
    record: WorldPlacesRecord,
    byId: ReadonlyMap<string, WorldPlacesRecord>,
  ): Pick<Asked, 'name' | 'type' | 'properties'> {
    const names = [record.name, ...(record.aliases ?? []).filter((alias) => /^[\p{Script=Latin}\P{L}]+$/u.test(alias))];
    let name = random.pick(names);
    if (random.chance(0.3)) name = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    if (name.length > 5 && random.chance(0.4)) {
      const place = 1 + random.below(name.length - 2);
      name = random.chance(0.5)
        ? name.slice(0, place) + name.slice(place + 1)
        : name.slice(0, place) + (name[place + 1] ?? '') + (name[place] ?? '') + name.slice(place + 2);
    }
    const country = typeof record['country'] === 'string' ? byId.get(record['country'])?.name : undefined;
    return {
      name,
      type: record.type,
      ...(country !== undefined && random.chance(0.6) && { properties: { country } }),
    };
  }
});
