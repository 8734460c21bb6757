import type { Datatype } from '../entities/property.js';
import type { DateFormat, NumberFormat } from './parse-property-value.js';

export interface LabelColumn {
  readonly column: string;
  /** The column whose text stands in front, such as given names before family names; only for names and aliases. */
  readonly before?: string;
  readonly language?: string;
  /** Separator of values in a cell; `null`: one value a cell. Arrays of the source are arrays in any case. */
  readonly separator: string | null;
}

export interface MappedProperty {
  readonly column?: string;
  readonly latitude?: string;
  readonly longitude?: string;
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly datatype: Datatype;
  readonly separator: string | null;
  readonly identifying: boolean;
  readonly language?: string;
  readonly targetTypes?: readonly string[];
  readonly numberFormat?: NumberFormat;
  readonly dateFormat?: DateFormat;
}

/** Complete mapping of records to entities: nothing is inferred when it is applied. */
export interface Mapping {
  /** The first one present in a file is used; empty: ids are derived from names. */
  readonly id: readonly string[];
  /** The first value is the name, all others are aliases. */
  readonly name: readonly LabelColumn[];
  readonly aliases: readonly LabelColumn[];
  readonly description: readonly LabelColumn[];
  readonly type: LabelColumn | undefined;
  /** Of names and descriptions in several languages, the one in this language (`''`: without one) comes first. */
  readonly language?: string;
  /** Type of entities without a value in `type`. */
  readonly constantType: string | undefined;
  readonly prominence: string | undefined;
  readonly properties: readonly MappedProperty[];
  readonly ignore: readonly string[];
}
