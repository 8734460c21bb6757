/*
 * Counts why queries with an answer go wrong, by what the query has in common with the names of the right entity, and writes the table:
 *
 *   npx tsx bench/quality/count-misses.ts FOLDER… [--write bench/quality/misses.md]
 *
 * What has no word in common with any name of the right entity, nor a similar one, no matching of names can find: only a list that has
 * it as another name. So the share of the others is the most that can be among ten.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import { buildBeforehand } from '../build-beforehand.js';
import { loadBenchmark, queryOf, readQueries } from './measure-quality.js';

/** From this share of their letters that are the same in order, words count as similar. */
const SIMILAR = 0.7;
const AMONG = 10;

interface Misses {
  withAnswer: number;
  notAmongTen: number;
  /** Of those not among ten. */
  nothingInCommon: number;
  secondToTenth: number;
  /** The right one is first, and not matched. */
  notMatched: number;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'string' } } });
buildBeforehand();
const lines = [
  '| set | queries with an answer | not among ten | of these without a word in common, or a similar one | among ten at most | second to tenth | first, not matched |',
  '|---|--:|--:|--:|--:|--:|--:|',
];
for (const folder of positionals) {
  const { withAnswer, notAmongTen, nothingInCommon, secondToTenth, notMatched } = countMisses(
    await loadBenchmark(folder),
    readQueries(folder),
  );
  const most = (1 - nothingInCommon / Math.max(1, withAnswer)).toFixed(3);
  lines.push(
    `| ${[basename(folder), withAnswer, notAmongTen, nothingInCommon, most, secondToTenth, notMatched].map((cell) => cell.toLocaleString('en')).join(' | ')} |`,
  );
}
console.log(lines.join('\n'));
if (values.write !== undefined) writeFileSync(values.write, `${lines.join('\n')}\n`);

function countMisses(snapshot: DatasetSnapshot, queries: ReturnType<typeof readQueries>): Misses {
  const misses: Misses = { withAnswer: 0, notAmongTen: 0, nothingInCommon: 0, secondToTenth: 0, notMatched: 0 };
  for (const gold of queries) {
    if (gold.right.size === 0) continue;
    misses.withAnswer++;
    const outcome = reconcile(snapshot, queryOf(gold, 'name alone'), NO_DEADLINE);
    const candidates = outcome.kind === 'answered' ? outcome.candidates.slice(0, AMONG) : [];
    const place = candidates.findIndex(({ id }) => gold.right.has(id));
    if (place > 0) misses.secondToTenth++;
    if (place === 0 && candidates[0]?.match !== true) misses.notMatched++;
    if (place >= 0) continue;
    misses.notAmongTen++;
    if (![...gold.right].some((id) => hasWordInCommon(snapshot, gold.text, id))) misses.nothingInCommon++;
  }
  return misses;
}

/** Whether any name of the entity has a word of the text, or one like it. */
function hasWordInCommon({ dataset, candidateIndex: { labels } }: DatasetSnapshot, text: string, id: string): boolean {
  const words = analyseLabel(text).tokens;
  const ordinal = dataset.entities.ordinalOf(id);
  if (ordinal < 0) return false;
  const [first, end] = labels.rowsOf(ordinal);
  for (let row = first; row < end; row++) {
    const others = labels.tokensOf(row);
    if (words.some((word) => others.some((other) => likeness(word, other) >= SIMILAR))) return true;
  }
  return false;
}

/** Letters that two words have in the same order, as a share of the longer one's. */
function likeness(a: string, b: string): number {
  let before = new Array<number>(b.length + 1).fill(0);
  for (const letter of a) {
    const after = [0];
    for (let i = 0; i < b.length; i++)
      after.push(letter === b[i] ? (before[i] ?? 0) + 1 : Math.max(before[i + 1] ?? 0, after[i] ?? 0));
    before = after;
  }
  return (before[b.length] ?? 0) / Math.max(1, a.length, b.length);
}
