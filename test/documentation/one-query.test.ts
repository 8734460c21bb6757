import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { explainQueryOf, PAGE_WITH_QUERY, withQueryDrawn } from '../../scripts/one-query.js';
import type { Explanation } from '../../src/describe/explain-candidate.js';
import { ROOT } from '../architecture/source-tree.js';

const page = readFileSync(join(ROOT, PAGE_WITH_QUERY), 'utf8');

it('docs/architecture.md opens with a query as it runs (npx tsx scripts/generate-docs.ts writes it)', async () => {
  expect(page).toBe(await withQueryDrawn(page));
  expect(page.indexOf('<!-- one-query -->')).toBeLessThan(3000);
});

describe('what is printed of a query', () => {
  let printed: Explanation;

  beforeAll(async () => {
    // As a program or a person reads it: text, and nothing else of this process.
    printed = JSON.parse(await explainQueryOf(page, (explained) => JSON.stringify(explained))) as Explanation; // what was just written
  });

  const feature = (id: string): number => Number(printed.candidate.features.find((one) => one.id === id)?.value ?? 0);

  it('gives the nats of every term, and their sum', () => {
    const { terms, sum } = printed.evidence;
    expect(terms.length).toBeGreaterThan(2);
    expect(terms.reduce((nats, { value, weight }) => nats + value * weight, 0)).toBeCloseTo(sum, 9);
    expect(printed.best[0]?.nats).toBeCloseTo(sum, 9);
  });

  it('gives the values of terms that can be computed from the dataset', () => {
    const value = (id: string): number => printed.evidence.terms.find(({ term }) => term === id)?.value ?? NaN;
    // Eight entities; nobody is called "Texas", so that it weighs as a token of one, and it stands in the record.
    expect(value('record')).toBeCloseTo(Math.sqrt(Math.log((8 + 1) / 1.5)), 5);
  });

  it('gives the score', () => {
    expect(printed.best[0]?.score).toBe(printed.candidate.score);
  });

  it('gives the probability', () => {
    const { sum, nothing, behind = -Infinity } = printed.evidence;
    expect(nothing.terms.reduce((nats, { value, weight }) => nats + value * weight, 0)).toBeCloseTo(nothing.sum, 9);
    const all = printed.best.reduce(
      (odds, { nats = NaN }) => odds + Math.exp(nats),
      Math.exp(nothing.sum) + Math.exp(behind),
    );
    expect(Math.exp(sum) / all).toBeCloseTo(printed.candidate.probability, 4);
    expect(Math.exp(nothing.sum) / all).toBeCloseTo(feature('nothing'), 4);
  });
});
