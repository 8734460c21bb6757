/** Where a row stands. open: not decided, and it was not matched automatically · unlikely: the same, and no candidate is plausible · automatic: matched automatically, not confirmed · person: decided by a person · none: of these, those that mean nothing in the dataset. */
export const ROW_STATES = {
  open: 'to review',
  unlikely: 'probably not in the dataset',
  automatic: 'matched automatically',
  person: 'decided by a person',
  none: 'not in the dataset',
} as const;
export type RowState = keyof typeof ROW_STATES;

/** In the order of their numbers, by which they are kept. */
export const STATES: readonly RowState[] = ['open', 'unlikely', 'automatic', 'person', 'none'];
