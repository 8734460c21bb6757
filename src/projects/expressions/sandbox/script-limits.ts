/** Limits of a program in a sealed interpreter. Exceeding one ends in an error value for the row, never in a crash. */
export interface ScriptLimits {
  readonly rowMs: number;
  /** For all rows of one call to `evaluate`; the rest then gets an error. */
  readonly totalMs: number;
}

export const DEFAULT_SCRIPT_LIMITS: ScriptLimits = { rowMs: 1_000, totalMs: 60_000 };

/** For parsing a program, before the first row. */
export const COMPILE_MS = 3_000;

export const MEMORY_BYTES = 256 * 1024 * 1024;

/** Rows sent into the interpreter at once. */
export const ROWS_PER_BATCH = 500;

/**
 * Stack of the interpreter. Its frames are on Node's stack too, which is larger in the processes of commands; elsewhere
 * only tests evaluate programs.
 */
export function stackBytes(): number {
  return process.execArgv.some((flag) => flag.startsWith('--stack-size=')) ? 1024 * 1024 : 192 * 1024;
}
