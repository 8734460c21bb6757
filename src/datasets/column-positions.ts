import type { LabelColumn, MappedProperty, Mapping } from './mapping.js';

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
