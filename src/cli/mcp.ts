import { type CommandDefinition, EXIT_CODES } from './command-definition.js';
import { declareDatasetOptions, LIST_ARGUMENT } from './dataset-options.js';
import { ASKING_SETTINGS, declareSettings } from './setting-options.js';

/** `sameas mcp`: tools for agents over standard input and output. */
export const MCP_COMMAND: CommandDefinition = {
  name: 'mcp',
  summary: 'give agents (language models) tools that match names',

  declare: (command) => {
    command
      .argument('[file...]', `${LIST_ARGUMENT}; each file is a dataset of its own. Without one: the embedded dataset`)
      .option(
        '--folder <folder>',
        'folder of the tables that the agent may read and write (default: the working folder)',
      );
    declareDatasetOptions(command);
    declareSettings(command, ASKING_SETTINGS);
    command.addHelpText(
      'after',
      `
Examples:
  sameas mcp people.csv                      tools over the list people.csv
  sameas mcp people.csv places.csv           over two datasets, people and places
  sameas mcp people.csv --folder ~/tables    match_table reads and writes below ~/tables only
  sameas mcp --search-cluster https://search-1:9200 --dataset works

A program with a language model starts this command and speaks the Model Context Protocol with it. Tools: list_datasets, match, describe_entity,
search, and match_table, which never overwrites a file. A running service has the same tools at /mcp (docs/agents.md).

Exit codes: ${EXIT_CODES.success.code} the program has closed the connection, ${EXIT_CODES.data.code} a list cannot be used, ${EXIT_CODES.usage.code} wrong command line.
`,
    );
  },

  run: async (files, options, context) => (await import('./run-mcp.js')).runMcp(files, options, context),
};
