import type { Entity, Label } from '../entities/entity.js';
import { PackedEntityStoreBuilder } from '../entities/packed-entity-store.js';
import type { PropertyValue } from '../entities/property.js';
import { ownValue, setOwnValue } from '../foundation/own-value.js';
import type { SectionArray } from '../foundation/sections.js';
import type { RawCell, RawValue } from '../formats/raw-record.js';
import { contentMark, slugOf } from './derived-id.js';
import type { ProblemLog } from './load-report.js';
import type { LabelColumn, MappedProperty, Mapping } from './mapping.js';
import type { DataFile } from './data-file.js';
import { parseNumber } from './parse-number.js';
import { coordinatesOf, parsePropertyValue, saysMissing } from './parse-property-value.js';
import { preferredFirst } from './preferred-language.js';
import { firstText, inFrontOf, type Survey } from './survey-records.js';

/** How much a property is used, counted while mapping. */
export interface PropertyUse {
  readonly entities: number;
  /** Type id → entities of the type with a value. */
  readonly byType: ReadonlyMap<string, number>;
  /** For references: id referred to → how often. */
  readonly targets: ReadonlyMap<string, number>;
}

export interface MappedRecords {
  readonly sections: Map<string, SectionArray>;
  /** In the order of `mapping.properties`. */
  readonly propertyUse: readonly PropertyUse[];
  /** Type id → entities that state it. */
  readonly typeCounts: ReadonlyMap<string, number>;
  readonly entities: number;
  readonly labels: number;
  /** Records met in each file, in the order of `files`. */
  readonly recordsByFile: readonly number[];
}

interface UseCount {
  entities: number;
  readonly byType: Map<string, number>;
  readonly targets: Map<string, number>;
}

/** Columns of one file by what they are for; numbers are positions in a record, -1 for a column the file has not. */
interface Positions {
  readonly id: number;
  readonly name: readonly LabelAt[];
  readonly aliases: readonly LabelAt[];
  readonly description: readonly LabelAt[];
  readonly type: LabelAt | undefined;
  readonly prominence: number;
  readonly properties: readonly PropertyAt[];
}

interface LabelAt {
  readonly label: LabelColumn;
  readonly at: number;
  readonly beforeAt: number;
}

interface PropertyAt {
  readonly property: MappedProperty;
  readonly use: UseCount;
  readonly at: number;
  readonly latitudeAt: number;
  readonly longitudeAt: number;
}

/** Reads all files and makes an entity of every record that can be one; what cannot be used goes to `problems`. `visit` gets each entity. */
export function mapRecords(files: readonly DataFile[], mapping: Mapping, survey: Survey, problems: ProblemLog, visit: (entity: Entity) => void): MappedRecords {
  const builder = new PackedEntityStoreBuilder();
  const uses = mapping.properties.map((): UseCount => ({ entities: 0, byType: new Map(), targets: new Map() }));
  const typeCounts = new Map<string, number>();
  const usedIds = new Set<string>();
  const recordsByFile: number[] = [];
  let labels = 0;

  for (const file of files) {
    let records = 0;
    const positions = positionsIn(file.reader.columns, mapping, uses);
    file.reader.read(
      (cells, line) => {
        records++;
        const mapped = mapRecord(cells, line, file.file, positions, mapping, survey, usedIds, problems);
        if (mapped === undefined) return;
        builder.add(mapped);
        visit(mapped);
        labels += 1 + mapped.aliases.length;
        count(mapped, positions, typeCounts);
      },
      (fault) => {
        problems.add(
          fault.kind,
          { file: file.file, line: fault.line, message: fault.message, ...(fault.column !== undefined && { column: fault.column }) },
          { rejected: fault.rejected, ...(fault.count !== undefined && { count: fault.count }) },
        );
        if (fault.rejected) records++;
      },
    );
    recordsByFile.push(records);
  }
  return { sections: builder.finish(), propertyUse: uses, typeCounts, entities: builder.size, labels, recordsByFile };
}

function positionsIn(columns: readonly string[], mapping: Mapping, uses: readonly UseCount[]): Positions {
  const at = (column: string | undefined): number => (column === undefined ? -1 : columns.indexOf(column));
  const labels = (list: readonly LabelColumn[]): readonly LabelAt[] => list.map((label) => ({ label, at: at(label.column), beforeAt: at(label.before) })).filter((label) => label.at >= 0);
  return {
    id: at(mapping.id.find((column) => columns.includes(column))),
    name: labels(mapping.name),
    aliases: labels(mapping.aliases),
    description: labels(mapping.description),
    type: mapping.type === undefined ? undefined : labels([mapping.type])[0],
    prominence: at(mapping.prominence),
    properties: mapping.properties.flatMap((property, i): readonly PropertyAt[] => {
      const use = uses[i];
      const found = { at: at(property.column), latitudeAt: at(property.latitude), longitudeAt: at(property.longitude) };
      return use === undefined || (found.at < 0 && found.latitudeAt < 0) ? [] : [{ property, use, ...found }];
    }),
  };
}

