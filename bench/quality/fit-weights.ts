/*
 * Fits src/reconciliation/evidence/weights.json on folders with gold answers:
 *
 *   npx tsx bench/quality/fit-weights.ts FOLDER… [--sample 1500] [--keep terms.jsonl] [--from terms.jsonl] [--write] [--left-out bench/quality/left-out.md]
 *
 * Every query is answered, with the terms of the evidence table of its candidates. The weights are those by which the softmax over the candidates and the null candidate foretells best whether the first
 * candidate is right (log loss). Signs are those of the table; terms that hardly any query has (GIVEN) keep the weight that they have. Each collection is also left out in turn and foretold by the others:
 * these figures say what to expect of data never seen. Collections with rich properties and short lists take part with less weight than the seven older collections. Deterministic.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { shareOfKnownWords } from '../../src/reconciliation/evidence/known-words.js';
import { EVIDENCE_TABLE } from '../../src/reconciliation/evidence/evidence-table.js';
import { weights as weightsInUse } from '../../src/reconciliation/evidence/weights.js';
import { joinCoordinates } from '../../src/reconciliation/join-coordinates.js';
import { rankQuery } from '../../src/reconciliation/rank-query.js';
import { evenSample, SCORER } from '../../src/reconciliation/scoring/model/estimate-scoring-model.js';
import { buildBeforehand } from '../build-beforehand.js';
import { firstShares, fitSoftmax, type ChoiceSet, type FitOptions } from './fit-softmax.js';
import { loadBenchmark, queryOf, readQueries, waysToAsk } from './measure-quality.js';

const TERMS = EVIDENCE_TABLE.flatMap(({ terms }) => terms);
/** Terms that are conditions of a query, that are safety, or so rare in the data that a fit says nothing of them. */
const GIVEN: ReadonlySet<string> = new Set(['identified', 'contradiction', 'markMissing', 'extraToken', 'recordOtherwise', 'outsideType', 'codeInProperty', 'inName']);
/** Collections whose rich properties would drown the rest. */
const RICH: ReadonlySet<string> = new Set(['airports', 'chicago-sites', 'febrl4', 'patents', 'walmart-amazon']);
const SHARE_OF_RICH = 0.15;
const SHARE_OF_LIST = 0.08;

interface MeasuredSet extends ChoiceSet {
  readonly name: string;
  readonly folder: string;
  readonly hasAnswer: readonly boolean[];
  /** Whether the score of the first is strictly the highest. */
  readonly leads: readonly boolean[];
  readonly isList: boolean;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '1500' }, keep: { type: 'string' }, from: { type: 'string' }, write: { type: 'boolean', default: false }, 'left-out': { type: 'string' } },
});
buildBeforehand();
const inUse = weightsInUse();
const sets: MeasuredSet[] = [];
if (values.from !== undefined) for (const line of readFileSync(values.from, 'utf8').trim().split('\n')) sets.push(JSON.parse(line) as MeasuredSet); // kept by this program
else for (const folder of positionals) sets.push(...(await measureFolder(folder)));
if (values.keep !== undefined) writeFileSync(values.keep, sets.map((set) => `${JSON.stringify(set)}\n`).join(''));
// The last two are those of the null candidate: its constant, and that of unknown words.
const start = [...TERMS.map(({ id }) => inUse.terms[id] ?? 0), inUse.null.constant, inUse.null.unknownWords];
const options: FitOptions = { start, signs: [...TERMS.map(({ sign }) => sign), 0, 1], given: [...TERMS.map(({ id }) => GIVEN.has(id)), false, false] };
const fitted = fitSoftmax(sets, options).map((weight) => Math.round(weight * 100) / 100);
const threshold = 1 - inUse.errorsAtThreshold * 0.03;
const rows = [];
for (const set of sets) {
  if (set.isList) continue;
  const leftOut = values['left-out'] === undefined ? fitted : fitSoftmax(sets.filter(({ folder }) => folder !== set.folder), options);
  rows.push(`| ${set.name} | ${figuresOf(set, leftOut).join(' | ')} |`);
  console.log(rows.at(-1));
}
if (values['left-out'] !== undefined) writeFileSync(values['left-out'], `| by \`${SCORER}\` | match precision | match recall | false matches |\n|---|--:|--:|--:|\n${rows.join('\n')}\n`);
const terms = Object.fromEntries(TERMS.map(({ id }, i) => [id, fitted[i]]));
const made = `${JSON.stringify({ ...inUse, terms, null: { ...inUse.null, constant: fitted[TERMS.length], unknownWords: fitted[TERMS.length + 1] } }, undefined, 2)}\n`;
console.log(made);
if (values.write) writeFileSync(fileURLToPath(new URL('../../src/reconciliation/evidence/weights.json', import.meta.url)), made);

async function measureFolder(folder: string): Promise<readonly MeasuredSet[]> {
  const snapshot = await loadBenchmark(folder);
  const all = readQueries(folder);
  const queries = evenSample(all.length, Number(values.sample)).flatMap((i) => all[i] ?? []);
  const isList = folder.split(sep).includes('lists');
  return waysToAsk(all).map((asked) => {
    const ranked = queries.map((gold) => ({ gold, ...rankQuery(snapshot, joinCoordinates(snapshot.dataset, queryOf(gold, asked)), NO_DEADLINE) }));
    const share = (isList ? SHARE_OF_LIST : RICH.has(basename(folder)) ? SHARE_OF_RICH : 1) / queries.length;
    return {
      name: asked === 'name alone' ? basename(folder) : `${basename(folder)}, ${asked}`,
      folder,
      isList,
      share,
      hasAnswer: queries.map(({ right }) => right.size > 0),
      leads: ranked.map(({ decision }) => decision.lead > 0),
      choices: ranked.map(({ gold, plan, decision, scored }) => {
        const [first] = scored;
        const name = decision.weighed[0]?.weighed.name;
        const known = plan.label === undefined ? 0 : shareOfKnownWords(plan.label, snapshot.statistics.isKnown, (name?.joined ?? 0) | (name?.slipped ?? 0));
        return {
          candidates: decision.weighed.map(({ evidence }) => evidence.flatMap(({ kind, values: found }) => kind.terms.map((_, i) => Math.round(1e4 * (found[i] ?? 0)) / 1e4))),
          nullValues: [1, 1 - known],
          nullOffset: inUse.null.neighbours * snapshot.statistics.neighbours.height,
          firstIsRight: first !== undefined && gold.right.has(snapshot.dataset.entities.idOf(first.entity)),
        };
      }),
    };
  });
}

/** Match precision, match recall, false matches. */
function figuresOf(set: MeasuredSet, weights: readonly number[]): readonly string[] {
  let [matches, right, wrong] = [0, 0, 0];
  for (const [i, choice] of set.choices.entries()) {
    const shares = firstShares(choice, weights);
    if (set.leads[i] !== true || shares.first < threshold || shares.first < shares.greatest) continue;
    matches++;
    right += Number(choice.firstIsRight);
    wrong += Number(set.hasAnswer[i] === false);
  }
  const withAnswer = set.hasAnswer.filter(Boolean).length;
  return [right / Math.max(1, matches), right / Math.max(1, withAnswer), wrong / Math.max(1, set.choices.length - withAnswer)].map((figure) => figure.toFixed(3));
}
