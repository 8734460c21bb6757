import { z } from 'zod';

/** What becomes of a cell whose expression fails: it stays, it is emptied, or it keeps the error. */
export const onErrorMember = z.enum(['keep-original', 'set-to-blank', 'store-error'], {
  error: "Missing 'on error' behaviour",
});

export type OnError = z.infer<typeof onErrorMember>;
