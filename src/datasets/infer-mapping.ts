import { inferDatatype, type InferredValues } from './infer-datatype.js';
import { inferRoles, type InferredRoles, type RoleColumn } from './infer-roles.js';
import { commonestLanguage } from './preferred-language.js';
import { listOf } from './list-of.js';
import type { Manifest, ManifestLabelColumn, ManifestProperty } from './manifest-schema.js';
import type { LabelColumn, MappedProperty, Mapping } from './mapping.js';
import type { DataFile, DataSample, OwnProperty } from './data-file.js';
import { ColumnProfile } from './profile-column.js';
import { propertyIdOf, readableName } from './property-naming.js';
import { labelSeparator, severalInACell } from './separators.js';
import { surveyRecords, type Survey } from './survey-records.js';

/** A complete mapping, what was read to find it, and what was recognised in words. */
export interface InferredMapping {
  readonly mapping: Mapping;
  readonly survey: Survey;
  /** A sentence for each thing that nobody had stated. */
  readonly sentences: readonly string[];
  /** Columns without a value anywhere. */
  readonly emptyColumns: readonly string[];
}

/** Fills everything that the manifest leaves open. Cost: the head of each file, then one reading of all files (two when codes taken for ids turn out not to be unique). */
export function inferMapping(files: readonly DataFile[], manifest: Manifest): InferredMapping {
  const samples = files.map((file) => file.sample());
  const roles = files.map((file, i) => rolesOf(file, samples[i], manifest));
  const first = survey(files, samples, manifest, roles);
  const idGuessedWrong = first.parts.idFromValues && first.survey.repeatedIds.size > 0;
  return complete(manifest, idGuessedWrong ? survey(files, samples, manifest, roles.map(withoutGuessedId)) : first, files);
}

function rolesOf(file: DataFile, { columns, records }: DataSample = { columns: [], records: [] }, manifest: Manifest): InferredRoles {
  const stated = statedColumns(manifest);
  if (file.own !== undefined) return withoutStated(file.own.roles, stated);
  const profiles = columns.map((name) => ({ name, profile: new ColumnProfile() }));
  for (const record of records) record.forEach((cell, i) => profiles[i]?.profile.add(cell, ''));
  return inferRoles(profiles, records.length, stated);
}

/** The roles that a file itself tells, of the columns for which a manifest says nothing. */
function withoutStated(roles: InferredRoles, stated: ReadonlySet<string>): InferredRoles {
  const isOpen = ({ column }: RoleColumn): boolean => !stated.has(column);
  const open = (role: RoleColumn | undefined): RoleColumn | undefined => (role !== undefined && isOpen(role) ? role : undefined);
  const { coordinates } = roles;
  return {
    ...roles,
    id: open(roles.id),
    name: roles.name.filter(isOpen),
    type: open(roles.type),
    aliases: roles.aliases.filter(isOpen),
    description: roles.description.filter(isOpen),
    prominence: open(roles.prominence),
    coordinates: coordinates === undefined || stated.has(coordinates.latitude) || stated.has(coordinates.longitude) ? undefined : coordinates,
  };
}

function withoutGuessedId(roles: InferredRoles): InferredRoles {
  return roles.idFromValues ? { ...roles, id: undefined, idFromValues: false, idCandidate: roles.id?.column } : roles;
}

/** Columns whose part the manifest states, so that inference must not give them another. */
function statedColumns(manifest: Manifest): ReadonlySet<string> {
  const { columns = {} } = manifest;
  const labels = [...listOf(columns.name), ...listOf(columns.aliases), ...listOf(columns.description)];
  return new Set([
    ...(columns.id === false ? [] : listOf(columns.id)),
    ...[...labels, ...(columns.type === undefined || columns.type === false ? [] : [columns.type])].map(columnOf),
    ...(manifest.properties ?? []).flatMap(propertyColumns),
    ...(manifest.ignore ?? []),
  ]);
}

function columnOf(label: ManifestLabelColumn | RoleColumn): string {
  return typeof label === 'string' ? label : label.column;
}

function beforeOf(label: ManifestLabelColumn | RoleColumn): string | undefined {
  return typeof label === 'string' ? undefined : label.before;
}

function propertyColumns(property: ManifestProperty): readonly string[] {
  return [property.column, property.latitude, property.longitude].filter((column) => column !== undefined);
}

