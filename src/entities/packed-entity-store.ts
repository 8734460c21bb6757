import { grown } from '../foundation/grown.js';
import { section, sharedArray, toShared, jsonSection, readJsonSection, type SectionArray, type Sections } from '../foundation/sections.js';
import { attachStringTable, StringTableBuilder } from '../foundation/string-table.js';
import type { Entity } from './entity.js';
import type { EntityStore } from './entity-store.js';

/*
 * Entities in shared memory. What the hot path asks for (id, name, types, prominence) has columns of its own; the rest
 * of a record is JSON text that is decoded only when somebody looks at the entity.
 */

/** The part of an entity that is kept as JSON text. What is empty is left out: many entities have nothing but a name. */
type Remainder = Partial<Pick<Entity, 'aliases' | 'description' | 'nameLanguage' | 'properties'>>;

const DESCRIPTION_BEGINS = Buffer.from('{"description":"', 'utf8');
/** The record of an entity with nothing but a name; every other is longer. */
const EMPTY_RECORD = '{}';
const NOTHING_MORE: Remainder = {};
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const NO_ALIASES: Entity['aliases'] = [];
const NO_PROPERTIES: Entity['properties'] = {};
const NO_TYPES: Entity['types'] = [];

/** Takes entities in source order; `finish` gives the sections `entities.*`. The caller sees to it that ids are unique. */
export class PackedEntityStoreBuilder {
  private readonly ids = new StringTableBuilder();
  private readonly names = new StringTableBuilder();
  private readonly typeSets: (readonly string[])[] = [];
  private readonly typeSetNumbers = new Map<string, number>();
  // Typed arrays: lists of tens of millions of numbers on the heap cost several times as much.
  private typeSetColumn = new Uint32Array(1 << 12);
  private prominence = new Float64Array(1 << 12);
  private records = Buffer.allocUnsafe(1 << 20);
  private recordsUsed = 0;
  // Float64, because more than 4 GiB of records is thinkable and 2^53 bytes is not.
  private recordEnds = new Float64Array(1 << 12);

  get size(): number {
    return this.ids.size;
  }

  /** The ordinal of the entity just added. */
  add(entity: Entity): number {
    const ordinal = this.ids.add(entity.id);
    this.names.add(entity.name);
    if (ordinal === this.typeSetColumn.length) {
      this.typeSetColumn = grown(this.typeSetColumn);
      this.prominence = grown(this.prominence);
      this.recordEnds = grown(this.recordEnds);
    }
    this.typeSetColumn[ordinal] = this.typeSetNumber(entity.types);
    this.prominence[ordinal] = entity.prominence;
    this.appendRecord(JSON.stringify(remainderOf(entity)));
    this.recordEnds[ordinal] = this.recordsUsed;
    return ordinal;
  }

  finish(): Map<string, SectionArray> {
    const records = sharedArray('Uint8Array', this.recordsUsed);
    records.set(this.records.subarray(0, this.recordsUsed));
    return new Map<string, SectionArray>([
      ...this.ids.finish('entities.ids', { findable: true }),
      ...this.names.finish('entities.names', { findable: false }),
      ['entities.typeSets', jsonSection(this.typeSets)],
      ['entities.typeSetColumn', toShared(this.typeSetColumn, this.size)],
      ['entities.prominence', toShared(this.prominence, this.size)],
      ['entities.records', records],
      ['entities.recordEnds', toShared(this.recordEnds, this.size)],
    ]);
  }

  private typeSetNumber(types: readonly string[]): number {
    // Nearly every entity states one type; the key of a longer list begins as no type id does.
    const key = types.length === 1 ? (types[0] ?? '') : `\0${JSON.stringify(types)}`;
    let number = this.typeSetNumbers.get(key);
    if (number === undefined) {
      number = this.typeSets.length;
      this.typeSets.push(types);
      this.typeSetNumbers.set(key, number);
    }
    return number;
  }

