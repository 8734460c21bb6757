import type { PendingProcess, UploadedFile } from '../../projects/commands/command-call.js';
import type { WorkerCommandName } from '../../projects/commands/command-table.js';
import type { UrlAccess } from '../../foundation/guarded-fetch.js';
import type { PlainError } from '../workers/plain-error.js';
import { MAX_BACKTRACKING_MS } from '../../foundation/backtracking.js';
import { saysOutOfMemory } from '../../foundation/out-of-memory.js';
import { SameasError } from '../../foundation/sameas-error.js';

export interface ProjectWorkerSettings {
  readonly dataFolder: string;
  readonly cacheBytes: number;
  readonly memoryBytes: number;
  /** Addresses of this very service, which are always allowed for candidates. */
  readonly ownAddresses: readonly string[];
  readonly urlAccess: UrlAccess;
}

/** One command, or the rest of a recipe, for a worker. */
export interface ProjectTask {
  readonly task: number;
  readonly work:
    | {
        readonly command: WorkerCommandName;
        readonly parameters: readonly (readonly [string, string])[];
        readonly trailingName: string;
      }
    | { readonly process: PendingProcess };
  readonly files: readonly UploadedFile[];
  readonly workFolder: string;
}

export type ProjectWorkerMessage =
  | { readonly kind: 'settings'; readonly settings: ProjectWorkerSettings }
  | { readonly kind: 'task'; readonly task: ProjectTask };

/** Result of a task; JSON is finished text, or, if long, a file in the work folder, which the service removes. */
export type ProjectTaskReply =
  | { readonly kind: 'json'; readonly json: string }
  | { readonly kind: 'long-json'; readonly path: string }
  | { readonly kind: 'pending'; readonly process: PendingProcess }
  | { readonly kind: 'created'; readonly projectId: string }
  | { readonly kind: 'file'; readonly path: string; readonly contentType: string };

/**
 * Messages of a worker. `ready` is sent once, when its code is loaded; `begun` at the start of a task; `pulse` during
 * work, at most every `PULSE_MS`, with the progress (0 to 100) and the resident memory.
 */
export type ProjectWorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun'; readonly task: number }
  | { readonly kind: 'pulse'; readonly percent: number; readonly residentBytes: number }
  | { readonly kind: 'done'; readonly task: number; readonly reply: ProjectTaskReply }
  | { readonly kind: 'failed'; readonly task: number; readonly error: PlainError };

/** Minimum time between two pulses of a worker. */
export const PULSE_MS = 100;

const MEGABYTE = 1024 * 1024;
/** Operations named in a message; a recipe may have hundreds. */
const MAX_NAMED = 3;
/** Characters of a recipe searched for them. */
const MAX_LOOKED_AT = 65_536;

type Task = Pick<ProjectTask, 'work'>;

/** The error for a task ended because of time; `what` follows "The command" in a sentence. */
export function tooLong(what: string, { work }: Task): SameasError {
  return new SameasError('command-too-long', `The command ${what}, and was ended. ${whatIsLeft(work)}`, {
    advice: 'Look for an expression or a regular expression that does not end; do it in smaller steps.',
  });
}

/** The error for a task whose regular expressions took too long. */
export function backtracked({ work }: Task): SameasError {
  return new SameasError(
    'command-too-long',
    `The command spent more than ${MAX_BACKTRACKING_MS / 1000} seconds in a regular expression that may take a lifetime, and was ended. ${whatIsLeft(work)}`,
    {
      advice:
        'Write the regular expression without repetitions within repetitions, or without look-around, references to groups, possessive quantifiers and atomic groups.',
    },
  );
}

/** The error for a task that needed more than `memoryBytes`. */
export function tooLarge(memoryBytes: number, { work }: Task): SameasError {
  return new SameasError(
    'command-too-large',
    `${commandInWords(work)} needed more than the ${Math.floor(memoryBytes / MEGABYTE)} MB of memory that a command may use, and was ended. ${whatIsLeft(work)}`,
    {
      advice: 'Do it in smaller steps, or raise projectMemoryBytes.',
    },
  );
}

/** Each operation of a recipe is saved before the next begins. */
function whatIsLeft(work: ProjectTask['work']): string {
  return operationsOf(work).length > 1
    ? 'Of the operation that was under way nothing was kept; those before it are in the history.'
    : 'The project is as it was before.';
}

/** `The command apply-operations (core/row-reorder)`. */
function commandInWords(work: ProjectTask['work']): string {
  const names = operationsOf(work);
  const shown = names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), '…'] : names;
  return `The command ${'command' in work ? work.command : 'apply-operations'}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`;
}

/** Names of the operations of a recipe; of an unparsed one, those in its beginning. */
function operationsOf(work: ProjectTask['work']): readonly string[] {
  if (!('command' in work)) return work.process.operations.map(({ op }) => String(op));
  const beginning = new Map(work.parameters).get('operations')?.slice(0, MAX_LOOKED_AT) ?? '';
  return [...beginning.matchAll(/"op"\s*:\s*"([\w/-]{1,80})"/g)].map(([, name = '']) => name);
}

/** The error for a task cancelled on request, or because the service stops. */
export function cancelled(): SameasError {
  return new SameasError('command-cancelled', 'The work was cancelled.');
}

/** Whether an exception means that a buffer or a text was too large to allocate. */
export function isOutOfMemory(thrown: unknown): boolean {
  return saysOutOfMemory(thrown instanceof SameasError ? thrown.cause : thrown);
}
