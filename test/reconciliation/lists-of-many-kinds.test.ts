import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { loadBenchmark, measureQuality, readQueries } from '../../bench/quality/measure-quality.js';
import { figuresOf, noCounts, type QualityCounts } from '../../src/evaluation/quality-counts.js';

/*
 * Lists of kinds that people reconcile, each with names as they are written elsewhere and with names that it lacks. What
 * helps one kind must not harm another.
 */

const FOLDER = 'bench/quality/lists';
/** Lists whose names alone say what is meant. */
const LISTS = ['addresses', 'books', 'chemicals', 'companies', 'films', 'institutions', 'journals', 'persons', 'scripts', 'species', 'subjects'];
/** Lists of near neighbours, namesakes and translated names, of which some queries cannot be answered: the least share of first places, and of right ones among the matches. */
const HARD_LISTS = [
  { list: 'agencies', first: 0.97, precision: 0.97 },
  { list: 'articles', first: 0.92, precision: 0.86 },
  { list: 'artworks', first: 0.9, precision: 0.94 },
  { list: 'beers', first: 0.96, precision: 0.88 },
  { list: 'clubs', first: 0.89, precision: 0.82 },
  { list: 'diseases', first: 0.94, precision: 0.95 },
  { list: 'drugs', first: 0.95, precision: 0.93 },
  { list: 'geography', first: 0.88, precision: 0.94 },
  { list: 'goods', first: 0.98, precision: 0.9 },
  { list: 'hotels', first: 0.9, precision: 0.87 },
  { list: 'languages', first: 0.95, precision: 0.96 },
  { list: 'laws', first: 0.92, precision: 0.9 },
  { list: 'letters', first: 0.85, precision: 0.97 },
  { list: 'lives', first: 0.94, precision: 0.74 },
  { list: 'movies', first: 0.77, precision: 0.78 },
  { list: 'occupations', first: 0.94, precision: 0.96 },
  { list: 'papers', first: 0.94, precision: 0.72 },
  { list: 'products', first: 0.94, precision: 0.93 },
  { list: 'public-figures', first: 0.97, precision: 0.94 },
  { list: 'seasons', first: 0.94, precision: 0.94 },
  { list: 'software', first: 0.92, precision: 0.95 },
  { list: 'songs', first: 0.86, precision: 0.86 },
  { list: 'structures', first: 0.97, precision: 0.93 },
  { list: 'tastes', first: 0.91, precision: 0.91 },
  { list: 'town-places', first: 0.75, precision: 0.97 },
  { list: 'tracks', first: 0.92, precision: 0.72 },
] as const;
/** The same of those whose queries have properties, when these are sent. */
const WITH_PROPERTIES = [
  { list: 'articles', first: 0.98, precision: 0.9 },
  { list: 'artworks', first: 0.98, precision: 0.83 },
  { list: 'beers', first: 0.98, precision: 0.95 },
  { list: 'clubs', first: 0.98, precision: 0.97 },
  { list: 'geography', first: 0.89, precision: 0.97 },
  { list: 'hotels', first: 0.98, precision: 0.97 },
  { list: 'laws', first: 0.98, precision: 0.97 },
  { list: 'lives', first: 0.98, precision: 0.97 },
  { list: 'movies', first: 0.96, precision: 0.97 },
  { list: 'papers', first: 0.96, precision: 0.93 },
  { list: 'products', first: 0.96, precision: 0.94 },
  { list: 'songs', first: 0.98, precision: 0.93 },
  { list: 'structures', first: 0.98, precision: 0.97 },
  { list: 'tastes', first: 0.96, precision: 0.88 },
  { list: 'town-places', first: 0.93, precision: 0.95 },
  { list: 'tracks', first: 0.98, precision: 0.93 },
] as const;

describe('matching on lists of many kinds', () => {
  const byName = new Map<string, QualityCounts>();
  const byProperties = new Map<string, QualityCounts>();

  beforeAll(async () => {
    for (const list of [...LISTS, ...HARD_LISTS.map((hard) => hard.list)]) {
      const folder = join(FOLDER, list);
      const [snapshot, queries] = [await loadBenchmark(folder), readQueries(folder)];
      byName.set(list, measureQuality(snapshot, queries, 'name alone').total);
      byProperties.set(list, measureQuality(snapshot, queries, 'with properties').total);
    }
  }, 240_000);

  function figures(counts: ReadonlyMap<string, QualityCounts>, list: string): { readonly first: number; readonly precision: number; readonly recall: number } {
    const { hitAt1, matchPrecision, matchRecall } = figuresOf(counts.get(list) ?? noCounts());
    return { first: hitAt1 ?? 0, precision: matchPrecision ?? 0, recall: matchRecall ?? 0 };
  }

  it.each(LISTS)('puts the right one of the %s first, and matches no other', (list) => {
    const { first, precision } = figures(byName, list);
    expect(first).toBeGreaterThanOrEqual(0.95);
    expect(precision).toBeGreaterThanOrEqual(0.97);
  });

  it('matches most of them, and hardly a name that is not in the list', () => {
    const sum = (count: (of: QualityCounts) => number): number => LISTS.reduce((all, list) => all + count(byName.get(list) ?? noCounts()), 0);
    expect(sum((of) => of.matchesRight) / sum((of) => of.withAnswer)).toBeGreaterThanOrEqual(0.7);
    expect(sum((of) => of.matchesWithoutAnswer) / sum((of) => of.withoutAnswer)).toBeLessThanOrEqual(0.03);
  });

  it.each(HARD_LISTS)('is no worse at $list than it was', ({ list, first, precision }) => {
    const own = figures(byName, list);
    expect(own.first).toBeGreaterThanOrEqual(first);
    expect(own.precision).toBeGreaterThanOrEqual(precision);
  });

  it.each(WITH_PROPERTIES)('is no worse at $list with properties than it was, nor than without', ({ list, first, precision }) => {
    const [sent, without] = [figures(byProperties, list), figures(byName, list)];
    expect(sent.first).toBeGreaterThanOrEqual(Math.max(first, without.first));
    expect(sent.precision).toBeGreaterThanOrEqual(precision);
    expect(sent.recall).toBeGreaterThanOrEqual(without.recall);
  });
});
