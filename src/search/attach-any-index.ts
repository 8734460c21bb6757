import type { Sections } from '../foundation/sections.js';
import { attachCandidateIndex } from './attach-candidate-index.js';
import { attachLabelTable } from './attach-label-table.js';
import type { CandidateIndex } from './candidate-index.js';
import { createMiniSearchIndex } from './minisearch/create-minisearch-index.js';

/** The candidate index over the compiled postings where the sections have any, else MiniSearch over the label table. Cost: constant. */
export function attachAnyIndex(sections: Sections): CandidateIndex {
  return sections.has('postings.offsets')
    ? attachCandidateIndex(sections)
    : createMiniSearchIndex(attachLabelTable(sections));
}
