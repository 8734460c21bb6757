import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerQuery } from '../../src/assembly/answer-query.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import type { SnapshotImage } from '../../src/assembly/snapshot-image.js';
import { WITH_REASONS, WITHOUT_REASONS, type AnswerForm, type Outcome } from '../../src/describe/answer.js';
import type { BatchExecutor } from '../../src/describe/served-snapshot.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { inEnglish } from '../../src/foundation/sentence.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import type { DatasetAccess } from '../../src/scoring/snapshot.js';
import { temporaryFolder } from '../support/temporary-files.js';

/** An executor over the dataset of the suite, and what reads the same contents for one query alone. */
export interface OpenedExecutor extends BatchExecutor, DatasetAccess {
  readonly close: () => Promise<void>;
}

const SURNAMES = 'Abbott Berger Castillo Dvořák Eriksen Fournier Grünwald Horváth Ivanova Jansen'.split(' ');
const GIVEN_NAMES = 'Ada Boris Chiara Dmitri Elif François Greta Hana'.split(' ');
/** Eighty people with the ids p0 to p79. */
export const PEOPLE = [
  'id,name,type,born',
  ...SURNAMES.flatMap((surname, i) =>
    GIVEN_NAMES.map((given, j) => `p${String(i * 10 + j)},${given} ${surname},Person,19${String(10 + i * 7 + j)}`),
  ),
].join('\n');
export const LIMITS = { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 };

export const queryFor = (text: string, more: Partial<ReconciliationQuery> = {}): ReconciliationQuery => ({
  text,
  types: [],
  typeMode: 'any',
  properties: [],
  limit: 10,
  ...more,
});
export const QUERIES = [
  ...SURNAMES.map((surname) => queryFor(`G. ${surname}`)),
  ...GIVEN_NAMES.map((given) => queryFor(`${given} Grunwald`, { types: ['Person'], typeMode: 'should' })),
  queryFor('Chiara Castilo', { properties: [{ property: 'born', values: ['1926'] }] }),
  queryFor('p33'),
  queryFor('Ada Abbot', {
    names: [
      { values: ['Ada Abbot', 'Adda Abbott'], quantifier: 'all', required: true },
      { values: ['Boris Abbott'], quantifier: 'none' },
    ],
  }),
  queryFor('', {
    identifiers: [{ values: ['p33', 'p34'] }],
    properties: [{ property: 'born', values: ['1934'], required: true, exact: true }],
  }),
  queryFor('not there at all'),
];
/** A fault of the program: no reader of messages lets it pass. */
const FAULTY = { ...queryFor('Ada Abbott'), properties: undefined } as unknown as ReconciliationQuery;
const FORMS: readonly AnswerForm[] = [
  'objects',
  'draft',
  WITHOUT_REASONS,
  WITH_REASONS,
  { reasons: 'of the pair', languages: ['de'] },
];

