import type { DataFile } from './data-file.js';
import type { Manifest, ManifestLabelColumn } from './manifest-schema.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { findProperty } from '../entities/dataset.js';
import { type ReadManifest, invalid } from './manifest-files.js';
import type { Mapping } from './mapping.js';

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

/** Throws `manifest-invalid` unless the data has every column of the manifest. */
export function checkColumns({ file, manifest, placeOf }: ReadManifest, columnNames: readonly string[]): void {
  const faults: string[] = [];
  const check = (column: string | undefined, path: readonly (string | number)[]): void => {
    if (column === undefined || columnNames.includes(column)) return;
    const meant = nearestWord(column, columnNames);
    faults.push(
      `${placeOf(path)}: there is no column "${column}"; ${meant === undefined ? `the columns are "${columnNames.slice(0, 20).join('", "')}"` : `did you mean "${meant}"?`}`,
    );
  };
  const { columns = {} } = manifest;
  for (const role of ['id', 'name', 'aliases', 'description', 'type', 'prominence'] as const) {
    const configured = columns[role];
    if (configured === undefined || configured === false) continue;
    const list: readonly ManifestLabelColumn[] = Array.isArray(configured) ? configured : [configured];
    list.forEach((entry, i) => {
      const path = ['columns', role, ...(Array.isArray(configured) ? [i] : [])];
      check(typeof entry === 'string' ? entry : entry.column, path);
      if (typeof entry !== 'string') check(entry.before, [...path, 'before']);
    });
  }
  manifest.properties?.forEach((property, i) => {
    for (const key of ['column', 'latitude', 'longitude'] as const) check(property[key], ['properties', i, key]);
    if (property.column === undefined && (property.latitude === undefined || property.longitude === undefined)) {
      faults.push(`${placeOf(['properties', i])}: a property needs a "column", or "latitude" and "longitude"`);
    }
  });
  const ids = (manifest.properties ?? []).map(({ id }) => id);
  ids.forEach((id, i) => {
    if (id !== undefined && ids.indexOf(id) < i)
      faults.push(`${placeOf(['properties', i, 'id'])}: the property id "${id}" is used twice`);
  });
  if (faults.length > 0) throw invalid(file, faults);
}

/** Throws `manifest-invalid` unless every property with a weight in the manifest exists. */
export function checkTunedProperties(
  { file, manifest, placeOf }: ReadManifest,
  properties: Mapping['properties'],
): void {
  const ids = properties.map(({ id }) => id);
  const configured = [
    ...Object.keys(manifest.tuning?.propertyWeights ?? {}).map((id) => ['propertyWeights', id] as const),
    ...Object.keys(manifest.tuning?.learned?.properties ?? {}).map((id) => ['learned', 'properties', id] as const),
  ];
  const faults = configured.flatMap((path) => {
    const id = path.at(-1) ?? '';
    if (findProperty(properties, id) !== undefined) return [];
    const meant = nearestWord(id, ids);
    return [
      `${placeOf(['tuning', ...path])}: there is no property "${id}"; ${meant === undefined ? `the properties are "${ids.slice(0, 20).join('", "')}"` : `did you mean "${meant}"?`}`,
    ];
  });
  if (faults.length > 0) throw invalid(file, faults);
}
