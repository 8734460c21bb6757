import { beforeAll, describe, expect, it } from '@jest/globals';
import { DAMAGE_KINDS, damageName } from '../../bench/damage-names.js';
import { generateEntities } from '../../bench/generate-entities.js';
import { seededRandom } from '../../bench/seeded-random.js';
import type { EnglishCandidate } from '../support/make-snapshot.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

/* The same pipeline over both candidate indexes: retrieval differs, and nothing else. Seeded data and damage. */

const ENTITY_COUNT = 2_000;
const QUERIES_A_KIND = 25;

interface Query {
  readonly text: string;
  readonly target: string;
}

describe('answers from MiniSearch and from compiled postings', () => {
  let compiled: DatasetSnapshot;
  let miniSearch: DatasetSnapshot;
  let queries: readonly Query[];
  let answers: readonly (readonly [
    fromCompiled: readonly EnglishCandidate[],
    fromMiniSearch: readonly EnglishCandidate[],
  ])[];

  beforeAll(() => {
    const entities = [...generateEntities(ENTITY_COUNT, 19)].map(({ id, name, aliases, types }) => ({
      id,
      name,
      types,
      aliases: aliases.map(({ text }) => text),
    }));
    compiled = makeSnapshot({ entities });
    miniSearch = makeSnapshot({ entities, candidateIndex: 'minisearch' });
    const random = seededRandom(5);
    queries = DAMAGE_KINDS.flatMap((kind) => {
      const made: Query[] = [];
      while (made.length < QUERIES_A_KIND) {
        const { name } = random.pick(entities);
        const target = analyseLabel(name).folded;
        const text = target.length < 5 ? undefined : damageName(name, kind, random);
        if (text !== undefined) made.push({ text, target });
      }
      return made;
    });
    answers = queries.map(({ text }) => [candidatesFor(compiled, text), candidatesFor(miniSearch, text)] as const);
  });

  it('have equal scores for an entity that both have among the first', () => {
    for (const [fromCompiled, fromMiniSearch] of answers) {
      const scores = new Map(fromCompiled.slice(0, 5).map(({ id, score }) => [id, score]));
      for (const { id, score } of fromMiniSearch.slice(0, 5))
        if (scores.has(id)) expect([id, score]).toEqual([id, scores.get(id)]);
    }
  });

  it('have the same first candidate and match flag in 97 of 100 queries', () => {
    const first = (candidates: readonly EnglishCandidate[]): unknown => [candidates[0]?.id, candidates[0]?.match];
    const differing = answers.filter(([a, b]) => JSON.stringify(first(a)) !== JSON.stringify(first(b)));
    expect(differing.length / answers.length).toBeLessThanOrEqual(0.03);
  });

  it('have the right entity among ten equally often, within one point', () => {
    const finds = (candidates: readonly EnglishCandidate[], target: string): boolean =>
      candidates.some(({ name }) => analyseLabel(name).folded === target);
    const recall = (side: 0 | 1): number =>
      answers.filter((answer, place) => finds(answer[side], queries[place]?.target ?? '')).length / answers.length;
    expect(recall(1)).toBeGreaterThanOrEqual(recall(0) - 0.01);
  });
});
