/** The one scale on which two values are compared, from what says most for the same thing to what says nothing. */
import { sentence } from '../foundation/message.js';
import type { Sentence } from '../foundation/sentence.js';
export type ValueLevel = 'exact' | 'close' | 'partial' | 'different' | 'missing';

/** How a value that was asked for relates to a value of an entity. */
export interface ValueComparison {
  readonly level: ValueLevel;
  /** 0–1; 1: the same. */
  readonly similarity: number;
  /** In words, to stand after the name of the property: "equal", "differs by less than 5 %". */
  readonly reason: Sentence;
  /** The key of what both have, where that is not the value as a whole: one of a list, a day of a year. */
  readonly key?: string;
}

/** Least similarities of the levels. */
const EXACT_FROM = 0.97;
export const CLOSE_FROM = 0.65;
export const PARTIAL_FROM = 0.3;

/** The level of a similarity, 0–1. */
function levelOf(similarity: number): ValueLevel {
  if (similarity >= EXACT_FROM) return 'exact';
  if (similarity >= CLOSE_FROM) return 'close';
  return similarity >= PARTIAL_FROM ? 'partial' : 'different';
}

/** The comparison of two values that are so alike. */
export function compared(similarity: number, reason: Sentence): ValueComparison {
  return { level: levelOf(similarity), similarity, reason };
}

/** The same value. */
export const EQUAL = compared(1, sentence('equal'));
