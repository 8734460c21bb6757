/*
 * How well search as you type finds names, as a table for docs/performance.md, a row a list:
 *
 *   npx tsx bench/suggest.ts LIST… [--names 300] [--limit 5] [--misses]
 *
 * What is typed, and when it counts as found, is told in src/evaluation/suggest-quality.ts; `sameas evaluate --suggest LIST` says the same of a list of one's own.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSnapshot } from '../src/assembly/build-snapshot.js';
import { attachSnapshot } from '../src/assembly/snapshot-image.js';
import { readInMemory } from '../src/scoring/snapshot.js';
import { measureSuggest } from '../src/evaluation/suggest-quality.js';

const { positionals: lists, values } = parseArgs({
  allowPositionals: true,
  options: {
    names: { type: 'string', default: '300' },
    limit: { type: 'string', default: '5' },
    misses: { type: 'boolean', default: false },
  },
});

for (const [i, list] of lists.entries()) {
  const snapshot = attachSnapshot(await buildSnapshot({ files: [list] }));
  const { ways, medianMs, p99Ms } = await measureSuggest(
    { snapshot, read: readInMemory(snapshot) },
    { dataset: snapshot.dataset },
    {
      names: Number(values.names),
      limit: Number(values.limit),
    },
  );
  if (i === 0)
    console.log(
      `| list | names | ${ways.map(({ way }) => way).join(' | ')} | p50 ms | p99 ms |\n|---|--:|${ways.map(() => '--:|').join('')}--:|--:|`,
    );
  if (values.misses)
    for (const { way, missed } of ways)
      for (const { typed, name, suggested } of missed)
        console.log(`  ${way}: ${typed} ← ${name}; ${suggested.slice(0, 2).join(' | ')}`);
  const shares = ways.map(({ asked, found }) => (asked === 0 ? '' : (found / asked).toFixed(2)));
  console.log(
    `| ${basename(list) === 'entities.csv' ? basename(list.replace(/\/[^/]*$/, '')) : basename(list)} | ${String(snapshot.candidateIndex.labels.rowCount)} | ${shares.join(' | ')} | ${medianMs.toFixed(1)} | ${p99Ms.toFixed(1)} |`,
  );
}
