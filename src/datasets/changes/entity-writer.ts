import { sentence } from '../../foundation/message.js';
import { z } from 'zod';
import { findEntity, type EntityStore } from '../../entities/entity-store.js';
import type { Property } from '../../entities/property.js';
import { isJsonObject } from '../../foundation/is-json-object.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { openActLog } from '../../foundation/store/act-log.js';
import type { StoreDisk } from '../../foundation/store/store-disk.js';
import {
  parseChangeLine,
  readChangeLog,
  takeLine,
  type Change,
  type ChangeLine,
  type LastChanges,
} from './change-log.js';
import { ENTITY_ID, ENTITY_RECORD, entityOfRecord, recordOfEntity, type EntityRecord } from './entity-record.js';
import { checkVersion, versionOf, type VersionDemands } from './entity-versions.js';
import { appendAll } from '../../foundation/append-all.js';

/** What changes stand in front of. */
export interface WriterBase {
  readonly entities: EntityStore;
  readonly properties: readonly Property[];
  /** The number of the last change that it contains. */
  readonly through: number;
}

/** An entity with the name of its state. */
interface VersionedRecord {
  readonly record: EntityRecord;
  readonly version: string;
}

/** What came of writing one entity. */
interface WrittenEntity extends VersionedRecord {
  readonly outcome: 'created' | 'replaced' | 'unchanged';
  /** What it was before; `undefined` where there was none. */
  readonly before: EntityRecord | undefined;
}

/** What came of a body of many. */
interface WrittenLines {
  readonly created: number;
  readonly replaced: number;
  readonly deleted: number;
  readonly unchanged: number;
}

/** Writes entities of one dataset: what it has said is written is on disk. One at a time may have a log open. */
export interface EntityWriter {
  /** The entity as it is now. Throws `entity-unknown`. */
  readonly get: (id: string) => VersionedRecord;
  /** Bodies are JSON text. These reject with `entity-invalid`, `version-outdated`, `entity-unknown`, and as `ActLog.act`; then nothing is written. */
  readonly put: (id: string, json: string, demands: VersionDemands) => Promise<WrittenEntity>;
  /** `json` is a merge patch (RFC 7396): fields in it replace those of the entity, `null` takes one away, properties are replaced one by one. */
  readonly patch: (id: string, json: string, demands: VersionDemands) => Promise<WrittenEntity>;
  /** Gives what it was. */
  readonly remove: (id: string, demands: VersionDemands) => Promise<EntityRecord>;
  /** JSON lines, each an entity to put, or `{"id": …, "delete": true}`; all are written, or none. */
  readonly writeLines: (lines: string) => Promise<WrittenLines>;
  /** Changes that the base does not contain, the last ones last; all are on disk. */
  readonly pending: () => LastChanges;
  /** From now on changes stand in front of this. */
  readonly rebase: (base: WriterBase) => void;
  /** Makes the log shorter where most of it has been made meaningless by later changes. Writing goes on meanwhile. */
  readonly compactLog: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Lines in one body. */
const MAX_LINES = 20_000;
/** Faults that are told of one body. */
const MAX_FAULTS = 20;
/** A log is made shorter when this many changes in it, and half of all, are meaningless. */
const MAX_SUPERSEDED = 1_000;
/** Changes in one line of a log that was made shorter. */
const PIECE = 1_000;

const DELETED_LINE = z.strictObject({ id: ENTITY_ID, delete: z.literal(true) });

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

  const replace = (id: string, decide: (before: EntityRecord | undefined) => EntityRecord): Promise<WrittenEntity> =>
    write<WrittenEntity>(() => {
      const before = recordOf(id);
      const record = decide(before);
      const version = versionOf(record);
      if (before !== undefined && versionOf(before) === version)
        return { changes: [], result: { record, version, outcome: 'unchanged', before } };
      const outcome = before === undefined ? 'created' : 'replaced';
      return { changes: [{ put: record }], result: { record, version, outcome, before } };
    });

