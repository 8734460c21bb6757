import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { keyedByText } from '../keyed-by-text.js';
import { parseRecipe, recipeColumns } from '../operations/parse-recipe.js';
import { json, ok, type CommandHandler } from './command-call.js';
import type { CommandParameters } from './command-parameters.js';
import { historyEntryJson } from './history-commands.js';
import { operationOfCommand, type OneOperationCommand } from './one-operation-table.js';
import { compilerOf, requestedProject } from './project-context.js';
import { renameColumns } from './rename-columns.js';
import { runRecipe } from './run-recipe.js';

const renamesSchema = keyedByText(z.string());

/** `apply-operations`: pending when the recipe comes to an operation that waits for other services. */
export const applyOperations: CommandHandler = async (call) => {
  const project = requestedProject(call);
  const { entries, rest } = await runRecipe(project, requestedRecipe(call.parameters), call.tools, { runLong: false });
  return rest === undefined
    ? ok({ historyEntries: entries.map(historyEntryJson) })
    : { kind: 'pending', process: rest };
};

/** `get-column-dependencies` */
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
