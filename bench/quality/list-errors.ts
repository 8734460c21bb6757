/*
 * Lists the queries of a folder that went wrong, one a line with tabs between: kind, part, query, right name, its place and score, first name, its score
 * and probability.
 *
 *   npx tsx bench/quality/list-errors.ts FOLDER [--properties] [--kind not-found] [--part NAME]
 */
import { parseArgs } from 'node:util';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { joinCoordinates, rankQuery } from '../../src/reconciliation/rank-query.js';
import { rowOf } from '../../src/reconciliation/scored-entity.js';
import { buildBeforehand } from '../build-beforehand.js';
import { loadBenchmark, queryOf, readQueries } from './measure-quality.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { properties: { type: 'boolean' }, kind: { type: 'string' }, part: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder of a benchmark.');

buildBeforehand();
const snapshot = await loadBenchmark(folder);
const { entities } = snapshot.dataset;
const { labels } = snapshot.candidateIndex;
const kinds = new Map<string, number>();
for (const gold of readQueries(folder)) {
  if (values.part !== undefined && gold.subset !== values.part) continue;
  const query = queryOf(gold, values.properties === true ? 'with properties' : 'name alone');
  const { scored, decision } = rankQuery(snapshot, joinCoordinates(snapshot.dataset, query), NO_DEADLINE);
  const place = scored.findIndex(({ entity }) => gold.right.has(entities.idOf(entity)));
  const [first] = scored;
  const right = scored[place];
  const kind = kindOf(gold.right.size > 0, place, decision.match, first?.score === right?.score);
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  if (kind === 'right' || (values.kind !== undefined && values.kind !== kind)) continue;
  const name =
    right === undefined
      ? [...gold.right].map((id) => nameOf(id)).join(' / ')
      : rowOf(right) < 0
        ? entities.nameOf(right.entity)
        : labels.textOf(rowOf(right));
  const firstName =
    first === undefined ? '' : rowOf(first) < 0 ? entities.nameOf(first.entity) : labels.textOf(rowOf(first));
  const cells = [
    kind,
    gold.subset,
    gold.text,
    name,
    String(place + 1),
    right?.score.toFixed(2) ?? '',
    firstName,
    first?.score.toFixed(2) ?? '',
    decision.probabilities[0]?.toFixed(3) ?? '',
  ];
  if (values.properties === true)
    cells.push(
      JSON.stringify(gold.properties),
      right?.properties?.weight.toFixed(2) ?? '',
      first?.properties?.weight.toFixed(2) ?? '',
    );
  console.log(cells.join('\t'));
}
console.error([...kinds].map(([kind, count]) => `${kind}: ${String(count)}`).join(', '));

/** What went wrong: the worst first. */
function kindOf(hasAnswer: boolean, place: number, matched: boolean, equalScores: boolean): string {
  if (!hasAnswer) return matched ? 'matched-without-answer' : 'right';
  if (place === 0) return matched ? 'right' : 'unmatched';
  if (matched) return 'matched-another';
  if (place === -1) return 'not-found';
  return equalScores ? 'tied' : 'behind';
}

function nameOf(id: string): string {
  const ordinal = entities.ordinalOf(id);
  return ordinal < 0 ? id : entities.nameOf(ordinal);
}
