import { join } from 'node:path';
import { freePort, startProgram, type Program } from './program.js';

/** A running `sameas serve`. */
export interface RunningService extends Program {
  /** Without a slash at the end. */
  readonly origin: string;
  /** The address to register in a client: the origin and a slash. */
  readonly url: string;
}

const executable = join(import.meta.dirname, '..', '..', 'dist', 'main.js');

/** What Node says of a leak of listeners, of something that goes away, of a fault that nothing has caught. */
const NODE_WARNING = /\(node:\d+\) .*(?:Warning|deprecated).*/;

/**
 * Starts the built executable as a user would, on a free port (or on `port`), and waits until it answers with its manifest.
 * `args` are what stands after `serve`: files and flags. Stopping it rejects when Node has warned of anything: a warning that comes again and again hides the one that matters.
 */
export async function startService(
  args: readonly string[] = [],
  options: { port?: number; env?: Readonly<Record<string, string>> } = {},
): Promise<RunningService> {
  const port = options.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const program = await startProgram({
    command: process.execPath,
    args: [executable, 'serve', ...args, '--port', String(port)],
    ...(options.env === undefined ? {} : { env: options.env }),
    // The first start reads and indexes everything; a busy machine with slow cores needs its time.
    readyWithinMs: 120_000,
    isReady: async () => (await fetch(`${origin}/`)).status === 200,
  });
  const stop = async (): Promise<number | null> => {
    const code = await program.stop();
    const [warning] = NODE_WARNING.exec(program.output()) ?? [];
    if (warning !== undefined) throw new Error(`The service was warned: ${warning}`);
    return code;
  };
  return { ...program, stop, origin, url: `${origin}/` };
}
