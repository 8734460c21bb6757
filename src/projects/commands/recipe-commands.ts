import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { keyedByText } from '../keyed-by-text.js';
import { checkRecipeColumns, checkRecipeAccess, parseRecipe, recipeColumns } from '../operations/parse-recipe.js';
import {
  type CommandHandler,
  json,
  ok,
  type ProjectTools,
  type PendingProcess,
  compilerOf,
  projectSurroundings,
  requestedProject,
} from './command-call.js';
import type { CommandParameters } from './command-parameters.js';
import { ONE_OPERATION_NAMES, type OneOperationCommand, operationOfCommand } from './one-operation-table.js';
import { inEnglish, type Sentence, untranslated } from '../../foundation/sentence.js';
import type { HistoryEntry } from '../history/history.js';
import { sentence } from '../../foundation/message.js';
import { createOperationContext, type Operation, refuseTooLarge } from '../operations/operation.js';
import type { OpenProject } from '../store/open-project.js';

/** Members of operations and of their engines that name one column, or a list of columns. */
const COLUMN_MEMBERS = new Set([
  'columnName',
  'baseColumnName',
  'oldColumnName',
  'keyColumnName',
  'valueColumnName',
  'noteColumnName',
  'startColumnName',
  'fromColumnName',
  'columnNames',
  'toColumnNames',
  'column',
  'cx',
  'cy',
]);

const renamesSchema = keyedByText(z.string());

/** `apply-operations`: pending when the recipe reaches an operation that waits for other services. */
const applyOperations: CommandHandler = async (call) => {
  const project = requestedProject(call);
  const { entries, rest } = await runRecipe(project, requestedRecipe(call.parameters), call.tools, { runLong: false });
  return rest === undefined
    ? ok({ historyEntries: entries.map(historyEntryJson) })
    : { kind: 'pending', process: rest };
};

const getColumnDependencies: CommandHandler = ({ parameters, tools }) =>
  json({ code: 'ok', ...recipeColumns(parseRecipe(requestedRecipe(parameters), compilerOf(tools))) });

function requestedRecipe(parameters: CommandParameters): unknown {
  const operations = parameters.json('operations');
  if (operations === undefined)
    throw new SameasError('parameter-missing', 'The parameter "operations" is missing.', {
      advice: 'Send a JSON array of operations.',
      facts: { parameter: 'operations' },
    });
  const renames = renamesSchema.safeParse(parameters.json('renames') ?? {});
  if (!renames.success)
    throw new SameasError('parameter-invalid', 'The parameter "renames" is not a JSON object of column names.', {
      facts: { parameter: 'renames' },
    });
  return renameColumns(operations, renames.data);
}

/** A command that runs one operation, whose members are its parameters. */
function oneOperation(command: OneOperationCommand): CommandHandler {
  return async (call) => {
    const project = requestedProject(call);
    const { entries, rest } = await runRecipe(project, [operationOfCommand(command, call.parameters)], call.tools, {
      runLong: false,
      checkColumns: false,
    });
    const [entry] = entries;
    if (rest !== undefined) return { kind: 'pending', process: rest };
    return ok(entry === undefined ? {} : { historyEntry: historyEntryJson(entry) });
  };
}

/**
 * A recipe with renamed columns, wherever a member of an operation, of its facets or of its sorting names one.
 * Expressions stay as they are: a name inside them may be any other text.
 */
export function renameColumns(recipe: unknown, renames: ReadonlyMap<string, string>): unknown {
  if (renames.size === 0) return recipe;
  const renamed = (name: unknown): unknown => (typeof name === 'string' ? (renames.get(name) ?? name) : name);
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, held]: [string, unknown]) => {
        if (!COLUMN_MEMBERS.has(member)) return [member, visit(held)];
        return [
          member,
          Array.isArray(held) ? held.map(renamed) : typeof held === 'string' ? renamed(held) : visit(held),
        ];
      }),
    );
  };
  return visit(recipe);
}

/** An entry of the history for clients. */
export function historyEntryJson({
  id,
  description,
  time,
  operationId,
}: HistoryEntry): Readonly<Record<string, unknown>> {
  return {
    id,
    description: inEnglish(description),
    time,
    ...(operationId === null ? {} : { operation_id: operationId }),
  };
}

/**
 * `get-history`: both lists oldest first, so that the next to redo comes first in `future`. With `sentences=true`, for
 * pages in several languages, descriptions are templates with their values.
 */
const getHistory: CommandHandler = (call) => {
  const { past, future } = requestedProject(call).history;
  const entryJson = call.parameters.flag('sentences')
    ? (entry: HistoryEntry) => ({ ...historyEntryJson(entry), description: entry.description })
    : historyEntryJson;
  return json({ past: past.map(entryJson), future: future.map(entryJson) });
};

/** `get-operations`: the operations that can be saved as a recipe. */
const getOperations: CommandHandler = (call) => {
  const { past } = requestedProject(call).history;
  return json({
    entries: past.map(({ description, operation }) => ({
      description: inEnglish(description),
      ...(operation === undefined ? {} : { operation: { ...operation, description: inEnglish(description) } }),
    })),
  });
};

/** `undo-redo`, to the state after `lastDoneID` (0: before everything) or to the state before `undoID`. */
const undoRedo: CommandHandler = (call) => {
  const { parameters, tools } = call;
  const project = requestedProject(call);
  const lastDoneId = parameters.integer('lastDoneID');
  const undoId = parameters.integer('undoID');
  if (lastDoneId === undefined && undoId === undefined) {
    throw new SameasError('parameter-missing', 'Neither "lastDoneID" nor "undoID" says where in the history to go.', {
      advice: 'Send lastDoneID with the id of an entry, or 0 to undo everything.',
    });
  }
  tools.store.moveTo(project, lastDoneId === undefined ? { undoId: undoId ?? 0 } : { lastDoneId });
  return ok();
};

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
    const { writer, entryId: historyEntryId } = change;
    const surroundings = { ...tools, ...projectSurroundings(project, tools), writer, historyEntryId };
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

const ONE_OPERATION_COMMANDS = Object.fromEntries(
  ONE_OPERATION_NAMES.map((name) => [name, oneOperation(name)]),
) as Record<OneOperationCommand, CommandHandler>; // they are all the names

/** Commands that run operations, and those on the history of them. */
export const RECIPE_COMMANDS = {
  'apply-operations': applyOperations,
  'undo-redo': undoRedo,
  'get-history': getHistory,
  'get-operations': getOperations,
  'get-column-dependencies': getColumnDependencies,
  ...ONE_OPERATION_COMMANDS,
} satisfies Readonly<Record<string, CommandHandler>>;
