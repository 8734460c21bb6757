import { z } from 'zod';
import { DATASET_INPUT, TYPE_INPUT, defineTool, type AgentTool } from '../../agents/agent-tool.js';
import { matchedRowsSchema } from '../../agents/matched-rows.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { TableTask } from '../matching/table-task.js';

/** Characters of a table: what is sent with them is a message of the size that is taken. */
const MAX_CHARACTERS = 24_000;

/** `match_table` of a service, which neither reads nor writes files for agents: rows in, rows out. `match` gives the answer of the way `verdicts`. */
export function matchRowsTool(match: (task: TableTask, dataset: string | undefined) => Promise<string>): AgentTool {
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
    run: async (_, { table, nameColumn, type, dataset }) => {
      const json = await match(
        {
          kind: 'match',
          way: 'verdicts',
          type,
          column: nameColumn,
          encoding: undefined,
          sent: { name: 'The table', content: Buffer.from(table) },
          isMarked: false,
        },
        dataset,
      );
      const read = matchedRowsSchema.safeParse(JSON.parse(json));
      if (!read.success) throw new SameasError('internal', 'The matched table cannot be read.', { cause: read.error });
      return read.data;
    },
  });
}
