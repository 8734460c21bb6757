/*
 * Says what each kind of evidence is good for, and whether the tests would see a weight that is wrong:
 *
 *   npx tsx bench/quality/evidence-tables.ts terms.jsonl… [--write bench/quality/evidence.md]
 *
 * The terms are kept by fit-weights.ts (--keep), of the collections and of the short lists. The first table switches each kind of evidence off, nothing fitted again; the order of candidates comes from the
 * scores and stays. The second changes each weight – its sign, its double, its half, none – and asks those checks of the tests that depend on weights: the guard of the short lists (guard.ts) and the decisive cases.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EVIDENCE_TABLE } from '../../src/reconciliation/evidence/evidence-table.js';
import { NULL_TERMS } from '../../src/reconciliation/evidence/null-candidate.js';
import { weights as weightsInUse } from '../../src/reconciliation/evidence/weights.js';
import { SCORER } from '../../src/reconciliation/scoring/model/estimate-scoring-model.js';
import { answerOf, prepareDecisiveCases } from '../../test/support/decisive-cases.js';
import { parseSet, type MeasuredSet } from './evidence-terms.js';
import { firstShares } from './fit-softmax.js';
import { GUARDS, holds, lossOf, type Guard } from './guard.js';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'string' } } });
const sets = positionals.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').map(parseSet));
const lists = sets.filter(({ isList }) => isList);
const collections = sets.filter(({ isList }) => !isList);
// The very weights in use: what is changed in them is changed in the scorer, too.
const inUse = weightsInUse() as {
  readonly terms: Record<string, number>;
  readonly null: Record<string, number>;
  readonly errorsAtThreshold: number;
};
const TERMS = EVIDENCE_TABLE.flatMap(({ terms }) => terms.map(({ id }) => id));
const NULL_IDS: readonly string[] = NULL_TERMS.map(({ id }) => id);
const THRESHOLD = 1 - inUse.errorsAtThreshold * 0.03;
const MUTATIONS = [
  ['other sign', -1],
  ['double', 2],
  ['half', 0.5],
  ['none', 0],
] as const;
const BINS = [0.5, 0.8, 0.9, 0.95, 0.98, 1.01];
const LEAST_IN_BIN = 100;
const CLOSE_ENOUGH = 0.05;
const cases = prepareDecisiveCases();

const lines = [
  `By \`${SCORER}\`, all collections together, by name alone and with properties:`,
  '',
  '| without | matched rightly | matched wrongly | false matches | log loss |',
  '|---|--:|--:|--:|--:|',
];
const whole = sumOf(collections);
lines.push(
  `| – | ${[whole.right, whole.mismatched, whole.falseMatches].map((count) => count.toLocaleString('en')).join(' | ')} | ${whole.logLoss.toFixed(4)} |`,
);
for (const [name, ids] of [
  ...EVIDENCE_TABLE.map((kind) => [kind.name, kind.terms.map(({ id }) => id)] as const),
  ...NULL_IDS.slice(1).map((id) => [`Null candidate: \`${id}\``, [id]] as const),
]) {
  const without = changed(ids, 0, () => sumOf(collections));
  const differences = [
    without.right - whole.right,
    without.mismatched - whole.mismatched,
    without.falseMatches - whole.falseMatches,
  ].map((difference) => signed(difference));
  lines.push(`| ${name} | ${differences.join(' | ')} | ${signed(without.logLoss - whole.logLoss, 4)} |`);
}
lines.push(
  '',
  `| weight | ${MUTATIONS.map(([name]) => name).join(' | ')} |`,
  `|---|${'---|'.repeat(MUTATIONS.length)}`,
);
let caught = 0;
for (const id of [...TERMS, ...NULL_IDS]) {
  const seen = MUTATIONS.map(([, factor]) => changed([id], factor, whoSees));
  caught += seen.filter((who) => who !== '').length;
  lines.push(`| \`${id}\` | ${seen.map((who) => (who === '' ? '**not seen**' : who)).join(' | ')} |`);
}
lines.push('', `Seen: ${String(caught)} of ${String((TERMS.length + NULL_IDS.length) * MUTATIONS.length)}.`);
lines.push(
  '',
  '| set | bins of 100 queries or more | within 0.05 | worst: told → right |',
  '|---|--:|--:|---|',
  ...collections.map(calibrationOf),
);
console.log(lines.join('\n'));
console.log(JSON.stringify({ alone: guardOf('name alone'), with: guardOf('with properties') }));
if (values.write !== undefined) writeFileSync(values.write, `${lines.join('\n')}\n`);

/** What `measure` gives with these weights multiplied, which are put back. */
function changed<Measured>(ids: readonly string[], factor: number, measure: () => Measured): Measured {
  const before = ids
    .map((id) => [id in inUse.terms ? inUse.terms : inUse.null, id] as const)
    .map(([of, id]) => [of, id, of[id] ?? 0] as const);
  for (const [of, id, weight] of before) of[id] = factor * weight;
  const measured = measure();
  for (const [of, id, weight] of before) of[id] = weight;
  return measured;
}

