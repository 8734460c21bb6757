import { z } from 'zod';
import { DATASET_INPUT, TYPE_INPUT, defineTool, type AgentTool } from '../../agents/agent-tool.js';
import { matchedRowsSchema } from '../../agents/matched-rows.js';
import type { SentNames } from '../matching/table-task.js';

/** Characters of a table, which fits into a message with its options. */
const MAX_CHARACTERS = 24_000;

/** `match_table` of a service, which neither reads nor writes files for agents: rows in, rows out. */
export function matchRowsTool(
  match: (sent: SentNames, dataset: string | undefined) => Promise<z.infer<typeof matchedRowsSchema>>,
): AgentTool {
  return defineTool({
    name: 'match_table',
    title: 'Match a table with a dataset',
    description:
      'Matches a small table at once, with its other columns as evidence, and learns from all its rows; better than match for a table of names. Long tables: give the user the address of the page where tables are matched, or send them in parts.',
    isReadOnly: true,
    input: z.object({
      table: z
        .string()
        .min(1)
        .max(MAX_CHARACTERS)
        .describe('The table as CSV text with a line of headings; or one name on each line.'),
      nameColumn: z.string().optional().describe('Heading of the column of names, where it is not recognised.'),
      type: TYPE_INPUT,
      dataset: DATASET_INPUT,
    }),
    output: matchedRowsSchema,
    run: (_, { table, nameColumn, type, dataset }) =>
      match(
        { type, column: nameColumn, encoding: undefined, sent: { name: 'The table', content: Buffer.from(table) } },
        dataset,
      ),
  });
}
