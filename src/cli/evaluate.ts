import { type CommandDefinition, EXIT_CODES } from './command-definition.js';
import { declareDatasetOptions } from './dataset-options.js';
import { ASKING_SETTINGS, declareSettings } from './setting-options.js';

/** `sameas evaluate`: sends queries with known answers, and measures the quality of the answers. */
export const EVALUATE_COMMAND: CommandDefinition = {
  name: 'evaluate',
  summary: 'measure matching on your own queries with known answers',

  declare: (command) => {
    command
      .argument(
        '<file...>',
        'the list or its manifest, as for serve; last the file of queries with known answers. Without a list: the embedded dataset, or that of --search-cluster',
      )
      .option('--limit <number>', 'candidates for each query (default: 10)')
      .option('--type <type>', 'type of the entities, for rows without one')
      .option('--precision <share>', 'target precision of the threshold (default: that of the manifest, else 0.97)')
      .option('--confusions <number>', 'wrong matches and wrong first candidates to show (default: 10)')
      .option('--query-column <heading>', 'column of the names to match, if it is not detected')
      .option(
        '--property <column=property>',
        'compare a column with this property; "Column=" does not use it. May be given several times. Without it, columns are aligned by their values',
        (one: string, others: readonly string[] = []) => [...others, one],
      )
      .option('--expected-column <heading>', 'column of the expected ids, if it is not detected')
      .option('--json <file>', 'write all figures as JSON')
      .option(
        '--suggest',
        'measure suggestions instead of matching: 300 names of the list, typed in six ways, without a file of queries',
      )
      .option('--whole-file', 'also measure matching them as one table, with learning from the whole table')
      .option(
        '--tune',
        'fit the match threshold and the property weights to the answers, and save improvements in the manifest',
      )
      .option('--write-manifest <path>', 'with --tune: save in this new manifest');
    declareDatasetOptions(command);
    declareSettings(
      command,
      ASKING_SETTINGS.filter((name) => name !== 'workers'),
    );
    command.addHelpText(
      'after',
      `
Examples:
  sameas evaluate people.csv judged.csv
  sameas evaluate people.manifest.yaml judged.csv --precision 0.99 --confusions 50
  sameas evaluate people.csv judged.csv --whole-file
  sameas evaluate people.csv judged.csv --tune      writes people.manifest.yaml, for the next start
  sameas evaluate people.csv --suggest              share of the names that are suggested while typing
  sameas evaluate people.csv history.json           judgments from OpenRefine: Undo/Redo, Extract…
  sameas evaluate judged.csv --search-cluster https://search-1:9200 --dataset works

The file of questions has a column of names (query, name …) and one of expected ids (id, expected …; several separated by | or ;, empty: not in
the list), and may have a type and properties (docs/evaluating.md).

Exit codes: ${EXIT_CODES.success.code} measured, ${EXIT_CODES.data.code} measured, but rows could not be used or expected ids are not in the list; or a file cannot be used, ${EXIT_CODES.usage.code} wrong command line.
`,
    );
  },

  // Measuring is loaded on demand: a service that starts must not wait for it.
  run: async (files, options, context) => (await import('./run-evaluation.js')).runEvaluation(files, options, context),
};
