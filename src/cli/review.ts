import { type CommandDefinition, EXIT_CODES } from './command-definition.js';
import { ASKING_SETTINGS, declareSettings } from './setting-options.js';

/** `sameas review`: undecided rows of `sameas match`, in the browser. */
export const REVIEW_COMMAND: CommandDefinition = {
  name: 'review',
  summary: 'review a matched table in the browser',

  declare: (command) => {
    command
      .argument('<result>', 'the result file of `sameas match`')
      .argument('[list...]', 'the list, if it has moved since the table was matched');
    declareSettings(command, ['port', 'logLevel', ...ASKING_SETTINGS]);
    command.addHelpText(
      'after',
      `
Examples:
  sameas review table-matched.csv            opens the rows to review in the browser
  sameas review table-matched.csv list.csv   the list has moved since

The service runs on this computer until Ctrl+C, on a free port unless --port names one. Judgments are kept in RESULT.review as they are made.
When the service stops, RESULT is written again with matched id, matched name, judgment (matched, new or automatic), who judged and when. If
RESULT was changed meanwhile, the table is written to another file next to it. A table matched with a search cluster is reviewed with that
cluster; set SAMEAS_SEARCH_CLUSTER_PASSWORD again if the password is in no file.

Exit codes: ${EXIT_CODES.success.code} stopped as asked, ${EXIT_CODES.data.code} there is no review, or the list cannot be used, ${EXIT_CODES.usage.code} wrong command line or port in use.
`,
    );
  },

  run: async ([result = '', ...list], options, context) =>
    (await import('./run-review.js')).runReview(result, list, options, context),
};
