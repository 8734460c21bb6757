import { SameasError } from '../../foundation/sameas-error.js';
import { inEnglish } from '../../foundation/sentence.js';
import type { HistoryEntry } from '../history/history.js';
import { json, ok, type CommandHandler } from './command-call.js';
import { requestedProject } from './project-context.js';

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
export const getHistory: CommandHandler = (call) => {
  const { past, future } = requestedProject(call).history;
  const entryJson = call.parameters.flag('sentences')
    ? (entry: HistoryEntry) => ({ ...historyEntryJson(entry), description: entry.description })
    : historyEntryJson;
  return json({ past: past.map(entryJson), future: future.map(entryJson) });
};

/** `get-operations`: the operations that can be saved as a recipe. */
export const getOperations: CommandHandler = (call) => {
  const { past } = requestedProject(call).history;
  return json({
    entries: past.map(({ description, operation }) => ({
      description: inEnglish(description),
      ...(operation === undefined ? {} : { operation: { ...operation, description: inEnglish(description) } }),
    })),
  });
};

/** `undo-redo`, to the state after `lastDoneID` (0: before everything) or to the state before `undoID`. */
export const undoRedo: CommandHandler = (call) => {
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
