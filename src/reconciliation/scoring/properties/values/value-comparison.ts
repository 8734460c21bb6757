import type { PropertyValue } from '../../../../entities/property.js';

/** How a value that was asked for relates to a value of an entity. */
export interface ValueComparison {
  /** 1 the same, 0 says nothing, −1 something else altogether. */
  readonly agreement: number;
  /** In words, to stand after the name of the property: "equal", "differs by 3 years". */
  readonly reason: string;
  /** How much rarer than the value itself this agreement is; 1 unless the comparison saw finer detail than the value's key (a day in a year). */
  readonly rarity?: number;
  /** The key of what both have, where that is a part of the value; `undefined`: the value itself. */
  readonly key?: string;
  /** The code that both are ("kxts108w"); `undefined` for none. */
  readonly code?: string;
  /** What this agreement may weigh at most, for likenesses that many entities have by chance. */
  readonly most?: number;
}

/** Compares with what was asked for; `undefined` when the two cannot be compared, which is neutral. */
export type CompareValue = (value: PropertyValue) => ValueComparison | undefined;

export const EQUAL_VALUE: ValueComparison = { agreement: 1, reason: 'equal' };
