import type { Entity, Label } from '../entities/entity.js';
import type { PropertyValue } from '../entities/property.js';
import { saysNothing } from '../entities/value-text.js';
import { setOwnValue } from '../foundation/own-value.js';
import type { RawCell, RawValue } from '../formats/raw-record.js';
import { DATATYPE_WORDS, coordinatesOf, parseNumber, parsePropertyValue, saysMissing } from './parse-property-value.js';
import { contentMark, slugOf } from './property-naming.js';
import type { ProblemLog } from './load-report.js';
import type { LabelColumn, MappedProperty, Mapping } from './mapping.js';
import { preferredFirst } from './preferred-language.js';
import { type Survey, firstText, inFrontOf } from './survey-records.js';

interface RecordAt {
  readonly cells: readonly RawCell[];
  readonly line: number;
  readonly file: string;
  readonly positions: Positions;
}

/** The mapping of records and the target of problems. */
export interface RecordMapping {
  readonly mapping: Mapping;
  readonly survey: Survey;
  readonly problems: ProblemLog;
}

export interface MappingRun extends RecordMapping {
  /** The repeated ids seen so far, and the derived ids that needed a mark. */
  readonly usedIds: Set<string>;
}

/** The entity of a record; `undefined`, with a problem, without a name or a unique id. */
export function mapRecord(record: RecordAt, run: MappingRun): Entity | undefined {
  const { cells, line, file, positions } = record;
  const { mapping, survey, usedIds, problems } = run;
  const names: Label[] = [];
  for (const { label, at, beforeAt } of positions.name)
    addLabels(names, preferredFirst(inFrontOf(cells[beforeAt], cells[at]), mapping.language), label);
  const name = names[0];
  const givenId = positions.id < 0 ? '' : firstText(cells[positions.id]);
  if (name === undefined) {
    const where = positions.name[0]?.label.column;
    const what = givenId === '' ? 'The record has no name' : `The record with id "${shorten(givenId)}" has no name`;
    problems.add(
      'name-empty',
      { file, line, message: `${what}; it was left out.`, ...(where !== undefined && { column: where }) },
      { rejected: true },
    );
    return undefined;
  }
  const id = mapping.id.length > 0 ? givenId : derivedId(name.text, cells, run);
  if (id === '') {
    problems.add(
      'id-missing',
      {
        file,
        line,
        message: `"${shorten(name.text)}" has no id; it was left out.`,
        ...(mapping.id[0] !== undefined && { column: mapping.id[0] }),
      },
      { rejected: true },
    );
    return undefined;
  }
  if (survey.repeatedIds.has(id)) {
    if (usedIds.has(id)) {
      problems.add(
        'id-duplicate',
        {
          file,
          line,
          message: `The id "${shorten(id)}" was used before; the first record with it was kept.`,
          ...(mapping.id[0] !== undefined && { column: mapping.id[0] }),
        },
        { rejected: true },
      );
      return undefined;
    }
    usedIds.add(id);
  }

  const aliases: Label[] = names.slice(1);
  for (const { label, at, beforeAt } of positions.aliases)
    addLabels(aliases, inFrontOf(cells[beforeAt], cells[at]), label);
  const types = typesOf(cells, positions, mapping);
  const description = descriptionOf(cells, positions, mapping);
  return {
    id,
    name: name.text,
    ...(name.language !== undefined && { nameLanguage: name.language }),
    aliases: aliases.length === 0 ? aliases : distinctAliases(aliases, name.text),
    ...(description !== undefined && { description: description.text }),
    ...(description?.language !== undefined && { descriptionLanguage: description.language }),
    types,
    properties: propertiesOf(record, run),
    prominence: prominenceOf(cells, positions, mapping),
  };
}

/** The first text in the columns of descriptions. */
function descriptionOf(cells: readonly RawCell[], positions: Positions, mapping: Mapping): Label | undefined {
  for (const { label, at } of positions.description) {
    const cell = preferredFirst(cells[at], mapping.language);
    const text = firstText(cell);
    const language = (typeof cell === 'string' ? undefined : cell?.[0]?.language) ?? label.language;
    if (text !== '') return language === undefined ? { text } : { text, language };
  }
  return undefined;
}

function derivedId(name: string, cells: readonly RawCell[], { survey, usedIds }: MappingRun): string {
  const slug = slugOf(name);
  if (slug !== '' && !survey.repeatedIds.has(slug)) return slug;
  // Records with one derived id are separated by a hash of their content; identical records by a number.
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
  if (trimmed !== '' && !saysNothing(trimmed))
    labels.push(language === undefined ? { text: trimmed } : { text: trimmed, language });
}

