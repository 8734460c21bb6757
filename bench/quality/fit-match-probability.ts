/*
 * Fits the coefficients of the match probability (src/reconciliation/scoring/model/match-probability.ts) on folders with gold
 * answers and prints the table to paste there:
 *
 *   npx tsx bench/quality/fit-match-probability.ts FOLDER… [--penalties 1,3,10] [--towards-present] [--thresholds 0.9,0.95] [--write bench/quality/left-out.md]
 *
 * With --towards-present, coefficients are pulled towards those in use, not towards 0: a penalty of some hundreds lets short lists
 * move them a little without what one of them says by chance. Where a folder is left out, they are pulled towards those fitted without it.
 *
 * Each folder is also left out in turn, fitted without, and foretold: those figures say what to expect of data never
 * seen, and are kept in left-out.md, from which docs/quality.md has them. Short lists among the folders take part in the fit only. Deterministic. Queries with properties are a sample
 * of their own beside the same queries without.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { rankQuery } from '../../src/reconciliation/rank-query.js';
import { factsOfFirst } from '../../src/reconciliation/deciding/facts-of-first.js';
import { estimatedThreshold } from '../../src/reconciliation/deciding/match-threshold.js';
import { evenSample, NEIGHBOUR_SAMPLE, SCORER } from '../../src/reconciliation/scoring/model/estimate-scoring-model.js';
import { MATCH_WEIGHTS, matchProbability, matchTerms, type MatchTerm } from '../../src/reconciliation/scoring/model/match-probability.js';
import { neighbourFacts } from '../../src/reconciliation/scoring/model/neighbour-model.js';
import { rowsNearSample } from '../../src/reconciliation/scoring/model/rows-near-sample.js';
import { buildBeforehand } from '../build-beforehand.js';
import { FEW_CASES, fitLogistic, probabilityOf, type Example } from './fit-logistic.js';
import { loadBenchmark, queryOf, readQueries, waysToAsk } from './measure-quality.js';

/** The sign that a term may have: more of what supports must not lower the probability. */
const SIGNS: Readonly<Record<MatchTerm, -1 | 0 | 1>> = {
  constant: 0, similarityOdds: 1, equal: 1, nameLead: 1, onlyQuery: -1, containedShort: -1, oneWordMore: -1, containedBesides: -1, listed: -1, onlyLabel: -1, unlike: -1, apartQuery: -1, apartLabel: -1, numbersDiffer: -1,
  information: 1, knownWords: 1, sharing: -1, supporting: 1, opposing: 1, evidenceLead: 1, code: 1,
};
/** By which collections foretell each other best. */
const USUAL_PENALTY = 3;
const TERMS = Object.keys(MATCH_WEIGHTS).filter((term): term is MatchTerm => term in SIGNS);

interface Sample {
  readonly folder: string;
  readonly label: string;
  readonly examples: readonly (Example & { readonly hasAnswer: boolean; readonly leads: boolean })[];
  readonly withAnswer: number;
  readonly withoutAnswer: number;
  /** Terms of the nearest other entity of sampled entities. */
  readonly neighbours: readonly (readonly number[] | undefined)[];
  /** Of the automatic matches, what share the list wants to be right. */
  readonly targetPrecision: number;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    penalties: { type: 'string', default: '1,3,10,30,100' },
    'towards-present': { type: 'boolean', default: false },
    thresholds: { type: 'string', default: '0.85,0.9,0.925,0.95' },
    write: { type: 'string' },
  },
});
buildBeforehand();
const samples: Sample[] = [];
for (const folder of positionals) samples.push(...(await samplesOf(folder)));
const thresholds = values.thresholds.split(',').map(Number);
const signs = TERMS.map((term) => SIGNS[term]);
const longOnes = samples.filter(({ examples }) => examples.length >= FEW_CASES);
const leftOut = longOnes.length > 0 ? longOnes : samples;
const foretold = values.penalties.split(',').map((text) => {
  const penalty = Number(text);
  const loss = leftOut.reduce((sum, sample) => sum + lossOf(sample, without(sample, penalty)), 0) / leftOut.length;
  console.log(`Penalty ${text}: mean log loss of samples left out ${loss.toFixed(5)}`);
  return { penalty, loss };
});
const { penalty } = foretold.reduce((best, other) => (other.loss < best.loss ? other : best));
const all = fitLogistic(samples.map(({ examples }) => examples), signs, penalty, values['towards-present'] ? TERMS.map((term) => MATCH_WEIGHTS[term]) : []);
console.log(`With penalty ${String(penalty)}:\n${TERMS.map((term, i) => `  ${term}: ${(all[i] ?? 0).toFixed(2)},`).join('\n')}`);
const rows = leftOut.map((sample) => {
  const others = without(sample, penalty);
  console.log(`${sample.label}: log loss ${lossOf(sample, others).toFixed(4)} left out, ${lossOf(sample, all).toFixed(4)} within`);
  for (const [name, weights] of [['left out', others], ['within', all]] as const) {
    const own = ownThreshold(sample, weights);
    console.log(`  ${name}: ${[...thresholds, own].map((threshold) => `${threshold.toFixed(3)}: ${cellsOf(decisionsOf(sample, weights, threshold)).join('/')}`).join(' · ')} (the last by the rule in use)`);
  }
  return `| ${sample.label} | ${cellsOf(decisionsOf(sample, others, ownThreshold(sample, others))).join(' | ')} |`;
});
const heading = `| by \`${SCORER}\` | match precision | match recall | false matches |\n|---|--:|--:|--:|`;
if (values.write !== undefined) writeFileSync(values.write, `${[heading, ...rows].join('\n')}\n`);

