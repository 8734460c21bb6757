import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { loadBenchmark, measureQuality, readQueries } from '../../bench/quality/measure-quality.js';
import { figuresOf, type QualityCounts } from '../../src/evaluation/quality-counts.js';

/*
 * Lists of kinds that people reconcile, each with names as they are written elsewhere and with names that it lacks. What
 * helps one kind must not harm another.
 */

const FOLDER = 'bench/quality/lists';
/** Lists whose figures are guarded one by one. */
const LISTS = ['addresses', 'books', 'chemicals', 'companies', 'films', 'institutions', 'journals', 'persons', 'scripts', 'species', 'subjects'];

describe('matching on lists of many kinds', () => {
  const counts = new Map<string, QualityCounts>();

  beforeAll(async () => {
    for (const list of LISTS) {
      const folder = join(FOLDER, list);
      counts.set(list, measureQuality(await loadBenchmark(folder), readQueries(folder), false).total);
    }
  }, 60_000);

  it.each(LISTS)('puts the right one of the %s first, and matches no other', (list) => {
    const own = counts.get(list);
    const { hitAt1, matchPrecision } = own === undefined ? { hitAt1: 0, matchPrecision: 0 } : figuresOf(own);
    expect(hitAt1).toBeGreaterThanOrEqual(0.95);
    expect(matchPrecision).toBeGreaterThanOrEqual(0.97);
  });

  it('matches most of them, and hardly a name that is not in the list', () => {
    const sum = (count: (of: QualityCounts) => number): number => [...counts.values()].reduce((all, of) => all + count(of), 0);
    expect(sum((of) => of.matchesRight) / sum((of) => of.withAnswer)).toBeGreaterThanOrEqual(0.7);
    expect(sum((of) => of.matchesWithoutAnswer) / sum((of) => of.withoutAnswer)).toBeLessThanOrEqual(0.03);
  });
});
