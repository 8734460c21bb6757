import { describe, expect, it } from '@jest/globals';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import {
  findDuplicates,
  type DuplicatesFound,
  type DuplicatesOptions,
  type DuplicatesProgress,
} from '../../src/duplicates/find-duplicates.js';
import type { PropertyValue } from '../../src/entities/property.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import type { BatchExecutor } from '../../src/describe/served-snapshot.js';
import { readInMemory, type DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { generateEntities } from '../../bench/generate-entities.js';
import { makeSnapshot, type EntityDraft } from '../support/make-snapshot.js';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly born?: number;
  /** YYYY-MM-DD. */
  readonly day?: string;
  readonly code?: string;
  readonly aliases?: readonly string[];
  readonly types?: readonly string[];
}

/** Others, so that a name is one of many. */
const OTHERS: readonly Person[] = [
  ...new Map(
    [...generateEntities(150, 21)].map(({ id, name }) => [name, { id, name, born: 1500 + Number(id.slice(1)) }]),
  ).values(),
];

const draftOf = ({ born, day, code, ...person }: Person): EntityDraft => ({
  ...person,
  properties: {
    ...(born === undefined ? {} : { born: [{ kind: 'integer', number: born }] satisfies PropertyValue[] }),
    ...(day === undefined ? {} : { day: [dayOf(day)] }),
    ...(code === undefined ? {} : { code: [{ kind: 'identifier', text: code }] satisfies PropertyValue[] }),
  },
});

function dayOf(text: string): PropertyValue {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { kind: 'date', date: { year, month, day } };
}

const generationOf = (people: readonly Person[]): DatasetSnapshot =>
  makeSnapshot({
    entities: [...OTHERS, ...people].map(draftOf),
    types: [
      { id: 'person', name: 'Person', broader: [] },
      { id: 'ship', name: 'Ship', broader: [] },
    ],
    properties: [
      { id: 'born', name: 'Born', datatype: 'integer' },
      { id: 'day', name: 'Born on', datatype: 'date' },
      { id: 'code', name: 'Code', datatype: 'identifier', identifying: true },
    ],
  });

const executorFor = (snapshot: DatasetSnapshot): BatchExecutor =>
  createInlineBatchExecutor(snapshot, { batchTimeoutMs: 60_000, queryTimeoutMs: 60_000 });
const silent: DuplicatesProgress = { asked: () => undefined, judging: () => undefined, mustStop: () => false };
const find = (
  snapshot: DatasetSnapshot,
  options: Partial<DuplicatesOptions> = {},
  progress = silent,
  executor = executorFor(snapshot),
): Promise<DuplicatesFound> =>
  findDuplicates(
    { snapshot, read: readInMemory(snapshot), whole: { dataset: snapshot.dataset }, executor },
    { least: 0.8, anyType: false, ...options },
    progress,
  );

/** The ids of each group, by how the groups come. */
async function groupsAmong(
  people: readonly Person[],
  options: Partial<DuplicatesOptions> = {},
): Promise<readonly (readonly string[])[]> {
  const snapshot = generationOf(people);
  return (await find(snapshot, options)).groups.map(({ entities }) => entities.map(({ id }) => id));
}

