import type { VALUE_FAMILIES } from '../entities/dataset.js';
import type { SameasError } from '../foundation/sameas-error.js';
import type { Sentence } from '../foundation/sentence.js';
import type { ValueLevel } from '../values/value-level.js';

/** A value that many entities have, by its key, or `''` for every other value and for none, with the share of the entities that have it, 0–1. */
export type CommonValue = readonly [key: string, share: number];

export interface TypeReference {
  readonly id: string;
  readonly name: string;
}

/** Why a feature has its value: a sentence or several, none where reasons were not asked for. */
export type Reason = Sentence | readonly Sentence[];

/** Name of the query's side in reasons: the query, or the first of two compared entities. */
export type AskedSide = 'the query' | 'the first';

/** One named piece of evidence, for or against. */
export interface Feature {
  /** From the feature table (scoring/feature-table.ts), or `property:<id>`. */
  readonly id: string;
  readonly value: number | boolean;
  /** In words: "surname equal; given name is an initial". */
  readonly reason: Reason;
  /** The same where the query is the name of another entity, and the reason is told of the two; only where it would speak of the query. */
  readonly reasonOfPair?: Reason;
}

/** Comparison of a property of a candidate with the values of the query. */
export interface ComparedLevel {
  readonly level: ValueLevel;
  readonly family: ValueFamily;
}

/** In which rows of the evidence table a property counts. `long`: descriptions, which may support a name a little and never contradict it. */
export type ValueFamily = (typeof VALUE_FAMILIES)[number];

/** An entity that may be what the query means. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  /** Language of a label that was chosen by the wanted languages. */
  readonly nameLanguage?: string;
  readonly description?: string;
  /** Stated types, most specific first, then the requested type when the entity has it by the hierarchy. */
  readonly types: readonly TypeReference[];
  /** 0–100, two decimals. */
  readonly score: number;
  readonly match: boolean;
  /** That the query means this entity, 0–1; those of all candidates and of nothing make 1. */
  readonly probability: number;
  /** Evidence, in nats. */
  readonly nats: number;
  /** Candidates with the same number are what the dataset cannot tell apart. */
  readonly twins: number;
  /** The part of the text that it is the name of, where the text names several things; absent: none in particular. Candidates of different parts are no rivals. */
  readonly part?: number | undefined;
  /** Whether the text names several things one after the other, and this is one of them: it is not matched. */
  readonly several?: true;
  /** Term of the evidence table → value, those that are not 0. */
  readonly evidence: Readonly<Record<string, number>>;
  /** Property, by its id where it is known → how its values compare. Lists that differ count as missing. */
  readonly levels: Readonly<Record<string, ComparedLevel>>;
  readonly features: readonly Feature[];
  /** Whether only what is weighed is here: name, types and features are left out. */
  readonly inShort?: true;
  /** Property → which of its values many entities have; only where the query asks for it. */
  readonly common?: Readonly<Record<string, readonly CommonValue[]>>;
}

/** That nothing in the dataset is meant. */
export interface NothingMeant {
  readonly nats: number;
  readonly probability: number;
}

/** Candidates by score descending, ties by id; at most one `match`, and then on the first. */
export type QueryOutcome =
  | {
      readonly kind: 'answered';
      readonly candidates: readonly Candidate[];
      readonly nothing: NothingMeant;
      /** Points between the first candidate and the second, 0 only where nothing tells them apart; 100 without a second. */
      readonly lead: number;
      readonly effortLowered: boolean;
    }
  | { readonly kind: 'failed'; readonly error: SameasError };

/**
 * A feature whose reason is put into words when it is read, which costs more than all the rest of it: most answers are sent
 * without reasons. `tell` is called for every reading.
 */
export function lazyFeature(id: string, value: number | boolean, tell: (asked: AskedSide) => Reason): Feature {
  return new LazyFeature(id, value, tell);
}

/** A class, because an object made with a getter of its own has a form of its own, which is slow to make and slow to read. */
class LazyFeature implements Feature {
  readonly id: string;
  readonly value: number | boolean;
  private readonly tell: (asked: AskedSide) => Reason;

  constructor(id: string, value: number | boolean, tell: (asked: AskedSide) => Reason) {
    this.id = id;
    this.value = value;
    this.tell = tell;
  }

  get reason(): Reason {
    return this.tell('the query');
  }

  get reasonOfPair(): Reason {
    return this.tell('the first');
  }
}
