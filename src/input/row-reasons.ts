/** Reasons for the result of a row. */
export const REASONS = ['match', 'ambiguous', 'differs', 'unsure', 'implausible', 'nothing', 'problem'] as const;
export type RowReason = (typeof REASONS)[number];
