import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { DUPLICATE_COLUMNS, DUPLICATE_FORMS } from '../../src/duplicates/duplicate-forms.js';
import type { DuplicateGroup } from '../../src/duplicates/duplicate.js';
import { formatGroups, summariseDuplicates } from '../../src/duplicates/format-duplicates.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const { entities } = makeSnapshot({
  entities: [
    { id: 'a', name: 'Mann, Thomas' },
    { id: 'b', name: 'Thomas "Tom" Mann' },
    { id: 'c', name: 'Mann, Thomas' },
    { id: 'd', name: 'Grass' },
    { id: 'e', name: 'Graß' },
  ],
}).dataset;
const groups: readonly DuplicateGroup[] = [
  {
    entities: [0, 1, 2],
    duplicates: [
      { first: 0, second: 2, sameName: true, score: 100, probability: 0.99512, reasons: ['equal', 'Born: same year'] },
      { first: 1, second: 0, sameName: false, score: 91.5, probability: 0.9, reasons: ['only the first has "tom"'] },
    ],
  },
  {
    entities: [3, 4],
    duplicates: [{ first: 4, second: 3, sameName: false, score: 99.7, probability: 0.89, reasons: ['equal'] }],
  },
];

describe('duplicates written down', () => {
  it('are a table with a line for each pair', () => {
    const rows: unknown = parse(DUPLICATE_FORMS.csv(groups, entities));
    expect(rows).toEqual([
      [...DUPLICATE_COLUMNS],
      ['1', 'a', 'Mann, Thomas', 'c', 'Mann, Thomas', 'yes', '100.00', '0.995', 'equal; Born: same year'],
      ['1', 'b', 'Thomas "Tom" Mann', 'a', 'Mann, Thomas', 'no', '91.50', '0.900', 'only the first has "tom"'],
      ['2', 'e', 'Graß', 'd', 'Grass', 'no', '99.70', '0.890', 'equal'],
    ]);
    expect(DUPLICATE_FORMS.tsv(groups, entities).split('\n')[0]).toBe(DUPLICATE_COLUMNS.join('\t'));
  });

  it('are an object on each line', () => {
    const lines = DUPLICATE_FORMS.jsonl(groups, entities)
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
    expect(formatGroups(groups, entities, 10)).toBe(`1. a  Mann, Thomas
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
    expect(formatGroups(groups, entities, 1)).toContain('\n… and 1 group more\n');
    expect(formatGroups(groups, entities, 0)).toBe('');
  });

  it('are counted', () => {
    const found = { groups, blocks: [], inBlocks: 0, asked: 5, failed: 0, shared: 0, least: 0.8 };
    expect(summariseDuplicates(found, entities)).toBe(
      '5 entities asked for: 3 pairs that are probably one thing (probability 0.80 or more), in 2 groups; 1 with exactly the same name.\n',
    );
    expect(summariseDuplicates({ ...found, groups: [], asked: 3, failed: 1, shared: 2 }, entities)).toBe(
      '3 entities of 5 asked for: no two are probably one thing (none reached a probability of 0.80).\n' +
        '2 entities have names that so many share that nothing tells which of them are one; they were asked for all the same, but not compared with their namesakes.\n' +
        '1 entity could not be asked for.\n',
    );
    const blocks = [
      { name: 'Untitled', entities: Array.from({ length: 1_200 }, (_, i) => i) },
      ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, entities: Array.from({ length: 201 }, (_, i) => i) })),
    ];
    expect(summariseDuplicates({ ...found, groups: [], blocks, asked: 5, inBlocks: 3 }, entities)).toBe(
      '2 entities asked for: no two are probably one thing (none reached a probability of 0.80).\n' +
        '6 names that more than 200 entities have, which were not compared with each other: "Untitled" (1,200), "a" (201), "b" (201), "c" (201), "d" (201), ….\n',
    );
  });
});
