import type { UploadedFile } from '../../projects/commands/command-call.js';
import type { CommandDefinition, WorkerCommandName } from '../../projects/commands/command-table.js';
import type { ProcessesAnswer } from '../../projects/processes/process-list.js';
import type { CsrfRule, CsrfTokens } from './csrf-tokens.js';
import { describeService } from '../../protocols/describe-service.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';

export interface ProjectsWebOptions {
  readonly port: ProjectsPort;
  readonly tokens: CsrfTokens;
  readonly csrf: CsrfRule;
  readonly maxUploadBytes: number;
  readonly softwareVersion: string;
}

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
  readonly newWorkFolder: () => WorkFolder;
}

export interface CommandRequest {
  readonly client: string;
  /** Aborted when its client has gone. */
  readonly left?: AbortSignal;
  /** Each name once. */
  readonly parameters: readonly (readonly [string, string])[];
  /** Text after the name of the command. */
  readonly trailingName: string;
  readonly files: readonly UploadedFile[];
  /** Empty for commands without files of their own. */
  readonly workFolder: string;
}

export type CommandOutcome =
  | { readonly kind: 'json'; readonly json: string }
  /** A file, removed by its sender. */
  | { readonly kind: 'long-json'; readonly path: string }
  | { readonly kind: 'pending' }
  | { readonly kind: 'created'; readonly projectId: string }
  | { readonly kind: 'file'; readonly path: string; readonly contentType: string };

export interface WorkFolder {
  readonly path: string;
  /** Never rejects. */
  readonly remove: () => Promise<void>;
}

export interface OwnService {
  readonly name: string;
  /** Its address; ends with a slash. */
  readonly service: string;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
}

/** The service of a dataset, as columns of projects record it. `baseUrl`: its address, no slash at the end. */
export function ownServiceOf(snapshot: DatasetSnapshot, baseUrl: string, batchSize: number): OwnService {
  const { identifierSpace, schemaSpace } = describeService(snapshot, baseUrl, batchSize);
  return { name: snapshot.dataset.metadata.name, service: `${baseUrl}/`, identifierSpace, schemaSpace };
}
