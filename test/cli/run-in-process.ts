import { runCommandLine } from '../../src/cli/run-command-line.js';
import type { FinishedRun } from './run-sameas.js';

/** Runs a command line in this process, which needs no build; for commands that end by themselves. */
export async function runInProcess(
  args: readonly string[],
  { colours = false }: { readonly colours?: boolean } = {},
): Promise<FinishedRun> {
  let stdout = '';
  let stderr = '';
  const code = await runCommandLine(args, {
    write: (text) => (stdout += text),
    writeError: (text) => (stderr += text),
    env: {},
    colours,
    interactive: false,
    showStatus: () => undefined,
    helpWidth: 100,
    exit: (reason) => {
      throw new Error(`ended with ${reason}`);
    },
    processors: 1,
  });
  return { code, stdout, stderr };
}
