/*
 * Fits how the stated probabilities of a table relate to what is true, and measures the ranges that follow:
 *
 *   npx tsx bench/quality/fit-certainty.ts FOLDER… [--write]
 *
 * Each folder has gold answers (entities.csv, queries.csv) and gives up to three tables: matched by names alone, with properties, and as a whole file. The ranges are measured on halves of the tables of each folder, with figures that
 * were fitted to the other folders. With --write, the figures go to src/input/certainty-figures.ts and the table to bench/quality/certainty.md. The data is not kept here.
 */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { evaluateGold } from '../../src/evaluation/evaluate-gold.js';
import { evaluateWholeFile } from '../../src/evaluation/evaluate-whole-file.js';
import { openGold } from '../../src/evaluation/open-gold.js';
import type { GoldSource } from '../../src/evaluation/gold-query.js';
import { readInMemory } from '../../src/scoring/snapshot.js';
import { binsOfRows, type TableEvidence } from '../../src/input/certainty.js';
import { estimateEvents, type EventBin, type EventFigures } from '../../src/input/certainty.js';
import { buildBeforehand } from '../build-beforehand.js';
import { seededRandom } from '../seeded-random.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});

/** Queries of a table, at most, spread evenly over the file. */
const MAX_QUERIES = 2_000;
const HALVES = 20;
const EVIDENCE = ['names', 'properties', 'file'] as const satisfies readonly TableEvidence[];
const TARGETS = ['wrong', 'missed'] as const;

interface Row {
  readonly probability: number;
  readonly isMatched: boolean;
  readonly found: 'first' | 'other' | 'none';
}

interface Table {
  readonly set: string;
  readonly evidence: TableEvidence;
  readonly rows: readonly Row[];
}

interface Counted {
  readonly evidence: number;
  readonly bins: readonly Required<EventBin>[];
}

buildBeforehand();
const tables: Table[] = [];
for (const folder of positionals) tables.push(...(await tablesOf(folder)));
const sets = [...new Set(tables.map(({ set }) => set))];
const lines = [
  '| set | by | matches | wrong | estimated | halves within | other rows | in the dataset | estimated | halves within |',
  '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|',
];
const within = { wrong: [] as number[], missed: [] as number[] };
for (const set of sets) {
  const others = tables.filter((table) => table.set !== set);
  const figures = { wrong: fit(others, 'wrong'), missed: fit(others, 'missed') };
  for (const table of tables.filter((one) => one.set === set)) {
    const cells = TARGETS.flatMap((target) => {
      const { rows, events } = totals(binsOf(table.rows, target));
      const { value, low, high } = estimateEvents(
        figures[target](table.evidence),
        binsOf(table.rows, target).map(unjudged),
      );
      const share = halvesWithin(table, target, figures[target](table.evidence));
      within[target].push(share);
      return [String(rows), String(events), `${String(value)} (${String(low)}–${String(high)})`, share.toFixed(2)];
    });
    lines.push(`| ${[set, table.evidence, ...cells].join(' | ')} |`);
    console.log(lines.at(-1));
  }
}
const mean = (all: readonly number[]): string => (all.reduce((a, b) => a + b, 0) / all.length).toFixed(3);
lines.push(`| **mean** |  |  |  |  | ${mean(within.wrong)} |  |  |  | ${mean(within.missed)} |`);
console.log(lines.at(-1));
const all = Object.fromEntries(
  TARGETS.map((target) => {
    const figures = fit(tables, target);
    const kinds = Object.fromEntries(
      EVIDENCE.map((evidence) => {
        const { intercept, slope } = figures(evidence);
        return [evidence, { intercept: round3(intercept), slope: round3(slope) }];
      }),
    );
    return [target, { spread: round3(figures('names').spread), kinds }];
  }),
);
console.log(JSON.stringify(all));
if (values.write) {
  writeFileSync('bench/quality/certainty.md', `${lines.join('\n')}\n`);
  writeFileSync(
    'src/input/certainty-figures.ts',
    `/** How the stated probabilities of a table relate to what is true, by what it is matched by; \`bench/quality/fit-certainty.ts\` fits these figures to tables with known answers. */\nexport const CERTAINTY = ${JSON.stringify(all, undefined, 2).replaceAll(/"(\w+)":/g, '$1:')} as const;\n`,
  );
}

