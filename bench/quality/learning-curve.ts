/*
 * Measures what judgments teach: folders with gold answers (entities.csv, queries.csv), each matched as one file after so many of its rows were judged right, those that the program suggests or any:
 *
 *   npx tsx bench/quality/learning-curve.ts FOLDER…
 *
 * Every figure is counted on the same rows: those that no run judges. For each number of judgments there is also what is found without learning from them.
 */
import { join } from 'node:path';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { queryForGold } from '../../src/evaluation/ask-gold.js';
import type { GoldQuery } from '../../src/evaluation/gold-query.js';
import { openGold } from '../../src/evaluation/open-gold.js';
import { evenSample } from '../../src/foundation/even-sample.js';
import { decidedByFile, isLearnable, queryForFile, rowEvidenceOf } from '../../src/input/decide-row.js';
import { learnFile } from '../../src/scoring/learn.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { buildBeforehand } from '../build-beforehand.js';
import { seededRandom } from '../seeded-random.js';

const ROWS = 2_000;
const JUDGMENTS = [0, 20, 50, 100] as const;
const MOST = 100;
const WANTED = 0.98;
const OPTIONS = { limit: 10, type: undefined } as const;

interface Figures {
  readonly precision: number;
  readonly recall: number;
  readonly bestRecall: number;
}

buildBeforehand();
const sums = new Map<string, Figures[]>();
for (const folder of process.argv.slice(2)) {
  const snapshot = attachSnapshot(await buildSnapshot({ files: [join(folder, 'entities.csv')] }));
  const gold = await openGold(
    join(folder, 'queries.csv'),
    { dataset: snapshot.dataset },
    { query: 'query', expected: 'gold_id' },
  );
  const all: GoldQuery[] = [];
  gold.read(
    (query) => all.push(query),
    () => undefined,
  );
  const queries = evenSample(all.length, ROWS).flatMap((at) => all[at] ?? []);
  for (const withProperties of [false, true]) {
    if (withProperties && queries.every(({ properties }) => properties.length === 0)) continue;
    const rows = queries.flatMap((one) => {
      const query = queryForGold(one, { ...OPTIONS, withProperties });
      const outcome = isLearnable(query) ? reconcile(snapshot, queryForFile(query), NO_DEADLINE) : undefined;
      return outcome?.kind === 'answered' ? [{ query, answer: outcome, right: one.right }] : [];
    });
    const probabilities = rows.map(({ answer: { candidates } }) => candidates[0]?.probability ?? 0);
    const inDoubt = probabilities.flatMap((probability, row) =>
      probability > 0.15 && probability < 0.97 ? [row] : [],
    );
    inDoubt.sort((a, b) => (probabilities[a] ?? 0) - (probabilities[b] ?? 0));
    const random = seededRandom(11);
    const anyRows = rows.map((_, row) => [random.below(2 ** 30), row] as const).sort(([a], [b]) => a - b);
    const orders = {
      suggested: evenSample(inDoubt.length, MOST).flatMap((at) => inDoubt[at] ?? []),
      any: anyRows.slice(0, MOST).map(([, row]) => row),
    };
    const left = new Set(rows.keys());
    for (const row of [...orders.suggested, ...orders.any]) left.delete(row);
    for (const [how, order] of Object.entries(orders))
      for (const count of JUDGMENTS) {
        const judged = new Set(evenSample(order.length, count).flatMap((at) => order[at] ?? []));
        const learned = learnFile([
          rows.map(({ query, answer, right }, row) => ({
            ...rowEvidenceOf(query, answer),
            ...(judged.has(row) && {
              judged: answer.candidates.find(({ id }) => right.includes(id))?.id ?? right[0] ?? null,
            }),
          })),
        ]);
        if (learned === undefined) continue;
        const decided = decidedByFile(learned, snapshot.dataset, rows);
        const counted = rows.flatMap(({ right }, row) => {
          const [first] = decided[row]?.candidates ?? [];
          if (!left.has(row)) return [];
          return [
            {
              hasAnswer: right.length > 0,
              isRight: first !== undefined && right.includes(first.id),
              isMatched: first?.match === true,
              probability: first?.probability ?? 0,
            },
          ];
        });
        const key = `${withProperties ? 'with properties' : 'names alone'} | ${how} | ${String(count)}`;
        const known = sums.get(key) ?? [];
        known.push(figuresOf(counted));
        sums.set(key, known);
      }
  }
  console.error(folder);
}
console.log('| | judged | judgments | precision | recall | best recall at .98 |\n|---|---|--:|--:|--:|--:|');
for (const [key, figures] of sums) {
  const mean = (of: (one: Figures) => number): string =>
    (figures.reduce((sum, one) => sum + of(one), 0) / figures.length).toFixed(3);
  console.log(
    `| ${key} | ${mean(({ precision }) => precision)} | ${mean(({ recall }) => recall)} | ${mean(({ bestRecall }) => bestRecall)} |`,
  );
}

interface Counted {
  readonly hasAnswer: boolean;
  readonly isRight: boolean;
  readonly isMatched: boolean;
  readonly probability: number;
}

function figuresOf(rows: readonly Counted[]): Figures {
  const withAnswer = rows.filter(({ hasAnswer }) => hasAnswer).length;
  const matched = rows.filter(({ isMatched }) => isMatched);
  const right = matched.filter(({ isRight }) => isRight).length;
  let [found, bestRecall] = [0, 0];
  for (const [i, { isRight }] of [...rows].sort((a, b) => b.probability - a.probability).entries()) {
    if (isRight) found++;
    if (found / (i + 1) >= WANTED) bestRecall = Math.max(bestRecall, found / withAnswer);
  }
  return { precision: matched.length === 0 ? 1 : right / matched.length, recall: right / withAnswer, bestRecall };
}
