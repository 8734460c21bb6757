import { describe, expect, it } from '@jest/globals';
import { lazyFeature } from '../../src/scoring/candidate.js';

describe('a feature told when it is read', () => {
  it('is put into words only then', () => {
    let told = 0;
    const feature = lazyFeature('name', 97.5, () => `told ${String(++told)} times`);
    expect([feature.id, feature.value, told]).toEqual(['name', 97.5, 0]);
    expect(feature.reason).toBe('told 1 times');
  });

  it('is told of a query, or of the first of two entities', () => {
    const feature = lazyFeature('name', 97.5, (asked) => `only ${asked} has "tom"`);
    expect([feature.reason, feature.reasonOfPair]).toEqual(['only the query has "tom"', 'only the first has "tom"']);
  });

  it('is a feature like any other as JSON', () => {
    expect(JSON.stringify([lazyFeature('id', true, () => 'the text is its identifier')])).toBe(
      '[{"id":"id","value":true,"reason":"the text is its identifier"}]',
    );
  });
});
