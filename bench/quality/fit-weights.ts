/*
 * Fits src/reconciliation/evidence/weights.json on folders with gold answers:
 *
 *   npx tsx bench/quality/fit-weights.ts FOLDER… [--sample 1500] [--keep terms.jsonl] [--from terms.jsonl] [--write] [--left-out bench/quality/left-out.md]
 *
 * Every query is answered, with the terms of the evidence table of its candidates. The weights are those by which the softmax over the candidates and the null candidate foretells best whether the first
 * candidate is right (log loss). Every query with an answer is also a query without one: its right entities are taken out of its candidates. Signs are those of the tables; what hardly any
 * query has is drawn to what is expected of it (EXPECTED). The threshold is the lowest at which the collections have no more false matches than FALSE_MATCHES. Each collection is also left out in turn and foretold by the others:
 * these figures say what to expect of data never seen. Deterministic.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EVIDENCE_TABLE } from '../../src/reconciliation/evidence/evidence-table.js';
import { NULL_TERMS } from '../../src/reconciliation/evidence/null-candidate.js';
import { weights as weightsInUse } from '../../src/reconciliation/evidence/weights.js';
import { SCORER } from '../../src/reconciliation/scoring/model/estimate-scoring-model.js';
import { buildBeforehand } from '../build-beforehand.js';
import { figuresAt, type MeasuredSet, measureTerms, parseSet } from './evidence-terms.js';
import { fitSoftmax, type FitOptions } from './fit-softmax.js';

const TERMS = EVIDENCE_TABLE.flatMap(({ terms }) => terms);
const ALL_TERMS = [...TERMS, ...NULL_TERMS];
/** Square of a weight of one in mean log loss of a collection. */
const PENALTY = 1e-4;
/** What few queries of the collections have, or none: identifiers, preferences, contradictions, codes. Their weights are drawn to what is expected of them, so that the data has to speak clearly. */
const EXPECTED: Readonly<Record<string, number>> = {
  identified: 20,
  outsideType: -5,
  recordOtherwise: -3,
  contradiction: -4,
  codeInProperty: 3,
  inName: 3,
};
const STRENGTH_OF_EXPECTED = 1e-2;
/** Of the fit, and of those without one of the collections, which begin at it. */
const ROUNDS = 500;
const ROUNDS_OF_LEFT_OUT = 100;
/** The precision that is wanted where nothing else is said, and the mean share of false matches of the collections at it. */
const WANTED = 0.97;
const FALSE_MATCHES = 0.028;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '1500' },
    keep: { type: 'string' },
    from: { type: 'string' },
    write: { type: 'boolean', default: false },
    'left-out': { type: 'string' },
  },
});
const inUse = weightsInUse();
const sets =
  values.from === undefined ? await measureAll() : readFileSync(values.from, 'utf8').trim().split('\n').map(parseSet);
if (values.keep !== undefined) writeFileSync(values.keep, sets.map((set) => `${JSON.stringify(set)}\n`).join(''));
const options: FitOptions = {
  start: [...TERMS.map(({ id }) => inUse.terms[id] ?? 0), ...NULL_TERMS.map(({ id }) => inUse.null[id] ?? 0)],
  signs: ALL_TERMS.map(({ sign }) => sign),
  priors: ALL_TERMS.map(({ id }) =>
    id in EXPECTED ? { mean: EXPECTED[id] ?? 0, strength: STRENGTH_OF_EXPECTED } : { mean: 0, strength: PENALTY },
  ),
  rounds: ROUNDS,
};
const fitted = fitSoftmax(sets, options).map((weight) => Math.round(weight * 100) / 100);
const collections = sets.filter(({ isList }) => !isList);
const threshold = thresholdOf(fitted);
const leftOut = new Map<string, readonly number[]>();
const rows = collections.map((set) => {
  const own = values['left-out'] === undefined ? fitted : leftOutOf(set.folder);
  return `| ${set.name} | ${figuresAt(set, own, threshold)
    .map((figure) => figure.toFixed(3))
    .join(' | ')} |`;
});
console.log(rows.join('\n'));
if (values['left-out'] !== undefined)
  writeFileSync(
    values['left-out'],
    `| by \`${SCORER}\` | match precision | match recall | false matches |\n|---|--:|--:|--:|\n${rows.join('\n')}\n`,
  );
const byId = (terms: typeof ALL_TERMS, from: number): Readonly<Record<string, number>> =>
  Object.fromEntries(terms.map(({ id }, i) => [id, fitted[from + i] ?? 0]));
const made = `${JSON.stringify({ ...inUse, terms: byId(TERMS, 0), null: byId([...NULL_TERMS], TERMS.length), errorsAtThreshold: Math.round((100 * (1 - threshold)) / (1 - WANTED)) / 100 }, undefined, 2)}\n`;
console.log(made);
if (values.write)
  writeFileSync(fileURLToPath(new URL('../../src/reconciliation/evidence/weights.json', import.meta.url)), made);

/** The weights fitted without a folder. */
function leftOutOf(folder: string): readonly number[] {
  const known =
    leftOut.get(folder) ??
    fitSoftmax(
      sets.filter((set) => set.folder !== folder),
      { ...options, start: fitted, rounds: ROUNDS_OF_LEFT_OUT },
    );
  leftOut.set(folder, known);
  return known;
}

async function measureAll(): Promise<readonly MeasuredSet[]> {
  buildBeforehand();
  const measured: MeasuredSet[] = [];
  for (const folder of positionals) measured.push(...(await measureTerms(folder, Number(values.sample))));
  return measured;
}

/** The lowest probability, in steps of 0.002, from which on false matches are no more than FALSE_MATCHES, as the mean of the collections. */
function thresholdOf(weights: readonly number[]): number {
  let lowest = 0.998;
  for (let at = lowest; at >= 0.5; at -= 0.002) {
    const wrong = collections.map((set) => figuresAt(set, weights, at)[2]);
    if (wrong.reduce((a, b) => a + b, 0) > FALSE_MATCHES * wrong.length) break;
    lowest = at;
  }
  return lowest;
}
