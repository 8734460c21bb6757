import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { keyedByText } from '../keyed-by-text.js';
import { parseRecipe, recipeColumns } from '../operations/parse-recipe.js';
import { type CommandHandler, json, ok } from './command-call.js';
import type { CommandParameters } from './command-parameters.js';
import { historyEntryJson } from './history-commands.js';
import { type OneOperationCommand, operationOfCommand } from './one-operation-table.js';
import { compilerOf, requestedProject } from './project-context.js';
import { runRecipe } from './run-recipe.js';

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
export const applyOperations: CommandHandler = async (call) => {
  const project = requestedProject(call);
  const { entries, rest } = await runRecipe(project, requestedRecipe(call.parameters), call.tools, { runLong: false });
  return rest === undefined
    ? ok({ historyEntries: entries.map(historyEntryJson) })
    : { kind: 'pending', process: rest };
};

export const getColumnDependencies: CommandHandler = ({ parameters, tools }) =>
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
export function oneOperation(command: OneOperationCommand): CommandHandler {
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
