import { Command, CommanderError } from 'commander';
import { SOFTWARE_VERSION } from '../assembly/software-version.js';
import { asSameasError } from '../foundation/sameas-error.js';
import type { CommandContext, CommandDefinition } from './command-definition.js';
import { COMMAND_TABLE } from './command-table.js';
import { EXIT_CODES, exitReasonOf, type ExitReason } from './exit-codes.js';
import { formatError } from './format-error.js';

/**
 * Runs one command line (without the names of node and script) to its end and gives the exit code. Never rejects: every
 * error becomes sentences on standard error and a code of the table.
 */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  let reason: ExitReason = 'success';
  const program = createProgram(context, async (definition, command) => {
    reason = await definition.run(command.args, command.opts(), context);
  });
  try {
    await program.parseAsync([...topicAlone(args)], { from: 'user' });
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

/** `help NAME` for a command that there is not is the same mistake as that command, and is told in the same words. */
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

/** The command line as commander knows it, without anything having run: also what docs/command-line.md is made from. */
export function createProgram(
  context: Pick<CommandContext, 'write' | 'writeError' | 'helpWidth'>,
  run: (definition: CommandDefinition, command: Command) => Promise<void>,
): Command {
  const program = new Command('sameas')
    .description('Turns any list of things into a reconciliation service.')
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
  sameas serve                    serve the embedded dataset of the world's places
  sameas serve people.csv         serve your own list
  sameas reconcile people.csv names.csv --out matched.csv
                                  find what the names in a file mean
  sameas check people.csv         see what would be read from it, and what is wrong
  sameas duplicates people.csv    see which entries are probably one thing
  sameas diff old.csv new.csv     see what has changed between two states of a list
  sameas evaluate people.csv judged.csv
                                  see how well names whose answers you know are matched

Exit codes:
${Object.values(EXIT_CODES)
  .map(({ code, meaning }) => `  ${String(code).padEnd(4)}${meaning}`)
  .join('\n')}
`;
