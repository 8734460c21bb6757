import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  chooseDataset,
  type AgentDataset,
  DATASET_INPUT,
  TYPE_INPUT,
  defineTool,
  type AgentTool,
} from '../../agents/agent-tool.js';
import { createAgentServer } from '../../agents/create-agent-server.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { SOFTWARE_VERSION } from '../../foundation/software-version.js';
import { refuseCostlyJson } from '../../protocols/refuse-costly-messages.js';
import { WITH_REASONS, WITHOUT_REASONS } from '../../describe/answer.js';
import type { Exchange, RouteHandler } from '../exchange.js';
import type { TableService } from '../matching/answer-table.js';
import { z } from 'zod';
import { matchedRowsSchema } from '../../agents/matched-rows.js';
import type { SentNames } from '../matching/table-task.js';

/** Longest message, in characters: 50 names with their properties. The serving thread parses it. */
const MAX_CHARACTERS = 32 * 1024;

/** An available dataset, with the request for its handlers. */
interface AskedDataset {
  /** Its name in tools. */
  readonly name: string;
  readonly exchange: Exchange;
}

function ownDataset(exchange: Exchange): readonly AskedDataset[] {
  return [{ name: exchange.served().snapshot.dataset.metadata.name, exchange }];
}

/**
 * The handler of the Model Context Protocol, in its form "streamable HTTP": each request is one message of JSON-RPC
 * with one answer; there are no sessions. Throws `parameter-missing`, `body-malformed` and `body-too-large`; errors of
 * tools are in their answers.
 */
export function createMcpHandler(
  { answerBatch, tables, fair }: TableService,
  datasetsOf: (exchange: Exchange) => readonly AskedDataset[] = ownDataset,
): RouteHandler {
  return async (exchange) => {
    const message = messageIn(exchange);
    const { client, gone } = exchange;
    const datasets = datasetsOf(exchange).map(({ name, exchange: own }) => ({
      name,
      own,
      served: own.served,
      ask: (...[queries]: Parameters<AgentDataset['ask']>) => answerBatch.outcomes(own, queries, WITH_REASONS),
    }));
    const server = createAgentServer({
      version: SOFTWARE_VERSION,
      datasets: () => Promise.resolve(datasets),
      matchTable: matchRowsTool(async (task, called) => {
        const { own } = chooseDataset(datasets, called);
        const amount = { units: task.sent.content.byteLength, kind: 'characters' } as const;
        fair.tables.admit(client, amount);
        return fair.tables.run(
          client,
          () =>
            tables.verdicts(
              task,
              own.served().snapshot,
              (queries) => answerBatch.outcomes(own, queries, WITHOUT_REASONS, { waits: true }),
              gone,
            ),
          { ...amount, gone },
        );
      }),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      // Answers are never streamed: whatever a client accepts, it understands JSON.
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const request = new Request('http://localhost/mcp', { method: 'POST', headers });
      const response = await transport.handleRequest(request, { parsedBody: message });
      return { kind: 'json', json: await response.text(), status: response.status, cache: 'never' };
    } finally {
      await server.close();
    }
  };
}

function messageIn({ body: { json } }: Exchange): unknown {
  const advice = 'Send one message of JSON-RPC as a JSON body by POST, as clients of the Model Context Protocol do.';
  if (json === undefined) throw new SameasError('parameter-missing', 'There is no message in the request.', { advice });
  if (json.length > MAX_CHARACTERS)
    throw new SameasError('body-too-large', `The message has more than ${String(MAX_CHARACTERS)} characters.`, {
      advice: 'Send fewer names at once, or a smaller table.',
      facts: { limit: MAX_CHARACTERS },
    });
  refuseCostlyJson(json);
  try {
    const message: unknown = JSON.parse(json);
    if (!Array.isArray(message)) return message;
  } catch (cause) {
    throw new SameasError('body-malformed', 'The message is not JSON.', { advice, cause });
  }
  throw new SameasError('body-malformed', 'The request has a list of messages.', { advice });
}

/** Characters of a table, which fits into a message with its options. */
const MAX_TABLE_CHARACTERS = 24_000;

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
        .max(MAX_TABLE_CHARACTERS)
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
