import type { SameasError } from '../foundation/sameas-error.js';

/** An entity that may be meant. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly { readonly id: string; readonly name: string }[];
  /** 0–100. */
  readonly score: number;
  /** Whether it is meant beyond reasonable doubt; of one candidate at most, the first. */
  readonly match: boolean;
  /** Every piece of evidence, with its reason in words. */
  readonly features: readonly { readonly id: string; readonly value: number | boolean; readonly reason: string }[];
}

/** What one query of many came to: candidates by score descending, or why there are none. */
export type Answer = { readonly candidates: readonly Candidate[] } | { readonly error: SameasError };
