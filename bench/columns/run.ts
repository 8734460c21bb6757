/*
 * Measures how often the columns of tables are aligned with the right properties of a dataset:
 *
 *   npx tsx bench/columns/run.ts FOLDER [--only NAME,NAME] [--recall NAME,NAME] [--write docs/columns.md]
 *
 * FOLDER holds one folder for each list, with entities.csv and queries.csv. Each table is taken whole and in parts of 300 rows, with its own headings, with headings of five other languages, and with
 * col1 … coln. --recall also matches these tables with the columns found from col1 … coln, after the second look, and with those chosen by hand; --recall-alone does nothing else. The data is not kept here.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { WITHOUT_REASONS, type Ask } from '../../src/describe/answer.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { reconcileRows } from '../../src/input/reconcile-rows.js';
import { learnWholeFile, ROWS_LOOKED_AT } from '../../src/input/learn-whole-file.js';
import { readInputTable, type InputTable } from '../../src/input/open-input.js';
import { changeNotes, lookAgain } from '../../src/input/second-look.js';
import { resolveProperty } from '../../src/entities/dataset.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { TRANSLATIONS } from './translations.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    recall: { type: 'string', default: '' },
    'recall-alone': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    write: { type: 'string' },
  },
});
const [folder = ''] = positionals;
const only = values.only?.split(',');
const isRecallAlone = values['recall-alone'];
const recalled = values.recall.split(',');

/** Columns of the gold, which no user has. */
const GOLD = new Set(['gold_id', 'subset', 'exact', 'nil_kind']);
/** Columns that are no property: what they are found to be. */
const PARTS: Readonly<Record<string, string>> = { query: 'name', type: 'type', qid: '' };
const PART_ROWS = 300;
const PARTS_TAKEN = 4;
const LANGUAGES = 5;

type Headings = 'own' | 'translated' | 'numbered';
const KINDS: readonly Headings[] = ['own', 'translated', 'numbered'];

interface Tally {
  columns: number;
  right: number;
  wrong: number;
  tables: number;
  names: number;
}
const emptyTally = (): Tally => ({ columns: 0, right: 0, wrong: 0, tables: 0, names: 0 });

const scratch = mkdtempSync(join(tmpdir(), 'columns-'));
const total = new Map<Headings, Tally>(KINDS.map((kind) => [kind, emptyTally()]));
const lines: string[] = [];
const recallLines: string[] = [];
for (const list of readdirSync(folder).filter((name) => only?.includes(name) !== false)) {
  const [entities, queries] = ['entities.csv', 'queries.csv'].map((name) => join(folder, list, name));
  if (entities === undefined || queries === undefined || !existsSync(queries)) continue;
  const rows: Record<string, string>[] = parse(readFileSync(queries), { columns: true });
  const columns = Object.keys(rows[0] ?? {}).filter((name) => !GOLD.has(name));
  const asked = columns.filter((name) => PARTS[name] === undefined && rows.some((row) => row[name] !== ''));
  if (asked.length === 0) continue;
  const snapshot = attachSnapshot(await buildSnapshot({ files: [entities] }));
  const known = new Set([
    ...snapshot.dataset.properties.map(({ id }) => id),
    ...(snapshot.dataset.properties.some(({ datatype }) => datatype === 'coordinates')
      ? ['latitude', 'longitude']
      : []),
    'description',
  ]);
  const ofList = new Map<Headings, Tally>(KINDS.map((kind) => [kind, emptyTally()]));
  for (const part of isRecallAlone ? [] : partsOf(rows)) {
    const present = columns.filter((name) => part.some((row) => row[name] !== ''));
    for (const kind of KINDS) {
      for (let language = 0; language < (kind === 'translated' ? LANGUAGES : 1); language++) {
        const headings = columns.map((name, i) =>
          kind === 'own'
            ? name
            : kind === 'numbered'
              ? `col${String(i + 1)}`
              : (TRANSLATIONS[name]?.[language] ?? name),
        );
        const table = await understood(part, columns, headings, snapshot);
        if (table === undefined) {
          count(kind, ofList, (tally) => tally.tables++);
          console.log(`${list} ${kind}: the column of names was not recognised`);
          continue;
        }
        const found = foundIn(table);
        count(kind, ofList, (tally) => {
          tally.tables++;
          if (columns[table.queryColumn] === 'query') tally.names++;
        });
        for (const name of present) {
          const at = columns.indexOf(name);
          const right = PARTS[name] ?? resolveProperty(snapshot.dataset, name)?.id ?? (known.has(name) ? name : '');
          if (right === 'name' || right === 'type') continue;
          const is = found.get(at) ?? '';
          count(kind, ofList, (tally) => {
            if (right !== '') tally.columns++;
            if (right !== '' && is === right) tally.right++;
            if (is !== '' && is !== right) tally.wrong++;
          });
          if (values.verbose && is !== right)
            console.log(
              `${list} ${kind} ${String(part.length)} rows: ${headings[at] ?? ''} = ${name} → ${is === '' ? '–' : is}`,
            );
        }
      }
    }
  }
  lines.push(`| ${list} | ${KINDS.flatMap((kind) => figures(ofList.get(kind))).join(' | ')} |`);
  console.log(lines.at(-1));
  if (recalled.includes(list)) {
    const byHand = columns.flatMap((name) => {
      const property = PARTS[name] === undefined ? resolveProperty(snapshot.dataset, name) : undefined;
      return property === undefined ? [] : [`${name}=${property.id}`];
    });
    const numbered = columns.map((_, i) => `col${String(i + 1)}`);
    const figuresOf = [
      await recallOf(await understood(rows, columns, columns, snapshot, { query: 'query', byHand }), rows, snapshot),
      await recallOf(await understood(rows, columns, numbered, snapshot), rows, snapshot),
    ];
    recallLines.push(`| ${list} | ${figuresOf.flat().join(' | ')} |`);
    console.log(recallLines.at(-1));
  }
}
rmSync(scratch, { recursive: true });
lines.push(`| **all** | ${KINDS.flatMap((kind) => figures(total.get(kind))).join(' | ')} |`);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const page = [
  '# Columns that are aligned by their values',
  '',
  `\`npx tsx bench/columns/run.ts FOLDER --recall … --write docs/columns.md\` measured this on commit ${commit}. Each table is taken whole and in parts of ${String(PART_ROWS)} rows: with its own headings, with`,
  'headings of five other languages, and with col1 … coln. *Right*: share of the columns with a counterpart that were aligned with it. *Wrong*: alignments with something else, as a share of the same.',
  '*Names*: share of the tables whose column of names was found.',
  '',
  `| list | own: right | wrong | names | translated: right | wrong | names | col1 … coln: right | wrong | names |`,
  `|---|${'--:|'.repeat(9)}`,
  ...lines,
  ...(recallLines.length === 0
    ? []
    : [
        '',
        '## What matching makes of it',
        '',
        '| list | columns chosen by hand: precision | recall | col1 … coln: precision | recall |',
        '|---|--:|--:|--:|--:|',
        ...recallLines,
      ]),
  '',
].join('\n');
console.log(page);
if (values.write !== undefined) writeFileSync(values.write, page);

