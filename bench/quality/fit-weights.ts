/*
 * Fits src/scoring/weights.json on folders with gold answers, and measures each list with the weights that the others give:
 *
 *   npx tsx bench/quality/fit-weights.ts FOLDER… [--queries 350] [--keep rows.jsonl] [--from rows.jsonl] [--write] [--left-out] [--without term,term]
 *
 * Every query is answered; the first candidates and the right ones are kept as rows of the evidence table, with the row of the null. The weights are those by which the softmax over the candidates and the null
 * foretells best which is right (conditional likelihood). Signs are those of the table. Each list counts as much as any other. --without fits as if the evidence table lacked these terms. Deterministic.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import { type EvidenceRow, fittedWeights, TERMS } from '../../src/scoring/evidence-table.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { rankQuery } from '../../src/scoring/reconcile.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { loadBenchmark, queryOf, readQueries, waysToAsk } from './measure-quality.js';

/** Values that are not 0: place, value, place, value … */
type SparseRow = readonly number[];
interface Choice {
  readonly rows: readonly SparseRow[];
  readonly right: readonly boolean[];
  readonly twins: readonly number[];
  readonly nothing: SparseRow;
  readonly hasAnswer: boolean;
}
interface MeasuredList {
  readonly name: string;
  readonly folder: string;
  readonly choices: readonly Choice[];
  /** The first so many are queries of the list; the others are made of its own names. */
  readonly measured: number;
}

const CANDIDATES = 12;
const ROUNDS = 200;
const ROUNDS_LEFT_OUT = 50;
const PENALTY = 1e-4;
/** Weights of what hardly any list has: drawn to what is expected, so that data has to speak clearly. */
const EXPECTED: Readonly<Record<string, number>> = {
  identifier: 20,
  outsideType: -4,
  unwanted: -6,
  identified: 16,
  identifiedDiffers: -8,
  refusedValue: -4,
  guess: -1.5,
  contradiction: -4,
  recordDiffers: -3,
  otherScript: -0.5,
  prominence: 0.5,
  nothingOtherType: 1,
  learned: 1,
};
const STRENGTH_OF_EXPECTED = 1e-3;
/** Queries that every list has: so many names as they stand in it. */
const OWN_NAMES = 80;
/** The probability from which on is matched, for the figures. */
const THRESHOLD = 0.85;
/** What a short list of bench/quality/lists counts for, and one made of published packages, beside a collection of thousands of queries. */
const SHORT_LIST = 0.06;
const OF_PACKAGES = 0.3;
const isShort = ({ folder }: Pick<MeasuredList, 'folder'>): boolean => /\blists[\\/][^\\/]+$/.test(folder);
const isOfPackages = ({ folder }: Pick<MeasuredList, 'folder'>): boolean => /\bsets[\\/][^\\/]+$/.test(folder);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string', default: '350' },
    keep: { type: 'string' },
    from: { type: 'string' },
    write: { type: 'boolean', default: false },
    'left-out': { type: 'string' },
    ablation: { type: 'string' },
    without: { type: 'string', default: '' },
  },
});
const without = new Set(values.without.split(','));
const lists: MeasuredList[] = [];
if (values.from !== undefined)
  for (const line of readFileSync(values.from, 'utf8').trim().split('\n')) lists.push(JSON.parse(line) as MeasuredList); // written by --keep
else for (const folder of positionals) lists.push(...(await measureList(folder)));
if (values.keep !== undefined) writeFileSync(values.keep, lists.map((list) => `${JSON.stringify(list)}\n`).join(''));

const isCollection = (list: MeasuredList): boolean => !isShort(list) && !isOfPackages(list);
const isWithProperties = ({ name }: MeasuredList): boolean => name.includes(',');
const FIGURES =
  'first | among those kept | precision | recall | false matches | recall at precision .98 | calibration error';

