import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { analyseLabel } from '../src/text/analyse-label.js';
import { DAMAGE_KINDS, damageName, type DamageKind } from './damage-names.js';
import { generateEntities } from './generate-entities.js';
import { seededRandom } from './seeded-random.js';

export interface BenchQuery {
  readonly text: string;
  readonly kind: DamageKind;
  /** Folded form of the name that was damaged. */
  readonly target: string;
}

/** The data and the queries of one size; the same in every run. */
export interface Workload {
  readonly entities: number;
  readonly file: string;
  readonly names: readonly string[];
  /** A quarter as they are in the list, three quarters damaged, evenly in ten ways. */
  readonly mixed: readonly BenchQuery[];
  readonly clean: readonly BenchQuery[];
}

const EMBEDDED = 'data/world-places.jsonl.gz';
const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{Z}&+]+$/u;

/** The embedded places and generated entities up to `entities`, as a CSV in the system's temporary folder, and queries. */
export function makeWorkload(entities: number, queries: number): Workload {
  const folder = join(tmpdir(), 'sameas-bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `entities-${String(entities)}.csv`);
  const names: string[] = [];
  const draft = `${file}.${String(process.pid)}`;
  const output = existsSync(file) ? undefined : openSync(draft, 'w');
  let rows = ['id,name,alias,type,prominence'];
  const flush = (): void => {
    if (output !== undefined) writeSync(output, `${rows.join('\n')}\n`);
    rows = [];
  };
  for (const { id, name, alias, type, prominence } of entityRows(entities)) {
    names.push(name);
    if (output !== undefined) rows.push([id, quoted(name), quoted(alias), type, String(prominence)].join(','));
    if (rows.length === 10_000) flush();
  }
  if (output !== undefined) {
    flush();
    closeSync(output);
    renameSync(draft, file);
  }
  const random = seededRandom(20_261_121);
  const damaged = DAMAGE_KINDS.filter((kind) => kind !== 'exact');
  const pick = (kind: DamageKind): BenchQuery => {
    for (;;) {
      const name = random.pick(names);
      const target = analyseLabel(name).folded;
      const text = target.length >= 5 && LATIN.test(name) ? damageName(name, kind, random) : undefined;
      if (text !== undefined) return { text, kind, target };
    }
  };
  return {
    entities,
    file,
    names,
    mixed: Array.from({ length: queries }, () => pick(random.chance(0.25) ? 'exact' : random.pick(damaged))),
    clean: Array.from({ length: queries }, () => pick('exact')),
  };
}

interface EntityRow {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  readonly type: string;
  readonly prominence: number;
}

function* entityRows(count: number): Generator<EntityRow> {
  let made = 0;
  const lines = gunzipSync(readFileSync(EMBEDDED)).toString('utf8').split('\n');
  for (const line of lines) {
    if (made === count) return;
    const name = nameIn(line);
    if (name === undefined) continue;
    yield { id: `p${String(made)}`, name, alias: '', type: 'place', prominence: lines.length - made };
    made++;
  }
  for (const { id, name, aliases, types, prominence } of generateEntities(count - made, 1)) {
    yield {
      id,
      name,
      alias: aliases.map(({ text }) => text).join('|'),
      type: types.join('|'),
      prominence: prominence ?? 0,
    };
  }
}

function nameIn(line: string): string | undefined {
  if (line === '') return undefined;
  const record: unknown = JSON.parse(line);
  if (typeof record !== 'object' || record === null || !('name' in record)) return undefined;
  return typeof record.name === 'string' && record.name.trim() !== '' ? record.name : undefined;
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
