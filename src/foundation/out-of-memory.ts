import { totalmem } from 'node:os';

/** What Node and the system call it. */
const CODES: ReadonlySet<unknown> = new Set([
  'ERR_WORKER_OUT_OF_MEMORY',
  'ERR_MEMORY_ALLOCATION_FAILED',
  'ERR_STRING_TOO_LONG',
  'ENOMEM',
  'Z_MEM_ERROR',
]);

/** Whether an exception says that a buffer, a text or a list could not be had for its size. */
export function saysOutOfMemory(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ('code' in thrown && CODES.has(thrown.code)) return true;
  return (
    thrown instanceof RangeError &&
    /allocation failed|could not allocate memory|Invalid (?:string|array|array buffer|typed array) length|maximum size exceeded|out of memory/i.test(
      thrown.message,
    )
  );
}

/** Bytes of memory that this process may use at most: those of the computer, or of the container where that has less. */
export function memoryOfComputer(): number {
  const constrained = process.constrainedMemory();
  // Without a limit some systems say 0 and others a number that no computer has.
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
