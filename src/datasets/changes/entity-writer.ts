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

/** The dataset below the changes. */
export interface WriterBase {
  readonly entities: EntityStore;
  readonly properties: readonly Property[];
  /** Number of the last change in it. */
  readonly through: number;
}

/** Writes entities of one dataset, durably once a promise resolves. Only one writer at a time may have a log open. */
export interface EntityWriter extends ChangedEntitiesWriter {
  readonly get: (id: string) => VersionedRecord;
  /** Changes that the base lacks, latest last; all are on disk. */
  readonly pending: () => LastChanges;
  /** Replaces the base below the changes. */
  readonly rebase: (base: WriterBase) => void;
  /** Rewrites the log without superseded changes where they are the larger part. Writing continues meanwhile. */
  readonly compactLog: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The log is compacted with this many superseded changes, if they are also half of all. */
const MAX_SUPERSEDED = 1_000;
/** Changes in one line of a compacted log. */
const PIECE = 1_000;

/** Opens the log; the first change creates the file. Throws `change-log-damaged` and `changes-unwritable`. */
export async function openEntityWriter(path: string, base: WriterBase, disk?: StoreDisk): Promise<EntityWriter> {
  let current = base;
  const pending: LastChanges = new Map();
  // Needed only while opening, to count superseded changes.
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

  /** Decides on the state after all earlier changes; resolves when the changes are on disk. */
  async function write<T>(decide: () => { readonly changes: readonly Change[]; readonly result: T }): Promise<T> {
    let result: T | undefined;
    await log.act(() => {
      made = undefined;
      const decided = decide();
      result = decided.result;
      if (decided.changes.length === 0) return undefined;
      // A number is never used again, not even after a refused change: a snapshot may already have it.
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

/** The lines of a log with only the last change of each entity. Numbers stay. */
function* shorterLines(changes: LastChanges): Iterable<string> {
  const at = new Date().toISOString();
  let piece: { number: number; changes: Change[] } | undefined;
  for (const [id, { number, record }] of changes) {
    // All changes of a line share a number, so that the last number of a snapshot still says what it contains.
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
