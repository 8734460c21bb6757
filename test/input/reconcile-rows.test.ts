import { describe, expect, it } from '@jest/globals';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { inEnglish, untranslated, type Sentence } from '../../src/foundation/sentence.js';
import type { AnsweredRow } from '../../src/input/answered-row.js';
import { reconcileRows } from '../../src/input/reconcile-rows.js';
import type { InputRow } from '../../src/input/open-input.js';
import { WITHOUT_REASONS, type Ask } from '../../src/describe/answer.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const NAMES = ['Springfield', 'Shelbyville', 'Ogdenville'];
const snapshot = makeSnapshot({ entities: NAMES.map((name, i) => ({ id: `t${String(i)}`, name })) });
const executor = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 60_000, queryTimeoutMs: 60_000 });
const ask: Ask = (queries) => executor.execute(queries, WITHOUT_REASONS);
const options = { limit: 2, type: undefined, dataset: snapshot.dataset };

const row = (text: string, line: number, problem?: Sentence): InputRow => ({
  cells: [text],
  line,
  text,
  types: [],
  properties: [],
  problem,
});

async function answersTo(rows: readonly InputRow[], from: Ask = ask): Promise<readonly AnsweredRow[]> {
  const taken: AnsweredRow[] = [];
  await reconcileRows(from, rows, options, (answered) => Promise.resolve(void taken.push(...answered)));
  return taken;
}

describe('asking for the rows of a table', () => {
  it('gives the answers in the order of the rows, however many there are', async () => {
    const rows = Array.from({ length: 1_234 }, (_, i) => row(NAMES[i % 3] ?? '', i));
    const answers = await answersTo(rows);
    expect(answers.map((answer) => answer.row)).toEqual(rows);
    expect(answers.every(({ row: { text }, candidates: [first] }) => first?.name === text && first.match)).toBe(true);
  });

  it('keeps rows that cannot be asked in their places', async () => {
    const answers = await answersTo([
      row('Springfield', 1),
      row('', 2, untranslated('There is no name to match.')),
      row('Ogdenvile', 3),
    ]);
    expect(answers.map(({ candidates, problem }) => [candidates[0]?.id, problem && inEnglish(problem)])).toEqual([
      ['t0', undefined],
      [undefined, 'There is no name to match.'],
      ['t2', undefined],
    ]);
  });

  it('tells the problem of a query that failed, and goes on', async () => {
    const failing: Ask = async (queries) =>
      (await ask(queries)).map((outcome, i) =>
        queries[i]?.text === 'Shelbyville'
          ? { kind: 'failed', error: new SameasError('query-failed', 'It failed.') }
          : outcome,
      );
    expect(
      (
        await answersTo(
          NAMES.map((name, i) => row(name, i)),
          failing,
        )
      ).map(({ problem }) => problem && inEnglish(problem)),
    ).toEqual([undefined, 'It failed.', undefined]);
  });

  it('ends with the failure of whoever takes the answers', async () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => row('Springfield', i));
    await expect(
      reconcileRows(ask, rows, options, () => Promise.reject(new Error('the disk is full'))),
    ).rejects.toThrow('the disk is full');
  });

  it('gives a row the same answer wherever asking begins, though its neighbours are looked at', async () => {
    const counties = Array.from({ length: 30 }, (_, i) => `County ${String(i)}`);
    const villages = counties.flatMap((county, i) =>
      Array.from({ length: 10 }, (_, k) => ({
        id: `v${String(10 * i + k)}`,
        name: `Aston ${String(k)}`,
        values: { county },
      })),
    );
    const own = makeSnapshot({
      properties: [{ id: 'county', name: 'county', datatype: 'text' }],
      entities: villages.map(({ id, name, values }) => ({
        id,
        name,
        properties: { county: [{ kind: 'text', text: values.county }] },
      })),
    });
    const ofVillages = createInlineBatchExecutor(own, { batchTimeoutMs: 60_000, queryTimeoutMs: 60_000 });
    const asking: Ask = (queries) => ofVillages.execute(queries, WITHOUT_REASONS);
    const rows = villages.map(({ name }, i) => row(name, i));
    const learned = {
      rows: 300,
      columns: {},
      traits: [],
      recurrence: 1,
      claims: {},
      neighbours: [{ property: 'county', copied: 0.9 }],
    };
    const answers = async (from: number): Promise<readonly AnsweredRow[]> => {
      const taken: AnsweredRow[] = [];
      await reconcileRows(asking, rows, { ...options, dataset: own.dataset, learned, from }, (answered) =>
        Promise.resolve(void taken.push(...answered)),
      );
      return taken;
    };
    const all = await answers(0);
    expect(all).toHaveLength(300);
    for (const from of [1, 99, 100, 137, 299]) expect(await answers(from)).toEqual(all.slice(from));
  });

  it('tells a candidate in full that the file puts in front of those that came in full', async () => {
    const people = makeSnapshot({
      types: [{ id: 'Person', name: 'Person', broader: [] }],
      properties: [{ id: 'town', datatype: 'text' }],
      entities: [
        ['Clara Moosbrugger', 'Bregenz'],
        ['Klara Moosbruger', 'Feldkirch'],
        ...Array.from({ length: 60 }, (_, i) => [`Name${String(i)} Further${String(i)}`, `Town ${String(i % 7)}`]),
      ].map(([name = '', town = ''], i) => ({
        id: `p${String(i)}`,
        name,
        types: ['Person'],
        properties: { town: [{ kind: 'text', text: town }] },
      })),
    });
    const own = createInlineBatchExecutor(people, { batchTimeoutMs: 60_000, queryTimeoutMs: 60_000 });
    const asked: number[] = [];
    const from: Ask = (queries) => {
      asked.push(queries.length);
      return own.execute(queries, WITHOUT_REASONS);
    };
    const sent: InputRow = {
      ...row('Clara Moosbrugger', 1),
      properties: [{ property: 'town', values: ['Feldkirch'] }],
    };
    const told = async (right: readonly number[]): Promise<AnsweredRow | undefined> => {
      const taken: AnsweredRow[] = [];
      const town = { family: 'text' as const, right, wrong: [0.1, 0.1, 0.1, 0.7], pairs: 90 };
      const learned = { rows: 90, columns: { town }, traits: [], recurrence: 1, claims: {}, neighbours: [] };
      await reconcileRows(from, [sent], { ...options, dataset: people.dataset, limit: 1, learned }, (answered) =>
        Promise.resolve(void taken.push(...answered)),
      );
      return taken[0];
    };
    expect((await told([0.69, 0.18, 0.06, 0.07]))?.candidates).toMatchObject([{ id: 'p0' }]);
    expect(asked).toEqual([1]);
    const reliable = await told([0.999, 1e-6, 1e-6, 1e-6]);
    expect(reliable?.candidates).toMatchObject([
      { id: 'p1', name: 'Klara Moosbruger', type: [{ id: 'Person', name: 'Person' }] },
    ]);
    expect(reliable?.candidates[0]?.features.length).toBeGreaterThan(0);
    expect(asked).toEqual([1, 1, 1]);
  });
});
