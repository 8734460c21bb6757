import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { loadBenchmark, readQueries } from '../../bench/quality/measure-quality.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { tableDatasetOver } from '../../src/assembly/table-dataset-in-cluster.js';
import { WITHOUT_REASONS, type Ask } from '../../src/describe/answer.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { TABLE_TASKS } from '../../src/web/matching/table-tasks.js';
import type { TableTask } from '../../src/web/matching/table-task.js';
import { clusterInMemory } from '../support/documents-in-memory.js';
import { documentsOf } from '../support/documents-of-snapshot.js';
import { smallSnapshot } from '../support/small-snapshot.js';

/* Tables are matched with a dataset in a search cluster as with one in memory: columns are recognised by names, and rows decided by what the whole table teaches. The documents lie in memory here. */

const LIMITS = { batchTimeoutMs: 60_000, queryTimeoutMs: 10_000 };

/** What a table is answered with from memory, and with its entities elsewhere; the queries of both are answered from memory. */
async function matchedBothWays(
  snapshot: DatasetSnapshot,
  lines: readonly string[],
): Promise<readonly [string, string]> {
  const documents = documentsOf(snapshot);
  const cluster = clusterInMemory(documents);
  const elsewhere = tableDatasetOver(cluster, {
    ...documents.state,
    reading: { depth: 100, timeoutMs: 60_000 },
  });
  const executor = createInlineBatchExecutor(snapshot, LIMITS);
  const ask: Ask = (queries) => executor.execute(queries, WITHOUT_REASONS);
  const task: TableTask = {
    sent: { name: 'table.csv', content: Buffer.from(`${lines.join('\n')}\n`) },
    way: 'csv',
    type: undefined,
    column: undefined,
    encoding: undefined,
    isMarked: false,
  };
  const replies = [
    await TABLE_TASKS.match(task, { dataset: snapshot.dataset }, ask),
    await TABLE_TASKS.match(task, elsewhere, ask),
  ];
  const [here = '', there = ''] = replies.map((reply) => (reply.kind === 'text' ? reply.text : ''));
  return [here, there];
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

describe('a table matched with a dataset in a search cluster', () => {
  it.each([
    ['names alone', ['Berlin', 'Paris', 'Tokio', 'Nowhere']],
    ['names beside notes', ['note,what', 'old,Berlin', 'new,Munchen', 'old,Paris', 'other,Zurich']],
    ['a column that stands in names', ['thing,number', 'Newtown,07', 'Newtown,12', 'Odd,Junction', 'Seven,Sisters']],
    ['a column of types', ['Place,kind', 'Berlin,City', 'France,Country']],
  ])('is understood as in memory: %s', async (_, lines) => {
    const [here, there] = await matchedBothWays(smallSnapshot(), lines);
    expect(here).toContain('name');
    expect(there).toBe(here);
  });

  it('is decided by what it teaches, as in memory', async () => {
    const list = join('bench/quality/lists', 'agencies');
    const rows = readQueries(list);
    const headings = [...new Set(rows.flatMap(({ properties }) => Object.keys(properties)))];
    const lines = rows.map(({ text, properties }) =>
      [text, ...headings.map((heading) => properties[heading] ?? '')].map(quoted).join(','),
    );
    const [here, there] = await matchedBothWays(await loadBenchmark(list), [
      ['name', ...headings].map(quoted).join(','),
      ...lines,
    ]);
    expect(here.split('\n').length).toBeGreaterThan(50);
    expect(there).toBe(here);
  }, 120_000);
});