  private appendRecord(text: string): void {
    // A UTF-16 code unit becomes at most three bytes of UTF-8.
    const needed = this.recordsUsed + text.length * 3;
    if (needed > this.records.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, Math.floor(this.records.length * 1.7)));
      this.records.copy(larger, 0, 0, this.recordsUsed);
      this.records = larger;
    }
    this.recordsUsed += this.records.write(text, this.recordsUsed, 'utf8');
  }
}

function remainderOf({ aliases, description, nameLanguage, properties }: Entity): Remainder {
  const remainder: { -readonly [K in keyof Remainder]: Remainder[K] } = {};
  // First, so that `descriptionOf` finds it without reading on.
  if (description !== undefined) remainder.description = description;
  if (aliases.length > 0) remainder.aliases = aliases;
  if (nameLanguage !== undefined) remainder.nameLanguage = nameLanguage;
  for (const _ in properties) {
    remainder.properties = properties;
    break;
  }
  return remainder;
}

/** The store that `PackedEntityStoreBuilder` wrote. Cost: reading the list of type combinations; records are decoded when asked for. */
export function attachEntityStore(sections: Sections): EntityStore {
  const ids = attachStringTable(sections, 'entities.ids');
  const names = attachStringTable(sections, 'entities.names');
  // Written by `finish` above, from `readonly string[]`s.
  const typeSets = readJsonSection(sections, 'entities.typeSets') as readonly (readonly string[])[];
  const typeSetColumn = section(sections, 'entities.typeSetColumn', 'Uint32Array');
  const prominence = section(sections, 'entities.prominence', 'Float64Array');
  const records = section(sections, 'entities.records', 'Uint8Array');
  const recordEnds = section(sections, 'entities.recordEnds', 'Float64Array');

  const typesOf = (ordinal: number): readonly string[] => typeSets[typeSetColumn[ordinal] ?? 0] ?? NO_TYPES;

  function remainder(ordinal: number): Remainder {
    const start = ordinal === 0 ? 0 : (recordEnds[ordinal - 1] ?? 0);
    const length = (recordEnds[ordinal] ?? 0) - start;
    if (length <= EMPTY_RECORD.length) return NOTHING_MORE;
    const text = Buffer.from(records.buffer, records.byteOffset + start, length).toString('utf8');
    return JSON.parse(text) as Remainder; // written by `add` above
  }

  /** Only a record that begins with a description has one. */
  function descriptionOf(ordinal: number): string | undefined {
    const start = ordinal === 0 ? 0 : (recordEnds[ordinal - 1] ?? 0);
    const end = recordEnds[ordinal] ?? 0;
    for (let i = 0; i < DESCRIPTION_BEGINS.length; i++) if (records[start + i] !== DESCRIPTION_BEGINS[i]) return undefined;
    const first = start + DESCRIPTION_BEGINS.length;
    let last = first;
    while (last < end && records[last] !== QUOTE) last += records[last] === BACKSLASH ? 2 : 1;
    const text = Buffer.from(records.buffer, records.byteOffset + first - 1, last - first + 2).toString('utf8');
    return JSON.parse(text) as string; // the bytes from quotation mark to quotation mark
  }

  return {
    size: ids.size,
    ordinalOf: (id) => ids.find(id),
    idOf: (ordinal) => ids.get(ordinal),
    nameOf: (ordinal) => names.get(ordinal),
    typesOf,
    typeSetOf: (ordinal) => typeSetColumn[ordinal] ?? 0,
    typeSets,
    prominenceOf: (ordinal) => prominence[ordinal] ?? 0,
    descriptionOf,
    entity: (ordinal) => ({
      id: ids.get(ordinal),
      name: names.get(ordinal),
      types: typesOf(ordinal),
      prominence: prominence[ordinal] ?? 0,
      aliases: NO_ALIASES,
      properties: NO_PROPERTIES,
      ...remainder(ordinal),
    }),
  };
}
