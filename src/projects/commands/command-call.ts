import type { Sentence } from '../../foundation/sentence.js';
import type { ExpressionLanguage } from '../expressions/expression-language.js';
import type { ProjectSurroundings, UrlFetchPort } from '../operations/operation.js';
import type { ReconciliationPort } from '../operations/recon/reconciliation-port.js';
import type { ProjectStore } from '../store/project-store.js';
import type { CommandParameters } from './command-parameters.js';

/** One command with everything that it may need. No command knows a request. */
export interface CommandCall {
  readonly parameters: CommandParameters;
  /** Text after the name of the command: the name of a download. */
  readonly trailingName: string;
  readonly files: readonly UploadedFile[];
  readonly tools: ProjectTools;
  /** A folder of this command alone, in the data folder; removed after the answer. */
  readonly workFolder: string;
}

/** A file in the work folder. */
export interface UploadedFile {
  readonly path: string;
  /** As named by the client; may be a path of the client's, or empty. */
  readonly fileName: string;
  /** Media type from the client. */
  readonly mediaType: string;
}

export interface ProjectTools {
  readonly store: ProjectStore;
  readonly preferencesFile: string;
  readonly languages: readonly ExpressionLanguage[];
  /** A regular expression in the dialect of recipes. Throws an Error whose message names the fault. */
  readonly translateRegex: ProjectSurroundings['translateRegex'];
  readonly reconciliation: ReconciliationPort | undefined;
  readonly urlFetch: UrlFetchPort | undefined;
  /** Called after every few thousand rows. */
  readonly progress: () => void;
  /** 0 to 100. */
  readonly percent: (done: number) => void;
}

export type CommandReply =
  | { readonly kind: 'json'; readonly value: unknown }
  /** The rest of a recipe waits for other services, and goes on as a process. */
  | { readonly kind: 'pending'; readonly process: PendingProcess }
  | { readonly kind: 'created'; readonly projectId: string }
  /** A file in the work folder. */
  | { readonly kind: 'file'; readonly path: string; readonly contentType: string };

export interface PendingProcess {
  readonly projectId: string;
  readonly description: Sentence;
  readonly operations: readonly Readonly<Record<string, unknown>>[];
}

export type CommandHandler = (call: CommandCall) => CommandReply | Promise<CommandReply>;

/** A success with further members. */
export function ok(members: Readonly<Record<string, unknown>> = {}): CommandReply {
  return { kind: 'json', value: { code: 'ok', ...members } };
}

/** An answer of any shape. */
export function json(value: unknown): CommandReply {
  return { kind: 'json', value };
}
