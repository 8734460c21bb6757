import type { CommandDefinition } from './command-definition.js';
import { EXIT_CODES } from './exit-codes.js';
import { ASKING_SETTINGS, declareSettings } from './setting-options.js';

/** `sameas review`: what `sameas match` left undecided, in the browser. */
export const REVIEW_COMMAND: CommandDefinition = {
  name: 'review',
  summary: 'review a matched table in the browser',

  declare: (command) => {
    command
      .argument('<result>', 'the file that `sameas match` has written')
      .argument('[list...]', 'the list, where it is not where it was when the table was matched');
    declareSettings(command, ['port', 'logLevel', ...ASKING_SETTINGS]);
    command.addHelpText(
      'after',
      `
Examples:
  sameas review table-matched.csv            opens the rows to review in the browser
  sameas review table-matched.csv list.csv   the list has moved since

A table that was matched with a dataset in a search cluster is reviewed with that; only its password is asked for again, where it was in no file (SAMEAS_SEARCH_CLUSTER_PASSWORD).
The service runs on this computer until Ctrl+C. Judgments are kept in the folder RESULT.review as soon as they are made. When the service stops, RESULT is written again
with them: matched id, matched name, judgment (matched, new or automatic), who has judged and when. A result that was changed meanwhile is left as it is, and the table is written beside it.
Without --port the system chooses a free port.

Exit codes: ${EXIT_CODES.success.code} stopped as asked, ${EXIT_CODES.data.code} there is no review, or the list cannot be used, ${EXIT_CODES.usage.code} wrong command line or port in use.
`,
    );
  },

  run: async ([result = '', ...list], options, context) =>
    (await import('./run-review.js')).runReview(result, list, options, context),
};
