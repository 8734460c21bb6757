import { statSync } from 'node:fs';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createAgentServer } from '../agents/create-agent-server.js';
import { openClusterForAgents, openForAgents } from '../assembly/open-for-agents.js';
import { namedDatasets } from '../assembly/named-datasets.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';
import type { CommandContext } from './command-definition.js';
import { accessGiven, filesInOptions, sourceGiven } from './dataset-options.js';
import type { ExitReason } from './exit-codes.js';
import { textOption, type GivenOptions } from './given-options.js';
import { matchFileTool } from './match-file-tool.js';
import { settingsOf } from './setting-options.js';

const EMBEDDED = 'world-places';
/**
 * Speaks the Model Context Protocol over standard input and output until the other side closes it, or a signal to end.
 * Datasets load meanwhile; earlier tool calls wait for them. Throws `setting-invalid`, and errors of loading.
 */
export async function runMcp(
  files: readonly string[],
  options: GivenOptions,
  context: CommandContext,
): Promise<ExitReason> {
  const folder = textOption(options, 'folder') ?? '.';
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new SameasError('setting-invalid', `--folder: there is no folder ${folder}.`, {
      advice: 'Name the folder in which the agent may read and write tables.',
      facts: { file: folder },
    });
  const settings = settingsOf(options, context);
  const access = accessGiven(settings, context);
  const [own] = filesInOptions(options);
  if (files.length > 1 && own !== undefined)
    throw new SameasError('setting-invalid', `${own} would be for one list alone, and several are named.`, {
      advice: 'Put a manifest beside each list, or name manifests in place of lists.',
    });
  const inCluster = settings.searchCluster !== '';
  if (inCluster && (files.length > 0 || own !== undefined))
    throw new SameasError('setting-invalid', 'A list does not go together with --search-cluster.', {
      advice: 'Name either a list, or --search-cluster and --dataset.',
    });
  const sources =
    files.length === 0
      ? [{ path: EMBEDDED, source: sourceGiven([], options, access) }]
      : await namedDatasets(files, (file) => ({ source: sourceGiven([file], options, access) }));
  const loading = Promise.all(
    inCluster
      ? [openClusterForAgents(settings)]
      : sources.map(({ path, source }) => openForAgents(path, source, settings)),
  );
  let fault: SameasError | undefined;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  loading.catch((thrown: unknown) => {
    fault = asSameasError(thrown);
    end();
  });
  const server = createAgentServer({
    version: SOFTWARE_VERSION,
    datasets: () => loading,
    matchTable: matchFileTool({ datasets: () => loading, folder, options, context }),
  });
  const signal = context.nextSignal(['SIGINT', 'SIGTERM']);
  void signal.arrived.then(end);
  for (const event of ['end', 'close']) process.stdin.once(event, end);
  await server.connect(new StdioServerTransport());
  if (!ended.signal.aborted) await new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
  signal.ignore();
  await server.close();
  if (fault !== undefined) throw fault;
  return 'success';
}
