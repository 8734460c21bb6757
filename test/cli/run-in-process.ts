import { runCommandLine } from '../../src/cli/run-command-line.js';
import type { FinishedRun } from './run-sameas.js';

/** How to run it. */
interface RunHere {
  readonly colours?: boolean;
  /** What it says when Ctrl+C is to arrive; without it none arrives. */
  readonly interruptedAt?: RegExp;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command line in this process, which needs no build; for commands that end by themselves. */
export async function runInProcess(
  args: readonly string[],
  { colours = false, interruptedAt, env = {} }: RunHere = {},
): Promise<FinishedRun> {
  let stdout = '';
  let stderr = '';
  let interrupt = (): void => undefined;
  const first = new Promise<NodeJS.Signals>((resolve) => (interrupt = () => resolve('SIGINT')));
  const never = new Promise<NodeJS.Signals>(() => undefined);
  let waiting = 0;
  const look = (): void => {
    if (interruptedAt?.test(stdout + stderr) === true) interrupt();
  };
  const code = await runCommandLine(args, {
    write: (text) => {
      stdout += text;
      look();
    },
    writeError: (text) => {
      stderr += text;
      look();
    },
    env,
    colours,
    interactive: false,
    showStatus: () => undefined,
    helpWidth: 100,
    exit: (reason) => {
      throw new Error(`ended with ${reason}`);
    },
    nextSignal: () => ({ arrived: waiting++ === 0 ? first : never, ignore: () => undefined }),
    processors: 1,
  });
  return { code, stdout, stderr };
}
