import type { UploadedFile } from '../../projects/commands/command-call.js';
import type { CommandDefinition, WorkerCommandName } from '../../projects/commands/command-table.js';
import type { ProcessesAnswer } from '../../projects/processes/process-list.js';
import type { CsrfRule } from './check-token.js';
import type { CsrfTokens } from './csrf-tokens.js';

/** What the projects wing needs to be served. */
export interface ProjectsWebOptions {
  readonly port: ProjectsPort;
  readonly tokens: CsrfTokens;
  readonly csrf: CsrfRule;
  readonly maxUploadBytes: number;
  readonly softwareVersion: string;
}

/** The projects wing as HTTP sees it: commands go in, outcomes come out; where they are carried out is not known here. */
export interface ProjectsPort {
  /** Rejects with a `SameasError`. */
  readonly run: (
    command: CommandDefinition & { readonly name: WorkerCommandName },
    request: CommandRequest,
  ) => Promise<CommandOutcome>;
  /** Throws `project-unknown`. */
  readonly processes: (projectId: string) => ProcessesAnswer;
  /** Returns when nothing runs any more. Rejects with `project-unknown`. */
  readonly cancelProcesses: (projectId: string) => Promise<void>;
  /** A new empty folder for one request. */
  readonly newWorkFolder: () => WorkFolder;
}

export interface CommandRequest {
  /** Who sends it. */
  readonly client: string;
  /** Aborted when its client is gone. */
  readonly left?: AbortSignal;
  /** Each name once. */
  readonly parameters: readonly (readonly [string, string])[];
  /** What stood behind the name of the command. */
  readonly trailingName: string;
  readonly files: readonly UploadedFile[];
  /** Empty for commands that read and write no files of their own. */
  readonly workFolder: string;
}

export type CommandOutcome =
  | { readonly kind: 'json'; readonly json: string }
  /** A file, which its sender removes. */
  | { readonly kind: 'long-json'; readonly path: string }
  | { readonly kind: 'pending' }
  | { readonly kind: 'created'; readonly projectId: string }
  | { readonly kind: 'file'; readonly path: string; readonly contentType: string };

export interface WorkFolder {
  readonly path: string;
  /** Never rejects. */
  readonly remove: () => Promise<void>;
}