async function tablesOf(folder: string): Promise<readonly Table[]> {
  const snapshot = attachSnapshot(await buildSnapshot({ files: [join(folder, 'entities.csv')] }));
  const whole = await openGold(
    join(folder, 'queries.csv'),
    { dataset: snapshot.dataset },
    { query: 'query', expected: 'gold_id' },
  );
  let queries = 0;
  whole.read(
    () => queries++,
    () => undefined,
  );
  const step = Math.max(1, Math.ceil(queries / MAX_QUERIES));
  const gold: GoldSource = {
    ...whole,
    read: (visit, report) => {
      let at = 0;
      whole.read((query) => {
        if (at++ % step === 0) visit(query);
      }, report);
    },
  };
  const access = { snapshot, read: readInMemory(snapshot) };
  const made: Table[] = [];
  for (const evidence of EVIDENCE) {
    const rows: Row[] = [];
    const options = {
      ...{ limit: 10, type: undefined, confusions: 0, wantedPrecision: 0.97, withProperties: evidence !== 'names' },
      onProgress: () => undefined,
      onAnswer: (
        { right }: { readonly right: readonly string[] },
        {
          probability,
          matched,
          place,
        }: { readonly probability: number; readonly matched: boolean; readonly place: number },
      ) =>
        rows.push({
          probability,
          isMatched: matched,
          found: right.length === 0 ? 'none' : place === 0 ? 'first' : 'other',
        }),
    } as const;
    const isAnswered =
      evidence === 'file'
        ? (await evaluateWholeFile(access, gold, options)) !== undefined
        : (await evaluateGold(access, gold, options)).counts.withAnswer > 0;
    if (isAnswered) made.push({ set: basename(folder), evidence, rows });
  }
  return made;
}

function binsOf(rows: readonly Row[], target: (typeof TARGETS)[number]): readonly Required<EventBin>[] {
  return binsOfRows(
    rows.filter(({ isMatched }) => isMatched === (target === 'wrong')),
    ({ found }) => (target === 'wrong' ? found !== 'first' : found !== 'none'),
  );
}

function unjudged({ probability, rows }: EventBin): EventBin {
  return { probability, rows };
}

function totals(bins: readonly Required<EventBin>[]): { readonly rows: number; readonly events: number } {
  return bins.reduce((sum, { rows, events }) => ({ rows: sum.rows + rows, events: sum.events + events }), {
    rows: 0,
    events: 0,
  });
}

/** Share of random halves of a table whose number lies in the estimated range. */
function halvesWithin({ rows }: Table, target: (typeof TARGETS)[number], figures: EventFigures): number {
  const random = seededRandom(7);
  let inside = 0;
  for (let half = 0; half < HALVES; half++) {
    const bins = binsOf(
      rows.filter(() => random.chance(0.5)),
      target,
    );
    const { low, high } = estimateEvents(figures, bins.map(unjudged));
    const { events } = totals(bins);
    if (low <= events && events <= high) inside++;
  }
  return inside / HALVES;
}

/** The figures under which what is true of these tables is most probable; those of the three kinds are drawn together. */
function fit(of: readonly Table[], target: (typeof TARGETS)[number]): (evidence: TableEvidence) => EventFigures {
  const counted = of.map(({ evidence, rows }): Counted => ({
    evidence: EVIDENCE.indexOf(evidence),
    bins: binsOf(rows, target),
  }));
  const sign = target === 'wrong' ? -1 : 1;
  let best: readonly number[] = [-1, 0.6 * sign, -1, 0.6 * sign, -1, 0.6 * sign, 0];
  // A simplex may be flat before it is at the bottom.
  for (let again = 0; again < 4; again++) best = nelderMead((at) => loss(at, counted), best);
  return (evidence) => figuresIn(best, EVIDENCE.indexOf(evidence));
}

