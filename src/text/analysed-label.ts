/**
 * A name as the indexes and the scorer see it. Labels of entities and of queries go through the very same analysis
 * (text/analyse-label.ts), so that equal means equal.
 */
export interface AnalysedLabel {
  /** The text as it came. */
  readonly original: string;
  /** Case, diacritics, width and punctuation folded; words separated by one space. Two labels with the same folded form are "the same name". */
  readonly folded: string;
  /** The words of `folded`, in order; in scripts without spaces, overlapping pairs of characters. */
  readonly tokens: readonly string[];
}
