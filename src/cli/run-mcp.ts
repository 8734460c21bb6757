import { statSync, existsSync, realpathSync } from 'node:fs';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createAgentServer } from '../agents/create-agent-server.js';
import { openClusterForAgents, openForAgents, type OpenedDataset } from '../assembly/open-for-agents.js';
import { namedDatasets } from '../assembly/named-datasets.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { SOFTWARE_VERSION } from '../foundation/software-version.js';
import type { CommandContext, ExitReason } from './command-definition.js';
import { accessGiven, filesInOptions, sourceGiven, shellWord } from './dataset-options.js';
import { textOption, type GivenOptions } from './given-options.js';
import { settingsOf } from './setting-options.js';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { chooseDataset, DATASET_INPUT, TYPE_INPUT, defineTool, type AgentTool } from '../agents/agent-tool.js';
import type { MatchReport } from './match-report.js';
import { runReconciliation } from './run-reconciliation.js';

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
  const loading = Promise.all(await datasetsNamed(files, options, context));
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

/** The datasets of the command line, which begin to load. Rejects with `setting-invalid`. */
async function datasetsNamed(
  files: readonly string[],
  options: GivenOptions,
  context: CommandContext,
): Promise<readonly Promise<OpenedDataset>[]> {
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
  if (inCluster) return [openClusterForAgents(settings)];
  const sources =
    files.length === 0
      ? [{ path: EMBEDDED, source: sourceGiven([], options, access) }]
      : await namedDatasets(files, (file) => ({ source: sourceGiven([file], options, access) }));
  return sources.map(({ path, source }) => openForAgents(path, source, settings));
}

const MAX_NOTES = 12;
const CALLED = { queryColumn: '"nameColumn"', encoding: '"encoding"' } as const;

interface FileMatching {
  readonly datasets: () => Promise<readonly OpenedDataset[]>;
  /** The only folder in which tables are read and written. */
  readonly folder: string;
  readonly options: GivenOptions;
  readonly context: CommandContext;
}

const INPUT = z.object({
  table: z.string().min(1).describe('Path of the table, within the folder that the user allowed: CSV, TSV, xlsx …'),
  out: z
    .string()
    .optional()
    .describe('Path of the new file: .csv, .tsv, .jsonl or .sssom.tsv. Without it TABLE-matched.csv beside the table.'),
  nameColumn: z.string().optional().describe('Heading of the column of names, where it is not recognised.'),
  type: TYPE_INPUT,
  dataset: DATASET_INPUT,
});

/** A number of rows and its range in 90 of 100 tables. */
const RANGE = z.object({ value: z.int(), low: z.int(), high: z.int() });

const OUTPUT = z.object({
  written: z.string(),
  rows: z.int(),
  matched: z.int(),
  undecided: z.int(),
  none: z.int().describe('Rows that probably mean nothing in the dataset.'),
  failed: z.int(),
  expectedWrong: RANGE.describe('How many of the matches are expected to be wrong.'),
  expectedMissed: RANGE.describe('How many of the other rows are expected to be in the dataset.'),
  notes: z.array(z.string()).describe('How the table was understood.'),
  problems: z.array(z.string()),
  review: z.string().describe('The command by which the user reviews the undecided rows.'),
});

/**
 * `match_table` of this computer: `sameas match` for a table in the folder, with the result there. Never overwrites.
 */
function matchFileTool(matching: FileMatching): AgentTool {
  return defineTool({
    name: 'match_table',
    title: 'Match a table with a dataset',
    description:
      'Matches every row of a table file, with its other columns as evidence, and writes the table with the answers to a new file: matched id, best candidate, probability. Use it for tables in place of many calls of match. Gives a summary; the user reviews undecided rows in the browser with the command in "review".',
    isReadOnly: false,
    input: INPUT,
    output: OUTPUT,
    run: async (_, sent) => summaryOf(await matchFile(matching, sent)),
  });
}

async function matchFile(
  { datasets, folder, options, context }: FileMatching,
  { table, out, nameColumn, type, dataset: called }: z.output<typeof INPUT>,
): Promise<MatchReport | undefined> {
  const dataset = chooseDataset(await datasets(), called);
  const path = within(folder, table);
  if (!existsSync(path)) throw notThere(table);
  const given = {
    ...options,
    ...(out !== undefined && { out: within(folder, out) }),
    ...(nameColumn !== undefined && { queryColumn: nameColumn }),
    ...(type !== undefined && { type }),
  };
  // The summary has the texts for a person; a signal to end is for the whole command.
  const silent = { write: () => undefined, writeError: () => undefined, showStatus: () => undefined };
  let report: MatchReport | undefined;
  await runReconciliation(
    { table: path, list: dataset.files, verb: 'match' },
    given,
    { ...context, ...silent, nextSignal: noSignal },
    {
      ...(dataset.loaded !== undefined && { loaded: dataset.loaded }),
      called: CALLED,
      report: (made) => (report = made),
    },
  ).catch((thrown: unknown) => {
    throw inWordsOfTool(thrown);
  });
  return report;
}

function summaryOf(report: MatchReport | undefined): z.input<typeof OUTPUT> {
  if (report?.options.out === undefined) throw new SameasError('internal', 'The table was not matched.');
  const { rows, names, learned = [], problems, expected } = report;
  const written = report.options.out;
  return {
    written,
    rows: rows.total,
    matched: rows.matched,
    undecided: rows.offered - rows.unlikely,
    none: rows.unlikely + rows.empty,
    failed: rows.failed + rows.unreadable,
    expectedWrong: expected.wrongMatches,
    expectedMissed: expected.unmatchedInDataset,
    notes: [...names.notes, ...learned].slice(0, MAX_NOTES),
    problems: [...problems],
    review: `sameas review ${shellWord(written)}`,
  };
}

const noSignal: CommandContext['nextSignal'] = () => ({
  arrived: new Promise(() => undefined),
  ignore: () => undefined,
});

/** Options of the command line are no parameters of the tool. */
function inWordsOfTool(thrown: unknown): unknown {
  return thrown instanceof SameasError && thrown.code === 'file-exists'
    ? new SameasError('file-exists', thrown.message, { advice: 'Name another path as "out".', facts: thrown.facts })
    : thrown;
}

/** The path below the folder, with all links followed. Throws `path-outside` for one that leads out of it. */
function within(folder: string, path: string): string {
  const root = realpathSync(folder);
  const whole = resolve(root, path);
  const parent = dirname(whole);
  if (!existsSync(parent)) throw notThere(path);
  const real = existsSync(whole) ? realpathSync(whole) : join(realpathSync(parent), whole.slice(parent.length));
  const way = relative(root, real);
  if (way === '..' || way.startsWith(`..${sep}`) || resolve(root, way) !== real)
    throw new SameasError('path-outside', `${path} is not below ${root}.`, {
      advice: 'Use a path below this folder, or ask the user to start sameas mcp with --folder.',
      facts: { folder: root },
    });
  return real;
}

function notThere(path: string): SameasError {
  return new SameasError('file-not-found', `There is no file ${path}.`, {
    advice: 'Ask the user for the path of the table.',
    facts: { file: path },
  });
}
