import type { DataFile } from './data-file.js';
import type { Manifest, ManifestLabelColumn } from './manifest-schema.js';

/**
 * The manifest with its columns named as in the files: a predicate of RDF can be written in several ways, one of which
 * is the name of its column.
 */
export function withColumnsAsRead(manifest: Manifest, files: readonly DataFile[]): Manifest {
  const own = files.flatMap((file) => (file.own === undefined ? [] : [file.own]));
  if (own.length === 0) return manifest;
  const known = new Set(files.flatMap(({ reader }) => reader.columns));
  const named = (column: string): string =>
    known.has(column)
      ? column
      : (own.map(({ columnNamed }) => columnNamed(column)).find((name) => known.has(name)) ?? column);
  const label = (entry: ManifestLabelColumn): ManifestLabelColumn => {
    if (typeof entry === 'string') return named(entry);
    return {
      ...entry,
      column: named(entry.column),
      ...(entry.before !== undefined && { before: named(entry.before) }),
    };
  };
  const labels = (entry: ManifestLabelColumn | ManifestLabelColumn[]): ManifestLabelColumn | ManifestLabelColumn[] =>
    Array.isArray(entry) ? entry.map(label) : label(entry);
  const { columns, properties, ignore } = manifest;
  return {
    ...manifest,
    ...(columns !== undefined && {
      columns: {
        ...columns,
        ...(columns.id !== undefined &&
          columns.id !== false && { id: Array.isArray(columns.id) ? columns.id.map(named) : named(columns.id) }),
        ...(columns.name !== undefined && { name: labels(columns.name) }),
        ...(columns.aliases !== undefined && { aliases: labels(columns.aliases) }),
        ...(columns.description !== undefined && { description: labels(columns.description) }),
        ...(columns.type !== undefined && columns.type !== false && { type: label(columns.type) }),
        ...(columns.prominence !== undefined &&
          columns.prominence !== false && { prominence: named(columns.prominence) }),
      },
    }),
    ...(properties !== undefined && {
      properties: properties.map((property) => ({
        ...property,
        ...(property.column !== undefined && { column: named(property.column) }),
        ...(property.latitude !== undefined && { latitude: named(property.latitude) }),
        ...(property.longitude !== undefined && { longitude: named(property.longitude) }),
      })),
    }),
    ...(ignore !== undefined && { ignore: ignore.map(named) }),
  };
}
