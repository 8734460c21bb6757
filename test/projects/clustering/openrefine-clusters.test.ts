import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { clustererSchema, clusterTexts } from '../../../src/projects/clustering/clusterers.js';
import { grelLanguage } from '../../../src/projects/expressions/grel/grel-language.js';
import { compileExpression } from '../../../src/projects/expressions/expression-language.js';
import { ROOT } from '../../architecture/source-tree.js';

/*
 * Names of places and persons, how often each occurs, and the clusters that OpenRefine 3.10 made of them on a machine with one processor: on several it adds parts of clusters.
 * Clusters of one size have no order there.
 */

const [head = '', ...lines] = readFileSync(join(ROOT, 'test/cases/clusters/openrefine-3.10.jsonl'), 'utf8')
  .trimEnd()
  .split('\n');
const { counts } = z.object({ counts: z.record(z.string(), z.number()) }).parse(JSON.parse(head));
const answers = lines.map((line) =>
  z.object({ clusterer: clustererSchema, clusters: z.array(z.array(z.string())) }).parse(JSON.parse(line)),
);

describe('clusters of OpenRefine 3.10', () => {
  it.each(answers.map((answer) => [JSON.stringify(answer.clusterer), answer] as const))(
    '%s',
    (_, { clusterer, clusters }) => {
      const made = clusterTexts(new Map(Object.entries(counts)), clusterer, {
        compile: (expression) => compileExpression(expression, [grelLanguage]),
        progress: () => undefined,
      });
      const keys = (groups: readonly (readonly string[])[]): readonly string[] =>
        groups.map((group) => JSON.stringify([...group].sort())).sort();
      expect(keys(made.map((cluster) => cluster.map(({ v }) => v)))).toEqual(keys(clusters));
    },
  );
});
