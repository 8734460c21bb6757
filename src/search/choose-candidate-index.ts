import type { CandidateIndexChoice } from '../entities/dataset.js';
import { section, type Sections } from '../foundation/sections.js';
import { attachPrefixIndex } from './attach-prefix-index.js';
import type { CandidateIndex } from './candidate-index.js';
import { compiledParts, attachCompiledIndex } from './compiled/attach-compiled-index.js';
import { searchInPhases } from './compiled/search-in-phases.js';
import { miniSearchParts } from './minisearch/minisearch-parts.js';
import type { PrefixIndex } from './prefix-index.js';

export type ChosenIndex = Exclude<CandidateIndexChoice, 'auto'>;

/**
 * Up to this number of names MiniSearch costs no more than the compiled index (docs/performance.md), which is used for
 * more.
 */
const MAX_MINISEARCH_NAMES = 250;

/** The index for a choice and this number of names. */
export function chooseCandidateIndex(choice: CandidateIndexChoice, names: number): ChosenIndex {
  if (choice !== 'auto') return choice;
  return names <= MAX_MINISEARCH_NAMES ? 'minisearch' : 'compiled';
}

/** Number of names, including aliases, of the label table of these sections. */
export function namesIn(sections: Sections): number {
  return section(sections, 'labels.entity', 'Uint32Array').length;
}

/** Whether these sections have the compiled index; MiniSearch needs the label table only. */
export function hasCompiledIndex(sections: Sections): boolean {
  return sections.has('postings.offsets');
}

/** The chosen candidate index, and the prefix index over the same parts. Cost: constant. */
export function attachIndexes(
  sections: Sections,
  chosen: ChosenIndex,
): { readonly candidateIndex: CandidateIndex; readonly prefixIndex: PrefixIndex } {
  const parts = chosen === 'minisearch' ? miniSearchParts(sections) : compiledParts(sections);
  return { candidateIndex: searchInPhases(chosen, sections, parts), prefixIndex: attachPrefixIndex(sections, parts) };
}

/**
 * The candidate index over the sections of `buildSearchSections`. `weightOfUnknown`: weight of words that no label here
 * has. Cost: constant.
 */
export function attachCandidateIndex(sections: Sections, weightOfUnknown?: (token: string) => number): CandidateIndex {
  return attachCompiledIndex(sections, weightOfUnknown);
}
