import { columnOf } from './column-parts.js';
import type { InferredRoles, RoleColumn } from './infer-roles.js';
import { listOf } from './list-of.js';
import type { Manifest, ManifestProperty } from './manifest-schema.js';

/** Columns with a role in the manifest, which inference must not change. */
export function configuredColumns(manifest: Manifest): ReadonlySet<string> {
  const { columns = {} } = manifest;
  const labels = [...listOf(columns.name), ...listOf(columns.aliases), ...listOf(columns.description)];
  return new Set([
    ...(columns.id === false ? [] : listOf(columns.id)),
    ...[...labels, ...(columns.type === undefined || columns.type === false ? [] : [columns.type])].map(columnOf),
    ...propertyColumns(manifest),
    ...(manifest.ignore ?? []),
  ]);
}

/** Columns of the manifest's properties. */
export function propertyColumns({ properties = [] }: Manifest): readonly string[] {
  return properties.flatMap(columnsOfProperty);
}

function columnsOfProperty({ column, latitude, longitude }: ManifestProperty): readonly string[] {
  return [column, latitude, longitude].filter((one) => one !== undefined);
}

/** The roles declared by a file, without those of columns in the manifest. */
export function withoutConfigured(roles: InferredRoles, configured: ReadonlySet<string>): InferredRoles {
  const isOpen = ({ column }: RoleColumn): boolean => !configured.has(column);
  const open = (role: RoleColumn | undefined): RoleColumn | undefined =>
    role !== undefined && isOpen(role) ? role : undefined;
  const { coordinates } = roles;
  return {
    ...roles,
    id: open(roles.id),
    name: roles.name.filter(isOpen),
    type: open(roles.type),
    aliases: roles.aliases.filter(isOpen),
    description: roles.description.filter(isOpen),
    prominence: open(roles.prominence),
    coordinates:
      coordinates === undefined || configured.has(coordinates.latitude) || configured.has(coordinates.longitude)
        ? undefined
        : coordinates,
  };
}
