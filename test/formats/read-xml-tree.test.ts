import { describe, expect, it } from '@jest/globals';
import { readXmlTree } from '../../src/formats/xml/read-xml-tree.js';

const HANDLER = { beginEntity: () => undefined, field: () => undefined, endEntity: () => undefined };
const LIMITS = { maxDepth: 10, maxTextLength: 1_000 };

describe('XML', () => {
  it.each(['<a>', '<a b="', '<a><!--', '<a><![CDATA['])(
    'without an end behind %s is read no further than the limit of a text',
    (beginning) => {
      let given = 0;
      function* pieces(): Generator<string> {
        yield beginning;
        for (;;) {
          given += 100;
          yield 'x'.repeat(100);
        }
      }
      expect(() => {
        readXmlTree(pieces(), HANDLER, LIMITS);
      }).toThrow('a text is longer than 1000 characters');
      expect(given).toBeLessThanOrEqual(1_200);
    },
  );

  it('of any length with short texts is read whole', () => {
    let entities = 0;
    readXmlTree(
      Array.from({ length: 100 }, () => `<b c="d">${'x'.repeat(40)}</b>`).reduce<string[]>(
        (pieces, piece, at) => [...pieces, at === 0 ? `<a>${piece}` : at === 99 ? `${piece}</a>` : piece],
        [],
      ),
      { ...HANDLER, endEntity: () => (entities += 1) },
      LIMITS,
    );
    expect(entities).toBe(101);
  });
});
