import { describe, expect, it } from '@jest/globals';
import { DAMAGE_KINDS, damageName } from '../../bench/damage-names.js';
import { generateEntities } from '../../bench/generate-entities.js';
import { seededRandom } from '../../bench/seeded-random.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import type { CandidateIndex } from '../../src/search/candidate-index.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

/*
 * What the whole way from a query to its answer loses because not every name is looked at: the same scorer over what the
 * planner brings, and over every name there is. Seeded data and damage.
 */

const ENTITY_COUNT = 8_000;
const QUERY_COUNT = 800;

/** An index that leaves nothing out: the scorer sees every row. */
function everyRow({ labels }: CandidateIndex): CandidateIndex {
  const all = Array.from({ length: labels.rowCount }, (_, row) => ({
    row,
    entity: labels.entityOf(row),
    selection: 1,
  }));
  return {
    name: 'compiled',
    labels,
    retrieve: () => ({
      labels: all,
      statistics: { postingsVisited: labels.rowCount, secondPhase: false, thirdPhase: false, effortLowered: false },
    }),
  };
}

describe('answers to damaged names', () => {
  it('have the right one among ten as often as when every name is looked at, within one point', () => {
    const entities = [...generateEntities(ENTITY_COUNT, 11)].map(({ id, name, aliases, types, prominence }) => ({
      id,
      name,
      types,
      aliases: aliases.map(({ text }) => text),
      ...(prominence === undefined ? {} : { prominence }),
    }));
    const snapshot = makeSnapshot({ entities });
    const oracle: DatasetSnapshot = { ...snapshot, candidateIndex: everyRow(snapshot.candidateIndex) };
    const random = seededRandom(77);
    const damaged = DAMAGE_KINDS.filter((kind) => kind !== 'exact');
    const queries: { readonly text: string; readonly target: string }[] = [];
    while (queries.length < QUERY_COUNT) {
      // A quarter as they are, as in bench/.
      const kind = random.chance(0.25) ? 'exact' : random.pick(damaged);
      const { name } = random.pick(entities);
      const target = analyseLabel(name).folded;
      const text = target.length < 5 ? undefined : damageName(name, kind, random);
      if (text !== undefined) queries.push({ text, target });
    }
    const finds = (
      within: DatasetSnapshot,
      { text, target }: { readonly text: string; readonly target: string },
    ): boolean => candidatesFor(within, text).some(({ name }) => analyseLabel(name).folded === target);
    const missed = queries.filter((query) => !finds(snapshot, query));
    expect(missed.length / QUERY_COUNT).toBeLessThan(0.05);
    // Only what was missed need be asked again: a name found by the planner alone would not count against it.
    const lost = missed.filter((query) => finds(oracle, query));
    expect(lost.length / QUERY_COUNT).toBeLessThanOrEqual(0.01);
  });
});
