import type { Command } from 'commander';
import type { CommandDefinition } from './command-definition.js';
import { declareDatasetOptions } from './dataset-options.js';
import { EXIT_CODES } from './exit-codes.js';
import { ASKING_SETTINGS, declareSettings } from './setting-options.js';

/** `sameas match`: a table and a list in, the table joined with the list out. */
export const MATCH_COMMAND: CommandDefinition = {
  name: 'match',
  summary: 'match a table with a list, and write the joined table',

  declare: (command) => {
    command
      .argument('<table>', 'the table whose names are to be found in the list')
      .argument('[list...]', 'the list or its manifest, as for serve. Without one: the embedded dataset')
      .option(
        '--out <file>',
        'where to write: .csv, .tsv, .jsonl or .sssom.tsv; without it the joined table is TABLE-matched.csv beside the table',
      )
      .option('--no-review', 'keep nothing for `sameas review`');
    declareMatching(command);
    command.addHelpText(
      'after',
      `
Examples:
  sameas match table.csv list.csv            writes table-matched.csv; sameas table.csv list.csv does the same
  sameas match table.xlsx list.csv --query-column Author --out joined.csv
  sameas match names.txt --type country      with the embedded dataset; a name on each line will do
  sameas match table.csv list-index --limit 20 --out all.jsonl
                                             every candidate with its features, an object on each line
  sameas match table.csv --search-cluster https://search-1:9200 --dataset works --out joined.csv
                                             with a list in a search cluster; docs/operating.md
  sameas match table.csv list.csv --out joined.sssom.tsv
                                             mappings in the standard form SSSOM, to share them; docs/mappings.md
${MATCHING_HELP}
What is needed to review the rest is kept in the folder RESULT.review; \`sameas review RESULT\` opens it in the browser.
`,
    );
  },

  // What asking needs is loaded on its first use: a service that starts must not wait for it.
  run: async ([table = '', ...list], options, context) =>
    (await import('./run-reconciliation.js')).runReconciliation({ table, list, verb: 'match' }, options, context),
};

/** Declares what `match` and `reconcile` have in common. */
export function declareMatching(command: Command): void {
  command
    .option('--replace', 'write even if there is a file of that name')
    .option('--query-column <heading>', 'column of the names to ask for, when it is not recognised')
    .option(
      '--encoding <name>',
      'character encoding of the file of names, when it is not recognised: utf-8, iso-8859-15 …',
    )
    .option('--type <type>', 'type to ask for where the file gives none')
    .option('--limit <number>', 'candidates for each name (default: 5)')
    .option('--no-properties', 'ask for the names alone, though other columns say the same as properties of the list')
    .option(
      '--property <column=property>',
      'compare a column with this property; "Column=" does not use it. May be given several times. Without it, columns are aligned by their values',
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .option('--no-learning', 'decide every row by itself, without what the file teaches about its properties')
    .option(
      '--keep-learned',
      'write what the file taught into the manifest of the list, so that it serves single queries and OpenRefine, too',
    )
    .option('--undecided', 'in mappings (SSSOM), candidates of undecided rows as well, marked as proposals')
    .option('--json <file>', 'write what came of it as JSON, too: counts of rows, the list, the version of the scorer');
  declareDatasetOptions(command);
  declareSettings(command, ASKING_SETTINGS);
}

/** How matching goes, for the help of both. */
export const MATCHING_HELP = `
The column of names is found by its heading, its cells and the names of the dataset; the first lines of the output say which one it is.
A CSV file with semicolons is written with semicolons again, so that the same spreadsheet program opens it.
Every row comes out again in its place, with these columns added: matched id (only where the service would match by itself), the first candidate
with its score and probability, the probability that nothing in the list is meant (where the file has taught it), further candidates, the problem where a row could not be asked, and matched by (sameas, where the service has
matched; what you fill in has none). Columns that hold what a
property of the list holds are sent as evidence, whatever they are called: the first lines of the output say which, and how often they agree. So are those of which the names of the list have the values in them ("Oregon", for
"Springfield, Oregon"). Where fifty rows or more have such values, the file teaches what they say: how often right rows agree, and how often others do. What was
learned is told, in words; a property that says nothing is left out. Ctrl+C keeps what is answered (in the file after --out, with .part behind it): a run that was interrupted,
by whatever, is carried on by the same command.

Exit codes: ${EXIT_CODES.success.code} every row was asked, ${EXIT_CODES.data.code} some rows could not be asked, or a file cannot be used, ${EXIT_CODES.usage.code} wrong command line,
${EXIT_CODES.interrupted.code} interrupted by Ctrl+C or a signal to end.`;
