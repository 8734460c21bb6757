import type { PendingProcess, UploadedFile } from '../../projects/commands/command-call.js';
import type { WorkerCommandName } from '../../projects/commands/command-table.js';
import type { UrlAccess } from '../../foundation/guarded-fetch.js';
import type { PlainError } from '../workers/plain-error.js';

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
