/** A way in which values may be compared, as clients offer it. */
interface MatchQualifier {
  readonly id: string;
  readonly name: string;
  /** Whether equal values alone meet a condition. */
  readonly exact: boolean;
}

/** Every one that a condition may ask for, on any property. Without one, similar values count. */
export const MATCH_QUALIFIERS: readonly MatchQualifier[] = [
  { id: 'ExactMatch', name: 'Equal values only', exact: true },
  { id: 'FuzzyMatch', name: 'Similar values, too', exact: false },
];
