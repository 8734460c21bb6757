import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../architecture/source-tree.js';

/** How a run of the executable ended. */
export interface FinishedRun {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run it. */
export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment of the test; SAMEAS_ variables of the test itself are taken out. */
  readonly env?: Readonly<Record<string, string>>;
  /** Closes standard output after its first bytes, as `head -c 1` does. */
  readonly closeOutputEarly?: boolean;
}

/** The built executable. */
const EXECUTABLE = join(ROOT, 'dist', 'main.js');

/** A run that is under way. */
export interface Run {
  readonly finished: Promise<FinishedRun>;
  /** Fulfilled when it has written anything to standard output. */
  readonly begun: Promise<void>;
  /** Fulfilled when it has written this to standard error; never if it does not. */
  readonly saying: (text: string) => Promise<void>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** Starts `sameas` with these arguments. */
export function runSameas(args: readonly string[], options: RunOptions = {}): Run {
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SAMEAS_'))),
    ...options.env,
  };
  const child = spawn(process.execPath, [EXECUTABLE, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  let stdout = '';
  let stderr = '';
  const begun = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (options.closeOutputEarly === true) child.stdout.destroy();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finished = new Promise<FinishedRun>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  const saying = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (stderr.includes(text)) resolve();
      };
      child.stderr.on('data', look);
      look();
    });
  return { finished, begun, saying, kill: (signal) => void child.kill(signal) };
}
