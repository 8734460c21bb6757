import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { openDataset, SameasError, type EntityInput, type OpenDataset } from '../../src/library.js';

const AUTHORS: readonly EntityInput[] = [
  {
    id: 'a1',
    name: 'Virginia Woolf',
    aliases: ['Adeline Virginia Stephen'],
    types: ['writer'],
    properties: { born: 1882, country: 'United Kingdom' },
  },
  {
    id: 'a2',
    name: 'Chinua Achebe',
    types: ['writer'],
    properties: { born: 1930, country: 'Nigeria', languages: ['English', 'Igbo'] },
  },
  {
    id: 'a3',
    name: 'Clarice Lispector',
    types: ['writer'],
    description: 'Brazilian novelist',
    properties: { born: 1920, country: 'Brazil' },
  },
  { id: 4, name: 'Orhan Pamuk', types: ['writer'], prominence: 3, properties: { born: 1952, country: 'Turkey' } },
  { id: 'p1', name: 'Hogarth Press', types: ['publisher'] },
];

const opened: OpenDataset[] = [];
async function open(...args: Parameters<typeof openDataset>): Promise<OpenDataset> {
  const dataset = await openDataset(...args);
  opened.push(dataset);
  return dataset;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((dataset) => dataset.close()));
});
const folder = mkdtempSync(join(tmpdir(), 'sameas-library-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fault = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof SameasError ? { code: error.code, message: error.message } : error),
  );

describe('alignColumns', () => {
  it('aligns by rows whose entities are known, where names tell nothing', async () => {
    const towns = [
      'Aba',
      'Enugu',
      'Jos',
      'Kano',
      'Lagos',
      'Minna',
      'Owerri',
      'Sokoto',
      'Uyo',
      'Warri',
      'Yola',
      'Zaria',
    ];
    const dataset = await open({
      entities: towns.map((name, i) => ({
        id: `t${String(i)}`,
        name,
        properties: { phone: `0${String(7_030_000 + i * 977)}` },
      })),
    });
    const table = {
      headings: ['n', 'x'],
      rows: towns.map((_, i) => [`place ${String(i)}`, `${String(70)}-${String(30_000 + i * 977)}`]),
      name: 'n',
    };
    const known = await dataset.alignColumns({
      ...table,
      matches: towns.map((_, i) => (i % 5 === 4 ? null : `t${String(i)}`)),
    });
    expect(known).toMatchObject([{ as: 'name' }, { heading: 'x', as: 'property', property: 'phone', isKey: true }]);
    expect(known[1]?.examples).toHaveLength(3);
  });
});

describe('a dataset made of entities', () => {
  it('answers what a name means, with reasons', async () => {
    const dataset = await open({ entities: AUTHORS, name: 'Authors' });
    expect([dataset.name, dataset.size]).toEqual(['Authors', 5]);
    const [best, ...others] = await dataset.reconcile('Virginia Wolf');
    expect(best).toMatchObject({ id: 'a1', name: 'Virginia Woolf', match: true, types: [{ id: 'writer' }] });
    expect(best?.features.every(({ reason }) => reason !== '')).toBe(true);
    expect(others.some(({ match }) => match)).toBe(false);
    expect((await dataset.reconcile('Adeline Virginia Stephen'))[0]?.id).toBe('a1');
  });

  it('takes types, properties and a limit into account', async () => {
    const dataset = await open({ entities: AUTHORS });
    expect((await dataset.reconcile({ name: 'Hogarth Press', types: ['writer'] })).map(({ id }) => id)).not.toContain(
      'p1',
    );
    const [agreeing] = await dataset.reconcile({ name: 'C. Achebe', properties: { born: 1930 } });
    const [differing] = await dataset.reconcile({ name: 'C. Achebe', properties: { born: [1802] } });
    expect(agreeing?.score).toBeGreaterThan(differing?.score ?? 100);
    expect(await dataset.reconcile({ name: 'Pamuk', limit: 1 })).toHaveLength(1);
  });

  it('keeps all that is known of an entity, its id as a text', async () => {
    const dataset = await open({ entities: AUTHORS });
    expect(await dataset.entity('a2')).toMatchObject({ id: 'a2', name: 'Chinua Achebe', types: ['writer'] });
    expect((await dataset.entity('a2'))?.properties['languages']).toHaveLength(2);
    expect((await dataset.entity('4'))?.prominence).toBe(3);
    expect((await dataset.entity('a3'))?.description).toBe('Brazilian novelist');
    expect(await dataset.entity('nobody')).toBeUndefined();
  });

  it('completes what is typed, and finds what is similar where nothing begins so', async () => {
    const dataset = await open({ entities: AUTHORS });
    expect(await dataset.suggest('adel')).toEqual([
      { id: 'a1', name: 'Virginia Woolf', foundBy: 'Adeline Virginia Stephen' },
    ]);
    expect((await dataset.suggest('Lispektor, Clarice')).map(({ id }) => id)).toEqual(['a3']);
    expect(await dataset.suggest('hog', { types: ['writer'] })).toEqual([]);
  });

  it('explains a candidate, the best one where none is named', async () => {
    const dataset = await open({ entities: AUTHORS });
    expect(JSON.stringify(await dataset.explain('Woolf'))).toContain('a1');
    expect(JSON.stringify(await dataset.explain('Woolf', 'a2'))).toContain('Chinua Achebe');
    expect(await fault(dataset.explain('Woolf', 'zz'))).toMatchObject({ code: 'entity-unknown' });
  });

  it('measures how well known answers are found', async () => {
    const dataset = await open({ entities: AUTHORS });
    const known = [
      { query: 'Virginia Woolf', id: 'a1' },
      { query: 'Chinua Achebbe', id: ['a2', 'other'] },
      { query: 'Clarice Lispector', id: 'a2' },
      { query: 'Toni Morrison', id: null },
    ];
    expect(await dataset.evaluate(known)).toEqual({
      queries: 4,
      failed: 0,
      firstHits: 2 / 3,
      found: 2 / 3,
      precision: 2 / 3,
      recall: 2 / 3,
      falseMatches: 0,
    });
    expect(await dataset.evaluate([])).toMatchObject({ queries: 0, firstHits: undefined, precision: undefined });
  });

  it('may come one by one, and leaves no file behind', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('sameas-entities-'));
    const dataset = await open({
      entities: (async function* () {
        for (const author of AUTHORS) yield Promise.resolve(author);
      })(),
    });
    expect(dataset.size).toBe(5);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('sameas-entities-'))).toEqual(before);
  });

  it('answers the same on threads', async () => {
    const [here, there] = [await open({ entities: AUTHORS }), await open({ entities: AUTHORS }, { threads: 2 })];
    const queries = ['Woolf', 'Achebe, Chinua', { name: 'Pamuk', properties: { country: 'Turkey' } }];
    expect(await there.reconcileAll(queries)).toEqual(await here.reconcileAll(queries));
  });
});

