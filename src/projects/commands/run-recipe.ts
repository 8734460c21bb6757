import { untranslated, type Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { createOperationContext } from '../operations/create-operation-context.js';
import { checkRecipeAccess, checkRecipeColumns, parseRecipe } from '../operations/parse-recipe.js';
import { refuseTooLarge, type Operation } from '../operations/operation.js';
import type { HistoryEntry } from '../history/history.js';
import type { OpenProject } from '../store/open-project.js';
import type { PendingProcess, ProjectTools } from './command-call.js';
import { compilerOf, projectSurroundings } from './project-context.js';

/** What came of a recipe: every operation that was done, and what is left to be done as a process. */
interface RecipeOutcome {
  readonly project: OpenProject;
  readonly entries: readonly HistoryEntry[];
  readonly rest: PendingProcess | undefined;
}

/** How a recipe is run. */
interface RecipeTerms {
  /** Whether to wait for other services; else what needs them, and what follows it, is left to a process. */
  readonly runLong: boolean;
  /** Whether to look at the columns of the whole recipe first; a single operation says by itself what it misses. */
  readonly checkColumns?: boolean;
}

/**
 * Reads a recipe whole, holds it against the columns of the project, then runs it; each operation is saved before the next begins, so that what went before a
 * failing one stays.
 *
 * Throws a `RecipeError`, `operation-invalid` or `url-access-off` before anything ran; then `operation-failed`, and what the store throws.
 */
export async function runRecipe(
  opened: OpenProject,
  json: unknown,
  tools: ProjectTools,
  { runLong, checkColumns = true }: RecipeTerms,
): Promise<RecipeOutcome> {
  const operations = parseRecipe(json, compilerOf(tools));
  if (checkColumns) checkRecipeColumns(operations, opened.grid().model);
  checkRecipeAccess(operations, tools);
  let project = opened;
  const entries: HistoryEntry[] = [];
  for (const [index, operation] of operations.entries()) {
    if (operation.isLong && !runLong) {
      const rest = operations.slice(index);
      return {
        project,
        entries,
        rest: {
          projectId: project.id,
          description: describe(operation, rest.length),
          operations: rest.map((one) => one.json),
        },
      };
    }
    const percent = (done: number): void => {
      tools.percent(Math.floor((100 * index + done) / operations.length));
    };
    const done = await runOperation(project, operation, runLong ? { ...tools, percent } : tools);
    project = done.project;
    entries.push(done.entry);
    if (runLong) tools.percent(Math.floor((100 * (index + 1)) / operations.length));
  }
  return { project, entries, rest: undefined };
}

async function runOperation(
  project: OpenProject,
  operation: Operation,
  tools: ProjectTools,
): Promise<{ readonly project: OpenProject; readonly entry: HistoryEntry }> {
  const change = tools.store.beginChange(project);
  try {
    const { reconciliation, urlFetch, percent } = tools;
    const surroundings = {
      ...projectSurroundings(project, tools),
      writer: change.writer,
      historyEntryId: change.entryId,
      reconciliation,
      urlFetch,
      percent,
    };
    const planned = await operation.plan(createOperationContext(project.grid(), surroundings));
    refuseTooLarge(planned.grid);
    return change.commit(planned.grid, {
      description: planned.description,
      operationId: operation.id,
      operation: operation.json,
    });
  } catch (thrown) {
    change.abandon();
    throw thrown;
  }
}

/** What a process does, for people: the first of its operations, and how many follow. */
function describe({ id, json }: Operation, count: number): Sentence {
  const Step = sentenceOf(id, json);
  return count > 1 ? sentence('{Step} and {n} more', { Step, n: count - 1 }) : Step;
}

function sentenceOf(id: string, json: Operation['json']): Sentence {
  const member = (name: string): string => String(json[name]);
  switch (id) {
    case 'core/recon':
      return sentence('Reconcile cells in column {column}', { column: member('columnName') });
    case 'core/column-addition-by-fetching-urls':
      return sentence('Create column {column} by fetching URLs based on column {base}', {
        column: member('newColumnName'),
        base: member('baseColumnName'),
      });
    case 'core/extend-reconciled-data':
      return sentence('Extend data based on column {column}', { column: member('baseColumnName') });
    default:
      return untranslated(id);
  }
}
