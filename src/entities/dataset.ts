import { plainLetters } from '../foundation/plain-letters.js';
import type { NameRule } from '../text/name-rules.js';
import type { EntityStore } from './entity-store.js';
import type { Property } from './property.js';
import type { TypeHierarchy } from './type-hierarchy.js';

/** What the service says about its dataset. All URLs are absolute. */
export interface DatasetMetadata {
  readonly name: string;
  readonly description?: string;
  /** URI prefix: `identifierSpace` + id is meant to be the URI of the entity. `undefined`: the service makes one below its own address. */
  readonly identifierSpace?: string;
  readonly schemaSpace?: string;
  /** Template with `{{id}}` for pages about entities elsewhere; without it the service's own view page is used. */
  readonly viewUrl?: string;
  readonly documentation?: string;
  readonly licence?: string;
  /** Sentences of credit that the licence asks for; shown on pages. */
  readonly attribution?: string;
  /** Language of the preferred names, BCP 47. */
  readonly language?: string;
  /** All languages in which entities have labels that say theirs, as the source has them; none where none says it. */
  readonly languages?: readonly string[];
  /** Property ids that previews show, in order; empty: the ones with most values. */
  readonly previewProperties: readonly string[];
  /** Hex digest over what was read; two loads of the same content have the same. */
  readonly contentHash: string;
  /** Precision that `match: true` should reach, between 0 and 1. */
  readonly targetPrecision: number;
  /** What was fitted to judged questions, or set by hand. */
  readonly tuning?: MatchTuning;
  /** What candidates are found by, where the manifest says it. */
  readonly candidateIndex?: CandidateIndexChoice;
  /** Rules of the user about names. */
  readonly nameRules?: readonly NameRule[];
}

/** What candidates are found by: chosen by the number of names, or one of the two at any size. */
export const CANDIDATE_INDEX_CHOICES = ['auto', 'minisearch', 'compiled'] as const;
export type CandidateIndexChoice = (typeof CANDIDATE_INDEX_CHOICES)[number];

/** Values that take the place of general ones when entities of this dataset are matched. */
export interface MatchTuning {
  /** The least probability that is matched, 0–1; in place of the one estimated from the dataset. */
  readonly matchThreshold?: number;
  /** Property id → factor on the weight of its evidence, 0 (says nothing) to 3; 1 for those not named. */
  readonly propertyWeights?: Readonly<Record<string, number>>;
  /** Kind of evidence → factor on what it says, 0 (nothing) to 3; 1 for those not named. */
  readonly evidenceWeights?: Readonly<Partial<Record<EvidenceKindId, number>>>;
  /** What a file of names taught; absent: nothing is kept. */
  readonly learned?: LearnedTuning;
}

/** What a whole file taught about its columns, as `sameas match --keep-learned` keeps it. */
export interface LearnedTuning {
  /** Rows that it was learned from. */
  readonly rows: number;
  /** By the id of the property. */
  readonly properties: Readonly<Record<string, LearnedProperty>>;
}

/** In which rows of the evidence table a property counts. */
export const VALUE_FAMILIES = ['text', 'code', 'number', 'long'] as const;

/** How often the values of a property are equal, close, partly the same and different in right pairs (four shares that make 1), and how many pairs that was learned from. */
export interface LearnedProperty {
  readonly family: (typeof VALUE_FAMILIES)[number];
  readonly right: readonly number[];
  readonly pairs: number;
}

/** The kinds of evidence, in the order of the evidence table of reconciliation/. */
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

/** Entities with what is needed to understand them. Immutable. */
export interface Dataset {
  readonly metadata: DatasetMetadata;
  readonly types: TypeHierarchy;
  /** Most used first. */
  readonly properties: readonly Property[];
  readonly entities: EntityStore;
}

/** The property with this id, or else with this name: users send both, and headings as their files have them. */
export function resolveProperty(dataset: Pick<Dataset, 'properties'>, idOrName: string): Property | undefined {
  return findProperty(dataset.properties, idOrName);
}

/** The property with this id; else with this id or name, case ignored; else with the same letters and digits: `birthDate`, `birth_date` and "Birth date" are one. */
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
