import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { clustererSchema, CLUSTERING_NAMES, clusterTexts } from '../clustering/clusterers.js';
import { cellText, isBlank } from '../grid/cell-value.js';
import { findColumn } from '../grid/column-model.js';
import { readGroups } from '../grid/grid.js';
import {
  type CommandHandler,
  json,
  compilerOf,
  facetContext,
  requestedEngine,
  requestedProject,
  requiredSelection,
} from './command-call.js';
import { FILE_COMMANDS } from './file-commands.js';
import { PROJECT_COMMANDS } from './project-commands.js';
import { ONE_CELL_COMMANDS } from './one-cell.js';
import { RECIPE_COMMANDS } from './recipe-commands.js';
import { PREFERENCE_COMMANDS } from './preference-commands.js';
import { EXPRESSION_COMMANDS } from './expression-commands.js';
import { RECONCILIATION_COMMANDS } from './reconciliation-commands.js';
import type { WorkerCommandName } from './command-table.js';

const getClusteringFunctions: CommandHandler = () => json(CLUSTERING_NAMES);

/** `compute-clusters`: similar texts of a column, over the rows of the engine. */
const computeClusters: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const config = parameters.json('clusterer');
  const clusterer = clustererSchema.safeParse(config);
  if (!clusterer.success) {
    const { distances, keyers } = CLUSTERING_NAMES;
    const name = z.object({ function: z.string() }).safeParse(config).data?.function;
    throw new SameasError(
      'parameter-invalid',
      `The parameter "clusterer" cannot be used${name === undefined ? '' : `; it asks for the function "${name}"`}.`,
      {
        advice: `Send {"type":"binning","column":"a","function":"fingerprint"} or {"type":"knn","column":"a","function":"levenshtein"}. Functions of "binning": ${keyers.join(', ')}; of "knn": ${distances.join(', ')}.`,
        facts: { parameter: 'clusterer' },
      },
    );
  }
  const project = requestedProject(call);
  const grid = project.grid();
  const column = findColumn(grid.model, clusterer.data.column);
  if (column === undefined)
    throw new SameasError('parameter-invalid', `No column named ${clusterer.data.column}`, {
      facts: { parameter: 'clusterer' },
    });
  const selection = requiredSelection(requestedEngine(parameters), facetContext(project, tools));
  const counts = new Map<string, number>();
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(column.cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      if (isBlank(value) || !selection.has(reader.firstRow + position)) continue;
      const text = cellText(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    tools.progress();
  }
  return json(clusterTexts(counts, clusterer.data, { compile: compilerOf(tools), progress: tools.progress }));
};

/** Handlers of the commands of command-table.ts that run in a worker. */
export const COMMAND_HANDLERS: Readonly<Record<WorkerCommandName, CommandHandler>> = {
  ...FILE_COMMANDS,
  ...PROJECT_COMMANDS,
  ...RECIPE_COMMANDS,
  ...ONE_CELL_COMMANDS,
  ...RECONCILIATION_COMMANDS,
  ...EXPRESSION_COMMANDS,
  ...PREFERENCE_COMMANDS,
  'compute-clusters': computeClusters,
  'get-clustering-functions-and-distances': getClusteringFunctions,
};
