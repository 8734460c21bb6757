import { type CommandDefinition, EXIT_CODES } from './command-definition.js';
import { declareDatasetOptions } from './dataset-options.js';
import { ASKING_SETTINGS, declareSettings } from './setting-options.js';

/** `sameas evaluate`: sends queries with known answers, and measures the quality of the answers. */
export const EVALUATE_COMMAND: CommandDefinition = {
  name: 'evaluate',
  summary: 'measure matching on your own questions with known answers',

  declare: (command) => {
    command
      .argument(
        '<file...>',
        'the list or its manifest, as for serve; last the file of questions with known answers. Without a list: the embedded dataset, or that of --search-cluster',
      )
      .option('--limit <number>', 'candidates asked for with each query (default: 10)')
      .option('--type <type>', 'type to ask for where the file gives none')
      .option(
        '--precision <share>',
        'precision to find the threshold for (default: that of the dataset, 0.97 unless its manifest says otherwise)',
      )
      .option('--confusions <number>', 'wrong matches and wrong first candidates to show (default: 10)')
      .option('--query-column <heading>', 'column of the names to ask for, when it is not recognised')
      .option(
        '--property <column=property>',
        'compare a column with this property; "Column=" does not use it. May be given several times. Without it, columns are aligned by their values',
        (one: string, others: readonly string[] = []) => [...others, one],
      )
      .option('--expected-column <heading>', 'column of the expected ids, when it is not recognised')
      .option('--json <file>', 'write all figures as JSON')
      .option(
        '--suggest',
        'measure search as you type in place of matching: 300 names of the list are typed in six ways, and no file of questions is needed',
      )
      .option(
        '--whole-file',
        'measure also what sameas reconcile makes of them as one file, from which it learns what properties say',
      )
      .option(
        '--tune',
        'fit the threshold of matching and the weights of properties to the answers, and write what improves into the manifest',
      )
      .option('--write-manifest <path>', 'with --tune: a new manifest to write into, in place of the one in use');
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
  sameas evaluate people.csv judged.csv --tune      writes people.manifest.yaml, to be served from then on
  sameas evaluate people.csv --suggest              what share of the names is suggested while they are typed
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