/** The checks that fail. */
function whoSees(): string {
  const failing: string[] = [];
  if ((['name alone', 'with properties'] as const).some((asked) => !holds(GUARDS[asked], guardOf(asked))))
    failing.push('lists');
  if (cases.some(([one, snapshot]) => !isAsExpected(one, snapshot))) failing.push('case');
  return failing.join(', ');
}

function isAsExpected(...[one, snapshot]: (typeof cases)[number]): boolean {
  const { id, probability } = answerOf(one, snapshot);
  return id === one.first && probability >= one.between[0] && probability <= one.between[1];
}

function guardOf(asked: 'name alone' | 'with properties'): Guard {
  const { logLoss, right, mismatched, falseMatches } = sumOf(
    lists.filter(({ name }) => name.endsWith(', with properties') === (asked === 'with properties')),
  );
  return { logLoss, right, wrong: mismatched + falseMatches };
}

function weightsNow(): readonly number[] {
  return [...TERMS.map((id) => inUse.terms[id] ?? 0), ...NULL_IDS.map((id) => inUse.null[id] ?? 0)];
}

function sumOf(some: readonly MeasuredSet[]): {
  readonly right: number;
  readonly mismatched: number;
  readonly falseMatches: number;
  readonly logLoss: number;
} {
  const weights = weightsNow();
  let [queries, right, mismatched, falseMatches, loss] = [0, 0, 0, 0, 0];
  for (const { choices, hasAnswer, mayMatch } of some) {
    for (const [i, answerable] of hasAnswer.entries()) {
      const choice = choices[i];
      if (choice === undefined) continue;
      const { first, greatest } =
        choice.candidates.length === 0 ? { first: 0, greatest: 0 } : firstShares(choice, weights);
      queries++;
      loss += lossOf(first, choice.firstIsRight);
      if (mayMatch[i] !== true || first < THRESHOLD || first < greatest) continue;
      right += Number(choice.firstIsRight);
      mismatched += Number(!choice.firstIsRight && answerable);
      falseMatches += Number(!answerable);
    }
  }
  return { right, mismatched, falseMatches, logLoss: loss / Math.max(1, queries) };
}

/** By the probability of the first candidate: how many bins are right as often as is told. */
function calibrationOf({ name, choices, hasAnswer }: MeasuredSet): string {
  const weights = weightsNow();
  const told = choices
    .slice(0, hasAnswer.length)
    .map(
      (choice) =>
        [choice.candidates.length === 0 ? 0 : firstShares(choice, weights).first, choice.firstIsRight] as const,
    );
  const bins = BINS.flatMap((end, i) => {
    const inBin = told.filter(([probability]) => probability < end && probability >= (BINS[i - 1] ?? 0));
    return inBin.length < LEAST_IN_BIN
      ? []
      : [[mean(inBin.map(([probability]) => probability)), mean(inBin.map(([, isRight]) => Number(isRight)))] as const];
  });
  const [worst] = [...bins].sort((a, b) => Math.abs(b[0] - b[1]) - Math.abs(a[0] - a[1]));
  return `| ${name} | ${String(bins.length)} | ${String(bins.filter(([probability, right]) => Math.abs(probability - right) <= CLOSE_ENOUGH).length)} | ${worst === undefined ? '' : worst.map((share) => share.toFixed(2)).join(' → ')} |`;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}

function signed(difference: number, decimals = 0): string {
  const shown = difference.toFixed(decimals);
  return difference > 0 ? `+${shown}` : shown;
}