/** Fitted without the folder of a sample. */
function without(sample: Sample, penalty: number): readonly number[] {
  const others = samples.filter(({ folder }) => folder !== sample.folder).map(({ examples }) => examples);
  return fitLogistic(others, signs, penalty, values['towards-present'] ? fitLogistic(others.filter((examples) => examples.length >= FEW_CASES), signs, USUAL_PENALTY) : []);
}

async function samplesOf(folder: string): Promise<readonly Sample[]> {
  const snapshot = await loadBenchmark(folder);
  const { dataset, candidateIndex, scoring } = snapshot;
  const queries = readQueries(folder);
  const sample = evenSample(dataset.entities.size, NEIGHBOUR_SAMPLE);
  const list = { dataset, labels: candidateIndex.labels, wording: scoring.wording, wordsOfTypes: scoring.wordsOfTypes };
  const neighbours = neighbourFacts(list, rowsNearSample(dataset.entities, candidateIndex.labels, sample), scoring.neighbours.usualWeight).map((facts) => (facts === undefined ? undefined : vectorOf(matchTerms(facts))));
  return waysToAsk(queries).map((asked) => {
    const examples = queries.flatMap((gold) => {
      const query = queryOf(gold, asked);
      const ranked = rankQuery(snapshot, query, NO_DEADLINE);
      const [first] = ranked.scored;
      if (first === undefined || first.properties?.identified === true || (first.named && !first.idIsName)) return [];
      const { lead, sharing } = ranked.decision;
      // Of several names that could be meant, the one that the present coefficients take for the surest.
      const facts = factsOfFirst(ranked, first, sharing).byName.reduce((best, other) => (matchProbability(other) > matchProbability(best) ? other : best));
      return [{ terms: vectorOf(matchTerms(facts)), right: gold.right.has(dataset.entities.idOf(first.entity)), hasAnswer: gold.right.size > 0, leads: lead > 0 }];
    });
    const withAnswer = queries.filter(({ right }) => right.size > 0).length;
    const label = asked === 'name alone' ? basename(folder) : `${basename(folder)}, ${asked}`;
    return { folder, label, examples, withAnswer, withoutAnswer: queries.length - withAnswer, neighbours, targetPrecision: dataset.metadata.targetPrecision };
  });
}

function vectorOf(terms: Readonly<Record<MatchTerm, number>>): readonly number[] {
  return TERMS.map((term) => terms[term]);
}

function lossOf({ examples }: Sample, weights: readonly number[]): number {
  let loss = 0;
  for (const { terms, right } of examples) loss -= Math.log(right ? probabilityOf(terms, weights) : 1 - probabilityOf(terms, weights));
  return loss / Math.max(1, examples.length);
}

/** The threshold that the list would have with these weights. */
function ownThreshold({ neighbours, targetPrecision }: Sample, weights: readonly number[]): number {
  const near = neighbours.map((terms) => (terms === undefined ? 0 : probabilityOf(terms, weights))).sort((a, b) => a - b);
  return estimatedThreshold(targetPrecision, Array.from({ length: 101 }, (_, percent) => near[Math.round((percent / 100) * (near.length - 1))] ?? 0));
}

/** What the match flag would do, were this the threshold; shares, 0–1. */
function decisionsOf(sample: Sample, weights: readonly number[], threshold: number): { readonly precision: number; readonly recall: number; readonly falseMatches: number } {
  const matched = sample.examples.filter(({ terms, leads }) => leads && probabilityOf(terms, weights) >= threshold);
  const right = matched.filter((example) => example.right).length;
  const withoutAnswer = matched.filter(({ hasAnswer }) => !hasAnswer).length;
  return { precision: right / Math.max(1, matched.length), recall: right / Math.max(1, sample.withAnswer), falseMatches: withoutAnswer / Math.max(1, sample.withoutAnswer) };
}

function cellsOf({ precision, recall, falseMatches }: ReturnType<typeof decisionsOf>): readonly string[] {
  return [precision, recall, falseMatches].map((share) => share.toFixed(3));
}