describe('duplicates within a list', () => {
  it('are found however the name is written, each pair once, with reasons', async () => {
    const snapshot = generationOf([
      { id: 'w1', name: 'Virginia Woolf', born: 1882 },
      { id: 'w2', name: 'Woolf, Virginia', born: 1882 },
      { id: 'a1', name: 'Chinua Achebe', born: 1930 },
      { id: 'a2', name: 'Chinua Achebbe', born: 1930 },
      { id: 's', name: 'Wisława Szymborska', born: 1923 },
    ]);
    const { groups, asked, failed } = await find(snapshot);
    expect({ asked, failed }).toEqual({ asked: snapshot.dataset.entities.size, failed: 0 });
    expect(
      groups
        .map(({ duplicates }) =>
          duplicates.map(({ first, second, sameName }) => [...[first, second].map(({ id }) => id).sort(), sameName]),
        )
        .sort(),
    ).toEqual([[['a1', 'a2', false]], [['w1', 'w2', false]]]);
    const reasons = groups.flatMap(({ duplicates }) => duplicates.map((duplicate) => duplicate.reasons.join('; ')));
    expect(reasons).toContainEqual(expect.stringMatching(/^the same words; in another order; Born: /));
    expect(reasons.some((text) => text.includes('the query'))).toBe(false);
  });

  it('are nobody else than the entity itself in a list without any', async () => {
    expect(await groupsAmong([{ id: 's', name: 'Wisława Szymborska', born: 1923 }])).toEqual([]);
  });

  it('are not numbers, years and marks of one name, nor works that share half of it', async () => {
    const names = [
      'Henry VII of England',
      'Henry VIII of England',
      'Martin Kowalczuk',
      'Martin Kowalczuk Jr.',
      'Statistical yearbook of Norrland 1998',
      'Statistical yearbook of Norrland 1999',
      'Vitamin B complex',
      'Vitamin C complex',
    ];
    expect(
      await groupsAmong(
        names.map((name, i) => ({ id: `n${String(i)}`, name })),
        { least: 0.5 },
      ),
    ).toEqual([]);
  });

  it('are not namesakes whom a property contradicts', async () => {
    const strauss = (born: (number | undefined)[]): readonly Person[] =>
      born.map((year, i) => ({
        id: `j${String(i)}`,
        name: 'Johann Straußenfeld',
        ...(year === undefined ? {} : { born: year }),
      }));
    expect(await groupsAmong(strauss([1804, 1825]))).toEqual([]);
    expect(await groupsAmong(strauss([1825, 1825]))).toEqual([['j0', 'j1']]);
  });

  it('come in threes and more: a third record is no rival of the other two', async () => {
    const same = await groupsAmong(
      Array.from({ length: 5 }, (_, i) => ({ id: `s${String(i)}`, name: 'Chimamanda Ngozi Adichie' })),
    );
    expect(same).toEqual([['s0', 's1', 's2', 's3', 's4']]);
  });

  it('are known by another name, and by a value that identifies', async () => {
    expect(
      await groupsAmong([
        { id: 'm', name: 'Mumbai', aliases: ['Bombay'] },
        { id: 'b', name: 'Bombay' },
      ]),
    ).toEqual([['m', 'b']]);
    expect(
      await groupsAmong([
        { id: 'l', name: 'Lady of the Lake', code: 'X-8816204' },
        { id: 'd', name: 'Dama z jeziora', code: 'x8816204' },
      ]),
    ).toEqual([['l', 'd']]);
  });

  it('are not known by a day alone', async () => {
    const mayers = ['1961-03-04', '1965-07-23', '1958-11-30'].map((day, i) => ({
      id: `h${String(i)}`,
      name: 'Helmut Mayerhofer',
      day,
    }));
    expect(await groupsAmong([...mayers, { id: 'other', name: 'Helmaut Mayerhofer', day: '1965-02-11' }])).toEqual([]);
    expect(
      await groupsAmong([
        ...mayers,
        { id: 'twin', name: 'Roswitha Mayerhofer', day: '1965-07-23' },
        { id: 'else', name: 'Chinua Achebe', day: '1965-07-23' },
      ]),
    ).toEqual([]);
  });

  it('have a type in common, unless any will do', async () => {
    const victorias: readonly Person[] = [
      { id: 'q', name: 'Queen Victoria Eugenia', types: ['person'] },
      { id: 's', name: 'Queen Victoria Eugenia', types: ['ship'] },
    ];
    expect(await groupsAmong(victorias)).toEqual([]);
    expect(await groupsAmong(victorias, { anyType: true })).toEqual([['q', 's']]);
  });

  it('are not those of whom a name happens to be the identifier', async () => {
    expect(
      await groupsAmong([
        { id: '1984', name: 'Homage to Catalonia' },
        { id: 'b', name: '1984' },
      ]),
    ).toEqual([]);
  });

  it('are not looked for among the many of one name that nothing tells apart', async () => {
    const snapshot = generationOf(Array.from({ length: 30 }, (_, i) => ({ id: `u${String(i)}`, name: 'Untitled' })));
    const { groups, shared } = await find(snapshot);
    expect({ groups, shared }).toEqual({ groups: [], shared: 30 });
  });

  it('are not made of a name that more than 200 entities have, which are reported as a block; their days and identifiers count', async () => {
    const snapshot = generationOf([
      ...Array.from({ length: 201 }, (_, i) => ({
        id: `u${String(i)}`,
        name: i % 2 === 0 ? 'Untitled' : 'untitled',
        ...(i < 199 && {
          day: i < 2 ? '1950-03-04' : `19${String(10 + (i % 40))}-0${String(1 + (i % 9))}-${String(11 + (i % 17))}`,
        }),
        ...(i > 1 && { code: i < 199 ? `X-${String(i)}` : 'C-1' }),
      })),
      { id: 'ship', name: 'Untitled', types: ['ship'] },
    ]);
    const { groups, blocks, inBlocks, shared, asked } = await find(snapshot);
    expect(blocks.map(({ name, size, ids }) => [name, size, ids.slice(0, 2)])).toEqual([
      ['Untitled', 201, ['u0', 'u1']],
    ]);
    expect({ inBlocks, shared, asked }).toEqual({ inBlocks: 201, shared: 0, asked: OTHERS.length + 202 });
    expect(groups.map(({ entities }) => entities.map(({ id }) => id))).toEqual([
      ['u199', 'u200'],
      ['u0', 'u1'],
    ]);
  });

  it('take time that grows with the entities, and not with their square, where all have one name', async () => {
    const measured = async (size: number): Promise<number> => {
      const snapshot = makeSnapshot({
        entities: Array.from({ length: size }, (_, i) => ({ id: String(i), name: 'Untitled' })),
      });
      const start = performance.now();
      const { blocks } = await find(snapshot);
      expect(blocks[0]?.size).toBe(size);
      return performance.now() - start;
    };
    await measured(2_000);
    // With their square it would be twenty minutes.
    expect(await measured(20_000)).toBeLessThan(30_000);
  }, 120_000);
});

