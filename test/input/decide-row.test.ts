import { describe, expect, it } from '@jest/globals';
import {
  decidedByFile as decidedTogether,
  isLearnable,
  queryForFile,
  type DecidedRow,
} from '../../src/input/decide-row.js';
import type { Answer } from '../../src/describe/answer.js';
import type { LearnedFile } from '../../src/scoring/learn.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const { dataset } = makeSnapshot({ entities: [{ id: 'a', name: 'A' }] });
const query: ReconciliationQuery = {
  text: 'A',
  types: [],
  typeMode: 'any',
  properties: [{ property: 'town', values: ['Bozen'] }],
  limit: 2,
};
const NOTHING_LEARNED: LearnedFile = { rows: 50, columns: {}, traits: [], recurrence: 1, claims: {}, neighbours: [] };

function decidedByFile(learned: LearnedFile, asked: ReconciliationQuery, answer: Answer): DecidedRow {
  const [row] = decidedTogether(learned, dataset, [{ query: asked, answer }]);
  if (row === undefined) throw new Error('nothing was decided');
  return row;
}

function answer(...nats: readonly number[]): Answer {
  return {
    nothing: { nats: 0, probability: 0.1 },
    lead: 1,
    candidates: nats.map((own, i) => ({
      id: String(i),
      name: `Name ${String(i)}`,
      types: [],
      score: 90 - i,
      match: false,
      probability: 0.1,
      nats: own,
      twins: i,
      levels: { town: { level: i === 0 ? 'different' : 'exact', family: 'text' } },
      evidence: {},
      features: [],
    })),
  };
}

describe('a row decided by its file', () => {
  it('puts the most probable candidate first, matches it where it is sure enough, and keeps the limit', () => {
    const reliable = {
      town: { family: 'text' as const, right: [0.99, 0.004, 0.003, 0.003], wrong: [1, 1, 1, 1], pairs: 90 },
    };
    const { candidates, none } = decidedByFile({ ...NOTHING_LEARNED, columns: reliable }, query, answer(7, 6, -3));
    expect(candidates.map(({ id, match }) => [id, match])).toEqual([
      ['1', true],
      ['0', false],
    ]);
    expect(candidates[0]?.probability).toBeGreaterThan(0.9);
    expect(none).toBeLessThan(0.01);
  });

  it('matches nothing where two are as probable, or where nothing is', () => {
    expect(decidedByFile(NOTHING_LEARNED, query, answer(7, 7)).candidates.some(({ match }) => match)).toBe(false);
    const { candidates, none } = decidedByFile(NOTHING_LEARNED, query, answer(-4));
    expect([candidates[0]?.match, none > 0.9]).toEqual([false, true]);
    expect(decidedByFile(NOTHING_LEARNED, query, answer())).toMatchObject({ candidates: [], none: 1 });
  });

  it('never matches a candidate that lacks what was preferred', () => {
    const [first] = answer(20).candidates;
    if (first === undefined) throw new Error('no candidate');
    const outside = { ...answer(), candidates: [{ ...first, evidence: { outsideType: 1 } }] };
    expect(decidedByFile(NOTHING_LEARNED, query, outside).candidates[0]?.match).toBe(false);
  });

  it('leaves rows without a name, and those with conditions, to themselves', () => {
    expect(isLearnable(query)).toBe(true);
    expect(isLearnable({ ...query, properties: [] })).toBe(true);
    expect(isLearnable({ ...query, text: ' ' })).toBe(false);
    expect(isLearnable({ ...query, properties: [{ property: 'town', values: ['Bozen'], required: true }] })).toBe(
      false,
    );
    expect(queryForFile(query).weighed).toBeGreaterThanOrEqual(20);
  });

  it('requests the values that many entities have only to learn, and where neighbours have values in common', () => {
    const learned = { ...NOTHING_LEARNED, neighbours: [{ property: 'town', copied: 0.4 }] };
    expect(queryForFile(query).common).toBe(true);
    expect(queryForFile(query, NOTHING_LEARNED).common).toBe(false);
    expect(queryForFile(query, learned).common).toBe(true);
  });
});
