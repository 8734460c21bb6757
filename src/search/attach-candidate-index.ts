import type { Sections } from '../foundation/sections.js';
import type { CandidateIndex } from './candidate-index.js';
import { attachCompiledIndex } from './compiled/attach-compiled-index.js';

/** The candidate index over the sections of `buildSearchSections`. Cost: constant. */
export function attachCandidateIndex(sections: Sections): CandidateIndex {
  return attachCompiledIndex(sections);
}
