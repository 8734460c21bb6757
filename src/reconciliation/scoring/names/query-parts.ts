import { analyseLabel } from '../../../text/analyse-label.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';

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

/** The parts of one query, of which many names may say one. */
export interface QueryParts {
  /** Sets the query: the part of each of its words, and what these weigh; of a query of one part nothing is kept. */
  readonly begin: (parts: readonly number[] | undefined, weights: Float64Array) => void;
  readonly several: () => boolean;
  /**
   * Whether a name that lacks the open words of the query has one of several parts as a whole, one that weighs this much at least. Never for a query of
   * one part. Cost: a look at each word.
   */
  readonly hasWhole: (isOpen: (word: number) => boolean, least: number) => boolean;
}

/** For queries of up to `most` words; kept and used again, so that nothing is put on the heap for a name. */
export function createQueryParts(most: number): QueryParts {
  let partOf: readonly number[] | undefined;
  let partCount = 0;
  let wordWeights: Float64Array = new Float64Array(0);
  const whole = new Float64Array(most); // weight of each part
  const missing = new Float64Array(most); // of it, what the name lacks

  function begin(parts: readonly number[] | undefined, weights: Float64Array): void {
    partOf = parts?.slice(0, most);
    wordWeights = weights;
    partCount = 0;
    whole.fill(0);
    for (const [i, part] of partOf?.entries() ?? []) {
      whole[part] = (whole[part] ?? 0) + (weights[i] ?? 0);
      partCount = part + 1;
    }
  }

  function hasWhole(isOpen: (word: number) => boolean, least: number): boolean {
    if (partOf === undefined) return false;
    missing.fill(0, 0, partCount);
    for (const [i, part] of partOf.entries()) if (isOpen(i)) missing[part] = (missing[part] ?? 0) + (wordWeights[i] ?? 0);
    for (let part = 0; part < partCount; part++) {
      const weight = whole[part] ?? 0;
      if (weight >= least && (missing[part] ?? 0) <= MOST_MISSING * weight) return true;
    }
    return false;
  }

  return { begin, several: () => partOf !== undefined, hasWhole };
}