/** What every executor of batches must do, wherever it computes; `create` is given the dataset of the suite. */
export function describeBatchExecutor(name: string, create: (image: SnapshotImage) => OpenedExecutor): void {
  describe(`batches ${name}`, () => {
    const folder = temporaryFolder();
    let image: SnapshotImage;
    let executor: OpenedExecutor;
    beforeAll(async () => {
      image = await buildSnapshot({ files: [folder.write('people.csv', PEOPLE)] });
      executor = create(image);
    });
    afterAll(async () => {
      await executor.close();
      folder.remove();
    });
    // As text: reasons are computed whenever they are read.
    const inText = (outcomes: readonly Outcome<unknown>[]): readonly string[] =>
      outcomes.map((outcome) => JSON.stringify(outcome.kind === 'failed' ? outcome.error.code : outcome.answer));
    const expectedOf = async (
      queries: readonly ReconciliationQuery[],
      form: AnswerForm,
    ): Promise<readonly string[]> => {
      const limits = { batchDeadline: NO_DEADLINE, queryTimeoutMs: 60_000 };
      return inText(
        await Promise.all(
          queries.map((query) => executor.read((snapshot) => answerQuery(snapshot, query, form, limits))),
        ),
      );
    };

    it('have the answer of each query at its place, in every form', async () => {
      for (const form of FORMS) {
        const expected = await expectedOf(QUERIES, form);
        for (const length of [QUERIES.length, 5, 1, 0])
          expect(inText(await executor.execute(QUERIES.slice(0, length), form))).toEqual(expected.slice(0, length));
        expect(inText(await executor.execute([...QUERIES].reverse(), form))).toEqual([...expected].reverse());
      }
    });

    it('are plain data with reasons where they are wanted, and probabilities of all that may be meant', async () => {
      const answers = [];
      for (const form of [WITHOUT_REASONS, WITH_REASONS]) {
        const [outcome] = await executor.execute([queryFor('Chiara Castilo')], form);
        if (outcome?.kind === 'answered') answers.push(outcome.answer);
      }
      const [bare, explained] = answers;
      expect(bare?.candidates[0]).toMatchObject({ id: 'p22', match: true, probability: expect.any(Number) });
      expect(bare?.candidates[0]?.features.every(({ reason }) => inEnglish(reason) === '')).toBe(true);
      expect(explained?.candidates[0]?.features.every(({ reason }) => inEnglish(reason) !== '')).toBe(true);
      const shares = bare?.candidates.reduce((sum, { probability }) => sum + probability, bare.nothing.probability);
      expect(shares).toBeLessThan(1.001);
    });

    it('that are asked at once are kept apart, and equal queries have equal answers', async () => {
      const batches = FORMS.map((form, i) => [[...QUERIES.slice(i), ...QUERIES.slice(0, 2 * i)], form] as const);
      const answered = await Promise.all(batches.map(([queries, form]) => executor.execute(queries, form)));
      expect(answered.map(inText)).toEqual(
        await Promise.all(batches.map(([queries, form]) => expectedOf(queries, form))),
      );
    });

    it('fail only for the query with a fault, or for each in a form that does not exist', async () => {
      const expected = await expectedOf(QUERIES, 'objects');
      for (const at of [0, 7, QUERIES.length])
        expect(inText(await executor.execute(QUERIES.toSpliced(at, 0, FAULTY), 'objects'))).toEqual(
          expected.toSpliced(at, 0, '"query-failed"'),
        );
      for (const [queries, form] of [
        [[FAULTY, FAULTY], 'objects'],
        [QUERIES.slice(0, 2), 'no such form'],
      ] as const)
        expect(inText(await executor.execute(queries, form))).toEqual(['"query-failed"', '"query-failed"']);
    });

    it('are answered with less effort after their deadline, which leaves no trace', async () => {
      const queries = [queryFor('Greta Jansen'), queryFor('Chiraa Csatilo'), queryFor('Elfi Erikssen')];
      const hurried = await executor.execute(queries, WITHOUT_REASONS, LIMITS.batchTimeoutMs + 1);
      expect(hurried.map((outcome) => outcome.kind === 'answered' && outcome.answer.candidates[0]?.id)).toEqual([
        'p96',
        expect.anything(),
        expect.anything(),
      ]);
      expect(hurried.slice(1)).toMatchObject([{ hurried: true }, { hurried: true }]);
      expect(inText(await executor.execute(queries, WITHOUT_REASONS))).toEqual(
        await expectedOf(queries, WITHOUT_REASONS),
      );
    });

    it('have one outcome a query when the executor is closed before they are answered', async () => {
      const closed = create(image);
      const outcomes = closed.execute(QUERIES, 'objects');
      await closed.close();
      const expected = await expectedOf(QUERIES, 'objects');
      inText(await outcomes).forEach((outcome, i) => expect([expected[i], '"query-failed"']).toContain(outcome));
      expect(await outcomes).toHaveLength(QUERIES.length);
    });
  });
}