const fitted = fit(lists, fittedWeights(), ROUNDS);
print(lists, () => fitted);
if (values['left-out'] !== undefined) {
  const collections = lists.filter(isCollection);
  const byOthers = new Map(
    [...new Set(collections.map(({ folder }) => folder))].map((folder) => [
      folder,
      fit(
        lists.filter((other) => basename(other.folder) !== basename(folder)),
        fitted,
        ROUNDS_LEFT_OUT,
      ),
    ]),
  );
  writeFileSync(values['left-out'], `${print(collections, ({ folder }) => byOthers.get(folder) ?? fitted)}\n`);
}
if (values.ablation !== undefined) {
  const before = meansOf(lists, () => fitted);
  const rows = TERMS.map(({ id }, at) => {
    const without = fitted.with(at, 0);
    return `| \`${id}\` | ${meansOf(lists, () => without)
      .map((mean, k) => (1000 * (mean - (before[k] ?? 0))).toFixed(1))
      .join(' | ')} |`;
  });
  writeFileSync(
    values.ablation,
    `| without | first | recall | false matches | first, with properties | recall, with properties | false matches, with properties |\n|---|--:|--:|--:|--:|--:|--:|\n| – | ${before.map((mean) => mean.toFixed(3)).join(' | ')} |\n${rows.join('\n')}\n`,
  );
}

/** Prints the figures of each list, and their means over the collections; gives the table. */
function print(some: readonly MeasuredList[], weightsOf: (list: MeasuredList) => Float64Array): string {
  const figures = some.map((list) => ({ list, own: figuresOf(list, weightsOf(list)) }));
  const lines = [`| list | ${FIGURES} |`, '|---|--:|--:|--:|--:|--:|--:|--:|'];
  for (const { list, own } of figures)
    lines.push(
      `| ${list.name} | ${own.map((figure) => (Number.isNaN(figure) ? '–' : figure.toFixed(3))).join(' | ')} |`,
    );
  for (const with_ of [false, true]) {
    const means = meanFigures(figures.filter(({ list }) => isCollection(list) && isWithProperties(list) === with_));
    lines.push(`| mean${with_ ? ', with properties' : ''} | ${means.map((figure) => figure.toFixed(3)).join(' | ')} |`);
  }
  console.log(lines.join('\n'));
  return lines.join('\n');
}

function meanFigures(some: readonly { readonly own: readonly number[] }[]): readonly number[] {
  return (some[0]?.own ?? []).map((_, k) => {
    const own = some.map(({ own: all }) => all[k] ?? NaN).filter((figure) => !Number.isNaN(figure));
    return own.reduce((a, b) => a + b, 0) / own.length;
  });
}

/** Means over the collections: first, recall, false matches by names alone, and the same with properties. */
function meansOf(some: readonly MeasuredList[], weightsOf: (list: MeasuredList) => Float64Array): readonly number[] {
  return [false, true].flatMap((with_) => {
    const means = meanFigures(
      some
        .filter((list) => isCollection(list) && isWithProperties(list) === with_)
        .map((list) => ({ own: figuresOf(list, weightsOf(list)) })),
    );
    return [means[0] ?? NaN, means[3] ?? NaN, means[4] ?? NaN];
  });
}

const made = Object.fromEntries(TERMS.map(({ id }, i) => [id, Math.round(100 * (fitted[i] ?? 0)) / 100]));
console.log(JSON.stringify(made));
if (values.write)
  writeFileSync(
    fileURLToPath(new URL('../../src/scoring/weights.json', import.meta.url)),
    `${JSON.stringify(made, undefined, 2)}\n`,
  );

