import { rmSync } from 'node:fs';
import type { CommandContext } from './command-definition.js';
import { nextSignal } from './next-signal.js';

/** Takes the path of a file or folder that is being written, and `undefined` when it is done: a signal in between removes it and ends the program. */
export function removeWhenEnded({ exit }: Pick<CommandContext, 'exit'>): (path: string | undefined) => void {
  let signal: ReturnType<typeof nextSignal> | undefined;
  return (path) => {
    signal?.ignore();
    signal = undefined;
    if (path === undefined) return;
    signal = nextSignal(['SIGINT', 'SIGTERM', 'SIGHUP']);
    void signal.arrived.then(() => {
      rmSync(path, { recursive: true, force: true });
      exit('interrupted');
    });
  };
}
