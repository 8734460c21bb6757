import type { Command } from 'commander';
import { type CommandDefinition, EXIT_CODES } from './command-definition.js';
import { declareDatasetOptions } from './dataset-options.js';
import { ASKING_SETTINGS, declareSettings } from './setting-options.js';

/** `sameas match`: a table and a dataset in, the table joined with the dataset out. */
export const MATCH_COMMAND: CommandDefinition = {
  name: 'match',
  summary: 'match a table with a list, and write the joined table',

  declare: (command) => {
    command
      .argument('<table>', 'the table with the names to match')
      .argument('[list...]', 'the list or its manifest, as for serve. Without one: the embedded dataset')
      .option(
        '--out <file>',
        'where to write: .csv, .tsv, .jsonl or .sssom.tsv; default: the joined table, TABLE-matched.csv next to the table',
      )
      .option('--no-review', 'keep nothing for `sameas review`');
    declareMatching(command);
    command.addHelpText(
      'after',
      `
Examples:
  sameas match table.csv list.csv            writes table-matched.csv; sameas table.csv list.csv does the same
  sameas match table.xlsx list.csv --query-column Author --out joined.csv
  sameas match names.txt --type country      with the embedded dataset; one name on each line
  sameas match table.csv list.csv --out all.jsonl    every candidate with its features
  sameas match table.csv list.csv --out joined.sssom.tsv     mappings to share (docs/mappings.md)
  sameas match table.csv --search-cluster https://search-1:9200 --dataset works --out joined.csv

sameas recognises the column of names, and compares other columns with the properties of the list, or with parts of its names ("Oregon" in
"Springfield, Oregon"); the first lines of the output say which, and how often they agree. From fifty such rows or more it learns what each
property is worth. Each row is written in its place, with these columns added: matched id (automatic matches only), the best candidate with
score and probability, the probability that the list lacks the entity (where it was learned), further candidates, the problem of a row that
could not be asked, and matched by. A CSV file keeps its separator. Ctrl+C keeps the answers so far (in the file after --out, with .part
behind it); the same command continues an interrupted run. The folder RESULT.review keeps what \`sameas review RESULT\` shows in the browser.

${MATCHING_EXIT_CODES}
`,
    );
  },

  // Matching is loaded on demand: a service that starts must not wait for it.
  run: async ([table = '', ...list], options, context) =>
    (await import('./run-reconciliation.js')).runReconciliation({ table, list, verb: 'match' }, options, context),
};

/** Declares the common options of `match` and `reconcile`. */
export function declareMatching(command: Command): void {
  command
    .option('--replace', 'overwrite an existing file')
    .option('--query-column <heading>', 'column of the names to match, if it is not detected')
    .option('--encoding <name>', 'character encoding of the file of names, if it is not detected: utf-8, iso-8859-15 …')
    .option('--type <type>', 'type of the entities, for rows without one')
    .option('--limit <number>', 'candidates for each name (default: 5)')
    .option('--no-properties', 'match by names only, without comparing other columns')
    .option(
      '--property <column=property>',
      'compare a column with this property; "Column=" does not use it. May be given several times. Without it, columns are aligned by their values',
      (value: string, before: readonly string[] = []) => [...before, value],
    )
    .option('--no-learning', 'decide each row on its own, without learning from the whole file')
    .option(
      '--keep-learned',
      'save what was learned from the file in the manifest of the list, for single queries and OpenRefine',
    )
    .option('--undecided', 'in mappings (SSSOM), candidates of undecided rows as well, marked as proposals')
    .option('--json <file>', 'also write a summary as JSON: counts of rows, the list, the version of the scorer');
  declareDatasetOptions(command);
  declareSettings(command, ASKING_SETTINGS);
}

export const MATCHING_EXIT_CODES = `Exit codes: ${EXIT_CODES.success.code} every row was asked, ${EXIT_CODES.data.code} some rows could not be asked, or a file cannot be used, ${EXIT_CODES.usage.code} wrong command line,
${EXIT_CODES.interrupted.code} interrupted by Ctrl+C or a signal to end.`;