function mapRecord(
  cells: readonly RawCell[],
  line: number,
  file: string,
  positions: Positions,
  mapping: Mapping,
  survey: Survey,
  usedIds: Set<string>,
  problems: ProblemLog,
): Entity | undefined {
  const names: Label[] = [];
  for (const { label, at, beforeAt } of positions.name) addLabels(names, preferredFirst(inFrontOf(cells[beforeAt], cells[at]), mapping.language), label);
  const name = names[0];
  const statedId = positions.id < 0 ? '' : firstText(cells[positions.id]);
  if (name === undefined) {
    const where = positions.name[0]?.label.column;
    const what = statedId === '' ? 'The record has no name' : `The record with id "${shorten(statedId)}" has no name`;
    problems.add('name-empty', { file, line, message: `${what}; it was left out.`, ...(where !== undefined && { column: where }) }, { rejected: true });
    return undefined;
  }
  const id = mapping.id.length > 0 ? statedId : derivedId(name.text, cells, survey, usedIds);
  if (id === '') {
    problems.add('id-missing', { file, line, message: `"${shorten(name.text)}" has no id; it was left out.`, ...(mapping.id[0] !== undefined && { column: mapping.id[0] }) }, { rejected: true });
    return undefined;
  }
  if (survey.repeatedIds.has(id)) {
    if (usedIds.has(id)) {
      problems.add('id-duplicate', { file, line, message: `The id "${shorten(id)}" was used before; the first record with it was kept.`, ...(mapping.id[0] !== undefined && { column: mapping.id[0] }) }, { rejected: true });
      return undefined;
    }
    usedIds.add(id);
  }

  const aliases: Label[] = names.slice(1);
  for (const { label, at, beforeAt } of positions.aliases) addLabels(aliases, inFrontOf(cells[beforeAt], cells[at]), label);
  const types = typesOf(cells, positions, mapping);
  const description = positions.description.map(({ at }) => firstText(preferredFirst(cells[at], mapping.language))).find((text) => text !== '');
  return {
    id,
    name: name.text,
    ...(name.language !== undefined && { nameLanguage: name.language }),
    aliases: aliases.length === 0 ? aliases : distinctAliases(aliases, name.text),
    ...(description !== undefined && { description }),
    types,
    properties: propertiesOf(cells, line, file, positions, survey, problems),
    prominence: prominenceOf(cells, positions, mapping),
  };
}

function derivedId(name: string, cells: readonly RawCell[], survey: Survey, usedIds: Set<string>): string {
  const slug = slugOf(name);
  if (slug !== '' && !survey.repeatedIds.has(slug)) return slug;
  // What several records share is told apart by their content; records alike in everything by a number.
  const marked = `${slug === '' ? 'entity' : slug}-${contentMark(JSON.stringify(cells))}`;
  let id = marked;
  for (let n = 2; usedIds.has(id); n++) id = `${marked}-${n}`;
  usedIds.add(id);
  return id;
}

function addLabels(labels: Label[], cell: RawCell | undefined, { language, separator }: LabelColumn): void {
  if (cell === undefined || cell === '') return;
  if (typeof cell !== 'string') {
    for (const value of cell) addLabel(labels, value.text, value.language ?? language);
    return;
  }
  if (separator === null || !cell.includes(separator)) addLabel(labels, cell, language);
  else for (const part of cell.split(separator)) addLabel(labels, part, language);
}

function addLabel(labels: Label[], text: string, language: string | undefined): void {
  const trimmed = text.trim();
  if (trimmed !== '') labels.push(language === undefined ? { text: trimmed } : { text: trimmed, language });
}

