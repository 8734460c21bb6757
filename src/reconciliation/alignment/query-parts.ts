import { analyseLabel } from '../../text/analyse-label.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';

/*
 * "Chair of Botany, University of Westerby, Westerby" and "Camera case, black - EDIT100" say several things, each in a part of its own.
 * What names the thing that is meant says one of these parts as a whole, rather than a word here and a word there.
 */

/** Where a longer name may be parted into one and what is said about it. */
export const PARTED = /[,،、，;؛；:：()（）[\]【】{}/|"“”«»]|\s[-–—]\s/u;

/** The part that each word of a query stands in, counted from 0, in the order of its words; `undefined` for a query of one part. Cost: a look at the text, and analysing it again where it has parts. */
export function partsOfQuery({ original, tokens }: AnalysedLabel): readonly number[] | undefined {
  if (!PARTED.test(original)) return undefined;
  const parts: number[] = [];
  let part = 0;
  for (const piece of original.split(PARTED)) {
    const { length } = analyseLabel(piece).tokens;
    for (let i = 0; i < length; i++) parts.push(part);
    if (length > 0) part++;
  }
  // Where words are other ones by themselves than in the whole, nobody knows which part they stand in.
  return part > 1 && parts.length === tokens.length ? parts : undefined;
}

/** Of the weight of a part, what may be missing where it counts as said. */
const MOST_MISSING = 0.1;

/** The parts of one query, of which names may say one. */
export interface QueryParts {
  readonly several: boolean;
  /**
   * Whether a name that lacks the unmatched tokens of the query has one of several parts as a whole, one that weighs this much at least. Never for a query of
   * one part. Cost: a look at each token.
   */
  readonly hasWhole: (isOpen: (token: number) => boolean, least: number) => boolean;
}

/** Of the part of each token, and what these weigh. */
export function createQueryParts(partOf: readonly number[] | undefined, weights: readonly number[]): QueryParts {
  if (partOf === undefined) return { several: false, hasWhole: () => false };
  const whole: number[] = [];
  for (const [i, part] of partOf.entries()) whole[part] = (whole[part] ?? 0) + (weights[i] ?? 0);
  return {
    several: true,
    hasWhole: (isOpen, least) => {
      const missing = whole.map(() => 0);
      for (const [i, part] of partOf.entries()) if (isOpen(i)) missing[part] = (missing[part] ?? 0) + (weights[i] ?? 0);
      return whole.some((weight, part) => weight >= least && (missing[part] ?? 0) <= MOST_MISSING * weight);
    },
  };
}
