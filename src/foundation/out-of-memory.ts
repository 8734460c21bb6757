import { totalmem } from 'node:os';

const CODES: ReadonlySet<unknown> = new Set([
  'ERR_WORKER_OUT_OF_MEMORY',
  'ERR_MEMORY_ALLOCATION_FAILED',
  'ERR_STRING_TOO_LONG',
  'ENOMEM',
  'Z_MEM_ERROR',
]);

/** Whether an exception means that a buffer, text or list was too large to allocate. */
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

/** Maximum memory of this process in bytes: that of the computer, or of the container if less. */
export function memoryOfComputer(): number {
  const constrained = process.constrainedMemory();
  // Without a limit some systems report 0 and others an impossible number.
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
