import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';
import { asSameasError, type SameasError, traceOf } from '../foundation/sameas-error.js';
import { withVisibleMarks } from '../foundation/visible-marks.js';
import { INDEX_COMMAND } from './build-index.js';
import { CHECK_COMMAND } from './check.js';
import { coloursFor } from './terminal.js';
import {
  type CommandContext,
  type CommandDefinition,
  EXIT_CODES,
  type ExitReason,
  exitReasonOf,
} from './command-definition.js';
import { DIFF_COMMAND } from './diff.js';
import { DUPLICATES_COMMAND } from './duplicates.js';
import { EVALUATE_COMMAND } from './evaluate.js';
import { KEYS_COMMAND } from './keys.js';
import { MATCH_COMMAND } from './match.js';
import { MCP_COMMAND } from './mcp.js';
import { RECONCILE_COMMAND } from './reconcile.js';
import { REVIEW_COMMAND } from './review.js';
import { SERVE_COMMAND } from './serve.js';

/** Every command, in the order in which the help lists them. */
export const COMMAND_TABLE: readonly CommandDefinition[] = [
  MATCH_COMMAND,
  REVIEW_COMMAND,
  SERVE_COMMAND,
  CHECK_COMMAND,
  DUPLICATES_COMMAND,
  DIFF_COMMAND,
  EVALUATE_COMMAND,
  INDEX_COMMAND,
  KEYS_COMMAND,
  MCP_COMMAND,
  RECONCILE_COMMAND,
];

/**
 * Runs one command line (without the names of node and script) to its end and resolves to the exit code. Never rejects:
 * every error becomes sentences on standard error and a code of the table.
 */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  let reason: ExitReason = 'success';
  const program = createProgram(context, async (definition, command) => {
    reason = await definition.run(command.args, command.opts(), context);
  });
  try {
    await program.parseAsync([...topicAlone(withCommand(args))], { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError)
      return thrown.exitCode === 0 ? EXIT_CODES.success.code : EXIT_CODES.usage.code;
    const error = asSameasError(thrown);
    context.writeError(
      formatError(error, { colours: context.colours, trace: context.env['SAMEAS_LOG_LEVEL'] === 'debug' }),
    );
    reason = exitReasonOf(error);
  }
  return EXIT_CODES[reason].code;
}

/**
 * A command line of files without a command gets one: `serve` for one file, `match` for a table and a dataset. Any
 * other command line stays as it is.
 */
export function withCommand(args: readonly string[]): readonly string[] {
  const [first = ''] = args;
  if (first === 'help' || COMMAND_TABLE.some(({ name }) => name === first) || !isFile(first)) return args;
  // The options of match may stand between the files.
  const match = new Command();
  MATCH_COMMAND.declare(match);
  return [match.parseOptions([...args]).operands.length > 1 ? MATCH_COMMAND.name : SERVE_COMMAND.name, ...args];
}

/** Whether a word is a file or address, and not a command. */
function isFile(word: string): boolean {
  return !word.startsWith('-') && (/[./\\]/.test(word) || (word !== '' && existsSync(word)));
}

/** `help NAME` for an unknown command is the same mistake as that command, and has the same message. */
function topicAlone(args: readonly string[]): readonly string[] {
  const [first, topic] = args;
  const isUnknown =
    first === 'help' &&
    topic !== undefined &&
    topic !== 'help' &&
    !topic.startsWith('-') &&
    COMMAND_TABLE.every(({ name }) => name !== topic);
  return isUnknown ? [topic] : args;
}

/** The commander program, without running anything: also the source of docs/command-line.md. */
export function createProgram(
  context: Pick<CommandContext, 'write' | 'writeError' | 'helpWidth'>,
  run: (definition: CommandDefinition, command: Command) => Promise<void>,
): Command {
  const program = new Command('sameas')
    .description(
      'Joins a table with a list by messy names, and turns any list of things into a reconciliation service.',
    )
    .usage(
      '[options] [command]\n       sameas TABLE LIST   the same as sameas match TABLE LIST\n       sameas LIST         the same as sameas serve LIST',
    )
    .version(SOFTWARE_VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError()
    .showHelpAfterError('(sameas --help lists the commands, sameas help COMMAND explains one)')
    .exitOverride()
    .configureOutput({
      writeOut: context.write,
      writeErr: context.writeError,
      outputError: (text, write) => write(text.replace(/^error: /, 'sameas: ')),
      getOutHelpWidth: () => context.helpWidth,
      getErrHelpWidth: () => context.helpWidth,
    })
    .addHelpText('after', HELP_EPILOGUE);
  for (const definition of COMMAND_TABLE) {
    // Sub-commands inherit exitOverride, output and help settings from the program.
    const command = program.command(definition.name).description(definition.summary);
    definition.declare(command);
    command.action(() => run(definition, command));
  }
  return program;
}

const HELP_EPILOGUE = `
Examples:
  sameas table.csv list.csv       match a table with a list; writes table-matched.csv
  sameas review table-matched.csv review the rest in the browser
  sameas people.csv               serve your own list
  sameas serve                    serve the embedded dataset of the world's places
  sameas check people.csv         see how it is read, and its problems
  sameas duplicates people.csv    report likely duplicates
  sameas diff old.csv new.csv     report what has changed in a list
  sameas evaluate people.csv judged.csv   measure matching on known answers

Exit codes:
${Object.values(EXIT_CODES)
  .map(({ code, meaning }) => `  ${String(code).padEnd(4)}${meaning}`)
  .join('\n')}
`;

/**
 * An error as lines for a person: message, advice, and the code in docs/errors.md; with `trace`, a stack of our faults.
 */
export function formatError(
  error: SameasError,
  options: { readonly colours: boolean; readonly trace: boolean },
): string {
  const { bold, red } = coloursFor(options.colours);
  const lines = [`${red(bold('sameas:'))} ${error.message}`];
  const trace = error.kind === 'internal' ? traceOf(error) : undefined;
  if (trace !== undefined && !options.trace) lines.push(`  ${trace.split('\n', 1).join('')}`);
  if (error.advice !== undefined) lines.push(`  ${error.advice}`);
  lines.push(`  (${error.code})`);
  if (trace !== undefined && options.trace) lines.push(trace);
  return withVisibleMarks(`${lines.join('\n')}\n`);
}
