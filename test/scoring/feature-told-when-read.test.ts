import { describe, expect, it } from '@jest/globals';
import { inEnglish, untranslated } from '../../src/foundation/sentence.js';
import { lazyFeature } from '../../src/scoring/candidate.js';

describe('a feature told when it is read', () => {
  it('is put into words only then', () => {
    let told = 0;
    const feature = lazyFeature('name', 97.5, () => untranslated(`told ${String(++told)} times`));
    expect([feature.id, feature.value, told]).toEqual(['name', 97.5, 0]);
    expect(inEnglish(feature.reason)).toBe('told 1 times');
  });

  it('is told of a query, or of the first of two entities', () => {
    const feature = lazyFeature('name', 97.5, (asked) => untranslated(`only ${asked} has "tom"`));
    expect([feature.reason, feature.reasonOfPair ?? []].map(inEnglish)).toEqual([
      'only the query has "tom"',
      'only the first has "tom"',
    ]);
  });
});
