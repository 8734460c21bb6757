import type { InferredRoles } from './infer-roles.js';
import type { RoleColumn } from './infer-id.js';
import { listOf } from './manifest-files.js';
import type { Manifest, ManifestLabelColumn, ManifestProperty } from './manifest-schema.js';

/** A column in a role, from a manifest or inferred. */
export type PartColumn = ManifestLabelColumn | RoleColumn;

/** Other columns that could have the role by their headings and cells. */
export interface Contenders {
  readonly name: readonly string[];
  readonly id: readonly string[];
  readonly type: readonly string[];
}

/** The roles of columns; roles of the manifest go before inferred ones. */
export interface ColumnParts {
  readonly id: readonly RoleColumn[];
  readonly idFromValues: boolean;
  readonly idCandidate: string | undefined;
  readonly name: readonly PartColumn[];
  readonly aliases: readonly PartColumn[];
  readonly description: readonly PartColumn[];
  readonly type: PartColumn | undefined;
  readonly prominence: RoleColumn | undefined;
  readonly coordinates: InferredRoles['coordinates'];
  readonly typeCandidates: readonly string[];
  readonly contenders: Contenders;
}

/** Reason for a role from the manifest; not reported. */
export const CONFIGURED = 'configured';

/** The heading of a column. */
export function columnOf(part: PartColumn): string {
  return typeof part === 'string' ? part : part.column;
}

/** The roles in all files together. `roles`: those inferred for each file. */
export function partsOf(manifest: Manifest, roles: readonly InferredRoles[]): ColumnParts {
  const { columns = {} } = manifest;
  const id = idOf(manifest, roles);
  const name = columns.name === undefined ? distinct(roles.flatMap((role) => role.name)) : listOf(columns.name);
  const type =
    columns.type === undefined
      ? roles.find((role) => role.type !== undefined)?.type
      : columns.type === false
        ? undefined
        : columns.type;
  return {
    id,
    idFromValues: columns.id === undefined && roles.some((role) => role.idFromValues),
    idCandidate: id.length > 0 ? undefined : roles.find((role) => role.idCandidate !== undefined)?.idCandidate,
    // A table of identifiers alone is a table of names that are ids.
    name: name.length > 0 ? name : id.map(({ column }) => ({ column, reason: 'there is no other column for it' })),
    aliases: columns.aliases === undefined ? distinct(roles.flatMap((role) => role.aliases)) : listOf(columns.aliases),
    description:
      columns.description === undefined
        ? distinct(roles.flatMap((role) => role.description))
        : listOf(columns.description),
    type,
    prominence: prominenceOf(manifest, roles),
    coordinates: roles.find((role) => role.coordinates !== undefined)?.coordinates,
    contenders: {
      name: columns.name === undefined ? [...new Set(roles.flatMap((role) => role.nameContenders))] : [],
      id: columns.id === undefined ? [...new Set(roles.flatMap((role) => role.idContenders))] : [],
      type:
        columns.type === undefined && manifest.type === undefined
          ? [...new Set(roles.flatMap((role) => role.typeContenders))]
          : [],
    },
    typeCandidates:
      manifest.type === undefined && type === undefined
        ? [...new Set(roles.flatMap((role) => role.typeCandidates))]
        : [],
  };
}

function idOf({ columns: { id } = {} }: Manifest, roles: readonly InferredRoles[]): readonly RoleColumn[] {
  if (id === undefined) return distinct(roles.flatMap((role) => role.id ?? []));
  return id === false ? [] : listOf(id).map((column) => ({ column, reason: CONFIGURED }));
}

function prominenceOf(
  { columns: { prominence } = {} }: Manifest,
  roles: readonly InferredRoles[],
): RoleColumn | undefined {
  if (prominence === undefined) return roles.find((role) => role.prominence !== undefined)?.prominence;
  return prominence === false ? undefined : { column: prominence, reason: CONFIGURED };
}

function distinct(columns: readonly RoleColumn[]): readonly RoleColumn[] {
  return columns.filter(({ column }, i) => columns.findIndex((other) => other.column === column) === i);
}

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
