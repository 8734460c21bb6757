import type { z } from 'zod';
import type { ErrorCode } from '../../foundation/error-catalogue.js';
import { SameasError } from '../../foundation/sameas-error.js';

export interface PlacedFault {
  readonly path: readonly PropertyKey[];
  /** Continues the name of the place: "must be text". */
  readonly message: string;
}

/** A client with faults everywhere need not see all. */
const MAX_REPORTED = 20;

/** The faults that a schema found. */
export function placedFaults(error: z.ZodError): readonly PlacedFault[] {
  return error.issues.map(({ path, message }) => ({ path, message }));
}

/**
 * The error for a message with these faults, at least one. Its facts are two lists of the same length: `pointers` (JSON
 * Pointers into the message) and `faults`.
 */
export function messageFault(
  code: ErrorCode,
  message: string,
  faults: readonly PlacedFault[],
  advice: string,
): SameasError {
  const reported = faults.slice(0, MAX_REPORTED);
  const [first] = reported;
  const pointers = reported.map(({ path }) => jsonPointer(path));
  const where = pointers[0] === undefined || pointers[0] === '' ? 'it' : pointers[0];
  const more =
    faults.length > 1
      ? `, and ${faults.length === 2 ? 'there is one more fault' : `there are ${String(faults.length - 1)} more faults`}`
      : '';
  return new SameasError(code, `${message}: ${where} ${first?.message ?? 'cannot be read'}${more}.`, {
    facts: { pointers, faults: reported.map((fault) => fault.message) },
    advice,
  });
}

/** By RFC 6901; empty for the whole of a message. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
