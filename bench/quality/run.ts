/*
 * Measures matching on folders with gold answers, each with entities.csv, queries.csv and meta.json:
 *
 *   npx tsx bench/quality/run.ts FOLDER… [--subsets] [--join ror=names+logs] [--write bench/quality/figures.md]
 *
 * With --join, parts of a set are also counted as one.
 * The figures are frozen in figures.md, so that a change of scores is a visible difference. The data is not kept here.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { figuresOf, noCounts, type QualityCounts } from '../../src/evaluation/quality-counts.js';
import { SCORER } from '../../src/scoring/estimate-statistics.js';
import { buildBeforehand } from '../build-beforehand.js';
import { loadBenchmark, measureQuality, readQueries, waysToAsk } from './measure-quality.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'string' },
    subsets: { type: 'boolean' },
    join: { type: 'string', multiple: true, default: [] },
  },
});
const lines = [
  '# Figures of matching',
  '',
  `Scorer \`${SCORER}\`; types sent, no configuration. First: share of queries with an answer whose right answer is the first candidate; among ten: within`,
  'the first ten. Precision and recall are those of `match: true`; false matches: share of the queries without an answer that got one.',
  '',
  '| set | queries | first | among ten | match precision | match recall | false matches |',
  '|---|--:|--:|--:|--:|--:|--:|',
];
buildBeforehand();
for (const folder of positionals) {
  const snapshot = await loadBenchmark(folder);
  const queries = readQueries(folder);
  for (const asked of waysToAsk(queries)) {
    const run = measureQuality(snapshot, queries, asked);
    const label = asked === 'name alone' ? basename(folder) : `${basename(folder)}, ${asked}`;
    add(label, run.total);
    console.log(`  ${run.cpuUsPerQuery.toFixed(0)} µs a query`);
    if (values.subsets === true) for (const [subset, counts] of run.subsets) add(`${label}: ${subset}`, counts);
    for (const join of values.join) {
      const [set, parts = ''] = join.split('=');
      if (set === label)
        add(
          `${label}: ${parts.split('+').join(' and ')}`,
          sumOf(parts.split('+').map((part) => run.subsets.get(part) ?? noCounts())),
        );
    }
  }
}
if (values.write !== undefined) writeFileSync(values.write, `${lines.join('\n')}\n`);

function sumOf(parts: readonly QualityCounts[]): QualityCounts {
  const sum = noCounts();
  for (const part of parts)
    for (const [count, number] of Object.entries(part)) sum[count as keyof QualityCounts] += number; // its own keys
  return sum;
}

function add(label: string, counts: QualityCounts): void {
  const { hitAt1, hitAt10, matchPrecision, matchRecall, falseMatchRate } = figuresOf(counts);
  const cells = [
    String(counts.withAnswer + counts.withoutAnswer),
    ...[hitAt1, hitAt10, matchPrecision, matchRecall, falseMatchRate].map((share) => share?.toFixed(3) ?? '–'),
  ];
  lines.push(`| ${label} | ${cells.join(' | ')} |`);
  console.log(`${label}: ${cells.join(' ')}`);
}
