import type { BenchRecord } from './figure.js';

/*
 * The part of docs/performance.md that is made from records: `npx tsx bench/write-performance-page.ts`.
 */

interface Target {
  readonly what: string;
  readonly figures: readonly string[];
  readonly unit: string;
  readonly atMost: boolean;
  /** For 140,000 and for 1,000,000 entities, one for each of `figures`. */
  readonly bounds: Readonly<Record<number, readonly number[]>>;
}

const PREFIXES = ['prefix 1', 'prefix 2', 'prefix 3', 'prefix 5', 'prefix 8', 'word and 2'];

const TARGETS: readonly Target[] = [
  {
    what: 'queries a second, batches of 50, mixed',
    figures: ['batches/50 mixed x4/queriesPerSecond'],
    unit: '',
    atMost: false,
    bounds: { 140_000: [4000], 1_000_000: [1200] },
  },
  {
    what: 'queries a second, batches of 50, clean names',
    figures: ['batches/50 clean x4/queriesPerSecond'],
    unit: '',
    atMost: false,
    bounds: { 140_000: [8000], 1_000_000: [2500] },
  },
  {
    what: 'one batch of 10, p50 / p99',
    figures: ['batches/10 mixed x1/p50Ms', 'batches/10 mixed x1/p99Ms'],
    unit: ' ms',
    atMost: true,
    bounds: { 140_000: [4, 10], 1_000_000: [12, 30] },
  },
  ...PREFIXES.map((prefix): Target => ({
    what: `suggest, ${prefix}, idle, p99`,
    figures: [`suggest/${prefix} idle/p99Ms`],
    unit: ' ms',
    atMost: true,
    bounds: { 140_000: [3], 1_000_000: [10] },
  })),
  {
    what: 'ready from the source file',
    figures: ['build/readyFromSourceMs'],
    unit: ' ms',
    atMost: true,
    bounds: { 140_000: [3000], 1_000_000: [15_000] },
  },
  {
    what: 'ready from the built index',
    figures: ['index/readyMs'],
    unit: ' ms',
    atMost: true,
    bounds: { 140_000: [1000], 1_000_000: [5000] },
  },
  {
    what: 'resident memory, from the source file, after load',
    figures: ['build/residentAfterLoadMB'],
    unit: ' MB',
    atMost: true,
    bounds: { 140_000: [320], 1_000_000: [1050] },
  },
  {
    what: 'resident memory, from the built index, after load',
    figures: ['index/residentAfterLoadMB'],
    unit: ' MB',
    atMost: true,
    bounds: { 140_000: [320], 1_000_000: [1050] },
  },
  {
    what: 'event-loop delay while batches run, p99',
    figures: ['event loop/batches/p99Ms'],
    unit: ' ms',
    atMost: true,
    bounds: { 140_000: [10], 1_000_000: [25] },
  },
  {
    what: 'event-loop delay while a reload runs, p99',
    figures: ['event loop/reload/p99Ms'],
    unit: ' ms',
    atMost: true,
    bounds: { 140_000: [10], 1_000_000: [25] },
  },
  {
    what: 'ratio to a full scan with Dice bigrams',
    figures: ['peers/full scan dice/ratio'],
    unit: '×',
    atMost: false,
    bounds: { 140_000: [400], 1_000_000: [3000] },
  },
  {
    what: 'the same, the bigrams of all names kept in memory',
    figures: ['peers/full scan dice, bigrams kept/ratio'],
    unit: '×',
    atMost: false,
    bounds: { 140_000: [400], 1_000_000: [3000] },
  },
  {
    what: 'ratio to full-text trigrams (FTS5)',
    figures: ['peers/full-text trigrams/ratio'],
    unit: '×',
    atMost: false,
    bounds: { 140_000: [15], 1_000_000: [100] },
  },
];

/** Targets beside what each record reached, and every figure of the records; Markdown, ends with a line break. */
export function renderPerformance(records: readonly BenchRecord[]): string {
  const lines: string[] = [...targetTable(records)];
  for (const record of records) {
    const { processor, cores, memoryBytes, node } = record.machine;
    for (const entities of new Set(record.figures.map((figure) => figure.entities))) {
      const parts = new Set(
        record.figures
          .filter((figure) => figure.entities === entities)
          .map(({ name }) => name.slice(0, name.indexOf('/'))),
      );
      lines.push(
        `## ${entities.toLocaleString('en')} entities${parts.size === 1 ? `: ${[...parts].join('')}` : ''}`,
        '',
      );
      lines.push(
        `Commit \`${record.commit}\`, ${record.date.slice(0, 10)}; ${processor}, ${String(cores)} cores, ${String(Math.round(memoryBytes / 2 ** 30))} GB, Node ${node}; load average ${record.load.before.toFixed(1)} before, ${record.load.after.toFixed(1)} after.`,
        '',
      );
      lines.push('| measured | figures |', '|---|---|', ...measuredRows(record, entities));
      lines.push('');
    }
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** One row for each thing measured, with the figures of each way it was measured in: `x1: …; x4: …`. */
function measuredRows({ figures }: BenchRecord, entities: number): string[] {
  const rows = new Map<string, Map<string, string[]>>();
  for (const { name, value } of figures.filter((figure) => figure.entities === entities)) {
    const {
      thing = '',
      way = '',
      figure = name,
    } = /^(?:(?<thing>.+?)(?: (?<way>x\d|idle|busy))?\/)?(?<figure>[^/]+)$/.exec(name)?.groups ?? {};
    const ways = rows.get(thing) ?? new Map<string, string[]>();
    rows.set(thing, ways.set(way, [...(ways.get(way) ?? []), `${figure} ${String(value)}`]));
  }
  return [...rows].map(
    ([thing, ways]) =>
      `| ${thing} | ${[...ways].map(([way, values]) => (way === '' ? '' : `${way}: `) + values.join(', ')).join('; ')} |`,
  );
}

/** What each target wants at each size, and what was reached. */
function targetTable(records: readonly BenchRecord[]): readonly string[] {
  const figures = new Map(
    records.flatMap((record) =>
      record.figures.map(({ entities, name, value }) => [`${String(entities)} ${name}`, value]),
    ),
  );
  const sizes = [...new Set(TARGETS.flatMap(({ bounds }) => Object.keys(bounds)))].map(Number);
  return [
    '## Targets',
    '',
    'Reached, and the target in brackets; **bold** where it is missed.',
    '',
    `| target | ${sizes.map((size) => `${size.toLocaleString('en')} entities`).join(' | ')} |`,
    `|---|${'--:|'.repeat(sizes.length)}`,
    ...TARGETS.map(
      (target) => `| ${target.what} | ${sizes.map((size) => reached(target, size, figures)).join(' | ')} |`,
    ),
    '',
  ];
}

function reached(target: Target, entities: number, figures: ReadonlyMap<string, number>): string {
  const bounds = target.bounds[entities] ?? [];
  const values = target.figures.map((name) => figures.get(`${String(entities)} ${name}`));
  // Records may be of some parts only.
  if (!values.every((value) => value !== undefined)) return '–';
  const met = values.every((value, i) => (target.atMost ? value <= (bounds[i] ?? 0) : value >= (bounds[i] ?? 0)));
  const text = `${values.map(String).join(' / ')}${target.unit}`;
  return `${met ? text : `**${text}**`} (${target.atMost ? '≤' : '≥'} ${bounds.map(String).join(' / ')})`;
}
