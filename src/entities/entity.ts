import type { PropertyValue } from './property.js';

/** A name in a language. */
export interface Label {
  readonly text: string;
  /** BCP 47 tag, when the source says. */
  readonly language?: string;
}

/** One thing of the list, with an identifier. */
export interface Entity {
  /** Unique in its dataset, as the source has it. */
  readonly id: string;
  /** The preferred name. */
  readonly name: string;
  readonly nameLanguage?: string;
  /** Aliases; the preferred one is not among them. */
  readonly aliases: readonly Label[];
  readonly description?: string;
  /** BCP 47 tag, when the source says. */
  readonly descriptionLanguage?: string;
  /** Ids of the types that the source states, most specific first; empty when it states none. */
  readonly types: readonly string[];
  /** Property id → values, none empty. */
  readonly properties: Readonly<Record<string, readonly PropertyValue[]>>;
  /** How well known it is, from the prominence column: any finite number ≥ 0, 0 when unknown. Only the order counts. */
  readonly prominence: number;
}
