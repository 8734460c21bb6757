import { analyseLabel } from '../../../text/analyse-label.js';
import type { AnalysedLabel } from '../../../text/analysed-label.js';

/*
 * "Chair of Botany, University of Westerby, Westerby" and "Camera case, black - EDIT100" say several things, each in a part of its own.
 * What names the thing that is meant says one of these parts as a whole, rather than a word here and a word there.
 */

/** Where a longer name may be parted into one and what is said about it. */
export const PARTED = /[,;:()[\]{}/|"“”«»]|\s[-–—]\s/u;

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

/** The parts of one query, held against what many names say of it. */
export interface QueryParts {
  /** Sets the query: the part of each of its words, and what these weigh; of a query of one part nothing is kept. */
  readonly begin: (parts: readonly number[] | undefined, weights: Float64Array) => void;
  /** Looks at one name, by the words of the query that it lacks. Not for a query of one part. Cost: a look at each word. */
  readonly hold: (isOpen: (word: number) => boolean) => void;
  readonly several: () => boolean;
  /** The greatest weight of a word that the name lacks in a part of which it has another one; 0 for none. */
  readonly heaviestBeside: () => number;
  /** Whether the name has one of the parts as a whole, one that weighs this much at least. */
  readonly hasWhole: (least: number) => boolean;
}

/** For queries of up to `most` words; kept and used again, so that nothing is put on the heap for a name. */
export function createQueryParts(most: number): QueryParts {
  let partOf: readonly number[] | undefined;
  let partCount = 0;
  let wordWeights: Float64Array = new Float64Array(0);
  const whole = new Float64Array(most); // weight of each part
  const missing = new Float64Array(most); // of it, what the name lacks
  const heaviestMissing = new Float64Array(most);
  const isMet = new Uint8Array(most); // whether the name has a word of it

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

  function hold(isOpen: (word: number) => boolean): void {
    if (partOf === undefined) return;
    for (let part = 0; part < partCount; part++) missing[part] = heaviestMissing[part] = isMet[part] = 0;
    for (let i = 0; i < partOf.length; i++) {
      const part = partOf[i] ?? 0;
      const weight = wordWeights[i] ?? 0;
      if (isOpen(i)) {
        missing[part] = (missing[part] ?? 0) + weight;
        heaviestMissing[part] = Math.max(heaviestMissing[part] ?? 0, weight);
      } else isMet[part] = 1;
    }
  }

  function heaviestBeside(): number {
    let most = 0;
    for (let part = 0; part < partCount; part++) if (isMet[part] === 1) most = Math.max(most, heaviestMissing[part] ?? 0);
    return most;
  }

  function hasWhole(least: number): boolean {
    for (let part = 0; part < partCount; part++) {
      const weight = whole[part] ?? 0;
      if (weight >= least && (missing[part] ?? 0) <= MOST_MISSING * weight) return true;
    }
    return false;
  }

  return { begin, hold, several: () => partOf !== undefined, heaviestBeside, hasWhole };
}
