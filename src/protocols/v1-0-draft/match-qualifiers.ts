interface MatchQualifier {
  readonly id: string;
  readonly name: string;
  /** Whether equal values alone meet a condition. */
  readonly exact: boolean;
}

/** All comparisons that a condition may name, on any property. Without one, similar values count. */
export const MATCH_QUALIFIERS: readonly MatchQualifier[] = [
  { id: 'ExactMatch', name: 'Equal values only', exact: true },
  { id: 'FuzzyMatch', name: 'Similar values, too', exact: false },
];
