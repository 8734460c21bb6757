import { z } from 'zod';
import type { Entity } from '../entities/entity.js';
import { rowsOfNames, type LabelRow } from '../search/labels/rows-of-names.js';
import { tokensOfFolded } from '../text/analyse-label.js';

/*
 * An entity as it travels: one line that search reads, and its record behind it, which is parsed only for the few entities whose record is read. Names are analysed once,
 * when the dataset is indexed.
 */

/** An entity that came back. Never changed, so it may be kept and shared by all readers. */
export interface CompiledEntity {
  /** Its place in the source. */
  readonly position: number;
  /** Number of its combination of types. */
  readonly typeSet: number;
  readonly prominence: number;
  readonly id: string;
  readonly rows: readonly LabelRow[];
  /** Cost: parsing it, the first time. */
  readonly record: () => Entity;
}

/** The field of a document that holds the compiled entity. */
export const COMPILED_FIELD = 'compiled';

/** Members of a search that gets nothing of a document but the compiled entity: columns are read without unpacking other stored fields. */
export const COMPILED_ONLY = { _source: false, stored_fields: '_none_', docvalue_fields: [COMPILED_FIELD] } as const;

const label = z.object({ text: z.string(), language: z.string().optional() });
const value = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), language: z.string().optional() }),
  z.object({ kind: z.literal('identifier'), text: z.string() }),
  z.object({ kind: z.literal('integer'), number: z.number() }),
  z.object({ kind: z.literal('number'), number: z.number() }),
  z.object({ kind: z.literal('boolean'), boolean: z.boolean() }),
  z.object({
    kind: z.literal('date'),
    date: z.object({ year: z.number(), month: z.number().optional(), day: z.number().optional() }),
  }),
  z.object({ kind: z.literal('coordinates'), latitude: z.number(), longitude: z.number() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('reference'), id: z.string() }),
]);
const recordSchema = z.object({
  id: z.string(),
  name: z.string(),
  nameLanguage: z.string().optional(),
  aliases: z.array(label),
  description: z.string().optional(),
  descriptionLanguage: z.string().optional(),
  types: z.array(z.string()),
  properties: z.record(z.string(), z.array(value)),
  prominence: z.number(),
});

/** The entity as bytes in base64. `rows`: those of its names. */
export function compileEntity(
  record: Entity,
  { position, typeSet, rows }: Pick<CompiledEntity, 'position' | 'typeSet' | 'rows'>,
): string {
  const line = [
    position,
    typeSet,
    record.prominence,
    record.id,
    ...rows.flatMap(({ flags, text, label: { folded } }) => [flags, text, folded]),
  ];
  return Buffer.from(`${JSON.stringify(line)}\n${JSON.stringify(record)}`).toString('base64');
}

/** The rows of an entity with names that rules made of its names. Cost: analysing its names. */
export function rowsOfEntity({ name, aliases }: Entity, furtherNames: readonly string[]): readonly LabelRow[] {
  return rowsOfNames([name, ...aliases.map(({ text }) => text), ...furtherNames]);
}

const BEFORE_ROWS = 4;
const OF_A_ROW = 3;

/** Reads what `compileEntity` wrote. Throws for anything else. */
export function readCompiled(source: unknown): CompiledEntity {
  if (typeof source !== 'string') throw new TypeError('a document without an entity');
  const text = Buffer.from(source, 'base64').toString('utf8');
  const end = text.indexOf('\n');
  const line: unknown = JSON.parse(text.slice(0, end));
  if (!Array.isArray(line) || line.length < BEFORE_ROWS + OF_A_ROW) throw new TypeError('an entity without names');
  const [position, typeSet, prominence, id] = line as unknown[]; // checked here and below
  if (
    typeof position !== 'number' ||
    typeof typeSet !== 'number' ||
    typeof prominence !== 'number' ||
    typeof id !== 'string'
  )
    throw new TypeError('an entity of another form');
  const rows: LabelRow[] = [];
  for (let at = BEFORE_ROWS; at < line.length; at += OF_A_ROW) {
    const [flags, original, folded] = line.slice(at, at + OF_A_ROW) as unknown[]; // checked in the next line
    if (typeof flags !== 'number' || typeof original !== 'string' || typeof folded !== 'string')
      throw new TypeError('a name of another form');
    rows.push({ flags, text: original, label: { original, folded, tokens: tokensOfFolded(folded) } });
  }
  let record: Entity | undefined;
  return {
    position,
    typeSet,
    prominence,
    id,
    rows,
    // Zod gives optional members the type `T | undefined`, but leaves out what is not there.
    record: () => (record ??= recordSchema.parse(JSON.parse(text.slice(end + 1))) as Entity),
  };
}
