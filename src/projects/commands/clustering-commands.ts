import { SameasError } from '../../foundation/sameas-error.js';
import { CLUSTERING_NAMES, clustererSchema, clusterTexts } from '../clustering/clusterers.js';
import { cellText, isBlank } from '../grid/cell-value.js';
import { findColumn } from '../grid/column-model.js';
import { readGroups } from '../grid/grid.js';
import { json, type CommandHandler } from './command-call.js';
import { facetContext, requestedEngine, requestedProject, requiredSelection } from './project-context.js';

/** `get-clustering-functions-and-distances` */
export const getClusteringFunctions: CommandHandler = () => json(CLUSTERING_NAMES);

/** `compute-clusters`: texts of a column that may mean the same, over the rows that the engine lets through. */
export const computeClusters: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const clusterer = clustererSchema.safeParse(parameters.json('clusterer'));
  if (!clusterer.success) {
    throw new SameasError('parameter-invalid', 'The parameter "clusterer" does not say how to cluster.', {
      advice: `Send {"type":"binning","column":"a","function":"fingerprint"} or {"type":"knn", "column":"a","function":"levenshtein"}; functions: ${CLUSTERING_NAMES.keyers.join(', ')}.`,
      facts: { parameter: 'clusterer' },
    });
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
  return json(clusterTexts(counts, clusterer.data, tools.progress));
};
