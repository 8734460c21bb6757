import { type CommandDefinition, EXIT_CODES } from './command-definition.js';
import { declareDatasetOptions, LIST_ARGUMENT } from './dataset-options.js';
import { declareSettings } from './setting-options.js';

export const DIFF_COMMAND: CommandDefinition = {
  name: 'diff',
  summary: 'report how a list differs from its former state',

  declare: (command) => {
    command
      .argument('<old>', LIST_ARGUMENT)
      .argument('<new>', 'the same list as it is now; the two may be of different formats')
      .option('--format <form>', 'text or json (default: text)')
      .option('--show <number>', 'entities of each kind in the text (default: 20); JSON has all')
      .option(
        '--used-in <table>',
        'table with ids of the list, such as a matched table: report removed ids; may be given several times',
        (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value],
      )
      .option('--used-column <heading>', 'column of the ids in these tables')
      .option(
        '--exit-code',
        `exit with code ${EXIT_CODES.different.code} if the lists differ; with --used-in, if a table uses a removed id`,
      );
    declareDatasetOptions(command);
    declareSettings(command, ['urlAccess']);
    command.addHelpText(
      'after',
      `
Examples:
  sameas diff people-2023.csv people-2024.csv
  sameas diff people-2023.csv people-2024.csv --format json > changes.json
  sameas diff people-2023.csv people-2024.csv --used-in loans.csv
  sameas diff people.csv 'postgres://reader@localhost/museum?table=people'
  sameas diff people-index people.csv --exit-code

Options of how the list is read hold for both. Entities with the same id are the same; the likely successor of an id that is gone is found by
names and identifying values (docs/comparing.md).
Exit codes: ${EXIT_CODES.success.code} both lists were compared, ${EXIT_CODES.data.code} a file cannot be used, ${EXIT_CODES.usage.code} wrong command line, ${EXIT_CODES.different.code} with --exit-code: they differ.
`,
    );
  },

  // Comparing is loaded on demand: a service that starts must not wait for it.
  run: async (files, options, context) => (await import('./run-diff.js')).runDiff(files, options, context),
};
