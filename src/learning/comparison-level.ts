import type { ValueKind } from '../reconciliation/scoring/model/value-statistics.js';

/**
 * How a value that was asked for and the values of a candidate relate, from nothing known to equal. The order is that of evidence: apart from `missing`, a higher
 * level never speaks more against a candidate than a lower one.
 */
export const LEVELS = ['missing', 'different', 'partial', 'close', 'exact'] as const;

export type LevelName = (typeof LEVELS)[number];

/** Positions in `LEVELS`, as comparisons are stored. */
export const MISSING = 0;
export const DIFFERENT = 1;
export const PARTIAL = 2;
export const CLOSE = 3;
export const EXACT = 4;

export const LEVEL_COUNT = LEVELS.length;

/**
 * How often the right entity has each level, before anything is learned: shares of different, partial, close and exact. Sources copy codes and dates
 * faithfully and write texts and quantities differently.
 */
export const GENERAL_AGREEMENT: Readonly<Record<ValueKind, readonly [number, number, number, number]>> = {
  text: [0.15, 0.1, 0.2, 0.55],
  list: [0.1, 0.2, 0.25, 0.45],
  code: [0.08, 0.02, 0.05, 0.85],
  year: [0.07, 0.03, 0.1, 0.8],
  'small integer': [0.15, 0.05, 0.1, 0.7],
  number: [0.2, 0.2, 0.2, 0.4],
  duration: [0.1, 0.1, 0.3, 0.5],
  date: [0.05, 0.02, 0.08, 0.85],
  coordinates: [0.05, 0.05, 0.15, 0.75],
};
