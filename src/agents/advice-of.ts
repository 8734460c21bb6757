import type { SameasError } from '../foundation/sameas-error.js';

/** What happened, what to do about it, and the code by which docs/errors.md lists it. */
export function adviceOf({ message, advice, code }: SameasError): string {
  return [message, ...(advice === undefined ? [] : [advice]), `(${code})`].join(' ');
}
