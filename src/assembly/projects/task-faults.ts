import { MAX_BACKTRACKING_MS } from '../../foundation/backtracking.js';
import { saysOutOfMemory } from '../../foundation/out-of-memory.js';
import { SameasError } from '../../foundation/sameas-error.js';

const MEGABYTE = 1024 * 1024;

/** A task that was ended because of time; `what` follows "The command" in a sentence. */
export function tooLong(what: string): SameasError {
  return new SameasError('command-too-long', `The command ${what}, and was ended. The project is as it was before.`, {
    advice: 'Look for an expression or a regular expression that does not end; do it in smaller steps.',
  });
}

/** A task that was ended because its regular expressions took too long. */
export function backtracked(): SameasError {
  return new SameasError(
    'command-too-long',
    `The command spent more than ${MAX_BACKTRACKING_MS / 1000} seconds in a regular expression that may take a lifetime, and was ended. The project is as it was before.`,
    {
      advice:
        'Write the regular expression without repetitions within repetitions, or without look-around, references to groups, possessive quantifiers and atomic groups.',
    },
  );
}

/** A task that was ended because it needed more than `memoryBytes`. */
export function tooLarge(memoryBytes: number): SameasError {
  return new SameasError(
    'command-too-large',
    `The command needed more than the ${Math.floor(memoryBytes / MEGABYTE)} MB of memory that it may use, and was ended. The project is as it was before.`,
    {
      advice: 'Do it in smaller steps, or raise projectMemoryBytes.',
    },
  );
}

/** A task that was ended because somebody wanted it so, or because the service stops. */
export function cancelled(): SameasError {
  return new SameasError('command-cancelled', 'The work was cancelled.');
}

/** Whether an exception says that a buffer, or a text, could not be had for its size. */
export function isOutOfMemory(thrown: unknown): boolean {
  return saysOutOfMemory(thrown instanceof SameasError ? thrown.cause : thrown);
}
