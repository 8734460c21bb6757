import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createBatchExecutor } from '../src/assembly/create-batch-executor.js';
import { attachSnapshot } from '../src/assembly/snapshot-image.js';
import { prepareSnapshot } from '../src/assembly/prepare-snapshot.js';
import { findDuplicates } from '../src/duplicates/find-duplicates.js';
import { readInMemory } from '../src/scoring/snapshot.js';
import { observeNothing } from '../src/foundation/observation.js';
import { DAMAGE_KINDS, damageName, type DamageKind } from './damage-names.js';
import { generateEntities } from './generate-entities.js';
import { seededRandom, type SeededRandom } from './seeded-random.js';

/*
 * What `sameas duplicates` finds of duplicates that were planted: names of a list damaged as people and systems damage them, under new ids. Usage:
 *
 *   tsx bench/measure-duplicates.ts [entities]
 *
 * Four lists: generated names of persons, places, organisations and works, and a sample of the embedded places; each with what is said of the entities (a
 * third of it left out of the duplicates) and as bare names. For each, the share of the planted duplicates that are reported, by the kind of damage, and how
 * many pairs beside these; of the embedded places some of those are true.
 */

const LEAST = [0.6, 0.8, 0.9] as const;
const PLANTED_SHARE = 0.1;
const LEFT_OUT = 0.33;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly facts: readonly string[];
}

interface PlantedList {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly Row[];
  /** Id of a duplicate → what was done to its name. */
  readonly planted: ReadonlyMap<string, DamageKind>;
}

function generatedRows(count: number): { readonly headings: readonly string[]; readonly rows: readonly Row[] } {
  const random = seededRandom(11);
  const countries = [
    'Austria',
    'Brazil',
    'Chile',
    'Denmark',
    'Egypt',
    'France',
    'Ghana',
    'Hungary',
    'India',
    'Japan',
    'Kenya',
    'Latvia',
  ];
  const rows = [...generateEntities(count, 5)].map(({ id, name }) => ({
    id,
    name,
    facts: [String(1800 + random.below(200)), random.pickFrequent(countries)],
  }));
  return { headings: ['year', 'country'], rows };
}

function sampledPlaces(count: number): { readonly headings: readonly string[]; readonly rows: readonly Row[] } {
  const lines = gunzipSync(readFileSync(new URL('../data/world-places.jsonl.gz', import.meta.url)))
    .toString()
    .trim()
    .split('\n');
  const cities = lines
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ type }) => type === 'City'); // written by data/build
  const step = Math.max(1, Math.floor(cities.length / count));
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const rows = cities
    .filter((_, i) => i % step === 0)
    .map((city) => ({
      id: text(city['id']),
      name: text(city['name']),
      facts: [text(city['country']), text(city['population']), text(city['coordinates'])],
    }));
  return { headings: ['country', 'population', 'coordinates'], rows };
}

function plant(
  title: string,
  { headings, rows }: { readonly headings: readonly string[]; readonly rows: readonly Row[] },
  random: SeededRandom,
): PlantedList {
  const planted = new Map<string, DamageKind>();
  const duplicates: Row[] = [];
  for (const row of rows) {
    if (!random.chance(PLANTED_SHARE)) continue;
    const kind = random.pick(DAMAGE_KINDS);
    const name = damageName(row.name, kind, random);
    if (name === undefined) continue;
    const id = `${row.id}-duplicate`;
    planted.set(id, kind);
    duplicates.push({ id, name, facts: row.facts.map((fact) => (random.chance(LEFT_OUT) ? '' : fact)) });
  }
  return { title, headings, rows: [...rows, ...duplicates], planted };
}

async function measure(
  { title, headings, rows, planted }: PlantedList,
  columns: 'names alone' | 'with properties',
): Promise<void> {
  const withFacts = columns === 'with properties';
  const folder = mkdtempSync(join(tmpdir(), 'sameas-duplicates-'));
  try {
    const quoted = (cells: readonly string[]): string =>
      cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    const file = join(folder, 'list.csv');
    writeFileSync(
      file,
      `${[['id', 'name', ...(withFacts ? headings : [])], ...rows.map(({ id, name, facts }) => [id, name, ...(withFacts ? facts : [])])].map(quoted).join('\n')}\n`,
    );
    const { image } = await prepareSnapshot({ source: { files: [file] }, keepIndex: false });
    const snapshot = attachSnapshot(image);
    const { entities } = snapshot.dataset;
    const executor = createBatchExecutor(
      image,
      snapshot,
      { workers: 0, batchTimeoutMs: 600_000, queryTimeoutMs: 60_000 },
      observeNothing,
    );
    for (const least of LEAST) {
      const started = process.cpuUsage();
      const found = await findDuplicates(
        { snapshot, read: readInMemory(snapshot), whole: { dataset: snapshot.dataset }, executor },
        { least, anyType: false },
        { asked: () => undefined, judging: () => undefined, mustStop: () => false },
      );
      const { user, system } = process.cpuUsage(started);
      const hits = new Map<DamageKind, number>();
      let others = 0;
      const shown: string[] = [];
      for (const { first, second } of found.groups.flatMap(({ duplicates }) => duplicates)) {
        const [a, b] = [first.id, second.id];
        const duplicate = a === `${b}-duplicate` ? a : b === `${a}-duplicate` ? b : undefined;
        const kind = duplicate === undefined ? undefined : planted.get(duplicate);
        if (kind === undefined) {
          others++;
          shown.push(`${first.name} = ${second.name}`);
        } else hits.set(kind, (hits.get(kind) ?? 0) + 1);
      }
      const byKind = DAMAGE_KINDS.map(
        (kind) =>
          `${kind} ${((100 * (hits.get(kind) ?? 0)) / [...planted.values()].filter((one) => one === kind).length).toFixed(0)}`,
      );
      const all = [...hits.values()].reduce((a, b) => a + b, 0);
      process.stdout.write(
        `${title}, ${columns}, ${String(entities.size)} entities, at ${String(least)}: found ${((100 * all) / planted.size).toFixed(1)} % of ${String(planted.size)} planted, ${String(others)} other pairs; ${((user + system) / 1000 / entities.size).toFixed(2)} ms an entity\n  ${byKind.join(', ')}\n`,
      );
      if (process.env['OTHERS'] !== undefined) process.stdout.write(`  ${shown.slice(0, 15).join(' | ')}\n`);
    }
    await executor.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const count = Number(process.argv[2] ?? 5_000);
for (const list of [
  plant('generated', generatedRows(count), seededRandom(3)),
  plant('places', sampledPlaces(count), seededRandom(4)),
]) {
  await measure(list, 'with properties');
  await measure(list, 'names alone');
}