async function measureList(folder: string): Promise<readonly MeasuredList[]> {
  const snapshot = await loadBenchmark(folder);
  const all = readQueries(folder);
  const count = Math.min(all.length, Number(values.queries));
  const sample = Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]).flatMap(
    (gold) => (gold === undefined ? [] : [gold]),
  );
  return waysToAsk(all).map((asked) => {
    const start = process.cpuUsage();
    const choices = sample.map((gold): Choice => choiceOf(snapshot, queryOf(gold, asked), gold.right));
    const measured = choices.length;
    choices.push(...ownNames(snapshot));
    const { user, system } = process.cpuUsage(start);
    const name = asked === 'name alone' ? basename(folder) : `${basename(folder)}, ${asked}`;
    console.error(`${name}: ${((user + system) / count).toFixed(0)} µs a query`);
    return { name, folder, choices, measured };
  });
}

function choiceOf(snapshot: DatasetSnapshot, query: ReconciliationQuery, right: ReadonlySet<string>): Choice {
  const { ranked, nullValues } = rankQuery(snapshot, query, NO_DEADLINE);
  const isRight = (entity: number): boolean => right.has(snapshot.dataset.entities.idOf(entity));
  const kept = ranked.filter(({ entity }, place) => place < CANDIDATES || isRight(entity));
  return {
    rows: kept.map(({ values: row }) => sparse(row)),
    right: kept.map(({ entity }) => isRight(entity)),
    twins: kept.map(({ twins }) => twins),
    nothing: sparse(nullValues),
    hasAnswer: right.size > 0,
  };
}

function ownNames(snapshot: DatasetSnapshot): readonly Choice[] {
  const { entities } = snapshot.dataset;
  return Array.from({ length: Math.min(OWN_NAMES, entities.size) }, (_, i) => {
    const entity = Math.floor(((i + 0.5) * entities.size) / Math.min(OWN_NAMES, entities.size));
    const id = entities.idOf(entity);
    const query = { text: entities.nameOf(entity), types: [], typeMode: 'any', properties: [], limit: 10 } as const;
    return choiceOf(snapshot, query, new Set([id]));
  });
}

function sparse(row: EvidenceRow): SparseRow {
  const values: number[] = [];
  for (const [i, value] of row.entries()) if (value !== 0) values.push(i, Math.round(1e5 * value) / 1e5);
  return values;
}

function natsOf(row: SparseRow, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < row.length; i += 2) sum += (row[i + 1] ?? 0) * (weights[row[i] ?? 0] ?? 0);
  return sum;
}

/** Rows of numbers in one piece. */
interface Packed {
  /** Where each row begins, and the last ends. */
  readonly starts: Int32Array;
  readonly places: Int32Array;
  readonly numbers: Float64Array;
  /** The first row of each choice, the null last, and one past the last row of the last. */
  readonly choices: Int32Array;
  readonly isRight: Uint8Array;
  readonly shares: Float64Array;
}

function pack(sets: readonly MeasuredList[]): Packed {
  const [starts, places, numbers, choices, isRight, shares] = [
    [0],
    [] as number[],
    [] as number[],
    [0],
    [] as number[],
    [] as number[],
  ];
  const weightOf = (list: MeasuredList): number => (isShort(list) ? SHORT_LIST : isOfPackages(list) ? OF_PACKAGES : 1);
  const weight = sets.reduce((sum, list) => sum + weightOf(list), 0);
  for (const list of sets)
    for (const { rows, right, nothing } of list.choices) {
      for (const [k, row] of [...rows, nothing].entries()) {
        for (let i = 0; i < row.length; i += 2) {
          places.push(row[i] ?? 0);
          numbers.push(row[i + 1] ?? 0);
        }
        starts.push(places.length);
        isRight.push(Number(k === rows.length ? !right.includes(true) : right[k] === true));
      }
      choices.push(starts.length - 1);
      shares.push(weightOf(list) / (weight * list.choices.length));
    }
  return {
    starts: Int32Array.from(starts),
    places: Int32Array.from(places),
    numbers: Float64Array.from(numbers),
    choices: Int32Array.from(choices),
    isRight: Uint8Array.from(isRight),
    shares: Float64Array.from(shares),
  };
}

