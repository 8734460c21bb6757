import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentenceSchema } from '../../foundation/sentence-schema.js';
import { jsonObjectSchema } from '../keyed-by-text.js';

const historyEntrySchema = z.object({
  id: z.number().int(),
  description: sentenceSchema,
  /** ISO 8601, to the second. */
  time: z.string(),
  /** `core/text-transform`; null for a change of one cell or row. */
  operationId: z.string().nullable(),
  /** As in a recipe; absent for changes that cannot be replayed. */
  operation: jsonObjectSchema.optional(),
});

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Done changes, oldest first, and undone ones, next first. */
export const historySchema = z.object({
  past: z.array(historyEntrySchema),
  future: z.array(historyEntrySchema),
  /** The first entry whose state is kept, in an imported project without the entries before it. */
  startsAt: z.number().int().optional(),
});

export type History = z.infer<typeof historySchema>;

export const NO_HISTORY: History = { past: [], future: [] };

/** Id of the state before the first change. */
export const FIRST_STATE = 0;

/** The entry of the present state; `FIRST_STATE` when nothing was done, or all was undone. */
export function lastDone(history: History): number {
  return history.past.at(-1)?.id ?? FIRST_STATE;
}

/** The history after a new change: undone entries are gone. */
export function withEntry(history: History, entry: HistoryEntry): History {
  return { ...history, past: [...history.past, entry], future: [] };
}

/** Target of undo and redo: the state after an entry (0: before all of them), or before one. */
export type HistoryTarget = { readonly lastDoneId: number } | { readonly undoId: number };

/** The history with the target as the last done entry. Throws `history-entry-unknown`. */
export function moveTo(history: History, target: HistoryTarget): History {
  const all = [...history.past, ...history.future];
  const doneCount =
    'undoId' in target
      ? placeOf(all, target.undoId)
      : target.lastDoneId === FIRST_STATE
        ? 0
        : placeOf(all, target.lastDoneId) + 1;
  const { startsAt } = history;
  if (startsAt !== undefined && doneCount <= placeOf(all, startsAt)) {
    throw new SameasError('history-entry-unknown', 'The project came here without its rows of before that entry.', {
      advice: 'Undo later entries alone.',
    });
  }
  return { ...history, past: all.slice(0, doneCount), future: all.slice(doneCount) };
}

/** Ids of all states that the history can lead to. */
export function reachableStates(history: History): ReadonlySet<number> {
  return new Set([FIRST_STATE, ...history.past.map(({ id }) => id), ...history.future.map(({ id }) => id)]);
}

function placeOf(entries: readonly HistoryEntry[], id: number): number {
  const place = entries.findIndex((entry) => entry.id === id);
  if (place < 0) {
    throw new SameasError('history-entry-unknown', `The history of the project has no entry ${id}.`, {
      advice: 'The command get-history lists the entries.',
      facts: { entry: id },
    });
  }
  return place;
}
