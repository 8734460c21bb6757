import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { asSameasError } from '../foundation/sameas-error.js';
import { adviceOf, type AgentDatasets, type AgentTool } from './agent-tool.js';
import { DESCRIBE_ENTITY_TOOL } from './describe-entity.js';
import { LIST_DATASETS_TOOL } from './list-datasets.js';
import { MATCH_TOOL } from './match-names.js';
import { SEARCH_TOOL } from './search-entities.js';

const INSTRUCTIONS =
  'Finds which entries of a dataset are meant by names that are written differently. Use only ids that these tools give: take the id where match says "match", never one of an "ambiguous" or "none" answer without further evidence, and never make one up.';

interface AgentService {
  readonly version: string;
  readonly datasets: AgentDatasets;
  /** Depends on the place of the tables. */
  readonly matchTable: AgentTool;
}

/**
 * The server of the Model Context Protocol with its five tools, not connected yet. Errors of a tool are answers with
 * advice, and never end the connection.
 */
export function createAgentServer({ version, datasets, matchTable }: AgentService): McpServer {
  const server = new McpServer({ name: 'sameas', version }, { instructions: INSTRUCTIONS });
  for (const tool of [LIST_DATASETS_TOOL, MATCH_TOOL, DESCRIBE_ENTITY_TOOL, SEARCH_TOOL, matchTable]) {
    const { name, title, description, input, output, isReadOnly } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: output,
        annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
      },
      async (args): Promise<CallToolResult> => {
        try {
          const structuredContent = await tool.run(datasets, args);
          // The same as text, for clients without structured answers.
          return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
        } catch (thrown) {
          return { content: [{ type: 'text', text: adviceOf(asSameasError(thrown)) }], isError: true };
        }
      },
    );
  }
  return server;
}
