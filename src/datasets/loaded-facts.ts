import { defined } from '../foundation/defined.js';
import type { DatasetFacts } from '../entities/packed-entity-store.js';
import type { Manifest, ManifestLabelColumn, ManifestProperty } from './manifest-schema.js';
import type { LabelColumn, Mapping } from './mapping.js';
import type { AliasFileOptions, DataFile, OwnDescription } from './data-file.js';
import { basename, dirname, join } from 'node:path';
import type { NameRule } from '../text/name-rules.js';
import { type MatchTuning, findProperty } from '../entities/dataset.js';
import type { EntityType } from '../entities/type-hierarchy.js';
import type { Property } from '../entities/property.js';
import type { FinishedEntities } from './entity-sink.js';
import { listOf } from './manifest-files.js';
import type { MappedRecords } from './map-records.js';
import { STANDARD_INPUT, isAddress } from './sources/source-address.js';
import { nameOfType, readableName } from './property-naming.js';

/** Target precision of automatic matches, where the manifest has none. */
const DEFAULT_TARGET_PRECISION = 0.97;

/** Place names have hundreds of languages. */
const MAX_LANGUAGES = 500;

/** The parts of a dataset that has been read. */
interface ReadParts {
  readonly manifest: Manifest;
  readonly files: readonly DataFile[];
  readonly folders: readonly string[];
  readonly rules: readonly NameRule[];
  readonly mapping: Mapping;
  readonly mapped: MappedRecords;
  readonly typesOf: FinishedEntities['typesOf'];
}

/** The facts of a dataset with this digest of its contents. */
export function factsOf(parts: ReadParts, contentHash: string): DatasetFacts {
  const { manifest, files, mapping, mapped, typesOf } = parts;
  return {
    metadata: {
      ...(mapped.languages.length > 0 && { languages: mapped.languages.slice(0, MAX_LANGUAGES) }),
      ...metadataOf(parts, contentHash),
    },
    types: describedTypes(manifest, files, mapped),
    properties: propertiesOf(mapping, mapped, typesOf),
  };
}

function metadataOf(
  { manifest, files, folders, rules, mapping }: ReadParts,
  contentHash: string,
): DatasetFacts['metadata'] {
  const { name, description, identifierSpace, viewUrl, licence } = { ...agreedMetadata(files), ...manifest };
  const { schemaSpace, documentation, attribution, updated, candidateIndex, tuning } = manifest;
  return {
    name: name ?? nameOfList(files, folders),
    ...defined({
      description,
      identifierSpace,
      schemaSpace,
      viewUrl,
      documentation,
      licence,
      attribution,
      updated,
      language:
        manifest.language ?? mapping.name[0]?.language ?? (mapping.language === '' ? undefined : mapping.language),
    }),
    previewProperties: (manifest.previewProperties ?? []).map((id) => findProperty(mapping.properties, id)?.id ?? id),
    contentHash,
    targetPrecision: manifest.targetPrecision ?? DEFAULT_TARGET_PRECISION,
    ...defined({ candidateIndex, tuning: tuning && tuningOf(tuning, mapping) }),
    ...(rules.length > 0 && { nameRules: rules }),
  };
}

/** What all files say alike about the dataset. */
export function agreedMetadata(files: readonly DataFile[]): OwnDescription['metadata'] {
  const [first, ...others] = files.map(({ own }) => own?.metadata ?? {});
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([key, value]) =>
      others.every((other) => other[key as keyof typeof other] === value),
    ),
  ); // a key of both
}

function tuningOf(
  { matchThreshold, propertyWeights, evidenceWeights, learned }: NonNullable<Manifest['tuning']>,
  { properties }: Mapping,
): MatchTuning {
  const weights = Object.entries(propertyWeights ?? {}).map(
    ([id, weight]) => [findProperty(properties, id)?.id ?? id, weight] as const,
  );
  return defined({
    matchThreshold,
    propertyWeights: propertyWeights && Object.fromEntries(weights),
    evidenceWeights: evidenceWeights && defined(evidenceWeights),
    learned,
  });
}

/** `museum_artists.csv.gz` is "Museum artists". */
function nameOfList(files: readonly DataFile[], folders: readonly string[]): string {
  const [first] = files;
  const file = first?.file ?? '';
  // Several files of one folder are named after the folder.
  const [folder, ...more] = folders;
  const named =
    folder !== undefined &&
    more.length === 0 &&
    files.every((one) => dirname(one.file) === dirname(join(folder, 'list')))
      ? folder
      : isAddress(file)
        ? (URL.parse(file)?.pathname ?? '')
        : file;
  const name = readableName(
    (first?.options.table ?? basename(named))
      .replace(/\.(?:gz|bz2)$/i, '')
      .replace(/\.[a-z0-9]+$/i, '')
      .replace(/-/g, '_'),
  );
  return name === '' || file === STANDARD_INPUT ? 'Entities' : name;
}

