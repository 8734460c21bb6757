import { describe, expect, it } from '@jest/globals';
import {
  CLUSTERING_NAMES,
  clustererSchema,
  clusterTexts,
  type ClusteringTools,
} from '../../../src/projects/clustering/clusterers.js';
import { grelLanguage } from '../../../src/projects/expressions/grel/grel-language.js';
import { compileExpression } from '../../../src/projects/expressions/expression-language.js';

const counts = new Map([
  ['Müller, Tom', 1],
  ['tom muller', 3],
  ['Tom  Muller', 2],
  ['Berlin', 5],
  ['Berlln', 1],
  ['Paris', 9],
  ['Smith', 1],
  ['Smyth', 1],
]);
const TOOLS: ClusteringTools = {
  compile: (expression) => compileExpression(expression, [grelLanguage]),
  progress: () => undefined,
};
const clusters = (config: unknown): unknown => clusterTexts(counts, clustererSchema.parse(config), TOOLS);

describe('clusters', () => {
  it('by key: texts with one key, the most frequent first', () => {
    expect(clusters({ type: 'binning', column: 'a' })).toEqual([
      [
        { v: 'tom muller', c: 3 },
        { v: 'Tom  Muller', c: 2 },
        { v: 'Müller, Tom', c: 1 },
      ],
    ]);
    expect(clusters({ type: 'binning', column: 'a', function: 'metaphone', params: {} })).toContainEqual([
      { v: 'Smith', c: 1 },
      { v: 'Smyth', c: 1 },
    ]);
  });

  it('by distance: texts near each other that have a run of letters in common', () => {
    expect(
      clusters({ type: 'knn', column: 'a', function: 'levenshtein', params: { radius: 1, 'blocking-ngram-size': 3 } }),
    ).toEqual([
      [
        { v: 'Berlin', c: 5 },
        { v: 'Berlln', c: 1 },
      ],
    ]);
    expect(clusters({ type: 'knn', column: 'a', params: { radius: 0 } })).toEqual([]);
  });

  it('by distance: a text may be in several clusters, one for each text that has neighbours of its own', () => {
    const near = clusterTexts(
      new Map([
        ['aaaa', 1],
        ['aaab', 1],
        ['aabb', 1],
      ]),
      clustererSchema.parse({
        type: 'knn',
        column: 'a',
        function: 'levenshtein',
        params: { radius: 1, 'blocking-ngram-size': 2 },
      }),
      TOOLS,
    );
    expect(near.map((cluster) => cluster.map(({ v }) => v))).toEqual([
      ['aaaa', 'aaab', 'aabb'],
      ['aaaa', 'aaab'],
      ['aaab', 'aabb'],
    ]);
  });

  it('by key: texts without a key are together', () => {
    const config = clustererSchema.parse({ type: 'binning', column: 'a', function: 'cologne-phonetic', params: {} });
    const words = new Map([
      ['1900', 4],
      ['日本', 3],
      ['Paris', 1],
    ]);
    expect(clusterTexts(words, config, TOOLS)).toEqual([
      [
        { v: '1900', c: 4 },
        { v: '日本', c: 3 },
      ],
    ]);
  });

  it('each keyer can be asked for, and no other', () => {
    for (const name of CLUSTERING_NAMES.keyers)
      expect(() => clusters({ type: 'binning', column: 'a', function: name })).not.toThrow();
    for (const config of [
      { type: 'binning', column: 'a', function: 'none' },
      { type: 'x', column: 'a' },
      { type: 'binning' },
      { type: 'binning', column: 'a', function: 'UserDefinedKeyer', params: {} },
    ])
      expect(() => clusters(config)).toThrow();
  });

  it.each([
    ['binning', 'UserDefinedKeyer', 'value.upper(', 'Parsing error'],
    ['knn', 'UserDefinedDistance', 'value1 + (', 'Parsing error'],
    ['knn', 'UserDefinedDistance', 'value1', 'gives no number for "Müller, Tom" and "tom muller"'],
    ['knn', 'UserDefinedDistance', 'cross(value1, "x", "y").length()', 'sees texts alone'],
    ['knn', 'UserDefinedDistance', 'clojure:(count value1)', 'in GREL alone'],
  ])('of %s by %s: the expression %s is refused with the reason', (type, name, expression, reason) => {
    const config = {
      type,
      column: 'a',
      function: name,
      params: { expression, radius: 1, 'blocking-ngram-size': 3 },
    };
    expect(() => clusters(config)).toThrow(reason);
  });
});
