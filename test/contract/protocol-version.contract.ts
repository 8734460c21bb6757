import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { MESSAGE_TABLE, type ProtocolForm } from '../../src/protocols/message-table.js';
import { smallApp } from '../support/small-app.js';

/** What can be asked in every version. */
export interface NameAsked {
  readonly name: string;
  readonly type?: string;
  readonly limit?: number;
  /** Property → value. */
  readonly properties?: Readonly<Record<string, string | number>>;
}

/** How a version writes a batch, and where its answers are. */
export interface ProtocolVersionContract {
  readonly version: ProtocolForm;
  readonly query: (asked: NameAsked) => unknown;
  readonly batch: (queries: readonly unknown[]) => object;
  readonly send: (service: ReturnType<typeof request>, batch: object) => PromiseLike<Reply>;
  /** Of each query, the candidates, or its error. */
  readonly answers: (body: never) => readonly AnswerShown[];
  /** Whether the answer has no place for the fault of one query, so that it refuses the batch. */
  readonly oneFaultRefusesAll: boolean;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

type AnswerShown = readonly CandidateShown[] | string;

export interface CandidateShown {
  readonly id: string;
  readonly score: number;
  readonly match: boolean;
  /** Ids. */
  readonly types: readonly string[];
}

const MAX_QUERIES = 20;
const LIMITS = { maxBodyBytes: 100_000, maxBatchQueries: MAX_QUERIES, batchSize: 10 };

/** Descending scores of 0 to 100, and at most one match, which is first and strictly best. */
function expectInOrder(candidates: readonly CandidateShown[]): void {
  const scores = candidates.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(scores.every((score) => score >= 0 && score <= 100)).toBe(true);
  const at = candidates.flatMap(({ match }, i) => (match ? [i] : []));
  expect(at.length === 0 || (at.length === 1 && at[0] === 0 && scores[0] !== scores[1])).toBe(true);
}

/** What every version of the protocol does with a batch. */
export function describeProtocolVersion(name: string, version: ProtocolVersionContract): void {
  const { query, batch, send, answers } = version;
  const messages = MESSAGE_TABLE[version.version];
  const service = request(smallApp({ limits: LIMITS }).app);
  const ask = async (...asked: readonly NameAsked[]): Promise<readonly AnswerShown[]> => {
    const sent = batch(asked.map(query));
    expect(messages.queryBatch.safeParse(sent).error).toBeUndefined();
    const { status, body } = await send(service, sent);
    expect([status, messages.resultBatch.safeParse(body).error]).toEqual([200, undefined]);
    const answered = answers(body as never);
    for (const answer of answered) if (typeof answer === 'object') expectInOrder(answer);
    return answered;
  };
  const first = (answer: AnswerShown): CandidateShown | undefined =>
    typeof answer === 'object' ? answer[0] : undefined;

  describe(`a batch of ${name}`, () => {
    it('has the candidates of each query at its place', async () => {
      const found = await ask({ name: 'Tokyo' }, { name: 'no such place' }, { name: '' }, { name: 'Munich' });
      expect(found.map(first)).toMatchObject([
        { id: 'T', match: true },
        undefined,
        undefined,
        { id: 'M', match: true },
      ]);
      expect(await ask()).toEqual([]);
    });

    it('has as many candidates as each query wants, and ten by default', async () => {
      const found = await ask({ name: 'Newtown', limit: 3 }, { name: 'Newtown' }, { name: 'Newtown', limit: 12 });
      expect(found.map(({ length }) => length)).toEqual([3, 10, 12]);
    });

    it('asks for types by id and by name, and shows those of candidates', async () => {
      const [city, byName, country] = await ask(
        { name: 'Berlin', type: 'Capital' },
        { name: 'Berlin', type: 'Capital city' },
        { name: 'Germany', type: 'Country' },
      );
      expect([city, byName, country]).toMatchObject([
        [{ id: 'B', types: expect.arrayContaining(['Capital', 'City']) }],
        [{ id: 'B' }],
        [{ id: 'DE', types: ['Country'] }],
      ]);
    });

    it('weighs properties', async () => {
      const found = await ask(
        { name: 'Berlin', properties: { population: 9_425 } },
        { name: 'Berlin', properties: { country: 'Germany', founded: '1237-10-28' } },
        { name: 'Paris', properties: { country: 'France' } },
      );
      expect(found.map((one) => first(one)?.id)).toEqual(['BNH', 'B', 'P']);
    });

    it('is valid whatever names are asked for', async () => {
      const names = fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(names, async (all) => {
          expect(await ask(...all.map((one) => ({ name: one })))).toHaveLength(all.length);
        }),
        { numRuns: 20 },
      );
    });

    it('says which query cannot be read', async () => {
      const { status, body } = await send(service, batch([query({ name: 'Tokyo' }), 7, query({ name: 'Munich' })]));
      if (version.oneFaultRefusesAll) {
        expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('queries/1')]);
        return;
      }
      expect([status, messages.resultBatch.safeParse(body).error]).toEqual([200, undefined]);
      expect(answers(body as never)).toMatchObject([[{ id: 'T' }], expect.stringMatching(/^\S.*\.$/), [{ id: 'M' }]]);
    });

    it('is refused when it has too many queries', async () => {
      const queries = Array.from({ length: MAX_QUERIES + 1 }, () => query({ name: 'Tokyo' }));
      const { status, text } = await send(service, batch(queries));
      expect([status, text]).toEqual([413, expect.stringContaining('batch-too-large')]);
    });
  });
}
