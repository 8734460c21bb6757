import type { Command } from 'commander';
import type { GivenOptions } from './given-options.js';
import type { SameasError } from '../foundation/sameas-error.js';

export interface CommandContext {
  /** Writes to standard output. */
  readonly write: (text: string) => void;
  /** Writes to standard error. */
  readonly writeError: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether messages for people may have colours. */
  readonly colours: boolean;
  /** Whether standard error is read by a person. */
  readonly interactive: boolean;
  /**
   * Shows a line on the terminal of standard error that the next output replaces; an empty text removes it. Without a
   * terminal nothing is shown.
   */
  readonly showStatus: (text: string) => void;
  /** Columns of help texts. */
  readonly helpWidth: number;
  /** Ends the process at once, whatever is still under way. */
  readonly exit: (reason: ExitReason) => never;
  readonly nextSignal: typeof nextSignal;
  readonly processors: number;
  /** Whether a HUP signal has come since the program began. */
  readonly hasHungUp?: () => boolean;
}

/** One command of the program. Its file is named after it. */
export interface CommandDefinition {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly declare: (command: Command) => void;
  /**
   * Runs the command. `args` are the arguments that are not options. Throws a `SameasError` for mistakes of the user.
   */
  readonly run: (args: readonly string[], options: GivenOptions, context: CommandContext) => Promise<ExitReason>;
}

/** The first of these signals that arrives from now on; `ignore` ends the wait, and restores their defaults. */
export function nextSignal(signals: readonly NodeJS.Signals[]): {
  readonly arrived: Promise<NodeJS.Signals>;
  readonly ignore: () => void;
} {
  let ignore = (): void => undefined;
  const arrived = new Promise<NodeJS.Signals>((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      resolve(signal);
      // Not at once: the cleanup of an unfinished file ends the program when it is the only listener left.
      setImmediate(ignore);
    };
    ignore = () => {
      for (const each of signals) process.off(each, stop);
    };
    for (const each of signals) process.on(each, stop);
  });
  return { arrived, ignore };
}

/** Exit codes for scripts; a test compares docs/command-line.md with this table. */
export const EXIT_CODES = {
  success: { code: 0, meaning: 'Everything asked for was done.' },
  data: {
    code: 1,
    meaning:
      'A file or manifest is missing or faulty; for match, check, duplicates and evaluate also: some records could not be used.',
  },
  usage: { code: 2, meaning: 'The command line or a setting is wrong, or the port is in use.' },
  different: { code: 3, meaning: 'diff with --exit-code: the lists differ, or a table uses ids that are gone.' },
  internal: { code: 70, meaning: 'A fault in sameas itself.' },
  interrupted: { code: 130, meaning: 'Interrupted by Ctrl+C or a signal before it was finished.' },
} as const satisfies Readonly<Record<string, { readonly code: number; readonly meaning: string }>>;

export type ExitReason = keyof typeof EXIT_CODES;

/** Exit reason of an error that ended the program. */
export function exitReasonOf(error: SameasError): ExitReason {
  switch (error.code) {
    case 'setting-invalid':
    case 'setting-unknown':
    case 'port-in-use':
      return 'usage';
    default:
      return error.kind === 'internal' ? 'internal' : 'data';
  }
}
