import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';

/** Of the things, this share is taken out of the list, so that their names have no answer. */
const SHARE_LEFT_OUT = 0.15;
/** Of the names that the list has in the same letters, this share is asked, and this share of the others: they teach nothing. */
const SHARE_SAME = 0.1;
/** At most so many queries a set. */
const MAX_QUERIES = 2500;

export interface Thing {
  readonly id: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Property → value. */
  readonly properties?: Readonly<Record<string, string>>;
}

/** A name that another source has for a thing, or for several that it does not tell apart. */
export interface AskedName {
  readonly text: string;
  readonly right: readonly string[];
  readonly source: string;
  readonly properties?: Readonly<Record<string, string>>;
}

export interface SetOfNames {
  /** Of its folder. */
  readonly name: string;
  readonly title: string;
  readonly list: readonly Thing[];
  readonly asked: readonly AskedName[];
}

/** The same for one text every time, spread evenly over 0–1. */
export function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** What has the same key together, in the order in which the keys come. */
export function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

/** Makes the folder of a set within another, and says how large it is. */
export function writeSet(folder: string, { name, title, list, asked }: SetOfNames): string {
  const things = new Map(list.map((thing) => [thing.id, thing]));
  const columns = [...new Set([...things.values()].flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const isLeftOut = (id: string): boolean => chance(`left out ${id}`) < SHARE_LEFT_OUT;
  const entities = [...things.values()].filter(({ id }) => !isLeftOut(id));
  const queries = choose(asked, things).map((query) => {
    const right = query.right.filter((id) => !isLeftOut(id));
    const subset = isSame(query, things) ? `${query.source}, same name` : query.source;
    return [query.text, '', subset, right.join('|'), ...columns.map((column) => query.properties?.[column] ?? '')];
  });
  const out = join(folder, name);
  mkdirSync(out, { recursive: true });
  const rows = entities.map((thing) => [
    thing.id,
    thing.name,
    [...new Set(thing.aliases)].filter((alias) => alias !== thing.name).join('|'),
    ...columns.map((column) => thing.properties?.[column] ?? ''),
  ]);
  writeFileSync(join(out, 'entities.csv'), stringify([['id', 'name', 'aliases', ...columns], ...rows]));
  writeFileSync(join(out, 'queries.csv'), stringify([['query', 'type', 'subset', 'gold_id', ...columns], ...queries]));
  writeFileSync(
    join(out, 'meta.json'),
    JSON.stringify({ title, property_mapping: Object.fromEntries(columns.map((column) => [column, column])) }),
  );
  return `${name}: ${String(entities.length)} entities, ${String(queries.length)} queries`;
}

function choose(asked: readonly AskedName[], things: ReadonlyMap<string, Thing>): readonly AskedName[] {
  const known = asked.filter(
    ({ text, right }) => text !== '' && right.length > 0 && right.every((id) => things.has(id)),
  );
  const once = [...new Map(known.map((query) => [keyOf(query), query])).values()].sort(
    (a, b) => chance(keyOf(a)) - chance(keyOf(b)),
  );
  const others = once.filter((query) => !isSame(query, things)).slice(0, MAX_QUERIES * (1 - SHARE_SAME));
  const same = once.filter((query) => isSame(query, things));
  return [...others, ...same.slice(0, Math.min(same.length, others.length) * SHARE_SAME)];
}

function keyOf({ text, right }: AskedName): string {
  return `${right.join(' ')} ${text}`;
}

/** Whether the list has the name in the same letters, small or capital. */
function isSame({ text, right }: AskedName, things: ReadonlyMap<string, Thing>): boolean {
  return right.some((id) => {
    const thing = things.get(id);
    return (
      thing !== undefined &&
      [thing.name, ...(thing.aliases ?? [])].some((name) => name.toLowerCase() === text.toLowerCase())
    );
  });
}