describe('what is at fault', () => {
  it('names the entity by its place', async () => {
    const broken = [AUTHORS[0], { id: 'x' }] as EntityInput[]; // what a program without types may give
    expect(await fault(openDataset({ entities: broken }))).toEqual({
      code: 'parameter-invalid',
      message: expect.stringMatching(/^Entity 2 cannot be used: name: /),
    });
    expect(
      await fault(openDataset({ entities: [{ id: 'x', name: 'y', properties: { aliases: 'z' } }] })),
    ).toMatchObject({ message: expect.stringContaining('a property "aliases"') });
    expect(await fault(openDataset({ entities: [] }))).toMatchObject({
      code: expect.stringMatching(/^(?:dataset-empty|file-empty)$/),
    });
    expect(await fault(openDataset('/no/such/file.csv'))).toMatchObject({ code: 'file-not-found' });
  });

  it('is one query alone', async () => {
    const dataset = await open({ entities: AUTHORS });
    const [right, wrong, after] = await dataset.reconcileAll(['Woolf', { name: 'Woolf', limit: 0 }, 'Pamuk']);
    expect(
      [right, after].map((answer) =>
        answer !== undefined && 'candidates' in answer ? answer.candidates[0]?.id : undefined,
      ),
    ).toEqual(['a1', '4']);
    expect(wrong).toMatchObject({ error: { code: 'query-invalid' } });
    expect(await fault(dataset.reconcile({ name: 'Woolf', limit: 0 }))).toMatchObject({
      code: 'query-invalid',
      message: expect.stringContaining('limit'),
    });
  });
});

describe('loading again', () => {
  it('reads the files as they are now, or takes another input; when that fails the old state stays', async () => {
    const file = join(folder, 'authors.csv');
    writeFileSync(file, 'id,name\n1,Virginia Woolf\n');
    const dataset = await open(file);
    writeFileSync(file, 'id,name\n1,Virginia Woolf\n2,Chinua Achebe\n');
    expect(dataset.size).toBe(1);
    await dataset.load();
    expect(dataset.size).toBe(2);
    expect(await fault(dataset.load('/no/such/file.csv'))).toMatchObject({ code: 'file-not-found' });
    expect((await dataset.reconcile('Chinua Achebe'))[0]?.id).toBe('2');
    await dataset.load({ entities: AUTHORS });
    expect(dataset.size).toBe(5);
  });
});
