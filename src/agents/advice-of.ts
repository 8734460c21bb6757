import type { SameasError } from '../foundation/sameas-error.js';

/** Message, advice, and the code in docs/errors.md. */
export function adviceOf({ message, advice, code }: SameasError): string {
  return [message, ...(advice === undefined ? [] : [advice]), `(${code})`].join(' ');
}