describe('the search for duplicates', () => {
  const people: readonly Person[] = [
    { id: 'w1', name: 'Virginia Woolf' },
    { id: 'w2', name: 'Woolf, Virginia' },
  ];

  it('tells how far it is', async () => {
    const snapshot = generationOf(people);
    const told = { asked: 0, pairs: -1 };
    await find(
      snapshot,
      {},
      { ...silent, asked: (more) => (told.asked += more), judging: (pairs) => (told.pairs = pairs) },
    );
    expect(told.asked).toBe(snapshot.dataset.entities.size);
    expect(told.pairs).toBeGreaterThanOrEqual(1);
  });

  it('keeps what it has found when it is stopped', async () => {
    const snapshot = makeSnapshot({
      entities: [...people, ...generateEntities(1_200, 8)].map(({ id, name }) => ({ id, name })),
    });
    let stop = false;
    const { groups, asked } = await find(snapshot, {}, { ...silent, asked: () => (stop = true), mustStop: () => stop });
    expect(asked).toBeLessThan(1_200);
    expect(groups.map(({ entities }) => entities.map(({ place }) => place))).toContainEqual([0, 1]);
  });

  it('counts questions that failed, and goes on', async () => {
    const snapshot = generationOf(people);
    const real = executorFor(snapshot);
    const failing: BatchExecutor = {
      execute: async (queries, form) =>
        (await real.execute(queries, form)).map((outcome, i) =>
          queries[i]?.text === OTHERS[3]?.name
            ? { kind: 'failed', error: new SameasError('query-failed', 'It failed.') }
            : outcome,
        ),
    };
    const { groups, failed } = await find(snapshot, {}, silent, failing);
    expect({ groups: groups.length, failed }).toEqual({ groups: 1, failed: 1 });
  });
});
