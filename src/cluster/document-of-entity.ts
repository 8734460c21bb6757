import { createHash } from 'node:crypto';
import { MAX_CHARACTERS } from '../browsing/entity-words.js';
import { isCountable } from '../browsing/facet-values.js';
import type { Entity } from '../entities/entity.js';
import type { Property } from '../entities/property.js';
import { valueText } from '../entities/value-text.js';
import { keyInProperty, keysOfValue } from '../scoring/property-values.js';
import { acronymsOfLabel } from '../search/words/acronyms.js';
import { foldText } from '../text/fold-text.js';
import { compileEntity, rowsOfEntity } from './compiled-entity.js';
import { termKey, termKeys } from './term-key.js';
import { appendAll } from '../foundation/append-all.js';

/** Changed whenever documents change in a way that what serves them must know; an index of another form is refused. */
export const DOCUMENT_FORM = 4;

/** An entity as a document: entries by which it is found, values by which it is put in order, and what is sent of it. */
export interface EntityDocument {
  /** Its place in the source, which decides where all else is equal; of entities that came later, behind the others. */
  readonly position: number;
  /** Equal, at another position too, for what is written of an equal entity, but for the weights of its words. */
  readonly digest: number;
  readonly prominence: number;
  /** Letters of its shortest name. */
  readonly length: number;
  /** `LIGHTEST` less the weight of the words of its lightest name, at least 0. */
  readonly lightness: number;
  /** The types that it states, and those above them. */
  readonly types: readonly string[];
  /** Its names, folded. */
  readonly names: readonly string[];
  /** Their words. */
  readonly words: readonly string[];
  /** The first one, two and three letters of these. */
  readonly beginnings: readonly string[];
  /** Their first letters with what the words weigh. */
  readonly initials: readonly string[];
  readonly acronyms: readonly string[];
  /** Keys of values in their properties. */
  readonly values: readonly string[];
  /** Values that entities may be counted by, in their properties. */
  readonly facets: readonly string[];
  /** The first values of properties, by which entities may be sorted: texts and numbers by the id of the property. */
  readonly texts: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, number>>;
  /** Words for those who look through the entities. */
  readonly browse: { readonly name: string; readonly aliases: string; readonly record: string };
  /** As `compileEntity` writes it: all that is sent of a document. */
  readonly compiled: string;
}

/** Data of an entity that its record lacks. */
interface EntityPlace {
  /** Its place in the source, from 0. */
  readonly position: number;
  /** Number of its combination of types. */
  readonly typeSet: number;
  /** Names that rules of the dataset made of its names. */
  readonly furtherNames: readonly string[];
  /** Weight of a word of names. */
  readonly weightOf: (word: string) => number;
  /** A type and those above it. */
  readonly upwards: (type: string) => readonly string[];
  /** The name of a type. */
  readonly nameOfType: (type: string) => string;
  /** Properties that entities are sorted and counted by: of what is sorted the engine keeps a column each. */
  readonly properties: readonly Pick<Property, 'id' | 'datatype' | 'identifying'>[];
}

const LONGEST_BEGINNING = 3;
/** A heavier name is not lighter than any. */
export const LIGHTEST = 200;
/** Properties by which entities can be sorted. */
export const MAX_SORTED = 40;
/** Of a text that entities are sorted by. */
const MAX_SORTED_LETTERS = 40;
/** Words that weigh more are entered as if they weighed so much. */
export const HEAVIEST_INITIAL = 16;
/** The column of preferred names among the texts that entities are sorted by; no property has an empty id. */
export const NAME_COLUMN = 'name';
const PROPERTY_COLUMN = 'property-';

/** The column of a property, by its place among those that entities are sorted by. */
export function columnOf(place: number): string {
  return `${PROPERTY_COLUMN}${String(place)}`;
}

/** The document of an entity. Cost: analysing its names, some ten microseconds. */
export function documentOfEntity(
  entity: Entity,
  { position, typeSet, furtherNames, weightOf, upwards, nameOfType, properties }: EntityPlace,
): EntityDocument {
  const rows = rowsOfEntity(entity, furtherNames);
  const { lightest, names, words, acronyms } = namesIn(rows, weightOf);
  const shortest = Array.from(names).reduce((a, b) => (b.length < a.length ? b : a));
  return {
    position,
    digest: digestOfEntity(entity, { typeSet, furtherNames }),
    prominence: entity.prominence,
    length: shortest.length,
    lightness: LIGHTEST - lightest,
    types: [...new Set(entity.types.flatMap(upwards))].map(termKey),
    names: termKeys(names),
    words: termKeys(words),
    beginnings: termKeys(Array.from(words).flatMap(beginningsOf)),
    initials: termKeys(
      Array.from(words, (word) =>
        initialEntry(
          String.fromCodePoint(word.codePointAt(0) ?? 0),
          Math.min(HEAVIEST_INITIAL, Math.round(weightOf(word))),
        ),
      ),
    ),
    acronyms: termKeys(acronyms),
    values: termKeys(
      Object.entries(entity.properties).flatMap(([id, values]) =>
        values
          .flatMap(keysOfValue)
          .filter((key) => key !== '')
          .map((key) => keyInProperty(id, key)),
      ),
    ),
    facets: facetsOf(entity, properties),
    ...columnsOf(entity, properties),
    browse: browseTexts(entity, nameOfType),
    compiled: compileEntity(entity, { position, typeSet, rows }),
  };
}