function count(kind: Headings, ofList: ReadonlyMap<Headings, Tally>, add: (tally: Tally) => void): void {
  for (const tally of [ofList.get(kind), total.get(kind)]) if (tally !== undefined) add(tally);
}

function figures(tally: Tally = emptyTally()): readonly string[] {
  const share = (n: number, of: number): string => (of === 0 ? '–' : (n / of).toFixed(3).replace(/^0/, ''));
  return [share(tally.right, tally.columns), share(tally.wrong, tally.columns), share(tally.names, tally.tables)];
}

function partsOf(rows: readonly Record<string, string>[]): readonly (readonly Record<string, string>[])[] {
  const parts = [rows];
  for (let at = 0; at < PARTS_TAKEN && rows.length > 2 * PART_ROWS; at++) {
    const start = Math.floor((at * (rows.length - PART_ROWS)) / Math.max(1, PARTS_TAKEN - 1));
    parts.push(rows.slice(start, start + PART_ROWS));
  }
  return parts;
}

async function understood(
  rows: readonly Record<string, string>[],
  columns: readonly string[],
  headings: readonly string[],
  { dataset }: DatasetSnapshot,
  { query: queryColumn, byHand = [] }: { readonly query?: string; readonly byHand?: readonly string[] } = {},
): Promise<InputTable | undefined> {
  const path = join(scratch, 'table.csv');
  writeFileSync(path, stringify([headings, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]));
  const read = await readInputTable(path, {
    queryColumn,
    withProperties: true,
    properties: byHand,
    whenUnclear: 'first',
    called: { queryColumn: '--query-column', encoding: '--encoding' },
  });
  return read.withColumnsFor(dataset);
}

function foundIn({ columns }: InputTable): ReadonlyMap<number, string> {
  const { alignments, properties, point, type } = columns;
  return new Map([
    ...alignments.flatMap(({ column, target }): [number, string][] =>
      'property' in target ? [] : [[column, target.kind]],
    ),
    ...properties.map(({ column, property }): [number, string] => [column, property.id]),
    ...((point === undefined
      ? []
      : [
          [point.latitude, 'latitude'],
          [point.longitude, 'longitude'],
        ]) as [number, string][]),
    ...(type === undefined ? [] : [[type, 'type'] as [number, string]]),
  ]);
}

async function recallOf(
  read: InputTable | undefined,
  rows: readonly Record<string, string>[],
  snapshot: DatasetSnapshot,
): Promise<readonly string[]> {
  if (read === undefined) return ['–', '–'];
  const executor = createInlineBatchExecutor(snapshot, { batchTimeoutMs: 600_000, queryTimeoutMs: 10_000 });
  const ask: Ask = (queries) => executor.execute(queries, WITHOUT_REASONS);
  const options = { limit: 5, type: undefined, dataset: snapshot.dataset };
  const { columns, changes } = await lookAgain(ask, read, snapshot, options);
  if (values.verbose) console.log(changeNotes(read.headings, changes).join('\n'));
  const table = read.withColumns(columns);
  const learned = await learnWholeFile(ask, table.rows, {
    ...options,
    rows: ROWS_LOOKED_AT.atLeisure,
  });
  let [at, matched, right, answerable] = [0, 0, 0, 0];
  await reconcileRows(ask, table.rows, { ...options, learned }, (answered) => {
    for (const { candidates } of answered) {
      const gold = (rows[at++]?.['gold_id'] ?? '').split('|').filter((id) => id !== '');
      if (gold.length > 0) answerable++;
      const [first] = candidates;
      if (first?.match !== true) continue;
      matched++;
      if (gold.includes(first.id)) right++;
    }
    return Promise.resolve();
  });
  const share = (n: number, of: number): string => (of === 0 ? '–' : (n / of).toFixed(3).replace(/^0/, ''));
  return [share(right, matched), share(right, answerable)];
}