function describedTypes(
  manifest: Manifest,
  files: readonly DataFile[],
  { typeCounts }: MappedRecords,
): readonly EntityType[] {
  const described = new Map(
    [...files.flatMap(({ own }) => own?.types ?? []), ...(manifest.types ?? [])].map((type) => [type.id, type]),
  );
  const broader = [...described.values()].flatMap((type) => listOf(type.broader));
  const ids = new Set([...typeCounts.keys(), ...described.keys(), ...broader]);
  return [...ids]
    .map((id): EntityType => {
      const type = described.get(id);
      return {
        id,
        name: type?.name ?? nameOfType(id),
        ...defined({ description: type?.description }),
        broader: listOf(type?.broader),
        entityCount: typeCounts.get(id) ?? 0,
      };
    })
    .sort((a, b) => b.entityCount - a.entityCount || (a.id < b.id ? -1 : 1));
}

function propertiesOf(
  mapping: Mapping,
  { propertyUse }: MappedRecords,
  typesOfIds: FinishedEntities['typesOf'],
): readonly Property[] {
  return mapping.properties
    .map((property, i): Property => {
      const use = propertyUse[i];
      const targetTypes =
        property.datatype === 'reference'
          ? (property.targetTypes ?? countedTargetTypes(use?.targets ?? new Map(), typesOfIds))
          : undefined;
      return {
        id: property.id,
        name: property.name,
        ...defined({ description: property.description }),
        datatype: property.datatype,
        identifying: property.identifying,
        usedBy: mostFirst(use?.byType ?? new Map()),
        entityCount: use?.entities ?? 0,
        ...defined({ targetTypes }),
      };
    })
    .sort((a, b) => b.entityCount - a.entityCount || (a.id < b.id ? -1 : 1));
}

function countedTargetTypes(
  targets: ReadonlyMap<string, number>,
  typesOfIds: FinishedEntities['typesOf'],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const [id, types] of typesOfIds(targets.keys()))
    for (const type of types) counts.set(type, (counts.get(type) ?? 0) + (targets.get(id) ?? 0));
  return mostFirst(counts);
}

function mostFirst(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1)).map(([id]) => id);
}

/**
 * The complete manifest, with file paths as given to the loader: loading the same files with it gives the same dataset
 * without inference.
 */
export function completeManifest(
  configured: Manifest,
  mapping: Mapping,
  facts: DatasetFacts,
  files: readonly DataFile[],
  aliasFiles: readonly AliasFileOptions[],
): Manifest {
  const { metadata } = facts;
  const { description, identifierSpace, language, viewUrl, licence } = metadata;
  return {
    ...configured,
    name: metadata.name,
    ...defined({ description, identifierSpace, language, viewUrl, licence }),
    targetPrecision: metadata.targetPrecision,
    previewProperties: [...metadata.previewProperties],
    files: files.map(({ options }) => ({ ...options })),
    ...(aliasFiles.length > 0 && { aliasFiles: aliasFiles.map((options) => ({ ...options })) }),
    columns: {
      id: mapping.id.length === 0 ? false : mapping.id.length === 1 ? (mapping.id[0] ?? false) : [...mapping.id],
      name: mapping.name.map(nameColumn),
      aliases: mapping.aliases.map(nameColumn),
      description: mapping.description.map(labelColumn),
      type: mapping.type === undefined ? false : labelColumn(mapping.type),
      prominence: mapping.prominence ?? false,
    },
    types: facts.types.map(({ id, name, description, broader }) => ({
      id,
      name,
      ...defined({ description }),
      ...(broader.length > 0 && { broader: [...broader] }),
    })),
    properties: mapping.properties.map(({ targetTypes, ...property }): ManifestProperty => ({
      ...property,
      ...defined({ targetTypes: targetTypes && [...targetTypes] }),
    })),
    ignore: [...mapping.ignore],
  };
}

function nameColumn(label: LabelColumn): ManifestLabelColumn {
  const { column, ...others } = labelColumn(label);
  return { column, ...defined({ before: label.before }), ...others };
}

function labelColumn({ column, language, separator }: LabelColumn): Exclude<ManifestLabelColumn, string> {
  return { column, ...defined({ language }), separator };
}
