import type { DatasetFacts } from '../entities/packed-entity-store.js';
import type { Manifest, ManifestLabelColumn, ManifestProperty } from './manifest-schema.js';
import type { LabelColumn, Mapping } from './mapping.js';
import type { AliasFileOptions, DataFile } from './data-file.js';

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
  return {
    ...configured,
    name: metadata.name,
    ...(metadata.description !== undefined && { description: metadata.description }),
    ...(metadata.identifierSpace !== undefined && { identifierSpace: metadata.identifierSpace }),
    ...(metadata.language !== undefined && { language: metadata.language }),
    ...(metadata.viewUrl !== undefined && { viewUrl: metadata.viewUrl }),
    ...(metadata.licence !== undefined && { licence: metadata.licence }),
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
      ...(description !== undefined && { description }),
      ...(broader.length > 0 && { broader: [...broader] }),
    })),
    properties: mapping.properties.map(({ targetTypes, ...property }): ManifestProperty => ({
      ...property,
      ...(targetTypes !== undefined && { targetTypes: [...targetTypes] }),
    })),
    ignore: [...mapping.ignore],
  };
}

function nameColumn(label: LabelColumn): ManifestLabelColumn {
  const { column, ...others } = labelColumn(label);
  return { column, ...(label.before !== undefined && { before: label.before }), ...others };
}

function labelColumn({ column, language, separator }: LabelColumn): Exclude<ManifestLabelColumn, string> {
  return { column, ...(language !== undefined && { language }), separator };
}
