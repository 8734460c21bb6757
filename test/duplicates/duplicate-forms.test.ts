import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { DUPLICATE_COLUMNS, DUPLICATE_FORMS } from '../../src/duplicates/duplicate-forms.js';
import type { DuplicateGroup } from '../../src/duplicates/duplicate.js';
import { formatGroups, summariseDuplicates } from '../../src/duplicates/duplicate-forms.js';

const [a, b, c, d, e] = [
  { place: 0, id: 'a', name: 'Mann, Thomas' },
  { place: 1, id: 'b', name: 'Thomas "Tom" Mann' },
  { place: 2, id: 'c', name: 'Mann, Thomas' },
  { place: 3, id: 'd', name: 'Grass' },
  { place: 4, id: 'e', name: 'Graß' },
] as const;
const groups: readonly DuplicateGroup[] = [
  {
    entities: [a, b, c],
    duplicates: [
      { first: a, second: c, sameName: true, score: 100, probability: 0.99512, reasons: ['equal', 'Born: same year'] },
      { first: b, second: a, sameName: false, score: 91.5, probability: 0.9, reasons: ['only the first has "tom"'] },
    ],
  },
  {
    entities: [d, e],
    duplicates: [{ first: e, second: d, sameName: false, score: 99.7, probability: 0.89, reasons: ['equal'] }],
  },
];

describe('duplicates written down', () => {
  it('are a table with a line for each pair', () => {
    const rows: unknown = parse(DUPLICATE_FORMS.csv(groups));
    expect(rows).toEqual([
      [...DUPLICATE_COLUMNS],
      ['1', 'a', 'Mann, Thomas', 'c', 'Mann, Thomas', 'yes', '100.00', '0.995', 'equal; Born: same year'],
      ['1', 'b', 'Thomas "Tom" Mann', 'a', 'Mann, Thomas', 'no', '91.50', '0.900', 'only the first has "tom"'],
      ['2', 'e', 'Graß', 'd', 'Grass', 'no', '99.70', '0.890', 'equal'],
    ]);
    expect(DUPLICATE_FORMS.tsv(groups).split('\n')[0]).toBe(DUPLICATE_COLUMNS.join('\t'));
  });

  it('are an object on each line', () => {
    const lines = DUPLICATE_FORMS.jsonl(groups)
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toEqual({
      group: 1,
      first: { id: 'a', name: 'Mann, Thomas' },
      second: { id: 'c', name: 'Mann, Thomas' },
      sameName: true,
      score: 100,
      probability: 0.9951,
      reasons: ['equal', 'Born: same year'],
    });
  });
});

describe('duplicates for people', () => {
  it('show the records of a group, and why they are one below', () => {
    expect(formatGroups(groups, 10)).toBe(`1. a  Mann, Thomas
   b  Thomas "Tom" Mann
   c  Mann, Thomas
     a = c  0.995  the same name; Born: same year
     b = a  0.900  only the first has "tom"

2. e  Graß
   d  Grass
     0.890  equal
`);
  });

  it('say how many more there are, and nothing where none are to be shown', () => {
    expect(formatGroups(groups, 1)).toContain('\n… and 1 group more\n');
    expect(formatGroups(groups, 0)).toBe('');
  });

  it('are counted', () => {
    const found = { groups, blocks: [], inBlocks: 0, asked: 5, failed: 0, shared: 0, least: 0.8 };
    expect(summariseDuplicates(found, 5)).toBe(
      '5 entities asked for: 3 pairs that are probably one thing (probability 0.80 or more), in 2 groups; 1 with exactly the same name.\n',
    );
    expect(summariseDuplicates({ ...found, groups: [], asked: 3, failed: 1, shared: 2 }, 5)).toBe(
      '3 entities of 5 asked for: no two are probably one thing (none reached a probability of 0.80).\n' +
        '2 entities have names that so many share that nothing tells which of them are one; they were asked for all the same, but not compared with their namesakes.\n' +
        '1 entity could not be asked for.\n',
    );
    const blocks = [
      { name: 'Untitled', size: 1_200, ids: [] },
      ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, size: 201, ids: [] })),
    ];
    expect(summariseDuplicates({ ...found, groups: [], blocks, asked: 5, inBlocks: 3 }, 5)).toBe(
      '2 entities asked for: no two are probably one thing (none reached a probability of 0.80).\n' +
        '6 names that more than 200 entities have, which were not compared with each other: "Untitled" (1,200), "a" (201), "b" (201), "c" (201), "d" (201), ….\n',
    );
  });
});
