import { plainLetters } from '../foundation/plain-letters.js';
import type { NameRule } from '../text/name-rules.js';
import type { EntityStore } from './entity-store.js';
import type { Property } from './property.js';
import type { TypeHierarchy } from './type-hierarchy.js';

/** Metadata of the dataset. All URLs are absolute. */
export interface DatasetMetadata {
  readonly name: string;
  readonly description?: string;
  /** URI prefix: `identifierSpace` + id is the URI of the entity. `undefined`: the service uses its own address. */
  readonly identifierSpace?: string;
  readonly schemaSpace?: string;
  /** Template with `{{id}}` for external pages about entities; by default the service's own view page. */
  readonly viewUrl?: string;
  readonly documentation?: string;
  readonly licence?: string;
  /** Credit required by the licence; shown on pages. */
  readonly attribution?: string;
  /** Last update of the data: year, month or day, as in ISO 8601. */
  readonly updated?: string;
  /** Language of the preferred names, BCP 47. */
  readonly language?: string;
  /** Languages of labels, as tagged in the source; undefined without tags. */
  readonly languages?: readonly string[];
  /** Property ids for previews, in order; empty: the ones with most values. */
  readonly previewProperties: readonly string[];
  /** Hex digest of the source; equal for equal content. */
  readonly contentHash: string;
  /** Target precision of `match: true`, between 0 and 1. */
  readonly targetPrecision: number;
  /** Fitted to judged questions, or set by hand. */
  readonly tuning?: MatchTuning;
  /** The manifest's choice of the candidate index. */
  readonly candidateIndex?: CandidateIndexChoice;
  readonly nameRules?: readonly NameRule[];
}

/** Candidate index: by the number of names, or one of the two at any size. */
export const CANDIDATE_INDEX_CHOICES = ['auto', 'minisearch', 'compiled'] as const;
export type CandidateIndexChoice = (typeof CANDIDATE_INDEX_CHOICES)[number];

/** Overrides of the general values for matching entities of this dataset. */
export interface MatchTuning {
  /** Minimum probability of a match, 0–1; overrides the one estimated from the dataset. */
  readonly matchThreshold?: number;
  /** Property id → factor on its evidence, 0 (none) to 3; 1 by default. */
  readonly propertyWeights?: Readonly<Record<string, number>>;
  /** Kind of evidence → factor, 0 (none) to 3; 1 by default. */
  readonly evidenceWeights?: Readonly<Partial<Record<EvidenceKindId, number>>>;
  /** Evidence learned from a file of names. */
  readonly learned?: LearnedTuning;
}

/** Evidence about properties learned from a whole file, as stored by `sameas match --keep-learned`. */
export interface LearnedTuning {
  readonly rows: number;
  /** By the id of the property. */
  readonly properties: Readonly<Record<string, LearnedProperty>>;
}

/** Families of values: rows of the evidence table for a property. */
export const VALUE_FAMILIES = ['text', 'code', 'number', 'long'] as const;

/**
 * Shares of equal, close, partly equal and different values of a property in right pairs (sum 1), and the number of
 * pairs learned from.
 */
export interface LearnedProperty {
  readonly family: (typeof VALUE_FAMILIES)[number];
  readonly right: readonly number[];
  readonly pairs: number;
}

/** The kinds of evidence, in the order of the evidence table. */
export const EVIDENCE_KINDS = [
  'identifier',
  'order',
  'name',
  'code',
  'contradiction',
  'record',
  'type',
  'property',
] as const;
export type EvidenceKindId = (typeof EVIDENCE_KINDS)[number];

/** Entities with their types, properties and metadata. Immutable. */
export interface Dataset {
  readonly metadata: DatasetMetadata;
  readonly types: TypeHierarchy;
  /** Most used first. */
  readonly properties: readonly Property[];
  readonly entities: EntityStore;
}

/** The property with this id, or else with this name: users send both, and headings of files. */
export function resolveProperty(dataset: Pick<Dataset, 'properties'>, idOrName: string): Property | undefined {
  return findProperty(dataset.properties, idOrName);
}

/**
 * The property with this id; else with this id or name, ignoring case; else with the same letters and digits:
 * `birthDate`, `birth_date` and "Birth date" are one.
 */
export function findProperty<Found extends Pick<Property, 'id' | 'name'>>(
  properties: readonly Found[],
  idOrName: string,
): Found | undefined {
  const exact = properties.find(({ id }) => id === idOrName);
  if (exact !== undefined) return exact;
  const wanted = idOrName.trim().toLowerCase();
  const plain = properties.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
  if (plain !== undefined) return plain;
  const key = keyOf(idOrName);
  return key === '' ? undefined : properties.find(({ id, name }) => keyOf(id) === key || keyOf(name) === key);
}

function keyOf(text: string): string {
  return plainLetters(text).replace(/[^\p{L}\p{N}]/gu, '');
}
