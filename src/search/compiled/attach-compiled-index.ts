import { section, type Sections } from '../../foundation/sections.js';
import type { CandidateIndex } from '../candidate-index.js';
import { attachAcronyms } from '../words/acronyms.js';
import { attachVocabulary } from '../words/attach-vocabulary.js';
import { attachHeardWords } from '../words/heard-words.js';
import { attachSimilarWords } from '../words/similar-words.js';
import { attachTypoNeighbourhood } from '../words/typo-neighbourhood.js';
import type { PostingLists } from './form-selector.js';
import type { PlannedIndex } from './plan-words.js';
import { searchInPhases, type SearchedIndex } from './search-in-phases.js';

/**
 * The candidate index over compiled postings. `weightOfUnknown`: weight of words that no label here has. Cost of
 * attaching: constant.
 */
export function attachCompiledIndex(
  sections: Sections,
  weightOfUnknown?: PlannedIndex['weightOfUnknown'],
): CandidateIndex {
  return searchInPhases('compiled', sections, compiledParts(sections, weightOfUnknown));
}

/** Parts of a search over the compiled sections. Cost: constant. */
export function compiledParts(sections: Sections, weightOfUnknown?: PlannedIndex['weightOfUnknown']): SearchedIndex {
  const words = attachVocabulary(sections);
  const postings = attachPostings(sections);
  return {
    planned: {
      words,
      typos: attachTypoNeighbourhood(sections, words),
      similar: attachSimilarWords(sections, words),
      heard: attachHeardWords(sections, words),
      entityCount: section(sections, 'labels.entityRows', 'Uint32Array').length - 1,
      postingCount: postings.countOf,
      ...(weightOfUnknown !== undefined && { weightOfUnknown }),
    },
    postings,
    acronyms: attachAcronyms(sections),
  };
}

function attachPostings(sections: Sections): PostingLists {
  const offsets = section(sections, 'postings.offsets', 'Uint32Array');
  const forms = section(sections, 'postings.forms', 'Uint32Array');
  return {
    countOf: (word) => (offsets[word + 1] ?? 0) - (offsets[word] ?? 0),
    listOf: () => forms,
    firstOf: (word) => offsets[word] ?? 0,
  };
}
