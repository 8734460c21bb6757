import type { PartialDate } from './partial-date.js';

/** Datatype of a property; determines how values are compared, shown and exported. */
export type Datatype =
  'text' | 'integer' | 'number' | 'boolean' | 'date' | 'coordinates' | 'url' | 'reference' | 'identifier';

export const DATATYPES: readonly Datatype[] = [
  'text',
  'integer',
  'number',
  'boolean',
  'date',
  'coordinates',
  'url',
  'reference',
  'identifier',
];

/** One column or key of the source with facts about entities. */
export interface Property {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly datatype: Datatype;
  /** True when equal values mean the same entity (an ISBN, a registry number). */
  readonly identifying: boolean;
  /** Type ids of the entities with values; empty: any type. Most used first. */
  readonly usedBy: readonly string[];
  readonly entityCount: number;
  /** For references: type ids of the targets, most frequent first. */
  readonly targetTypes?: readonly string[];
}

export type PropertyValue =
  | { readonly kind: 'text'; readonly text: string; readonly language?: string }
  | { readonly kind: 'identifier'; readonly text: string }
  | { readonly kind: 'integer'; readonly number: number }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly boolean: boolean }
  | { readonly kind: 'date'; readonly date: PartialDate }
  /** Degrees, WGS 84; latitude −90…90, longitude −180…180. */
  | { readonly kind: 'coordinates'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'url'; readonly url: string }
  /** `id` is the identifier of another entity of the same dataset. */
  | { readonly kind: 'reference'; readonly id: string };
