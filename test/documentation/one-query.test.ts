import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { explainQueryOf, PAGE_WITH_QUERY, withQueryDrawn } from '../../scripts/one-query.js';
import type { Explanation } from '../../src/reconciliation/explain-candidate.js';
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

  it('gives the weights of tokens', () => {
    // Eight entities, of which three are called "Paris", with nine labels; nobody is called "Texas", so that it weighs as a token of one.
    const [entities, labels] = [8, 9];
    const greatest = Math.log(labels + 1);
    const weightWith = (having: number): number =>
      greatest * (Math.log((entities + 1) / (having + 0.5)) / greatest) ** 1.15;
    const weightOf = (token: string): number | undefined =>
      printed.name?.tokens.find(({ label, query }) => (label ?? query) === token)?.weight;
    expect(weightOf('paris')).toBeCloseTo(weightWith(3), 6);
    expect(weightOf('texas')).toBeCloseTo(weightWith(1), 6);
  });

  it('gives the similarity and the points of the name', () => {
    const { name } = printed;
    if (name === undefined) throw new Error('a name is compared');
    // Of "paris", as much is matched as "pariss" is similar to it, and the rest is lost on both sides.
    const paris = name.tokens.find(({ label }) => label === 'paris')?.weight ?? 0;
    const texas = name.tokens.find(({ query, label }) => query === 'texas' && label === undefined)?.missingCost ?? 0;
    expect(name.matched + name.onlyLabel).toBeCloseTo(paris, 9);
    expect(name.onlyQuery).toBeCloseTo(texas + paris - name.matched, 9);
    const words =
      name.matched / (name.matched + name.weightOfOnlyQuery * name.onlyQuery + name.weightOfOnlyLabel * name.onlyLabel);
    const similarity = ((1 - name.weightOfLetters) * words + name.weightOfLetters * name.letters) * name.numbers;
    expect(similarity).toBeCloseTo(name.similarity, 9);
    const points = 100 * similarity * name.informative * name.kindOfLabel * name.longerNames;
    expect(points).toBeCloseTo(name.points, 9);
    expect(points).toBeCloseTo(feature('name'), 2);
  });

  it('gives the score', () => {
    expect(feature('name') + feature('record')).toBeCloseTo(printed.candidate.score, 1);
    expect(printed.best[0]?.score).toBe(printed.candidate.score);
  });

  it('gives the probability', () => {
    const { kinds, prior, sum, nothing, behind = -Infinity } = printed.evidence;
    const byHand = kinds
      .flatMap(({ terms }) => terms)
      .reduce((nats, { value, weight }) => nats + value * weight, prior);
    expect(byHand).toBeCloseTo(sum, 9);
    const all = printed.best.reduce(
      (odds, { nats = NaN }) => odds + Math.exp(nats),
      Math.exp(nothing) + Math.exp(behind),
    );
    expect(Math.exp(byHand) / all).toBeCloseTo(feature('probability'), 4);
    expect(Math.exp(nothing) / all).toBeCloseTo(feature('nothing'), 4);
  });
});
