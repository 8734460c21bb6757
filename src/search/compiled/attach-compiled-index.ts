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

/** What an index that holds a part of a dataset does not know by itself. */
export interface WholeIndex extends Partial<Omit<PlannedIndex, 'words'>> {
  /** Whether all postings are read, whatever their number: of a part of a dataset there are few. */
  readonly readsAll?: boolean;
}

/** The candidate index over compiled postings. `whole`: what is known of the dataset that these are a part of. Cost of attaching: constant. */
export function attachCompiledIndex(sections: Sections, whole: WholeIndex = {}): CandidateIndex {
  return searchInPhases('compiled', sections, compiledParts(sections, whole));
}

/** What a search over the compiled sections reads. Cost: constant. */
export function compiledParts(sections: Sections, { readsAll = false, ...whole }: WholeIndex = {}): SearchedIndex {
  const words = attachVocabulary(sections);
  const postings = attachPostings(sections);
  return {
    planned: {
      words,
      typos: whole.typos ?? attachTypoNeighbourhood(sections, words),
      similar: whole.similar ?? attachSimilarWords(sections, words),
      heard: whole.heard ?? attachHeardWords(sections, words),
      entityCount: whole.entityCount ?? section(sections, 'labels.entityRows', 'Uint32Array').length - 1,
      postingCount: whole.postingCount ?? postings.countOf,
      ...(whole.weightOfUnknown !== undefined && { weightOfUnknown: whole.weightOfUnknown }),
      ...(whole.weighsRanges !== undefined && { weighsRanges: whole.weighsRanges }),
    },
    postings,
    acronyms: attachAcronyms(sections),
    readsAll,
  };
}

/** The posting lists over the sections of `compilePostings`. Cost: constant. */
function attachPostings(sections: Sections): PostingLists {
  const offsets = section(sections, 'postings.offsets', 'Uint32Array');
  const forms = section(sections, 'postings.forms', 'Uint32Array');
  return {
    countOf: (word) => (offsets[word + 1] ?? 0) - (offsets[word] ?? 0),
    listOf: () => forms,
    firstOf: (word) => offsets[word] ?? 0,
  };
}
