import type { Datatype } from '../entities/property.js';
import type { DateFormat, NumberFormat } from './value-formats.js';

/** A column of names, aliases, descriptions or types. */
export interface LabelColumn {
  readonly column: string;
  /** The column whose text stands in front, such as given names before family names; only of names and aliases. */
  readonly before?: string;
  readonly language?: string;
  /** What separates values within a cell; `null`: a cell is one value. Lists of the source are lists in any case. */
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

/** How records become entities, complete: nothing is guessed any more when it is applied. */
export interface Mapping {
  /** Of several, the first that a file has; empty: ids are made from the names. */
  readonly id: readonly string[];
  /** The first value found is the name, all others are aliases. */
  readonly name: readonly LabelColumn[];
  readonly aliases: readonly LabelColumn[];
  readonly description: readonly LabelColumn[];
  readonly type: LabelColumn | undefined;
  /** Of names and descriptions that a cell has in several languages, the one in this language (`''`: without one) is first. */
  readonly language?: string;
  /** The type of entities for which `type` says nothing. */
  readonly constantType: string | undefined;
  readonly prominence: string | undefined;
  readonly properties: readonly MappedProperty[];
  readonly ignore: readonly string[];
}
