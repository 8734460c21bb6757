import { z } from 'zod';

/** A cell whose expression fails stays, is emptied, or keeps the error. */
export const onErrorMember = z.enum(['keep-original', 'set-to-blank', 'store-error'], {
  error: "Missing 'on error' behaviour",
});

export type OnError = z.infer<typeof onErrorMember>;
