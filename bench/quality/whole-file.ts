/*
 * Measures what a file teaches: folders with gold answers (entities.csv, queries.csv), each answered query by query and as one file:
 *
 *   npx tsx bench/quality/whole-file.ts FOLDER… [--names] [--mislead] [--shuffle] [--write bench/quality/whole-file.md]
 *
 * With --names, names are asked alone. With --shuffle, queries stand in an order made up from a seed. With --mislead, entities and queries get a column of made-up values that agree in 4 % of the right pairs. The data is not kept here.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { evaluateGold } from '../../src/evaluation/evaluate-gold.js';
import { evaluateWholeFile } from '../../src/evaluation/evaluate-whole-file.js';
import type { Evaluation } from '../../src/evaluation/evaluate-gold.js';
import { openGold } from '../../src/evaluation/open-gold.js';
import { readInMemory } from '../../src/scoring/snapshot.js';
import { isJsonObject } from '../../src/foundation/is-json-object.js';
import { buildBeforehand } from '../build-beforehand.js';
import { seededRandom } from '../seeded-random.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    names: { type: 'boolean', default: false },
    mislead: { type: 'boolean', default: false },
    shuffle: { type: 'boolean', default: false },
    write: { type: 'string' },
  },
});

/** Made-up values, and the share of right pairs in which they agree. */
const MADE_UP_VALUES = 500;
const MADE_UP_AGREEMENT = 0.04;
const OPTIONS = {
  limit: 10,
  type: undefined,
  confusions: 0,
  wantedPrecision: 0.97,
  onProgress: () => undefined,
} as const;
const lines = [
  '| set | queries | alone: first | precision | recall | false matches | as one file: first | precision | recall | false matches |',
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
];
const sums = Array.from({ length: 8 }, (): number[] => []);
buildBeforehand();
for (const folder of positionals) {
  const files =
    values.mislead || values.shuffle
      ? changed(folder)
      : { entities: join(folder, 'entities.csv'), queries: join(folder, 'queries.csv') };
  const snapshot = attachSnapshot(await buildSnapshot({ files: [files.entities] }));
  const gold = await openGold(files.queries, { dataset: snapshot.dataset }, { query: 'query', expected: 'gold_id' });
  const access = { snapshot, read: readInMemory(snapshot) };
  const alone = await evaluateGold(access, gold, { ...OPTIONS, withProperties: !values.names });
  const wholeFile = await evaluateWholeFile(access, gold, { ...OPTIONS, withProperties: !values.names });
  for (const sentence of wholeFile?.learned ?? ['nothing learned']) console.log(`  ${sentence}`);
  const both = [...figures(alone), ...figures(wholeFile?.evaluation ?? alone)];
  both.forEach((figure, i) => sums[i]?.push(figure ?? 0));
  add(basename(folder), String(alone.counts.withAnswer + alone.counts.withoutAnswer), both);
  if (values.mislead || values.shuffle) rmSync(join(files.entities, '..'), { recursive: true });
}
add(
  'mean',
  '',
  sums.map((column) => column.reduce((a, b) => a + b, 0) / column.length),
);
if (values.write !== undefined) writeFileSync(values.write, `${lines.join('\n')}\n`);

function figures({
  figures: { hitAt1, matchPrecision, matchRecall, falseMatchRate },
}: Evaluation): readonly (number | undefined)[] {
  return [hitAt1, matchPrecision, matchRecall, falseMatchRate];
}

function add(set: string, queries: string, cells: readonly (number | undefined)[]): void {
  const texts = [set, queries, ...cells.map((share) => share?.toFixed(3) ?? '–')];
  lines.push(`| ${texts.join(' | ')} |`);
  console.log(texts.join(' '));
}

/** A copy of a set with one more column that says nothing, or with its queries in another order. */
function changed(folder: string): { readonly entities: string; readonly queries: string } {
  const copy = mkdtempSync(join(tmpdir(), 'whole-file-'));
  const random = seededRandom(17);
  const value = (): string => `Crew ${String(random.below(MADE_UP_VALUES))}`;
  const ofEntity = new Map<string, string>();
  const write = (name: string, crew: (row: Readonly<Record<string, unknown>>) => string): string => {
    const parsed: unknown = parse(readFileSync(join(folder, name), 'utf8'), { columns: true });
    const rows = (Array.isArray(parsed) ? parsed : []).filter(isJsonObject);
    const file = join(copy, name);
    const written = values.mislead ? rows.map((row) => ({ ...row, crew: crew(row) })) : rows;
    if (values.shuffle && name === 'queries.csv')
      for (let i = written.length - 1; i > 0; i--) {
        const j = random.below(i + 1);
        [written[i], written[j]] = [written[j] ?? {}, written[i] ?? {}];
      }
    writeFileSync(file, stringify(written, { header: true }));
    return file;
  };
  const entities = write('entities.csv', ({ id }) => {
    const own = value();
    ofEntity.set(String(id), own);
    return own;
  });
  const queries = write('queries.csv', ({ gold_id: right }) =>
    random.chance(MADE_UP_AGREEMENT) ? (ofEntity.get(String(right).split('|')[0] ?? '') ?? value()) : value(),
  );
  return { entities, queries };
}