  return {
    get: (id) => {
      const record = recordOf(id);
      if (record === undefined) throw unknown(id);
      return { record, version: versionOf(record) };
    },
    put: async (id, json, demands) => {
      const record = readRecord({ ...readObject(json), id }, id, current.properties);
      return replace(id, (before) => {
        checkVersion(id, before, demands);
        return record;
      });
    },
    patch: async (id, json, demands) => {
      const patch = readObject(json);
      return replace(id, (before) => {
        checkVersion(id, before, demands);
        if (before === undefined) throw unknown(id);
        const patched = mergePatch(before, patch);
        return readRecord({ ...(isJsonObject(patched) ? patched : {}), id }, id, current.properties);
      });
    },
    remove: (id, demands) =>
      write(() => {
        const before = recordOf(id);
        checkVersion(id, before, demands);
        if (before === undefined) throw unknown(id);
        return { changes: [{ delete: id }], result: before };
      }),
    writeLines: async (lines) => {
      const sent = readLines(lines, current.properties);
      return write(() => {
        const counts = { created: 0, replaced: 0, deleted: 0, unchanged: 0 };
        const needed = sent.filter((change) => {
          const [id, record] = 'put' in change ? [change.put.id, change.put] : [change.delete, undefined];
          const before = recordOf(id);
          const isSame =
            record === undefined
              ? before === undefined
              : before !== undefined && versionOf(before) === versionOf(record);
          counts[
            isSame ? 'unchanged' : record === undefined ? 'deleted' : before === undefined ? 'created' : 'replaced'
          ]++;
          return !isSame;
        });
        return { changes: needed, result: counts };
      });
    },
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

function unknown(id: string): SameasError {
  return new SameasError(
    'entity-unknown',
    sentence('There is no entity with the identifier "{id}".', { id: id.slice(0, 200) }),
    {
      advice: 'Create it by PUT.',
      facts: { id },
    },
  );
}

function invalid(faults: readonly string[], facts: Readonly<Record<string, string | number>> = {}): SameasError {
  const more = faults.length - MAX_FAULTS;
  return new SameasError(
    'entity-invalid',
    `${faults.slice(0, MAX_FAULTS).join('; ')}${more > 0 ? `; and ${String(more)} more` : ''}. Nothing was written.`,
    { advice: 'Mend what is named, and send it again.', facts },
  );
}

function readObject(json: string): Readonly<Record<string, unknown>> {
  const value = parsed(json);
  if (isJsonObject(value)) return value;
  throw invalid(['The body is not a JSON object']);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The record in the form that is kept. Throws `entity-invalid`. */
function readRecord(value: unknown, id: string, properties: readonly Property[]): EntityRecord {
  const read = recordIn(value, properties);
  if ('record' in read) return read.record;
  throw invalid(
    read.faults.map((one, i) => (i === 0 ? `The entity "${id.slice(0, 200)}" cannot be written: ${one}` : one)),
    { id },
  );
}

function recordIn(
  value: unknown,
  properties: readonly Property[],
): { readonly record: EntityRecord } | { readonly faults: readonly string[] } {
  const read = ENTITY_RECORD.safeParse(value);
  if (!read.success)
    return {
      faults: read.error.issues.map(({ path, message }) =>
        path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`,
      ),
    };
  const { entity, faults } = entityOfRecord(read.data, properties);
  return faults.length > 0 ? { faults } : { record: recordOfEntity(entity, properties) };
}

function readLines(lines: string, properties: readonly Property[]): readonly Change[] {
  const faults: string[] = [];
  const made = new Map<string, Change>();
  let count = 0;
  for (const [at, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue;
    if (++count > MAX_LINES) throw invalid([`The body has more than ${String(MAX_LINES)} lines`]);
    const value = parsed(line);
    const deleted = DELETED_LINE.safeParse(value);
    if (deleted.success) {
      made.delete(deleted.data.id);
      made.set(deleted.data.id, { delete: deleted.data.id });
      continue;
    }
    const read = isJsonObject(value) ? recordIn(value, properties) : { faults: ['this is not a JSON object'] };
    if ('faults' in read)
      appendAll(
        faults,
        read.faults.map((one) => `line ${String(at + 1)}: ${one}`),
      );
    else {
      made.delete(read.record.id);
      made.set(read.record.id, { put: read.record });
    }
  }
  if (count === 0) faults.push('The body has no lines');
  if (faults.length > 0) throw invalid(faults);
  return [...made.values()];
}

/** As RFC 7396 has it. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