/** `lightest`: the weight of the lightest name, at most `LIGHTEST`. */
function namesIn(
  rows: ReturnType<typeof rowsOfEntity>,
  weightOf: EntityPlace['weightOf'],
): {
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly acronyms: readonly string[];
  readonly lightest: number;
} {
  const names = new Set<string>();
  const words = new Set<string>();
  const acronyms: string[] = [];
  let lightest = LIGHTEST;
  for (const { label } of rows) {
    lightest = Math.min(
      lightest,
      label.tokens.reduce((sum, token) => sum + weightOf(token), 0),
    );
    names.add(label.folded);
    for (const token of label.tokens) words.add(token);
    appendAll(acronyms, acronymsOfLabel(label.tokens));
  }
  return { names, words, acronyms, lightest };
}

function browseTexts(entity: Entity, nameOfType: EntityPlace['nameOfType']): EntityDocument['browse'] {
  return {
    name: foldText(entity.name),
    aliases: foldText(entity.aliases.map(({ text }) => text).join(' ')),
    record: foldText(
      [
        ...entity.types.map(nameOfType),
        entity.description ?? '',
        ...Object.values(entity.properties).flat().map(valueText),
      ]
        .map((text) => text.slice(0, MAX_CHARACTERS))
        .join(' '),
    ),
  };
}

/** Digest of the document of an entity. Cost: writing its record as JSON. */
export function digestOfEntity(
  entity: Entity,
  { typeSet, furtherNames }: Pick<EntityPlace, 'typeSet' | 'furtherNames'>,
): number {
  const bytes = createHash('sha256')
    .update(JSON.stringify([typeSet, furtherNames, entity]))
    .digest();
  return bytes.readUIntBE(0, 6);
}

/** The identifier of the document of an entity. */
export function idOfEntity(id: string): string {
  return `e:${termKey(id)}`;
}

/** The entry of words with this first letter that weigh so much. */
export function initialEntry(letter: string, weight: number): string {
  return `${letter}${String(weight)}`;
}

/** The first one, two and three letters of a word. */
function beginningsOf(word: string): readonly string[] {
  const letters = [...word.slice(0, 2 * LONGEST_BEGINNING)].slice(0, LONGEST_BEGINNING);
  return letters.map((_, i) => letters.slice(0, i + 1).join(''));
}

function facetsOf(entity: Entity, properties: EntityPlace['properties']): readonly string[] {
  return termKeys(
    properties.flatMap((property) =>
      (entity.properties[property.id] ?? [])
        .map(valueText)
        .filter((text) => isCountable(property, text))
        .map((text) => keyInProperty(property.id, text)),
    ),
  );
}

function columnsOf(entity: Entity, properties: EntityPlace['properties']): Pick<EntityDocument, 'texts' | 'numbers'> {
  const texts: Record<string, string> = { [NAME_COLUMN]: sortedText(entity.name) };
  const numbers: Record<string, number> = {};
  for (const [place, { id }] of properties.slice(0, MAX_SORTED).entries()) {
    const first = entity.properties[id]?.[0];
    if (first === undefined) continue;
    if (first.kind === 'integer' || first.kind === 'number') numbers[columnOf(place)] = first.number;
    else if (first.kind === 'date')
      numbers[columnOf(place)] = first.date.year + (first.date.month ?? 0) / 13 + (first.date.day ?? 0) / 500;
    else texts[columnOf(place)] = sortedText(valueText(first));
  }
  return { texts, numbers };
}

function sortedText(text: string): string {
  return [...foldText(text).slice(0, MAX_SORTED_LETTERS)].join('');
}

/** Entries that are looked up and never counted or sorted by. */
const TERM = { type: 'keyword', doc_values: false, norms: false, index_options: 'docs' } as const;
const TEXT = { type: 'text', analyzer: 'words' } as const;

/** Mappings and settings of the index of entities, without the number of shards and replicas. */
export const ENTITIES_INDEX = {
  settings: {
    analysis: { analyzer: { words: { type: 'custom', tokenizer: 'whitespace' } } },
    // The best known first: what completes a beginning is read up to the page that is asked for.
    index: { sort: { field: ['prominence', 'length', 'position'], order: ['desc', 'asc', 'asc'] } },
  },
  mappings: {
    dynamic: false,
    // The compiled entity is a column of its own; its record is not stored again.
    _source: { enabled: false },
    properties: {
      position: { type: 'long' },
      digest: { type: 'long', index: false },
      prominence: { type: 'double', index: false },
      length: { type: 'integer', index: false },
      lightness: { type: 'float', index: false },
      types: { type: 'keyword', norms: false },
      names: TERM,
      words: TERM,
      beginnings: TERM,
      initials: TERM,
      acronyms: TERM,
      values: TERM,
      facets: { type: 'keyword', norms: false },
      texts: { type: 'object', dynamic: true },
      numbers: { type: 'object', dynamic: true },
      browse: { properties: { name: TEXT, aliases: TEXT, record: TEXT } },
      compiled: { type: 'binary', doc_values: true },
    },
    dynamic_templates: [
      { texts: { path_match: 'texts.*', mapping: { type: 'keyword', index: false } } },
      { numbers: { path_match: 'numbers.*', mapping: { type: 'double', index: false } } },
    ],
  },
} as const;
