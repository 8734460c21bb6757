import { beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GUARDS, holds } from '../../bench/quality/guard.js';
import {
  loadBenchmark,
  measureQuality,
  readQueries,
  waysToAsk,
  type Asked,
} from '../../bench/quality/measure-quality.js';
import { figuresOf, noCounts, type QualityCounts } from '../../src/evaluation/quality-counts.js';

/*
 * Lists of kinds that people reconcile, each with names as they are written elsewhere and with names that it lacks. A change may help one list and harm another;
 * together they must not get worse. docs/quality.md has the figures of each.
 */

const FOLDER = 'bench/quality/lists';

describe('matching on lists of many kinds', () => {
  const counts = new Map<string, Map<Asked, QualityCounts>>();
  const losses: Record<Asked, number> = { 'name alone': 0, 'with properties': 0 };

  beforeAll(async () => {
    for (const list of readdirSync(FOLDER)) {
      const folder = join(FOLDER, list);
      const [snapshot, queries] = [await loadBenchmark(folder), readQueries(folder)];
      const runs = waysToAsk(queries).map((asked) => [asked, measureQuality(snapshot, queries, asked)] as const);
      counts.set(list, new Map(runs.map(([asked, { total }]) => [asked, total])));
      for (const [asked, { loss }] of runs) losses[asked] += loss;
    }
  }, 240_000);

  function together(asked: Asked): QualityCounts {
    const sum = noCounts();
    for (const ofList of counts.values()) {
      const own = ofList.get(asked);
      if (own !== undefined) for (const key of Object.keys(sum) as (keyof QualityCounts)[]) sum[key] += own[key]; // the keys of the object are those of its type
    }
    return sum;
  }

  it.each([
    { asked: 'name alone', first: 0.944, among: 0.986 },
    { asked: 'with properties', first: 0.981, among: 0.991 },
  ] as const)(
    'puts the right entities first, is as sure as it is right, and matches them, $asked',
    ({ asked, first, among }) => {
      const sum = together(asked);
      const { hitAt1, hitAt10 } = figuresOf(sum);
      expect(hitAt1).toBeGreaterThanOrEqual(first);
      expect(hitAt10).toBeGreaterThanOrEqual(among);
      const figures = {
        logLoss: losses[asked] / (sum.withAnswer + sum.withoutAnswer),
        right: sum.matchesRight,
        wrong: sum.matches - sum.matchesRight,
      };
      expect({ ...figures, holds: holds(GUARDS[asked], figures) }).toEqual({ ...figures, holds: true });
    },
  );

  it('puts no list with properties in a worse order than without, and misses no match for them', () => {
    for (const [list, ofList] of counts) {
      const [sent, without] = [
        figuresOf(ofList.get('with properties') ?? noCounts()),
        figuresOf(ofList.get('name alone') ?? noCounts()),
      ];
      if (!ofList.has('with properties')) continue;
      expect({ list, isWorse: (sent.hitAt1 ?? 0) < (without.hitAt1 ?? 0) }).toEqual({ list, isWorse: false });
      expect({ list, matchesLess: (sent.matchRecall ?? 0) < (without.matchRecall ?? 0) - 0.03 }).toEqual({
        list,
        matchesLess: false,
      });
    }
  });
});
