import { beforeAll, describe, expect, it } from '@jest/globals';
import { DAMAGE_KINDS, damageName, type DamageKind } from '../../bench/damage-names.js';
import { generateEntities } from '../../bench/generate-entities.js';
import { seededRandom } from '../../bench/seeded-random.js';
import { attachEntityStore, PackedEntityStoreBuilder } from '../../src/entities/packed-entity-store.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { attachCandidateIndex } from '../../src/search/choose-candidate-index.js';
import { createBruteForceIndex } from '../support/brute-force-index.js';
import { buildSearchSections } from '../../src/search/build-search-index.js';
import type { CandidateIndex } from '../../src/search/candidate-index.js';
import { analyseLabel } from '../../src/text/analyse-label.js';

/*
 * What the planner finds of damaged names, and what it costs, in numbers that are the same on every machine: a seeded
 * dataset, seeded damage, recall and visited postings instead of seconds.
 */

const ENTITY_COUNT = 6_000;
const QUERIES_A_KIND = 40;
const WANTED = 40;

/** Share of queries whose name must be among the first ten rows (dropped words often leave nothing that tells). */
const MIN_RECALL_AT_10: Readonly<Record<DamageKind, number>> = {
  exact: 1,
  case: 1,
  typo: 0.97,
  'two typos': 0.9,
  dropped: 0.75,
  reordered: 1,
  abbreviated: 0.95,
  cut: 0.92,
  'extra words': 0.97,
  'joined or split': 0.95,
  mixed: 0.95,
};

interface Outcome {
  readonly kind: DamageKind;
  /** Place of the first row with the name, -1 when it is not there. */
  readonly place: number;
  readonly postings: number;
  readonly secondPhase: boolean;
  readonly thirdPhase: boolean;
}

describe('retrieval of damaged names', () => {
  let index: CandidateIndex;
  let queries: { readonly kind: DamageKind; readonly text: string; readonly target: string }[];
  let outcomes: Outcome[];

  const placeOf = (within: CandidateIndex, text: string, target: string, wanted: number): Omit<Outcome, 'kind'> => {
    const { labels, statistics } = within.retrieve({ label: analyseLabel(text), wanted, deadline: NO_DEADLINE });
    const place = labels.findIndex((label) => within.labels.foldedOf(label.row) === target);
    return {
      place,
      postings: statistics.postingsVisited,
      secondPhase: statistics.secondPhase,
      thirdPhase: statistics.thirdPhase,
    };
  };

  beforeAll(() => {
    const builder = new PackedEntityStoreBuilder();
    for (const entity of generateEntities(ENTITY_COUNT, 7)) builder.add(entity);
    const entities = attachEntityStore(builder.finish());
    index = attachCandidateIndex(buildSearchSections(entities));
    const random = seededRandom(2024);
    queries = DAMAGE_KINDS.flatMap((kind) => {
      const made: typeof queries = [];
      for (let tries = 0; made.length < QUERIES_A_KIND && tries < 5000; tries++) {
        const name = entities.nameOf(random.below(entities.size));
        const target = analyseLabel(name).folded;
        const text = target.length < 5 ? undefined : damageName(name, kind, random);
        if (text !== undefined) made.push({ kind, text, target });
      }
      return made;
    });
    outcomes = queries.map(({ kind, text, target }) => ({ kind, ...placeOf(index, text, target, WANTED) }));
  });

  it.each(DAMAGE_KINDS)('finds names with damage: %s', (kind) => {
    const ofKind = outcomes.filter((outcome) => outcome.kind === kind);
    const found = ofKind.filter(({ place }) => place >= 0 && place < 10).length;
    expect(found / ofKind.length).toBeGreaterThanOrEqual(MIN_RECALL_AT_10[kind]);
  });

  it('finds within one point as many as looking at every label', () => {
    const oracle = createBruteForceIndex(index.labels);
    // Every ninth query: the oracle takes its time.
    const sample = queries.filter((_, i) => i % 9 === 0);
    const recall = (within: CandidateIndex): number =>
      sample.filter(({ text, target }) => {
        const { place } = placeOf(within, text, target, 10);
        return place >= 0 && place < 10;
      }).length / sample.length;
    expect(recall(index)).toBeGreaterThanOrEqual(recall(oracle) - 0.01);
  });

  it('reads few postings', () => {
    const mean = outcomes.reduce((sum, outcome) => sum + outcome.postings, 0) / outcomes.length;
    expect(mean).toBeLessThan(250);
  });

  it('looks for typos only when the words as they stand do not suffice', () => {
    const share = outcomes.filter((outcome) => outcome.secondPhase).length / outcomes.length;
    expect(share).toBeLessThan(0.7);
    expect(
      outcomes.filter(
        ({ kind, secondPhase }) => secondPhase && (kind === 'exact' || kind === 'case' || kind === 'reordered'),
      ),
    ).toEqual([]);
  });

  it('looks for words that only resemble those of the query seldom, and never when the words suffice', () => {
    const share = outcomes.filter((outcome) => outcome.thirdPhase).length / outcomes.length;
    expect(share).toBeLessThan(0.15);
    expect(outcomes.filter(({ secondPhase, thirdPhase }) => thirdPhase && !secondPhase)).toEqual([]);
  });

  it('loses nothing to a type filter', () => {
    for (const { text, target } of queries.slice(0, 40)) {
      const all = placeOf(index, text, target, WANTED);
      const entity = index.labels.entityOf(index.labels.rowsWithFolded(target)[0] ?? 0);
      const { labels } = index.retrieve({
        label: analyseLabel(text),
        wanted: 10,
        deadline: NO_DEADLINE,
        accepts: (each) => each === entity,
      });
      expect(labels.length > 0).toBe(all.place >= 0);
    }
  });
});
