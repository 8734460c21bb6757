import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attachEntityStore, PackedEntityStoreBuilder } from '../../../src/entities/packed-entity-store.js';
import { buildSearchSections } from '../../../src/search/build-search-index.js';
import { attachVocabulary } from '../../../src/search/words/attach-vocabulary.js';

describe('the words that begin with a text', () => {
  it('are those that a look at every word finds', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 40 }),
        fc.array(fc.string({ unit: fc.constantFrom(...'abcd'), maxLength: 4 }), { maxLength: 10 }),
        (names, prefixes) => {
          const builder = new PackedEntityStoreBuilder();
          for (const [i, name] of names.entries())
            builder.add({ id: String(i), name, aliases: [], types: [], properties: {}, prominence: 0 });
          const vocabulary = attachVocabulary(buildSearchSections(attachEntityStore(builder.finish())));
          const words = Array.from({ length: vocabulary.size }, (_, id) => vocabulary.tokenOf(id));
          for (const prefix of [...prefixes, ...words, '', 'd']) {
            const [first, end] = vocabulary.rangeOf(prefix);
            expect(words.slice(first, end)).toEqual(words.filter((text) => text.startsWith(prefix)));
            expect(words.slice(0, first).every((text) => text < prefix)).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
