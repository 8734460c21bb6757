import { type CommandDefinition, EXIT_CODES } from './command-definition.js';
import { declareDatasetOptions } from './dataset-options.js';
import { ASKING_SETTINGS, declareSettings } from './setting-options.js';

export const DUPLICATES_COMMAND: CommandDefinition = {
  name: 'duplicates',
  summary: 'report likely duplicates within a list',

  declare: (command) => {
    command
      .argument(
        '[file...]',
        'the list or its manifest, as for serve. Without one: the embedded dataset, or that of --search-cluster',
      )
      .option('--out <file>', 'write every pair: .csv, .tsv or .jsonl')
      .option('--replace', 'overwrite an existing file')
      .option('--least <probability>', 'minimum probability of a reported pair, 0 to 1 (default: 0.8)')
      .option('--any-type', 'also compare entries of different types')
      .option('--show <number>', 'groups to print (default: 20)')
      .option('--json <file>', 'also write the result as JSON: counts, groups, the list, the version of the scorer');
    declareDatasetOptions(command);
    declareSettings(command, ASKING_SETTINGS);
    command.addHelpText(
      'after',
      `
Examples:
  sameas duplicates people.csv --out duplicates.csv
  sameas duplicates people.csv --out duplicates.csv --least 0.6      more pairs, and more of them wrong
  sameas duplicates people-index --out duplicates.jsonl --any-type
  sameas duplicates --search-cluster https://search-1:9200 --dataset works --out duplicates.csv

Each entry is matched against all others by name and properties. Names that differ in a number, a year or "Jr." are different things, and so are
entries with contradicting properties. The pairs of a group stand together, the most probable group first. Nothing is merged, and no file of
yours is changed (docs/duplicates.md). Ctrl+C stops early and reports what was found.

Exit codes: ${EXIT_CODES.success.code} every entry was asked for, whether duplicates were found or not, ${EXIT_CODES.data.code} some could not be asked for, or a file cannot be used,
${EXIT_CODES.usage.code} wrong command line, ${EXIT_CODES.interrupted.code} interrupted by Ctrl+C or a signal to end.
`,
    );
  },

  // Matching is loaded on demand: a service that starts must not wait for it.
  run: async (files, options, context) => (await import('./run-duplicates.js')).runDuplicates(files, options, context),
};
