import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentenceSchema } from '../../foundation/sentence-schema.js';
import { jsonObjectSchema } from '../keyed-by-text.js';

/** One change that was made, in words and as what was asked for. */
const historyEntrySchema = z.object({
  id: z.number().int(),
  description: sentenceSchema,
  /** ISO 8601, to the second. */
  time: z.string(),
  /** `core/text-transform`; null for a change of one cell or row. */
  operationId: z.string().nullable(),
  /** The operation as it stands in a recipe; absent for what cannot be replayed. */
  operation: jsonObjectSchema.optional(),
});

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** What was done, oldest first, and what was undone and can be done again, the next first. */
export const historySchema = z.object({
  past: z.array(historyEntrySchema),
  future: z.array(historyEntrySchema),
  /** The first entry whose state is kept, in an imported project that lacks the entries before it. */
  startsAt: z.number().int().optional(),
});

export type History = z.infer<typeof historySchema>;

export const NO_HISTORY: History = { past: [], future: [] };

/** The id under which the state before the first change is kept. */
export const FIRST_STATE = 0;

/** The entry whose state is the present one; `FIRST_STATE` when nothing was done, or all was undone. */
export function lastDone(history: History): number {
  return history.past.at(-1)?.id ?? FIRST_STATE;
}

/** The history after a new change: what could have been done again is gone. */
export function withEntry(history: History, entry: HistoryEntry): History {
  return { ...history, past: [...history.past, entry], future: [] };
}

/** Where undo and redo lead: to the state after an entry (0: before all of them), or to the state before an entry. */
export type HistoryTarget = { readonly lastDoneId: number } | { readonly undoId: number };

/** The history with the target as the last that was done. Throws `history-entry-unknown`. */
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

/** Every id of a state that the history can lead to. */
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