function distinctAliases(aliases: readonly Label[], name: string): readonly Label[] {
  const seen = new Set([name]);
  return aliases.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function typesOf(cells: readonly RawCell[], { type }: Positions, { constantType }: Mapping): readonly string[] {
  const stated: Label[] = [];
  if (type !== undefined) addLabels(stated, cells[type.at], type.label);
  if (stated.length === 0) return constantType === undefined ? [] : [constantType];
  return stated.length === 1 ? stated.map(({ text }) => text) : [...new Set(stated.map(({ text }) => text))];
}

function prominenceOf(cells: readonly RawCell[], { prominence, properties }: Positions, mapping: Mapping): number {
  if (prominence < 0) return 0;
  const text = firstText(cells[prominence]);
  const format = properties.find(({ property }) => property.column === mapping.prominence)?.property.numberFormat;
  const number = text === '' ? undefined : parseNumber(text, format ?? '1234.5');
  return number === undefined || number < 0 ? 0 : number;
}

function propertiesOf(cells: readonly RawCell[], line: number, file: string, positions: Positions, survey: Survey, problems: ProblemLog): Record<string, readonly PropertyValue[]> {
  const properties: Record<string, readonly PropertyValue[]> = {};
  for (const { property, at, latitudeAt, longitudeAt } of positions.properties) {
    const place = { file, line, column: property.column ?? property.latitude ?? '' };
    const values = at >= 0 ? valuesOf(cells[at], property, place, survey, problems) : pairOf(cells[latitudeAt], cells[longitudeAt], property, place, problems);
    if (values.length > 0) setOwnValue(properties, property.id, values);
  }
  return properties;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: string;
}

const NO_VALUES: readonly PropertyValue[] = [];

function valuesOf(cell: RawCell | undefined, property: MappedProperty, place: Place, survey: Survey, problems: ProblemLog): readonly PropertyValue[] {
  if (cell === undefined || cell === '') return NO_VALUES;
  const parts: readonly RawValue[] =
    typeof cell !== 'string' ? cell : property.separator === null || !cell.includes(property.separator) ? [{ text: cell }] : cell.split(property.separator).map((text) => ({ text }));
  const values: PropertyValue[] = [];
  for (const part of parts) {
    const text = part.text.trim();
    if (text === '') continue;
    const value = valueOf(text, part.language, property, place, survey, problems);
    if (value !== undefined) values.push(value);
  }
  return values;
}

function valueOf(text: string, language: string | undefined, property: MappedProperty, place: Place, survey: Survey, problems: ProblemLog): PropertyValue | undefined {
  const asText = (): PropertyValue => ({ kind: 'text', text });
  switch (property.datatype) {
    case 'text':
      return parsePropertyValue(text, language === undefined ? property : { ...property, language });
    case 'reference':
      if (survey.ids.has(text)) return { kind: 'reference', id: text };
      if (saysMissing(text)) return undefined;
      problems.add('reference-dangling', { ...place, message: `"${shorten(text)}" is not the id of an entity.` });
      return asText();
    default: {
      const value = parsePropertyValue(text, property);
      if (value !== undefined || saysMissing(text)) return value;
      problems.add('value-odd', { ...place, message: `"${shorten(text)}" is not ${DATATYPE_WORDS[property.datatype]}.` });
      return asText();
    }
  }
}

const DATATYPE_WORDS: Readonly<Record<MappedProperty['datatype'], string>> = {
  text: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  date: 'a date',
  coordinates: 'a pair of latitude and longitude',
  url: 'a web address',
  reference: 'the id of an entity',
  identifier: 'an identifier',
};

function pairOf(latitudeCell: RawCell | undefined, longitudeCell: RawCell | undefined, property: MappedProperty, place: Place, problems: ProblemLog): readonly PropertyValue[] {
  const latitudeText = firstText(latitudeCell);
  const longitudeText = firstText(longitudeCell);
  if (latitudeText === '' && longitudeText === '') return NO_VALUES;
  const latitude = degrees(latitudeText, property);
  const longitude = degrees(longitudeText, property);
  const value = latitude === undefined || longitude === undefined ? undefined : coordinatesOf(latitude, longitude);
  if (value === undefined) {
    problems.add('coordinates-impossible', { ...place, message: `Latitude "${shorten(latitudeText)}" and longitude "${shorten(longitudeText)}" are no place on Earth; they were left out.` });
    return NO_VALUES;
  }
  return [value];
}

/** Degrees are written with a comma in half of Europe; thousands do not occur. */
function degrees(text: string, { numberFormat }: MappedProperty): number | undefined {
  return parseNumber(text, numberFormat ?? '1234.5') ?? parseNumber(text.replace(',', '.'), '1234.5');
}

function count(entity: Entity, positions: Positions, typeCounts: Map<string, number>): void {
  for (const type of entity.types) typeCounts.set(type, (typeCounts.get(type) ?? 0) + 1);
  for (const { property, use } of positions.properties) {
    const values = ownValue(entity.properties, property.id);
    if (values === undefined) continue;
    use.entities++;
    for (const type of entity.types) use.byType.set(type, (use.byType.get(type) ?? 0) + 1);
    if (property.datatype !== 'reference') continue;
    for (const value of values) if (value.kind === 'reference') use.targets.set(value.id, (use.targets.get(value.id) ?? 0) + 1);
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
