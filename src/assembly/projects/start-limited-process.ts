import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MEGABYTE = 1024 * 1024;
/**
 * Room for the objects of some thousand rows, so that most are dead before a collection: with less, collecting costs
 * more than the work.
 */
const SEMI_SPACE_MB = 32;
/** Eight times Node's default: expressions may be deeply nested. */
const STACK_KB = 7_800;
/** The stack requested from the system; more than the engine uses. */
const SYSTEM_STACK_KB = 10_240;
/** Less would not hold the code of a worker. */
const MIN_HEAP_MB = 64;

/**
 * Memory of a worker besides that of a command: code, thread stacks of Node, space for young objects and, once needed,
 * the interpreters of two languages. Measured: 250 MB of writable memory with everything loaded.
 */
export const OWN_MEMORY_BYTES = 352 * MEGABYTE;

/*
 * The launcher: sets resource limits of the operating system, and becomes the program. No core dump is written; the
 * process is the first to be killed when the computer runs out of memory. A limit that cannot be raised stays.
 */
const LAUNCHER =
  '{ ulimit -c 0; ulimit -s "$1"; ulimit -d "$2"; echo 900 >/proc/self/oom_score_adj; } 2>/dev/null; shift 2; exec "$@"';

/**
 * Starts a Node process whose memory is limited by the operating system: heap, buffers, WebAssembly and the program
 * itself have at most `memoryBytes` and `OWN_MEMORY_BYTES` together; beyond that the process ends (or, for a single
 * large buffer, gets an exception). The kernel enforces this on Linux; elsewhere only the engine limits the heap, and
 * the caller watches the rest.
 *
 * The environment is passed on except `NODE_OPTIONS`, which could raise the limits. Messages go as structured clones;
 * standard error comes as a stream.
 */
export function startLimitedProcess(entry: URL, memoryBytes: number): ChildProcess {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const heapMb = Math.max(MIN_HEAP_MB, Math.floor(memoryBytes / MEGABYTE));
  const flags = [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`];
  const options = { env, serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] } as const;
  if (process.platform !== 'linux' || !existsSync('/bin/sh'))
    return fork(fileURLToPath(entry), [], { ...options, stdio: [...options.stdio], execArgv: flags });
  const dataKb = Math.ceil((Math.max(memoryBytes, MIN_HEAP_MB * MEGABYTE) + OWN_MEMORY_BYTES) / 1024);
  return fork(fileURLToPath(entry), [], {
    ...options,
    stdio: [...options.stdio],
    execPath: '/bin/sh',
    execArgv: [
      '-c',
      LAUNCHER,
      'sh',
      String(SYSTEM_STACK_KB),
      String(dataKb),
      process.execPath,
      ...flags,
      `--stack-size=${STACK_KB}`,
    ],
  });
}
