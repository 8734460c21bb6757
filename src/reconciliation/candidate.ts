import type { SameasError } from '../foundation/sameas-error.js';

export interface TypeReference {
  readonly id: string;
  readonly name: string;
}

/** What reasons call the side that was asked for: the query, or the first of two entities whose names were compared. */
export type AskedSide = 'the query' | 'the first';

/** One named piece of evidence, for or against. */
export interface Feature {
  /** From the feature table (scoring/feature-table.ts), or `property:<id>`. */
  readonly id: string;
  readonly value: number | boolean;
  /** In words: "surname equal; given name is an initial". */
  readonly reason: string;
  /** The same where the query is the name of another entity, and the reason is told of the two; only where it would speak of the query. */
  readonly reasonOfPair?: string;
}

/** An entity that may be what the query means. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  /** Where a label in a language was chosen for being shown: its language. */
  readonly nameLanguage?: string;
  readonly description?: string;
  /** Stated types, most specific first, then the requested type when the entity has it by the hierarchy. */
  readonly types: readonly TypeReference[];
  /** 0–100, two decimals. */
  readonly score: number;
  readonly match: boolean;
  readonly features: readonly Feature[];
}

/** Candidates by score descending, ties by id; at most one `match`, and then on the first, whose score is strictly the highest. */
export type QueryOutcome =
  | { readonly kind: 'answered'; readonly candidates: readonly Candidate[]; readonly effortLowered: boolean }
  | { readonly kind: 'failed'; readonly error: SameasError };

/**
 * A feature whose reason is put into words when it is read, which costs more than all the rest of it: most answers are sent
 * without reasons. `tell` is called for every reading. As JSON it is a feature like any other, of a query.
 */
export function featureToldWhenRead(id: string, value: number | boolean, tell: (asked: AskedSide) => string): Feature {
  return new FeatureToldWhenRead(id, value, tell);
}

/** A class, because an object made with a getter of its own has a form of its own, which is slow to make and slow to read. */
class FeatureToldWhenRead implements Feature {
  readonly id: string;
  readonly value: number | boolean;
  private readonly tell: (asked: AskedSide) => string;

  constructor(id: string, value: number | boolean, tell: (asked: AskedSide) => string) {
    this.id = id;
    this.value = value;
    this.tell = tell;
  }

  get reason(): string {
    return this.tell('the query');
  }

  get reasonOfPair(): string {
    return this.tell('the first');
  }

  toJSON(): Feature {
    return { id: this.id, value: this.value, reason: this.reason };
  }
}
