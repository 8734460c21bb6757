import type { PropertyValue } from './property.js';

export interface Label {
  readonly text: string;
  /** BCP 47 tag, if in the source. */
  readonly language?: string;
}

/** One thing of the dataset, with an identifier. */
export interface Entity {
  /** Unique in its dataset, as in the source. */
  readonly id: string;
  readonly name: string;
  readonly nameLanguage?: string;
  /** Without the preferred name. */
  readonly aliases: readonly Label[];
  readonly description?: string;
  /** BCP 47 tag, if in the source. */
  readonly descriptionLanguage?: string;
  /** Ids of its types in the source, most specific first; may be empty. */
  readonly types: readonly string[];
  /** Property id → values, none empty. */
  readonly properties: Readonly<Record<string, readonly PropertyValue[]>>;
  /** Prominence from its column: any finite number ≥ 0, 0 when unknown. Only the order matters. */
  readonly prominence: number;
}
