/**
 * open: not decided, and not matched automatically · unlikely: the same, without a plausible candidate · automatic:
 * matched automatically, not confirmed · person: decided by a person · none: of these, those that mean nothing in the
 * dataset.
 */
export const ROW_STATES = {
  open: 'to review',
  unlikely: 'probably not in the dataset',
  automatic: 'matched automatically',
  person: 'decided by a person',
  none: 'not in the dataset',
} as const;
export type RowState = keyof typeof ROW_STATES;

/** In the order of their stored numbers. */
export const STATES: readonly RowState[] = ['open', 'unlikely', 'automatic', 'person', 'none'];
