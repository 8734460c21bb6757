import type { WordLookedFor } from '../candidate-index.js';
import type { SortedVocabulary } from '../words/attach-vocabulary.js';
import type { WordGroup } from './word-group.js';

/** Variants of a word that are listed. */
const MOST_LISTED = 12;

/** What the groups of a query look for, in words: those of its words first, then those of words written together or apart, and of initials. Cost: a sort of the variants. */
export function wordsLookedFor(
  words: SortedVocabulary,
  tokens: readonly string[],
  groups: readonly WordGroup[],
): readonly WordLookedFor[] {
  const distinct = [...new Set(tokens)];
  return groups.map((group, place) => {
    const word = group.counts ? distinct[place] : undefined;
    const alone = group.words.map((id, i) => ({ text: words.tokenOf(id), similarity: group.similarities[i] ?? 0 }));
    const ranges = group.ranges.map(({ first, length, similarity }) => ({
      text: `${words.tokenOf(first).slice(0, Math.max(1, length))}…`,
      similarity,
    }));
    const variants = [...alone, ...ranges]
      .sort((a, b) => b.similarity - a.similarity || (a.text < b.text ? -1 : 1))
      .map(({ text }) => text);
    const listed = variants.slice(0, MOST_LISTED);
    return { ...(word !== undefined && { word }), variants: listed, more: variants.length - listed.length };
  });
}