/** Mean log loss of the weights, and its gradient. */
function lossOf(
  { starts, places, numbers, choices, isRight, shares }: Packed,
  weights: Float64Array,
  gradient: Float64Array,
): number {
  gradient.fill(0);
  let loss = 0;
  const odds = new Float64Array(1024);
  for (let c = 0; c < shares.length; c++) {
    const [first, end] = [choices[c] ?? 0, choices[c + 1] ?? 0];
    let greatest = -Infinity;
    for (let r = first; r < end; r++) {
      let nats = 0;
      for (let i = starts[r] ?? 0; i < (starts[r + 1] ?? 0); i++)
        nats += (numbers[i] ?? 0) * (weights[places[i] ?? 0] ?? 0);
      odds[r - first] = nats;
      greatest = Math.max(greatest, nats);
    }
    let [sum, right] = [0, 1e-300];
    for (let r = first; r < end; r++) {
      const own = Math.exp((odds[r - first] ?? 0) - greatest);
      odds[r - first] = own;
      sum += own;
      if (isRight[r] === 1) right += own;
    }
    const share = shares[c] ?? 0;
    loss += share * (Math.log(sum) - Math.log(right));
    for (let r = first; r < end; r++) {
      const own = odds[r - first] ?? 0;
      const slope = share * (own / sum - (isRight[r] === 1 ? own / right : 0));
      if (Math.abs(slope) < 1e-11) continue;
      for (let i = starts[r] ?? 0; i < (starts[r + 1] ?? 0); i++)
        gradient[places[i] ?? 0] = (gradient[places[i] ?? 0] ?? 0) + slope * (numbers[i] ?? 0);
    }
  }
  return loss;
}

/** Least mean log loss, by L-BFGS on terms of one size, each kept to the sign that it may have. */
function fit(sets: readonly MeasuredList[], start: ArrayLike<number>, rounds: number): Float64Array {
  const data = pack(sets);
  const scale = new Float64Array(TERMS.length);
  for (let i = 0; i < data.places.length; i++)
    scale[data.places[i] ?? 0] = (scale[data.places[i] ?? 0] ?? 0) + (data.numbers[i] ?? 0) ** 2;
  for (let i = 0; i < scale.length; i++) scale[i] = 1 / Math.max(0.1, Math.sqrt((scale[i] ?? 0) / data.shares.length));
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0);
  const unscaled = (u: Float64Array): Float64Array => u.map((one, i) => one * (scale[i] ?? 1));
  const cost = (u: Float64Array, gradient: Float64Array): number => {
    const weights = unscaled(u);
    let loss = lossOf(data, weights, gradient);
    for (const [i, { id }] of TERMS.entries()) {
      const by = scale[i] ?? 1;
      const expected = EXPECTED[id];
      const off = expected === undefined ? (u[i] ?? 0) : (weights[i] ?? 0) - expected;
      const strength = expected === undefined ? PENALTY : STRENGTH_OF_EXPECTED;
      loss += strength * off * off;
      gradient[i] = (gradient[i] ?? 0) * by + 2 * strength * off * (expected === undefined ? 1 : by);
    }
    return loss;
  };
  const kept = (one: number, i: number): number => {
    const { id, sign } = TERMS[i] ?? { id: '', sign: 0 };
    return without.has(id) || one * sign < 0 ? 0 : one;
  };
  let u = Float64Array.from(TERMS, (_, i) => kept((start[i] ?? 0) / (scale[i] ?? 1), i));
  let gradient = new Float64Array(TERMS.length);
  let loss = cost(u, gradient);
  const steps: { readonly s: Float64Array; readonly y: Float64Array; readonly rho: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const isFree = u.map((one, i) => Number(one !== 0 || kept(-(gradient[i] ?? 0), i) !== 0));
    const direction = gradient.map((one, i) => one * (isFree[i] ?? 0));
    const alphas: number[] = [];
    for (const [k, { s, y, rho }] of [...steps.entries()].reverse()) {
      const alpha = rho * dot(s, direction);
      alphas[k] = alpha;
      for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) - alpha * (y[i] ?? 0);
    }
    const last = steps.at(-1);
    const by =
      last === undefined ? 1 / Math.sqrt(dot(direction, direction) + 1e-12) : 1 / (last.rho * dot(last.y, last.y));
    for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) * by;
    for (const [k, { s, y, rho }] of steps.entries()) {
      const beta = (alphas[k] ?? 0) - rho * dot(y, direction);
      for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) + beta * (s[i] ?? 0);
    }
    let [next, nextGradient, nextLoss] = [u, gradient, loss];
    for (let size = 1, k = 0; k < 12 && nextLoss >= loss; k++, size /= 2.5) {
      const length = size;
      next = u.map((one, i) => kept(one - length * (direction[i] ?? 0) * (isFree[i] ?? 0), i));
      nextGradient = new Float64Array(TERMS.length);
      nextLoss = cost(next, nextGradient);
    }
    if (nextLoss >= loss) {
      if (steps.length === 0) break;
      steps.length = 0;
      continue;
    }
    const [s, y] = [next.map((one, i) => one - (u[i] ?? 0)), nextGradient.map((one, i) => one - (gradient[i] ?? 0))];
    if (dot(s, y) > 1e-10) steps.push({ s, y, rho: 1 / dot(s, y) });
    if (steps.length > 8) steps.shift();
    const gain = loss - nextLoss;
    [u, gradient, loss] = [next, nextGradient, nextLoss];
    if (gain < 1e-6) break;
  }
  console.error('loss', loss.toFixed(4));
  return unscaled(u);
}