function figuresIn(at: readonly number[], evidence: number): EventFigures {
  return { intercept: at[2 * evidence] ?? 0, slope: at[2 * evidence + 1] ?? 0, spread: Math.exp(at.at(-1) ?? 0) };
}

/** Minus the logarithm of how probable the tables are, integrated over how far each lies from the middle. */
function loss(at: readonly number[], counted: readonly Counted[]): number {
  let sum = 0;
  for (const { evidence, bins } of counted) {
    const { intercept, slope, spread } = figuresIn(at, evidence);
    const parts: number[] = [];
    for (let z = -3.5; z <= 3.5; z += 0.1) {
      let part = -(z ** 2) / 2;
      for (const { probability, rows, events } of bins) {
        const clipped = Math.min(0.9995, Math.max(0.0005, probability));
        const rate = 1 / (1 + Math.exp(-(intercept + slope * Math.log(clipped / (1 - clipped)) + spread * z)));
        const safe = Math.min(1 - 1e-9, Math.max(1e-9, rate));
        part += events * Math.log(safe) + (rows - events) * Math.log(1 - safe);
      }
      parts.push(part);
    }
    const top = parts.reduce((a, b) => Math.max(a, b), -Infinity);
    sum -= top + Math.log(parts.reduce((a, part) => a + Math.exp(part - top), 0));
  }
  const apart = (a: number, b: number): number => ((at[a] ?? 0) - (at[b] ?? 0)) ** 2;
  return sum + 0.25 * (apart(2, 0) + apart(4, 0)) + 2 * (apart(3, 1) + apart(5, 1));
}

/** Nelder and Mead (1965), until the simplex is flat or 1,500 steps are made. */
function nelderMead(of: (at: readonly number[]) => number, start: readonly number[]): readonly number[] {
  const simplex = [start, ...start.map((_, i) => start.map((x, j) => (i === j ? x + 0.5 : x)))].map((at) => ({
    at,
    value: of(at),
  }));
  for (let step = 0; step < 1_500; step++) {
    simplex.sort((a, b) => a.value - b.value);
    const [best, worst, second] = [simplex[0], simplex.at(-1), simplex.at(-2)];
    if (best === undefined || worst === undefined || second === undefined || worst.value - best.value < 1e-3) break;
    const centre = start.map(
      (_, i) => simplex.slice(0, -1).reduce((sum, { at }) => sum + (at[i] ?? 0), 0) / start.length,
    );
    const moved = (by: number): { readonly at: readonly number[]; readonly value: number } => {
      const at = centre.map((x, i) => x + by * (x - (worst.at[i] ?? 0)));
      return { at, value: of(at) };
    };
    const reflected = moved(1);
    if (reflected.value < best.value) {
      const further = moved(2);
      simplex[simplex.length - 1] = further.value < reflected.value ? further : reflected;
    } else if (reflected.value < second.value) simplex[simplex.length - 1] = reflected;
    else {
      const nearer = moved(reflected.value < worst.value ? 0.5 : -0.5);
      if (nearer.value < Math.min(worst.value, reflected.value)) simplex[simplex.length - 1] = nearer;
      else
        simplex.forEach(({ at }, i) => {
          if (i === 0) return;
          const shrunk = at.map((x, j) => ((best.at[j] ?? 0) + x) / 2);
          simplex[i] = { at: shrunk, value: of(shrunk) };
        });
    }
  }
  return simplex.reduce((a, b) => (b.value < a.value ? b : a)).at;
}

function round3(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
