import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptForAllSuites } from './kept-for-all-suites.js';
import { freePort, startProgram } from './program.js';

/** A running OpenRefine with an empty workspace. */
export interface RunningOpenRefine {
  /** Without a slash at the end. */
  readonly origin: string;
  /** For example `3.6.2`. */
  readonly version: string;
  readonly output: () => string;
  /** Ends it and deletes its workspace. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the OpenRefine that is installed on this machine, without opening a browser, on a free port of 127.0.0.1.
 * `TEST_OPENREFINE_ROOT` names the folder of another system root to start it in (then `chroot` is used), which is how
 * a second release is tested. Rejects when there is none: a test of the real client that cannot run has failed.
 */
export async function startOpenRefine(): Promise<RunningOpenRefine> {
  const root = process.env['TEST_OPENREFINE_ROOT'] ?? '';
  const workspace = await mkdtemp(join(root === '' ? tmpdir() : join(root, 'tmp'), 'sameas-openrefine-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const command = [
    'openrefine',
    '-p',
    String(port),
    '-i',
    '127.0.0.1',
    '-m',
    '800M',
    '-d',
    workspace.slice(root.length),
    '-x',
    'refine.headless=true',
  ];
  const [first = '', ...args] = root === '' ? command : ['chroot', root, ...command];
  let version = '';
  try {
    const program = await startProgram({
      command: first,
      args,
      readyWithinMs: 120_000,
      isReady: async () => {
        const answer: unknown = await (await fetch(`${origin}/command/core/get-version`)).json();
        if (typeof answer !== 'object' || answer === null || !('version' in answer)) return false;
        version = String(answer.version);
        return true;
      },
    });
    return {
      origin,
      version,
      output: program.output,
      stop: async () => {
        await program.stop();
        await rm(workspace, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(workspace, { recursive: true, force: true });
    throw error;
  }
}

const kept = keptForAllSuites(startOpenRefine, (openRefine) => openRefine.stop());

/** The OpenRefine of all suites that need none of their own: projects of other suites are in it, and nobody changes its preferences. To stop it does nothing. */
export async function sharedOpenRefine(): Promise<RunningOpenRefine> {
  return { ...(await kept()), stop: () => Promise.resolve() };
}
