import { STATUS_CODES } from 'node:http';
import type { SameasError } from '../foundation/sameas-error.js';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** An error as JSON text by RFC 9457, which is how routes of version 1.0-draft tell it. `errors` has the places of a message that are at fault. */
export function renderProblem({ code, message, advice, facts }: SameasError, status: number): string {
  const { pointers, faults, ...details } = facts;
  const told: readonly unknown[] = Array.isArray(faults) ? faults : [];
  const errors = Array.isArray(pointers) ? pointers.map((pointer: unknown, i) => ({ pointer, detail: told[i] })) : [];
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    ...(advice === undefined ? {} : { advice }),
    ...(errors.length === 0 ? {} : { errors }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  });
}
