import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A program that a test started and will stop. */
export interface Program {
  readonly pid: number;
  /** All it has written so far, both channels in the order of arrival. */
  readonly output: () => string;
  /** Whether it still runs. */
  readonly isRunning: () => boolean;
  /**
   * Ends it and the processes it started, politely first; returns when the program is gone.
   * Gives the exit code, `null` when a signal ended it.
   */
  readonly stop: () => Promise<number | null>;
}

/** What to start and how to see that it is ready. */
export interface ProgramStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Asked again and again until it says yes; an exception counts as "not yet". */
  readonly isReady: (output: string) => Promise<boolean>;
  readonly readyWithinMs: number;
}

const pollEveryMs = 50;
const killAfterMs = 10_000;

/**
 * Starts a program in a process group of its own and waits until it is ready.
 * Rejects with all its output when it ends early, cannot be found, or is not ready in time (it is ended then).
 */
export async function startProgram(start: ProgramStart): Promise<Program> {
  const child = spawn(start.command, [...start.args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...start.env },
    ...(start.cwd === undefined ? {} : { cwd: start.cwd }),
  });
  let output = '';
  let failure: Error | undefined;
  let hasEnded = false;
  let exitCode: number | null = null;
  for (const channel of [child.stdout, child.stderr]) {
    channel.setEncoding('utf8');
    channel.on('data', (text: string) => (output += text));
  }
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      failure = error;
      hasEnded = true;
      resolve();
    });
    // Not `exit`: what a wrapper script started may outlive it, and holds these channels open.
    child.on('close', (code) => {
      exitCode = code;
      hasEnded = true;
      resolve();
    });
  });

  const { pid } = child;
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // The whole group is gone already. (Not `instanceof`: Jest runs tests with an Error class of their own.)
      if (!(typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  const stop = async (): Promise<number | null> => {
    signalGroup('SIGTERM');
    const impatience = setTimeout(() => signalGroup('SIGKILL'), killAfterMs);
    await ended;
    clearTimeout(impatience);
    return exitCode;
  };

  const what = [start.command, ...start.args].join(' ');
  const giveUpAt = Date.now() + start.readyWithinMs;
  for (;;) {
    if (hasEnded || pid === undefined)
      throw new Error(`${what} ended before it was ready: ${failure?.message ?? `exit code ${exitCode}`}\n${output}`);
    if (await start.isReady(output).catch(() => false)) break;
    if (Date.now() > giveUpAt) {
      await stop();
      throw new Error(`${what} was not ready after ${start.readyWithinMs} ms\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
  }
  return { pid, output: () => output, isRunning: () => !hasEnded, stop };
}

/** Below those that systems give to `listen(0)`: another test must not be given the port between now and its use. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** A TCP port on 127.0.0.1 on which no program listens right now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
