import type { CommandDefinition } from './command-definition.js';
import { declareMatching, MATCHING_EXIT_CODES } from './match.js';

/** `sameas reconcile`: `sameas match` by the name of the protocol, the dataset first and the table last. */
export const RECONCILE_COMMAND: CommandDefinition = {
  name: 'reconcile',
  summary: 'the same as match, with the list first and the table last',

  declare: (command) => {
    command
      .argument(
        '<file...>',
        'the list or its manifest, as for serve; last the file of names. Without a list: the embedded dataset',
      )
      .option(
        '--out <file>',
        'where to write: .csv, .tsv, .jsonl or .sssom.tsv; without it CSV goes to standard output',
      );
    declareMatching(command);
    command.addHelpText(
      'after',
      `
Examples:
  sameas reconcile people.csv names.csv --out matched.csv
  sameas reconcile names.txt --type country --out places.csv     with the embedded dataset; one name on each line

\`sameas help match\` explains what is matched and written.
${MATCHING_EXIT_CODES}
`,
    );
  },

  run: async (files, options, context) =>
    (await import('./run-reconciliation.js')).runReconciliation(
      { list: files.slice(0, -1), table: files.at(-1) ?? '', verb: 'reconcile' },
      options,
      context,
    ),
};
