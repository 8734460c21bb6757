import { defined } from '../foundation/defined.js';
import { CONFIGURED, type ColumnParts, columnOf, propertyColumns } from './column-parts.js';
import type { DataFile, OwnProperty } from './data-file.js';
import { type InferredValues, type KnownIds, inferDatatype, severalInACell } from './infer-datatype.js';
import { listOf } from './manifest-files.js';
import type { Manifest, ManifestProperty } from './manifest-schema.js';
import type { MappedProperty } from './mapping.js';
import { propertyIdOf, readableName } from './property-naming.js';
import type { Survey } from './survey-records.js';

interface PropertyClues {
  readonly files: readonly DataFile[];
  readonly manifest: Manifest;
  readonly parts: ColumnParts;
  readonly survey: Survey;
  readonly columnNames: readonly string[];
  /** Columns with another role. */
  readonly inParts: ReadonlySet<string>;
}

interface InferredProperties {
  readonly properties: readonly MappedProperty[];
  readonly emptyColumns: readonly string[];
}

/** The properties of the manifest, then one for each other column without a role and with any value. */
export function inferProperties(clues: PropertyClues, sentences: MappingSentences): InferredProperties {
  const { manifest, parts, survey } = clues;
  const inference = new PropertyInference(clues, sentences);
  const emptyColumns: string[] = [];
  for (const property of manifest.properties ?? []) inference.add(property);
  for (const { column, own } of columnsLeft(clues)) {
    if (own !== undefined) {
      const { reason, ...property } = own;
      inference.add({ column, ...property }, reason);
    } else if (parts.coordinates?.latitude === column) inference.addCoordinates(parts.coordinates);
    else if ((survey.profiles.get(column)?.filled ?? 0) === 0) emptyColumns.push(column);
    else inference.add({ column });
  }
  return { properties: inference.properties, emptyColumns };
}

/** Columns without an entry in the manifest that may be properties, with the description in their file. */
function columnsLeft({
  files,
  manifest,
  parts,
  columnNames,
  inParts,
}: PropertyClues): readonly { readonly column: string; readonly own: OwnProperty | undefined }[] {
  const listed = new Set(propertyColumns(manifest));
  const own = ownProperties(files);
  // Only the first description of an entity is shown as such; in a file that describes its columns the others are also
  // properties.
  const furtherDescriptions = parts.description.slice(1).map(columnOf);
  const { coordinates } = parts;
  return columnNames.flatMap((column) => {
    if (listed.has(column) || manifest.ignore?.includes(column) === true) return [];
    const declared = own.get(column);
    if (inParts.has(column) && !(declared !== undefined && furtherDescriptions.includes(column))) return [];
    if (column === coordinates?.longitude) return [];
    if (column === coordinates?.latitude) return [{ column, own: undefined }];
    return own.size > 0 && declared === undefined && column === parts.prominence?.column
      ? []
      : [{ column, own: declared }];
  });
}

/** The properties that the files declare; the first file wins. */
function ownProperties(files: readonly DataFile[]): ReadonlyMap<string, OwnProperty> {
  const found = new Map<string, OwnProperty>();
  for (const { own } of files)
    for (const [column, property] of own?.properties ?? []) if (!found.has(column)) found.set(column, property);
  return found;
}

/** Properties with unique ids. */
class PropertyInference {
  readonly properties: MappedProperty[] = [];
  readonly #survey: Survey;
  readonly #ids: KnownIds;
  readonly #takenIds: Set<string>;
  readonly #say: MappingSentences['say'];
  readonly #sayProperty: MappingSentences['sayProperty'];

  constructor({ manifest, parts, survey }: PropertyClues, { say, sayProperty }: MappingSentences) {
    this.#sayProperty = sayProperty;
    this.#survey = survey;
    this.#ids = {
      has: (text) => parts.id.length > 0 && survey.ids.has(text),
      areNumbers: everyIdIsANumber(survey.ids),
      areRunning: areRunningNumbers(survey.ids),
    };
    this.#takenIds = new Set((manifest.properties ?? []).flatMap(({ id }) => id ?? []));
    this.#say = say;
  }

  /** `reason`: the file's declaration; otherwise missing options are inferred from the values. */
  add(configured: ManifestProperty, reason?: string): void {
    const heading = configured.column ?? 'coordinates';
    const profile = configured.column === undefined ? undefined : this.#survey.profiles.get(configured.column);
    const values = this.#valuesOf(configured, heading);
    const id = configured.id ?? propertyIdOf(heading, this.#takenIds);
    this.#takenIds.add(id);
    const property = mappedProperty({ ...configured, id, name: configured.name ?? readableName(heading) }, values);
    this.properties.push(property);
    if (
      configured.column !== undefined &&
      (reason !== undefined || (configured.datatype === undefined && profile !== undefined))
    ) {
      this.#sayProperty(configured.column, {
        id,
        holds: `${property.datatype}${severalInACell(values.separator)}`,
        reason: reason ?? values.reason,
      });
    }
  }

  addCoordinates({ latitude, longitude }: { readonly latitude: string; readonly longitude: string }): void {
    this.#say(
      latitude,
      `with "${longitude}" the property "${propertyIdOf('coordinates', this.#takenIds)}" (coordinates)`,
      'their headings say so',
    );
    this.add({ latitude, longitude });
  }

  #valuesOf({ column, latitude }: ManifestProperty, heading: string): InferredValues {
    const profile = column === undefined ? undefined : this.#survey.profiles.get(column);
    if (latitude === undefined && profile !== undefined) return inferDatatype(heading, profile, this.#ids);
    return {
      datatype: latitude === undefined ? 'text' : 'coordinates',
      separator: null,
      identifying: false,
      reason: CONFIGURED,
    };
  }
}