function distinctAliases(aliases: readonly Label[], name: string): readonly Label[] {
  const seen = new Set([name]);
  return aliases.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function typesOf(cells: readonly RawCell[], { type }: Positions, { constantType }: Mapping): readonly string[] {
  const types: Label[] = [];
  if (type !== undefined) addLabels(types, cells[type.at], type.label);
  if (types.length === 0) return constantType === undefined ? [] : [constantType];
  return types.length === 1 ? types.map(({ text }) => text) : [...new Set(types.map(({ text }) => text))];
}

function prominenceOf(cells: readonly RawCell[], { prominence, properties }: Positions, mapping: Mapping): number {
  if (prominence < 0) return 0;
  const text = firstText(cells[prominence]);
  const format = properties.find(({ property }) => property.column === mapping.prominence)?.property.numberFormat;
  const number = text === '' ? undefined : parseNumber(text, format ?? '1234.5');
  return number === undefined || number < 0 ? 0 : number;
}

function propertiesOf(
  { cells, line, file, positions }: RecordAt,
  run: MappingRun,
): Record<string, readonly PropertyValue[]> {
  const properties: Record<string, readonly PropertyValue[]> = {};
  for (const { property, at, latitudeAt, longitudeAt } of positions.properties) {
    const place = { file, line, column: property.column ?? property.latitude ?? '' };
    const values =
      at >= 0
        ? valuesOf(cells[at], property, place, run)
        : pairOf([cells[latitudeAt], cells[longitudeAt]], property, place, run);
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

function valuesOf(
  cell: RawCell | undefined,
  property: MappedProperty,
  place: Place,
  run: MappingRun,
): readonly PropertyValue[] {
  if (cell === undefined || cell === '') return NO_VALUES;
  const parts: readonly RawValue[] =
    typeof cell !== 'string'
      ? cell
      : property.separator === null || !cell.includes(property.separator)
        ? [{ text: cell }]
        : cell.split(property.separator).map((text) => ({ text }));
  const values: PropertyValue[] = [];
  for (const part of parts) {
    const value = valueOf(part, property, place, run);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/**
 * The value of a part of a cell; text, with a problem, where it does not fit the property; `undefined` for a missing
 * value.
 */
function valueOf(
  { text: written, language }: RawValue,
  property: MappedProperty,
  place: Place,
  { survey, problems }: MappingRun,
): PropertyValue | undefined {
  const text = written.trim();
  if (text === '') return undefined;
  const asText = (): PropertyValue => ({ kind: 'text', text });
  switch (property.datatype) {
    case 'text':
      if (saysNothing(text)) return undefined;
      return parsePropertyValue(text, language === undefined ? property : { ...property, language });
    case 'reference':
      if (survey.ids.has(text)) return { kind: 'reference', id: text };
      if (saysMissing(text)) return undefined;
      problems.add('reference-dangling', { ...place, message: `"${shorten(text)}" is not the id of an entity.` });
      return asText();
    default: {
      const value = parsePropertyValue(text, property);
      if (value !== undefined || saysMissing(text)) return value;
      problems.add('value-odd', {
        ...place,
        message: `"${shorten(text)}" is not ${DATATYPE_WORDS[property.datatype]}.`,
      });
      return asText();
    }
  }
}

function pairOf(
  [latitudeCell, longitudeCell]: readonly [RawCell | undefined, RawCell | undefined],
  property: MappedProperty,
  place: Place,
  { problems }: MappingRun,
): readonly PropertyValue[] {
  const latitudeText = firstText(latitudeCell);
  const longitudeText = firstText(longitudeCell);
  if (latitudeText === '' && longitudeText === '') return NO_VALUES;
  const latitude = degrees(latitudeText, property);
  const longitude = degrees(longitudeText, property);
  const value = latitude === undefined || longitude === undefined ? undefined : coordinatesOf(latitude, longitude);
  if (value === undefined) {
    problems.add('coordinates-impossible', {
      ...place,
      message: `Latitude "${shorten(latitudeText)}" and longitude "${shorten(longitudeText)}" are no place on Earth; they were left out.`,
    });
    return NO_VALUES;
  }
  return [value];
}

/** Half of Europe writes degrees with a decimal comma; thousands do not occur. */
function degrees(text: string, { numberFormat }: MappedProperty): number | undefined {
  return parseNumber(text, numberFormat ?? '1234.5') ?? parseNumber(text.replace(',', '.'), '1234.5');
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

export interface UseCount {
  entities: number;
  readonly byType: Map<string, number>;
  readonly targets: Map<string, number>;
}

/** Columns of one file by role; numbers are positions in a record, -1 for an absent column. */
export interface Positions {
  readonly id: number;
  readonly name: readonly LabelAt[];
  readonly aliases: readonly LabelAt[];
  readonly description: readonly LabelAt[];
  readonly type: LabelAt | undefined;
  readonly prominence: number;
  readonly properties: readonly PropertyAt[];
}

/** A column of names, and the column whose text stands in front of them. */
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

/** Positions of the mapped columns in a file with these headings; `uses` in the order of the properties. */
export function positionsIn(columns: readonly string[], mapping: Mapping, uses: readonly UseCount[]): Positions {
  const at = (column: string | undefined): number => (column === undefined ? -1 : columns.indexOf(column));
  const labels = (list: readonly LabelColumn[]): readonly LabelAt[] =>
    list.map((label) => ({ label, at: at(label.column), beforeAt: at(label.before) })).filter((label) => label.at >= 0);
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
