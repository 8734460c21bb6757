import { untranslated, type Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { createOperationContext } from '../operations/create-operation-context.js';
import { checkRecipeAccess, checkRecipeColumns, parseRecipe } from '../operations/parse-recipe.js';
import { refuseTooLarge, type Operation } from '../operations/operation.js';
import type { HistoryEntry } from '../history/history.js';
import type { OpenProject } from '../store/open-project.js';
import type { PendingProcess, ProjectTools } from './command-call.js';
import { compilerOf, projectSurroundings } from './project-context.js';

/** Result of a recipe: every operation that was done, and the rest for a process. */
interface RecipeOutcome {
  readonly project: OpenProject;
  readonly entries: readonly HistoryEntry[];
  readonly rest: PendingProcess | undefined;
}

interface RecipeTerms {
  /** Whether to wait for other services; else such operations, and those after them, are left to a process. */
  readonly runLong: boolean;
  /** Whether to check the columns of the whole recipe first; a single operation reports missing ones by itself. */
  readonly checkColumns?: boolean;
}

/**
 * Reads a recipe whole, compares it with the columns of the project, then runs it; each operation is saved before the
 * next begins, so that those before a failing one stay.
 *
 * Throws a `RecipeError`, `operation-invalid` or `url-access-off` before anything ran; then `operation-failed`, and
 * errors of the store.
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

/** A process for people: the first of its operations, and the number of others. */
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