/** First right, right one among those kept, precision, recall, false matches, recall at the best cut of precision .98, calibration error. */
function figuresOf({ choices: all, measured }: MeasuredList, weights: Float64Array): readonly number[] {
  const choices = all.slice(0, measured);
  let [answers, first, among, matched, right, onNothing] = [0, 0, 0, 0, 0, 0];
  const found: (readonly [number, boolean])[] = [];
  for (const { rows, right: isRight, twins, nothing, hasAnswer } of choices) {
    if (hasAnswer) answers++;
    if (rows.length === 0) continue;
    const nats = rows.map((row) => natsOf(row, weights));
    const ofNothing = natsOf(nothing, weights);
    const best = nats.indexOf(Math.max(...nats));
    const sum = nats.reduce((a, b) => a + Math.exp(b), Math.exp(ofNothing));
    const probability = nats.reduce((a, b, k) => a + (twins[k] === twins[best] ? Math.exp(b) / sum : 0), 0);
    if (isRight[best] === true) first++;
    if (isRight.includes(true)) among++;
    found.push([probability, isRight[best] === true]);
    if (probability < THRESHOLD) continue;
    matched++;
    if (isRight[best] === true) right++;
    else if (!hasAnswer) onNothing++;
  }
  found.sort((a, b) => b[0] - a[0]);
  let [sure, best] = [0, 0];
  for (const [i, [, ok]] of found.entries()) {
    if (ok) sure++;
    if (sure / (i + 1) >= 0.98) best = sure / answers;
  }
  const bins = Array.from({ length: 10 }, (): [number, number] => [0, 0]);
  for (const [probability, ok] of found) {
    const bin = bins[Math.min(9, Math.floor(10 * probability))];
    if (bin === undefined) continue;
    bin[0] += probability;
    bin[1] += Number(ok);
  }
  const error = bins.reduce((a, [foretold, true_]) => a + Math.abs(foretold - true_), 0) / choices.length;
  const without = choices.length - answers;
  return [
    first / answers,
    among / answers,
    right / Math.max(1, matched),
    right / answers,
    without === 0 ? NaN : onNothing / without,
    best,
    error,
  ];
}
