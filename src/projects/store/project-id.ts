import { randomInt } from 'node:crypto';
import { SameasError } from '../../foundation/sameas-error.js';

const MAX_RANDOM = 10 ** 12;
const MAX_ENTRY_RANDOM = 10 ** 6;

/** An id for a new project: 13 decimal digits, as clients expect; the caller knows the existing ones. */
export function newProjectId(nowMs: number): string {
  return String((nowMs + randomInt(MAX_RANDOM)) % 10 ** 13).padStart(13, '1');
}

/** An id for a new entry of a history: a whole number that JSON keeps exactly, and not in `taken`. */
export function newEntryId(nowMs: number, taken: ReadonlySet<number>): number {
  for (;;) {
    const id = nowMs + randomInt(MAX_ENTRY_RANDOM);
    if (!taken.has(id)) return id;
  }
}

/**
 * The project id of a parameter. Ids name folders, so only digits may pass. Throws `project-id-missing` and
 * `project-id-invalid` with the sentences that clients know.
 */
export function readProjectId(text: string | undefined): string {
  if (text === undefined || text === '') {
    throw new SameasError('project-id-missing', "Can't find project: missing ID parameter", {
      advice: 'Add project=ID to the address.',
    });
  }
  if (!/^\d{1,20}$/.test(text)) {
    throw new SameasError('project-id-invalid', "Can't find project: badly formatted id #", {
      advice: 'A project id is 13 decimal digits.',
    });
  }
  return text;
}
