import type { PendingProcess, UploadedFile } from '../../projects/commands/command-call.js';
import type { WorkerCommandName } from '../../projects/commands/command-table.js';
import type { UrlAccess } from '../../foundation/guarded-fetch.js';
import type { PlainError } from '../workers/plain-error.js';

/** What a project worker needs to know; the first message that it gets. */
export interface ProjectWorkerSettings {
  /** The data folder, made ready. */
  readonly dataFolder: string;
  /** Memory for chunks that were read. */
  readonly cacheBytes: number;
  /** Memory that one command may use. */
  readonly memoryBytes: number;
  /** The addresses by which this very service is reached, which may always be asked for candidates. */
  readonly ownAddresses: readonly string[];
  /** Whether operations may connect to other addresses. */
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

/** What the service sends to a worker. */
export type ProjectWorkerMessage =
  | { readonly kind: 'settings'; readonly settings: ProjectWorkerSettings }
  | { readonly kind: 'task'; readonly task: ProjectTask };

/** What comes of a task; JSON is finished text, or, where it is long, a file of it in the folder for work, which its sender removes. */
export type ProjectTaskReply =
  | { readonly kind: 'json'; readonly json: string }
  | { readonly kind: 'long-json'; readonly path: string }
  | { readonly kind: 'pending'; readonly process: PendingProcess }
  | { readonly kind: 'created'; readonly projectId: string }
  | { readonly kind: 'file'; readonly path: string; readonly contentType: string };

/**
 * What a worker sends. `ready` comes once, when its code has been loaded; `begun` when it takes up a task; `pulse` while it is at work, at most every `PULSE_MS`, with how
 * much of the task is done (0 to 100) and the memory that is resident.
 */
export type ProjectWorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun'; readonly task: number }
  | { readonly kind: 'pulse'; readonly percent: number; readonly residentBytes: number }
  | { readonly kind: 'done'; readonly task: number; readonly reply: ProjectTaskReply }
  | { readonly kind: 'failed'; readonly task: number; readonly error: PlainError };

/** The shortest time between two pulses of a worker. */
export const PULSE_MS = 100;
