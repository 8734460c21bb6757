import type { Command } from 'commander';
import type { ExitReason } from './exit-codes.js';
import type { GivenOptions } from './given-options.js';
import type { nextSignal } from './next-signal.js';

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
