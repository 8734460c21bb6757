import type { Command } from 'commander';
import type { ExitReason } from './exit-codes.js';
import type { GivenOptions } from './given-options.js';
import type { nextSignal } from './next-signal.js';

/** What a command may touch of the world outside. */
export interface CommandContext {
  /** Writes text to standard output as it is. */
  readonly write: (text: string) => void;
  /** Writes text to standard error as it is. */
  readonly writeError: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether messages for people may have colours. */
  readonly colours: boolean;
  /** Whether standard error is read by a person. */
  readonly interactive: boolean;
  /** Shows a line on the terminal of standard error that the next output takes the place of; an empty text takes it away. Without a terminal nothing is shown. */
  readonly showStatus: (text: string) => void;
  /** Columns that help texts are wrapped to. */
  readonly helpWidth: number;
  /** Ends the process at once, whatever is still under way. */
  readonly exit: (reason: ExitReason) => never;
  /** The next signal to end. */
  readonly nextSignal: typeof nextSignal;
  /** Processors that the program may use. */
  readonly processors: number;
  /** Whether a HUP signal has come since the program began. */
  readonly hasHungUp?: () => boolean;
}

/** One command of the program. Its file is named after it. */
export interface CommandDefinition {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Declares arguments, options and help text. */
  readonly declare: (command: Command) => void;
  /**
   * Does it. `args` are the arguments that are not options. Throws a `SameasError` for what the user can mend.
   */
  readonly run: (args: readonly string[], options: GivenOptions, context: CommandContext) => Promise<ExitReason>;
}
