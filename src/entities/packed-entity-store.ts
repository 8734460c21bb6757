import { grown } from '../foundation/grown.js';
import {
  type SectionArray,
  type Sections,
  jsonSection,
  readJsonSection,
  section,
  sharedArray,
  toShared,
} from '../foundation/sections.js';
import { StringTableBuilder, attachStringTable } from '../foundation/string-table.js';
import type { Entity } from './entity.js';
import { type EntityStore, countTypeSets } from './entity-store.js';
import type { Dataset, DatasetMetadata } from './dataset.js';
import type { Property } from './property.js';
import { type EntityType, createTypeHierarchy } from './type-hierarchy.js';

/*
 * Entities in shared memory. The hot path's fields (id, name, types, prominence) are columns; the rest of a record is
 * JSON text, decoded only for display.
 */

/** The part of an entity stored as JSON text, without empty fields: many entities have only a name. */
type Remainder = Partial<
  Pick<Entity, 'aliases' | 'description' | 'descriptionLanguage' | 'nameLanguage' | 'properties'>
>;

const DESCRIPTION_BEGINS = Buffer.from('{"description":"', 'utf8');
/** The record of an entity with only a name; every other is longer. */
const EMPTY_RECORD = '{}';
const NOTHING_MORE: Remainder = {};
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const NO_BYTES = new Uint8Array(0);
const NO_ALIASES: Entity['aliases'] = [];
const NO_PROPERTIES: Entity['properties'] = {};
const NO_TYPES: Entity['types'] = [];

/**
 * Records are in pieces of this many bytes, none across two, as an array of bytes may be at most four times as long.
 * The first piece is the section `entities.records`, and the others add a number.
 */
const PIECE_BYTES = 2 ** 30;
const FIRST_BYTES = 1 << 20;

function pieceName(piece: number): string {
  return piece === 0 ? 'entities.records' : `entities.records.${String(piece)}`;
}

/** Takes entities in source order; `finish` returns the sections `entities.*`. The caller ensures unique ids. */
export class PackedEntityStoreBuilder {
  private readonly ids = new StringTableBuilder();
  private readonly names = new StringTableBuilder();
  private readonly typeSets: (readonly string[])[] = [];
  private readonly typeSetNumbers = new Map<string, number>();
  // Typed arrays: arrays of tens of millions of numbers on the heap cost several times as much.
  private typeSetColumn = new Uint32Array(1 << 12);
  private prominence = new Float64Array(1 << 12);
  private readonly pieceBytes: number;
  private readonly fullPieces: Uint8Array[] = [];
  private records: Buffer;
  private recordsUsed = 0;
  // Float64, because more than 4 GiB of records is possible and 2^53 bytes is not. In the second piece ends exceed the
  // size of a piece.
  private recordEnds = new Float64Array(1 << 12);

  /** `pieceBytes`: for tests. */
  constructor(pieceBytes: number = PIECE_BYTES) {
    this.pieceBytes = pieceBytes;
    this.records = Buffer.allocUnsafe(Math.min(FIRST_BYTES, pieceBytes));
  }

  get size(): number {
    return this.ids.size;
  }

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
    this.recordEnds[ordinal] = this.fullPieces.length * this.pieceBytes + this.recordsUsed;
    return ordinal;
  }

  finish(): Map<string, SectionArray> {
    const pieces = [...this.fullPieces, this.takenRecords()];
    return new Map<string, SectionArray>([
      ...this.ids.finish('entities.ids', { findable: true }),
      ...this.names.finish('entities.names', { findable: false }),
      ['entities.typeSets', jsonSection(this.typeSets)],
      ['entities.typeSetColumn', toShared(this.typeSetColumn, this.size)],
      ['entities.prominence', toShared(this.prominence, this.size)],
      ...pieces.map((piece, i) => [pieceName(i), piece] as const),
      ['entities.recordEnds', toShared(this.recordEnds, this.size)],
    ]);
  }

  private typeSetNumber(types: readonly string[]): number {
    // Nearly every entity has one type; the key of several begins unlike any type id.
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
    const most = text.length * 3;
    if (this.recordsUsed + most > this.pieceBytes && this.recordsUsed + Buffer.byteLength(text) > this.pieceBytes)
      this.beginPiece();
    const needed = Math.min(this.recordsUsed + most, this.pieceBytes);
    if (needed > this.records.length) {
      const larger = Buffer.allocUnsafe(
        Math.min(Math.max(needed, Math.floor(this.records.length * 1.7)), this.pieceBytes),
      );
      this.records.copy(larger, 0, 0, this.recordsUsed);
      this.records = larger;
    }
    this.recordsUsed += this.records.write(text, this.recordsUsed, 'utf8');
  }

  private beginPiece(): void {
    this.fullPieces.push(this.takenRecords());
    this.recordsUsed = 0;
  }

  private takenRecords(): Uint8Array {
    const piece = sharedArray('Uint8Array', this.recordsUsed);
    piece.set(this.records.subarray(0, this.recordsUsed));
    return piece;
  }
}

