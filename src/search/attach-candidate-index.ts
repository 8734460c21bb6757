import type { Sections } from '../foundation/sections.js';
import type { CandidateIndex } from './candidate-index.js';
import { attachCompiledIndex } from './compiled/attach-compiled-index.js';

/**
 * The candidate index over the sections of `buildSearchSections`. `weightOfUnknown`: weight of words that no label here
 * has. Cost: constant.
 */
export function attachCandidateIndex(sections: Sections, weightOfUnknown?: (token: string) => number): CandidateIndex {
  return attachCompiledIndex(sections, weightOfUnknown);
}
