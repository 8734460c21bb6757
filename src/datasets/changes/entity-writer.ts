import { findEntity, type EntityStore } from '../../entities/entity-store.js';
import type { Property } from '../../entities/property.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { openActLog } from '../../foundation/store/act-log.js';
import type { StoreDisk } from '../../foundation/store/store-disk.js';
import { changeEntities, versioned, type ChangedEntitiesWriter, type VersionedRecord } from './change-entities.js';
import {
  parseChangeLine,
  readChangeLog,
  takeLine,
  type Change,
  type ChangeLine,
  type LastChanges,
} from './change-log.js';
import { recordOfEntity, type EntityRecord } from './entity-record.js';

/** What changes stand in front of. */
export interface WriterBase {
  readonly entities: EntityStore;
  readonly properties: readonly Property[];
  /** The number of the last change that it contains. */
  readonly through: number;
}

/** Writes entities of one dataset: what it has said is written is on disk. One at a time may have a log open. */
export interface EntityWriter extends ChangedEntitiesWriter {
  /** The entity as it is now. Throws `entity-unknown`. */
  readonly get: (id: string) => VersionedRecord;
  /** Changes that the base does not contain, the last ones last; all are on disk. */
  readonly pending: () => LastChanges;
  /** From now on changes stand in front of this. */
  readonly rebase: (base: WriterBase) => void;
  /** Makes the log shorter where most of it has been made meaningless by later changes. Writing goes on meanwhile. */
  readonly compactLog: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A log is made shorter when this many changes in it, and half of all, are meaningless. */
const MAX_SUPERSEDED = 1_000;
/** Changes in one line of a log that was made shorter. */
const PIECE = 1_000;

/** Opens the log, which is made with the first change. Throws `change-log-damaged` and `changes-unwritable`. */
export async function openEntityWriter(path: string, base: WriterBase, disk?: StoreDisk): Promise<EntityWriter> {
  let current = base;
  const pending: LastChanges = new Map();
  // What the log says of entities beyond the base is of interest only while it is opened: for how much of it is meaningless.
  let latest: LastChanges = new Map();
  let lastNumber = current.through;
  let changes = 0;
  let superseded = 0;
  let isCompacting = false;
  let made: ChangeLine | undefined;

  const log = await openActLog(
    path,
    (text, index) => {
      const line = made ?? parseChangeLine(text(), index, path);
      superseded += takeLine(latest, line);
      changes += line.changes.length;
      lastNumber = Math.max(lastNumber, line.number);
      if (latest !== pending && line.number > current.through) takeLine(pending, line);
    },
    { disk },
  ).catch((cause: unknown) => Promise.reject(cause instanceof SameasError ? cause : unwritable(path, cause)));
  latest = pending;

  function recordOf(id: string): EntityRecord | undefined {
    const change = pending.get(id);
    if (change !== undefined) return change.record;
    const entity = findEntity(current.entities, id);
    return entity === undefined ? undefined : recordOfEntity(entity, current.properties);
  }

  /** Decides on the state that all earlier changes have led to, and resolves when the changes are on disk. */
  async function write<T>(decide: () => { readonly changes: readonly Change[]; readonly result: T }): Promise<T> {
    let result: T | undefined;
    await log.act(() => {
      made = undefined;
      const decided = decide();
      result = decided.result;
      if (decided.changes.length === 0) return undefined;
      // A number is never used again, also when the change is refused: a snapshot may have been told it.
      made = { number: ++lastNumber, at: new Date().toISOString(), changes: [...decided.changes] };
      return JSON.stringify(made);
    });
    return result as T; // `decide` has been called
  }

  return {
    ...changeEntities({
      properties: () => current.properties,
      act: (_, decide) => write(() => decide(recordOf)),
    }),
    get: (id) => versioned(id, recordOf(id)),
    pending: () => pending,
    rebase: (next) => {
      current = next;
      for (const [id, { number }] of pending) if (number <= next.through) pending.delete(id);
    },
    compactLog: async () => {
      if (isCompacting || superseded < MAX_SUPERSEDED || superseded * 2 < changes) return;
      isCompacting = true;
      try {
        const [changesThen, supersededThen] = [changes, superseded];
        const { changes: kept, lines } = await readChangeLog(path, log.count());
        await log.replace(lines, shorterLines(kept));
        changes += kept.size - changesThen;
        superseded -= supersededThen;
      } finally {
        isCompacting = false;
      }
    },
    close: () => log.close(),
  };
}

/** The lines of a log that says only what holds of each entity. Numbers stay as they are. */
function* shorterLines(changes: LastChanges): Iterable<string> {
  const at = new Date().toISOString();
  let piece: { number: number; changes: Change[] } | undefined;
  for (const [id, { number, record }] of changes) {
    // A line holds changes of one number, so that what a snapshot contains is still told by the number of its last one.
    if (piece !== undefined && (piece.number !== number || piece.changes.length >= PIECE)) {
      yield JSON.stringify({ number: piece.number, at, changes: piece.changes });
      piece = undefined;
    }
    piece ??= { number, changes: [] };
    piece.changes.push(record === undefined ? { delete: id } : { put: record });
  }
  if (piece !== undefined) yield JSON.stringify({ number: piece.number, at, changes: piece.changes });
}

function unwritable(path: string, cause: unknown): SameasError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SameasError('changes-unwritable', `The log of changes ${path} cannot be written: ${why}.`, {
    advice: 'Make room on the disk and look at the rights of the file, then send the change again.',
    cause,
  });
}