function remainderOf({ aliases, description, descriptionLanguage, nameLanguage, properties }: Entity): Remainder {
  const remainder: { -readonly [K in keyof Remainder]: Remainder[K] } = {};
  // First, so that `descriptionOf` finds it without reading on.
  if (description !== undefined) remainder.description = description;
  if (descriptionLanguage !== undefined) remainder.descriptionLanguage = descriptionLanguage;
  if (aliases.length > 0) remainder.aliases = aliases;
  if (nameLanguage !== undefined) remainder.nameLanguage = nameLanguage;
  for (const _ in properties) {
    remainder.properties = properties;
    break;
  }
  return remainder;
}

/**
 * The store of `PackedEntityStoreBuilder`. Cost: reading the list of type combinations; records are decoded on access.
 */
export function attachEntityStore(sections: Sections, pieceBytes: number = PIECE_BYTES): EntityStore {
  const ids = attachStringTable(sections, 'entities.ids');
  const names = attachStringTable(sections, 'entities.names');
  // Written by `finish` above, from `readonly string[]`s.
  const typeSets = readJsonSection(sections, 'entities.typeSets') as readonly (readonly string[])[];
  const typeSetColumn = section(sections, 'entities.typeSetColumn', 'Uint32Array');
  const prominence = section(sections, 'entities.prominence', 'Float64Array');
  const pieces = [section(sections, pieceName(0), 'Uint8Array')];
  while (sections.has(pieceName(pieces.length))) pieces.push(section(sections, pieceName(pieces.length), 'Uint8Array'));
  const recordEnds = section(sections, 'entities.recordEnds', 'Float64Array');

  const typeSetOf = (ordinal: number): number => typeSetColumn[ordinal] ?? 0;
  const typesOf = (ordinal: number): readonly string[] => typeSets[typeSetColumn[ordinal] ?? 0] ?? NO_TYPES;

  /**
   * Position of a record: its piece, start and end. A record that is not in the piece of the previous one begins its
   * own.
   */
  function placeOf(ordinal: number): { readonly records: Uint8Array; readonly start: number; readonly end: number } {
    const end = recordEnds[ordinal] ?? 0;
    const before = ordinal === 0 ? 0 : (recordEnds[ordinal - 1] ?? 0);
    const piece = Math.max(0, Math.ceil(end / pieceBytes) - 1);
    const first = piece * pieceBytes;
    return { records: pieces[piece] ?? NO_BYTES, start: Math.max(before - first, 0), end: end - first };
  }

  function remainder(ordinal: number): Remainder {
    const { records, start, end } = placeOf(ordinal);
    if (end - start <= EMPTY_RECORD.length) return NOTHING_MORE;
    const text = Buffer.from(records.buffer, records.byteOffset + start, end - start).toString('utf8');
    return JSON.parse(text) as Remainder; // written by `add` above
  }

  /** A description comes first in its record. */
  function descriptionOf(ordinal: number): string | undefined {
    const { records, start, end } = placeOf(ordinal);
    for (let i = 0; i < DESCRIPTION_BEGINS.length; i++)
      if (records[start + i] !== DESCRIPTION_BEGINS[i]) return undefined;
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
    typeSetOf,
    typeSets,
    typeSetCounts: countTypeSets({ size: ids.size, typeSets, typeSetOf }),
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

/** All data of a dataset except entities, as plain JSON for threads and built indexes. */
export interface DatasetFacts {
  readonly metadata: DatasetMetadata;
  readonly types: readonly EntityType[];
  /** Most used first. */
  readonly properties: readonly Property[];
}

/** The dataset over the sections `entities.*` of these facts. Cost: the types only; no loop over entities. */
export function attachDataset(facts: DatasetFacts, sections: Sections): Dataset {
  return {
    metadata: facts.metadata,
    types: createTypeHierarchy(facts.types),
    properties: facts.properties,
    entities: attachEntityStore(sections),
  };
}