/** The parts of columns, stated ones first, inferred ones where nothing is stated. */
interface Parts {
  readonly id: readonly RoleColumn[];
  readonly idFromValues: boolean;
  readonly idCandidate: string | undefined;
  readonly name: readonly (ManifestLabelColumn | RoleColumn)[];
  readonly aliases: readonly (ManifestLabelColumn | RoleColumn)[];
  readonly description: readonly (ManifestLabelColumn | RoleColumn)[];
  readonly type: ManifestLabelColumn | RoleColumn | undefined;
  readonly prominence: RoleColumn | undefined;
  readonly coordinates: InferredRoles['coordinates'];
  readonly typeCandidates: readonly string[];
}

interface Surveyed {
  readonly parts: Parts;
  readonly survey: Survey;
  readonly columnNames: readonly string[];
  readonly language: NamesLanguage | undefined;
}

/** The language of the names, where cells have names in several. */
interface NamesLanguage {
  readonly language: string;
  readonly isStated: boolean;
  readonly isOnly: boolean;
}

const STATED = 'stated';
/** Characters of a value that a sentence shows. */
const MAX_SHOWN = 60;

function survey(files: readonly DataFile[], samples: readonly DataSample[], manifest: Manifest, roles: readonly InferredRoles[]): Surveyed {
  const parts = partsOf(manifest, roles);
  const names = parts.name.map((label): LabelColumn => {
    const before = beforeOf(label);
    return { column: columnOf(label), ...(before !== undefined && { before }), separator: null };
  });
  const listed = new Set((manifest.properties ?? []).flatMap(propertyColumns));
  const unlisted = (columns: readonly string[]): readonly string[] => columns.filter((column) => !listed.has(column));
  const unprofiled = unlisted([...parts.id.map(({ column }) => column), ...[...names, ...parts.description].map(columnOf), ...(manifest.ignore ?? [])]);
  const labels = unlisted([...parts.aliases, ...(parts.type === undefined ? [] : [parts.type])].map(columnOf));
  const language = languageOfNames(samples, manifest, names);
  const found = surveyRecords(files, { id: parts.id.map(({ column }) => column), name: names, ...(language !== undefined && { language: language.language }) }, new Set(unprofiled), new Set(labels));
  const columnNames = [...new Set(files.flatMap(({ reader }) => reader.columns))];
  return { parts, survey: found, columnNames, language };
}

function languageOfNames(samples: readonly DataSample[], manifest: Manifest, names: readonly LabelColumn[]): NamesLanguage | undefined {
  const [found] = samples.flatMap((sample) => commonestLanguage(sample, names.map(({ column }) => column)) ?? []);
  if (found === undefined) return undefined;
  return { language: manifest.language ?? found.language, isStated: manifest.language !== undefined, isOnly: found.isOnly };
}

function partsOf(manifest: Manifest, roles: readonly InferredRoles[]): Parts {
  const { columns = {} } = manifest;
  const id = columns.id === undefined ? distinct(roles.flatMap((role) => role.id ?? [])) : columns.id === false ? [] : listOf(columns.id).map((column) => ({ column, reason: STATED }));
  const inferredName = distinct(roles.flatMap((role) => role.name));
  const name = columns.name === undefined ? inferredName : listOf(columns.name);
  const type = columns.type === undefined ? roles.find((role) => role.type !== undefined)?.type : columns.type === false ? undefined : columns.type;
  const prominence = roles.find((role) => role.prominence !== undefined)?.prominence;
  return {
    id,
    idFromValues: columns.id === undefined && roles.some((role) => role.idFromValues),
    idCandidate: id.length > 0 ? undefined : roles.find((role) => role.idCandidate !== undefined)?.idCandidate,
    // A list of nothing but identifiers is a list of names that identify.
    name: name.length > 0 ? name : id.map(({ column }) => ({ column, reason: 'there is no other column for it' })),
    aliases: columns.aliases === undefined ? distinct(roles.flatMap((role) => role.aliases)) : listOf(columns.aliases),
    description: columns.description === undefined ? distinct(roles.flatMap((role) => role.description)) : listOf(columns.description),
    type,
    prominence: columns.prominence === undefined ? prominence : columns.prominence === false ? undefined : { column: columns.prominence, reason: STATED },
    coordinates: roles.find((role) => role.coordinates !== undefined)?.coordinates,
    typeCandidates: manifest.type === undefined && type === undefined ? distinctText(roles.flatMap((role) => role.typeCandidates)) : [],
  };
}

function distinct(columns: readonly RoleColumn[]): readonly RoleColumn[] {
  return columns.filter(({ column }, i) => columns.findIndex((other) => other.column === column) === i);
}

