import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { section } from '../../../src/foundation/sections.js';
import { attachLabelTable } from '../../../src/search/attach-label-table.js';
import { generateEntities } from '../../../bench/generate-entities.js';
import { postingsByMiniSearch } from '../../../bench/peers/postings-by-minisearch.js';
import { searchFixture, type ShortEntity } from '../../support/search-fixture.js';

/** Words of many scripts, some of which come twice in a name, and names of their pairs. */
const SCRIPTS = [
  'Berlin',
  'ベルリン',
  'Берлин',
  '東京大学',
  'Москва',
  'القاهرة',
  'Αθήνα',
  '서울',
  'सिद्धार्थ',
  'Świętochłowice',
  'C++',
  'New York',
  'York York',
  'a a a',
  'ไทย',
];
const PAIRS: readonly ShortEntity[] = SCRIPTS.flatMap((name, i) =>
  SCRIPTS.map((other, j): ShortEntity => ({
    name: `${name} ${other}`,
    aliases: j % 3 === 0 ? [other] : [],
    prominence: (i * j) % 7,
  })),
);

const DATASETS: Readonly<Record<string, () => Iterable<ShortEntity>>> = {
  'no entities': () => [],
  'names of many scripts': () => PAIRS,
  'generated entities': () =>
    [...generateEntities(5_000, 1)].map(({ name, aliases }) => ({ name, aliases: aliases.map(({ text }) => text) })),
};

function expectPostingsOf(names: readonly string[]): void {
  const { sections } = searchFixture(names.map((each) => ({ name: each })));
  const labels = attachLabelTable(sections);
  const formOfRow = section(sections, 'labels.form', 'Uint32Array');
  const offsets = section(sections, 'postings.offsets', 'Uint32Array');
  const postings = section(sections, 'postings.forms', 'Uint32Array');
  const model = new Map<string, Set<number>>();
  for (let row = 0; row < labels.rowCount; row++) {
    for (const token of labels.tokensOf(row))
      model.set(token, (model.get(token) ?? new Set()).add(formOfRow[row] ?? -1));
  }
  expect(labels.vocabulary.size).toBe(model.size);
  for (const [token, forms] of model) {
    const id = labels.vocabulary.idOf(token);
    expect([...postings.subarray(offsets[id], offsets[id + 1])]).toEqual([...forms].sort((a, b) => a - b));
  }
}

describe('compiled postings', () => {
  it.each(Object.entries(DATASETS))('are byte for byte those of an inverted index of MiniSearch: %s', (_, entities) => {
    const { sections } = searchFixture(entities());
    for (const [name, expected] of postingsByMiniSearch(sections)) {
      const made = section(sections, name, 'Uint32Array');
      expect(Buffer.compare(Buffer.from(made.slice().buffer), Buffer.from(expected.slice().buffer))).toBe(0);
    }
  });

  it('are the forms that have a word, ascending, for any labels', () => {
    const word = fc.constantFrom('a', 'b', 'an', 'ant', 'anna', 'bob', 'c++', '東京', 'müller');
    const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), (names) => {
        expectPostingsOf(names);
      }),
      { numRuns: 60 },
    );
  });

  it('are the same for words of any frequency, in lists of many pages', () => {
    // Each number word has its own frequency, from one form to hundreds; some stand twice in a form.
    const names = Array.from({ length: 600 }, (_, i) =>
      [
        'list',
        ...[2, 3, 7, 20, 50, 150, 300].map((n) => (i % n === 0 ? `w${String(n)} w${String(n)}` : '')),
        `n${String(i >> 1)}`,
        String(i),
      ].join(' '),
    );
    expectPostingsOf(names);
  });

  it('number forms from light to heavy, so that a long list can be left early', () => {
    const { sections } = searchFixture(
      ['Museum of Modern Art Berlin', 'Museum', 'Museum Berlin', 'Zoo'].map((name) => ({ name })),
    );
    const weights = [...section(sections, 'labels.formWeight', 'Float32Array')];
    expect(weights).toEqual([...weights].sort((a, b) => a - b));
  });
});
