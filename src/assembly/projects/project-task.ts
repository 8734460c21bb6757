import type { PendingProcess, UploadedFile } from '../../projects/commands/command-call.js';
import type { WorkerCommandName } from '../../projects/commands/command-table.js';
import type { UrlAccess } from './guarded-fetch.js';
import type { PlainError } from '../worker-protocol.js';

/** What a project worker is started with. */
export interface ProjectWorkerSettings {
  /** The data folder, made ready. */
  readonly dataFolder: string;
  /** Memory for chunks that were read. */
  readonly cacheBytes: number;
  /** The addresses by which this very service is reached, which may always be asked for candidates. */
  readonly ownAddresses: readonly string[];
  /** Whether operations may connect to other addresses. */
  readonly urlAccess: UrlAccess;
  /** Where the worker shows that it lives; see `PULSE_BYTES`. */
  readonly pulse: SharedArrayBuffer;
}

/** One command, or the rest of a recipe, for a worker. */
export interface ProjectTask {
  readonly task: number;
  readonly work: { readonly command: WorkerCommandName; readonly parameters: readonly (readonly [string, string])[]; readonly trailingName: string } | { readonly process: PendingProcess };
  readonly files: readonly UploadedFile[];
  readonly workFolder: string;
}

/** What comes of it; JSON is finished text. */
export type ProjectTaskReply =
  | { readonly kind: 'json'; readonly json: string }
  | { readonly kind: 'pending'; readonly process: PendingProcess }
  | { readonly kind: 'created'; readonly projectId: string }
  | { readonly kind: 'file'; readonly path: string; readonly contentType: string };

/** `ready` comes once, when the code of the worker has been loaded. */
export type ProjectTaskAnswer =
  | { readonly kind: 'ready' }
  | { readonly task: number; readonly kind: 'done'; readonly reply: ProjectTaskReply }
  | { readonly task: number; readonly kind: 'failed'; readonly error: PlainError };

/*
 * The pulse: four numbers of 32 bits that the worker writes and the watchdog reads, while the worker is too busy to answer a message.
 */
export const PULSE_BYTES = 16;
/** Counts up with every few thousand rows. */
export const PULSE_BEATS = 0;
/** How much of a process is done, 0 to 100. */
export const PULSE_PERCENT = 1;
/** Megabytes outside of the heap, which the limits of a thread do not cover, that the present task has added. */
export const PULSE_OUTSIDE_MB = 2;
/** The task that the worker is at, or was at last. */
export const PULSE_TASK = 3;