function distinctText(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function complete(manifest: Manifest, { parts, survey: found, columnNames, language }: Surveyed, files: readonly DataFile[]): InferredMapping {
  const sentences: string[] = [];
  // What a file names itself has no place in a row.
  const named = new Set(files.flatMap(({ reader, own }) => (own === undefined ? [] : reader.columns)));
  const say = (column: string, what: string, reason: string): void => {
    if (reason !== STATED) sentences.push(`${named.has(column) ? '' : `Column ${columnNames.indexOf(column) + 1} `}"${column}" is ${what}: ${reason}.`);
  };
  const label = (part: ManifestLabelColumn | RoleColumn, what: string, separable: boolean): LabelColumn => {
    if (typeof part === 'string') return { column: part, separator: separable ? labelSeparator(found.profiles.get(part)) : null };
    if (!('reason' in part)) {
      const separator = part.separator === undefined ? (separable ? labelSeparator(found.profiles.get(part.column)) : null) : part.separator;
      return { column: part.column, ...(part.before !== undefined && { before: part.before }), separator, ...(part.language !== undefined && { language: part.language }) };
    }
    const separator = separable ? labelSeparator(found.profiles.get(part.column)) : null;
    say(part.column, what + (part.before === undefined ? '' : `, with "${part.before}" in front`) + (part.language === undefined ? '' : ` in the language "${part.language}"`) + severalInACell(separator), part.reason);
    return { column: part.column, ...(part.before !== undefined && { before: part.before }), separator, ...(part.language !== undefined && { language: part.language }) };
  };

  parts.id.forEach(({ column, reason }) => say(column, 'the id', reason));
  if (parts.id.length === 0 && manifest.columns?.id !== false) {
    sentences.push('There is no column of ids; ids are made from the names, the same at every load as long as the names stay.');
    const repeated = found.profiles.get(parts.idCandidate ?? '')?.firstRepeated;
    if (parts.idCandidate !== undefined && repeated !== undefined) {
      sentences.push(`"${parts.idCandidate}" would be the column of ids, if "${repeated.slice(0, MAX_SHOWN)}" did not come twice in it. Mend that, or say in a manifest that it is; the second record with the same id is left out then.`);
    }
  }
  const name = parts.name.map((part, i) => label(part, i === 0 ? 'the name' : 'another name', false));
  if (language !== undefined && !language.isStated && !language.isOnly) {
    sentences.push(`Of names in several languages, the one ${language.language === '' ? 'without a language' : `in "${language.language}"`} comes first, for most have one; the others are other names. A manifest can say another language.`);
  }
  const type = parts.type === undefined ? undefined : label(parts.type, 'the type', true);
  const aliases = parts.aliases.map((part) => label(part, 'other names', true));
  const description = parts.description.map((part) => label(part, 'the description', false));
  if (parts.typeCandidates.length > 0) {
    sentences.push(`There is no column of types; ${quotedList(parts.typeCandidates)} could be one (few different values), if a manifest says so.`);
  }
  if (parts.prominence !== undefined) say(parts.prominence.column, 'how well known an entity is, which decides between equals', parts.prominence.reason);

  const inRoles = new Set([...parts.id.map(({ column }) => column), ...[...name, ...aliases, ...description, ...(type === undefined ? [] : [type])].map(({ column }) => column), ...(manifest.ignore ?? [])]);
  const { properties, emptyColumns } = completeProperties(manifest, parts, found, columnNames, inRoles, ownProperties(files), say);
  return {
    mapping: {
      id: parts.id.map(({ column }) => column),
      name,
      aliases,
      description,
      ...(language !== undefined && { language: language.language }),
      type,
      constantType: manifest.type,
      prominence: parts.prominence?.column,
      properties,
      ignore: [...(manifest.ignore ?? []), ...emptyColumns],
    },
    survey: found,
    sentences,
    emptyColumns,
  };
}

/** What the files themselves say about columns; of two that speak about the same, the first. */
function ownProperties(files: readonly DataFile[]): ReadonlyMap<string, OwnProperty> {
  const found = new Map<string, OwnProperty>();
  for (const { own } of files) for (const [column, property] of own?.properties ?? []) if (!found.has(column)) found.set(column, property);
  return found;
}

function completeProperties(
  manifest: Manifest,
  parts: Parts,
  found: Survey,
  columnNames: readonly string[],
  inRoles: ReadonlySet<string>,
  own: ReadonlyMap<string, OwnProperty>,
  say: (column: string, what: string, reason: string) => void,
): { readonly properties: readonly MappedProperty[]; readonly emptyColumns: readonly string[] } {
  const isId = (text: string): boolean => parts.id.length > 0 && found.ids.has(text);
  const idsAreNumbers = everyIdIsANumber(found.ids);
  const properties: MappedProperty[] = [];
  const emptyColumns: string[] = [];
  const taken = new Set((manifest.properties ?? []).flatMap(({ id }) => id ?? []));
  const listed = new Set((manifest.properties ?? []).flatMap(propertyColumns));

  const add = (stated: ManifestProperty, reason?: string): void => {
    const heading = stated.column ?? 'coordinates';
    const profile = stated.column === undefined ? undefined : found.profiles.get(stated.column);
    const values: InferredValues =
      stated.latitude !== undefined || profile === undefined
        ? { datatype: stated.latitude === undefined ? 'text' : 'coordinates', separator: null, identifying: false, reason: STATED }
        : inferDatatype(heading, profile, isId, idsAreNumbers);
    const id = stated.id ?? propertyIdOf(heading, taken);
    taken.add(id);
    const property = mappedProperty({ ...stated, id, name: stated.name ?? readableName(heading) }, values);
    properties.push(property);
    if (stated.column !== undefined && (reason !== undefined || (stated.datatype === undefined && profile !== undefined))) {
      say(stated.column, `the property "${id}" (${property.datatype}${severalInACell(values.separator)})`, reason ?? values.reason);
    }
  };

  for (const property of manifest.properties ?? []) add(property);
  for (const column of columnNames) {
    if (listed.has(column) || manifest.ignore?.includes(column) === true) continue;
    const given = own.get(column);
    // Only the first description of an entity is shown as such; a file that tells its columns apart has the others as properties, too.
    if (inRoles.has(column) && (given === undefined || !parts.description.slice(1).some((part) => columnOf(part) === column))) continue;
    if (given !== undefined && parts.coordinates?.latitude !== column && parts.coordinates?.longitude !== column) {
      const { reason, ...property } = given;
      add({ column, ...property }, reason);
      continue;
    }
    if (own.size > 0 && given === undefined && parts.prominence?.column === column) continue;
    if (parts.coordinates?.longitude === column) continue;
    if (parts.coordinates?.latitude === column) {
      say(column, `with "${parts.coordinates.longitude}" the property "${propertyIdOf('coordinates', taken)}" (coordinates)`, 'their headings say so');
      add({ latitude: column, longitude: parts.coordinates.longitude });
      continue;
    }
    if ((found.profiles.get(column)?.filled ?? 0) === 0) emptyColumns.push(column);
    else add({ column });
  }
  return { properties, emptyColumns };
}

/** What is stated of a property, and for the rest what its values look like. A format that was found out goes with the datatype that was. */
function mappedProperty(stated: ManifestProperty & { readonly id: string; readonly name: string }, values: InferredValues): MappedProperty {
  const datatype = stated.datatype ?? values.datatype;
  const numberFormat = stated.numberFormat ?? (datatype === 'integer' || datatype === 'number' ? values.numberFormat : undefined);
  const dateFormat = stated.dateFormat ?? (datatype === 'date' ? values.dateFormat : undefined);
  return {
    ...(stated.column !== undefined && { column: stated.column }),
    ...(stated.latitude !== undefined && { latitude: stated.latitude }),
    ...(stated.longitude !== undefined && { longitude: stated.longitude }),
    id: stated.id,
    name: stated.name,
    ...(stated.description !== undefined && { description: stated.description }),
    datatype,
    separator: stated.separator === undefined ? values.separator : stated.separator,
    identifying: stated.identifying ?? (stated.datatype === undefined ? values.identifying : stated.datatype === 'identifier'),
    ...(stated.language !== undefined && { language: stated.language }),
    ...(stated.targetTypes !== undefined && { targetTypes: listOf(stated.targetTypes) }),
    ...(numberFormat !== undefined && { numberFormat }),
    ...(dateFormat !== undefined && { dateFormat }),
  };
}

/** Looks at some of the ids only. */
function everyIdIsANumber(ids: Survey['ids']): boolean {
  const some = Math.min(200, ids.size);
  for (let i = 0; i < some; i++) if (!/^\d+$/.test(ids.get(i))) return false;
  return some > 0;
}

function quotedList(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}
