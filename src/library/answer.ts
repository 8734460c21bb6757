import type { SameasError } from '../foundation/sameas-error.js';

/** A possible entity. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly { readonly id: string; readonly name: string }[];
  /** 0–100. */
  readonly score: number;
  /** Whether it is meant beyond reasonable doubt; true for the first candidate at most. */
  readonly match: boolean;
  /** All evidence, with reasons in words. */
  readonly features: readonly { readonly id: string; readonly value: number | boolean; readonly reason: string }[];
}

/** Result of one query of many: candidates by score descending, or an error. */
export type Answer = { readonly candidates: readonly Candidate[] } | { readonly error: SameasError };
