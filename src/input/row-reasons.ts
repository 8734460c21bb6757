/** Why a row stands as the service has left it. */
export const REASONS = ['match', 'ambiguous', 'differs', 'unsure', 'implausible', 'nothing', 'problem'] as const;
/** One of them. */
export type RowReason = (typeof REASONS)[number];
