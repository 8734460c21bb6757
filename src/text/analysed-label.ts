/**
 * A name as seen by indexes and scorer. Labels of entities and of queries have the same analysis
 * (text/analyse-label.ts), so that equal means equal.
 */
export interface AnalysedLabel {
  readonly original: string;
  /**
   * Case, diacritics, width and punctuation folded; words separated by one space. Labels with the same folded form are
   * "the same name".
   */
  readonly folded: string;
  /** The words of `folded`, in order; in scripts without spaces, overlapping pairs of characters. */
  readonly tokens: readonly string[];
}
