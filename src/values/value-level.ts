/** The scale of comparing two values, from the strongest agreement to no information. */
import { sentence } from '../foundation/message.js';
import type { Sentence } from '../foundation/sentence.js';
export type ValueLevel = 'exact' | 'close' | 'partial' | 'different' | 'missing';

export interface ValueComparison {
  readonly level: ValueLevel;
  /** 0–1; 1: equal. */
  readonly similarity: number;
  /** After the name of the property: "equal", "differs by less than 5 %". */
  readonly reason: Sentence;
  /** The key of the common part, if not the whole value: one of a list, a day of a year. */
  readonly key?: string;
}

/** Minimum similarities of the levels. */
const EXACT_FROM = 0.97;
export const CLOSE_FROM = 0.65;
export const PARTIAL_FROM = 0.3;

function levelOf(similarity: number): ValueLevel {
  if (similarity >= EXACT_FROM) return 'exact';
  if (similarity >= CLOSE_FROM) return 'close';
  return similarity >= PARTIAL_FROM ? 'partial' : 'different';
}

/** A comparison with this similarity. */
export function compared(similarity: number, reason: Sentence): ValueComparison {
  return { level: levelOf(similarity), similarity, reason };
}

export const EQUAL = compared(1, sentence('equal'));
