import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../architecture/source-tree.js';

/** What tests use of `ask-service.js`. */
export interface AskService {
  readonly serviceAddress: (asked: string | null, script: string, page: string) => string;
  readonly readSuggestions: (answer: unknown) => readonly unknown[];
  readonly fetchSuggestions: (
    service: string,
    asked: { kind: string; prefix: string; limit: number; type?: string | null },
    signal: AbortSignal,
  ) => Promise<readonly unknown[]>;
  readonly fetchById: (service: string, kind: string, id: string, signal: AbortSignal) => Promise<unknown>;
  readonly fetchCard: (service: string, kind: string, id: string, signal: AbortSignal) => Promise<string>;
  readonly RefusedError: new () => Error;
}

/** One start of a task, as `latest-task.js` takes it. */
export interface TaskStart {
  readonly waitMs: number;
  readonly timeoutMs: number;
  readonly task: (signal: AbortSignal) => Promise<string>;
  readonly done: (result: string) => void;
  readonly failed: (fault: unknown) => void;
}

/** What tests use of `latest-task.js`. */
export interface LatestTaskModule {
  readonly LatestTask: new () => { start: (start: TaskStart) => void; stop: () => void };
}

/** A module of the element that needs no browser. The caller names its type: scripts for pages are not compiled with the service. */
export async function insideModule(name: string): Promise<unknown> {
  return import(pathToFileURL(join(ROOT, 'src', 'web', 'suggest-element', 'inside', name)).href);
}