/** The property as configured, completed from its values. An inferred format is used only with an inferred datatype. */
function mappedProperty(
  configured: ManifestProperty & { readonly id: string; readonly name: string },
  values: InferredValues,
): MappedProperty {
  const datatype = configured.datatype ?? values.datatype;
  const numberFormat =
    configured.numberFormat ?? (datatype === 'integer' || datatype === 'number' ? values.numberFormat : undefined);
  const dateFormat = configured.dateFormat ?? (datatype === 'date' ? values.dateFormat : undefined);
  return {
    ...defined({ column: configured.column, latitude: configured.latitude, longitude: configured.longitude }),
    id: configured.id,
    name: configured.name,
    ...(configured.description !== undefined && { description: configured.description }),
    datatype,
    separator: configured.separator === undefined ? values.separator : configured.separator,
    identifying:
      configured.identifying ??
      (configured.datatype === undefined ? values.identifying : configured.datatype === 'identifier'),
    ...(configured.language !== undefined && { language: configured.language }),
    ...(configured.targetTypes !== undefined && { targetTypes: listOf(configured.targetTypes) }),
    ...defined({ numberFormat, dateFormat }),
  };
}

/** Checks some of the ids only. */
function everyIdIsANumber(ids: Survey['ids']): boolean {
  const some = Math.min(200, ids.size);
  for (let i = 0; i < some; i++) if (!/^\d+$/.test(ids.get(i))) return false;
  return some > 0;
}

/** Maximum ratio of the highest running number to the number of entities, as some were deleted. */
const MAX_RUNNING = 2;

/** Whether the ids are whole numbers from 1 on with few gaps, as any dataset may have. Checks some of them only. */
function areRunningNumbers(ids: Survey['ids']): boolean {
  const some = Math.min(200, ids.size);
  const largest = MAX_RUNNING * ids.size + 10;
  for (let i = 0; i < some; i++) if (!/^\d{1,9}$/.test(ids.get(i)) || Number(ids.get(i)) > largest) return false;
  return some > 0;
}

/** Sentences on inferred parts, for the report. */
export interface MappingSentences {
  /** In the order of `say`; very many similar columns share one sentence. */
  readonly all: () => readonly string[];
  readonly add: (sentence: string) => void;
  /** The role of a column and its reason after a colon; no sentence when the manifest has it. */
  readonly say: (column: string, what: string, reason: string) => void;
  /** The datatype of a column that is a property. */
  readonly sayProperty: (
    column: string,
    property: { readonly id: string; readonly holds: string; readonly reason: string },
  ) => void;
}

interface Said {
  readonly sentence: string;
  readonly column?: string;
  /** Datatype and reason, after "are properties ("; columns with the same may share a sentence. */
  readonly kind?: string;
}

/** Above this number similar columns share one sentence. */
const MAX_ALIKE = 20;

/** An empty collection. Columns of tables are given with their position among `columnNames`. */
export function createMappingSentences(files: readonly DataFile[], columnNames: readonly string[]): MappingSentences {
  const said: Said[] = [];
  // Columns declared by a file have no position in a row.
  const withoutPlace = new Set(files.flatMap(({ reader, own }) => (own === undefined ? [] : reader.columns)));
  const placed = (column: string): string =>
    `${withoutPlace.has(column) ? '' : `${columnNames.indexOf(column) + 1} `}"${column}"`;
  const sentenceOn = (column: string, what: string, reason: string): string =>
    `${withoutPlace.has(column) ? '' : 'Column '}${placed(column)} is ${what}: ${reason}.`;
  return {
    all: () => grouped(said, placed),
    add: (sentence) => said.push({ sentence }),
    say: (column, what, reason) => {
      if (reason !== CONFIGURED) said.push({ sentence: sentenceOn(column, what, reason) });
    },
    sayProperty: (column, { id, holds, reason }) => {
      if (reason !== CONFIGURED)
        said.push({
          sentence: sentenceOn(column, `the property "${id}" (${holds})`, reason),
          column,
          kind: `${holds}): ${reason}`,
        });
    },
  };
}

function grouped(said: readonly Said[], placed: (column: string) => string): readonly string[] {
  const byKind = new Map<string, string[]>();
  for (const { kind, column } of said) {
    if (kind === undefined || column === undefined) continue;
    const columns = byKind.get(kind);
    if (columns === undefined) byKind.set(kind, [column]);
    else columns.push(column);
  }
  return said.flatMap(({ sentence, kind, column }) => {
    const alike = kind === undefined ? [] : (byKind.get(kind) ?? []);
    if (kind === undefined || alike.length <= MAX_ALIKE) return [sentence];
    const [first = ''] = alike;
    if (column !== first) return [];
    return [
      `${alike.length.toLocaleString('en')} columns, from ${placed(first)} to ${placed(alike.at(-1) ?? '')}, are properties (${kind}.`,
    ];
  });
}
