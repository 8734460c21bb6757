import { z } from 'zod';
import type { Property } from '../../entities/property.js';
import { appendAll } from '../../foundation/append-all.js';
import { isJsonObject } from '../../foundation/is-json-object.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { Change } from './change-log.js';
import { ENTITY_ID, ENTITY_RECORD, type EntityRecord, entityOfRecord, recordOfEntity } from './entity-record.js';
import { createHash } from 'node:crypto';

export interface VersionedRecord {
  readonly record: EntityRecord;
  readonly version: string;
}

interface WrittenEntity extends VersionedRecord {
  readonly outcome: 'created' | 'replaced' | 'unchanged';
  /** The record before; `undefined` for a new entity. */
  readonly before: EntityRecord | undefined;
}

interface WrittenLines {
  readonly created: number;
  readonly replaced: number;
  readonly deleted: number;
  readonly unchanged: number;
}

/**
 * Writes changes of the entities of one dataset, local or in a cluster. Bodies are JSON text. All methods reject with
 * `entity-invalid`, `version-outdated`, `entity-unknown` or an error of writing; then nothing is written.
 */
export interface ChangedEntitiesWriter {
  readonly put: (id: string, json: string, demands: VersionDemands) => Promise<WrittenEntity>;
  /**
   * `json` is a merge patch (RFC 7396): its fields replace those of the entity, `null` deletes one, and properties are
   * replaced one by one.
   */
  readonly patch: (id: string, json: string, demands: VersionDemands) => Promise<WrittenEntity>;
  /** Resolves to the deleted record. */
  readonly remove: (id: string, demands: VersionDemands) => Promise<EntityRecord>;
  /** JSON lines, each an entity to put, or `{"id": …, "delete": true}`; all are written, or none. */
  readonly writeLines: (lines: string) => Promise<WrittenLines>;
}

interface ChangeStore {
  readonly properties: () => readonly Property[];
  /**
   * Calls `decide` with the current records of these ids, again when another writer was faster, and resolves when the
   * decided changes are on disk.
   */
  readonly act: <Result>(
    ids: readonly string[],
    decide: (recordOf: (id: string) => EntityRecord | undefined) => {
      readonly changes: readonly Change[];
      readonly result: Result;
    },
  ) => Promise<Result>;
}

/** Lines in one body. */
const MAX_LINES = 20_000;
/** Faults reported for one body. */
const MAX_FAULTS = 20;
const DELETED_LINE = z.strictObject({ id: ENTITY_ID, delete: z.literal(true) });

/** The entity with its version. Throws `entity-unknown`. */
export function versioned(id: string, record: EntityRecord | undefined): VersionedRecord {
  if (record === undefined) throw unknown(id);
  return { record, version: versionOf(record) };
}

/** A writer over a store: reads, checks and applies the changes of requests. */
export function changeEntities({ properties, act }: ChangeStore): ChangedEntitiesWriter {
  const replace = (id: string, decide: (before: EntityRecord | undefined) => EntityRecord): Promise<WrittenEntity> =>
    act<WrittenEntity>([id], (recordOf) => {
      const before = recordOf(id);
      const record = decide(before);
      const version = versionOf(record);
      if (before !== undefined && versionOf(before) === version)
        return { changes: [], result: { record, version, outcome: 'unchanged', before } };
      const outcome = before === undefined ? 'created' : 'replaced';
      return { changes: [{ put: record }], result: { record, version, outcome, before } };
    });

  return {
    put: async (id, json, demands) => {
      const record = readRecord({ ...readObject(json), id }, id, properties());
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
        return readRecord({ ...(isJsonObject(patched) ? patched : {}), id }, id, properties());
      });
    },
    remove: (id, demands) =>
      act([id], (recordOf) => {
        const before = recordOf(id);
        checkVersion(id, before, demands);
        if (before === undefined) throw unknown(id);
        return { changes: [{ delete: id }], result: before };
      }),
    writeLines: async (lines) => {
      const sent = readLines(lines, properties());
      return act(sent.map(idOf), (recordOf) => {
        const counts = { created: 0, replaced: 0, deleted: 0, unchanged: 0 };
        const needed = sent.filter((change) => {
          const effect = effectOf(change, recordOf(idOf(change)));
          counts[effect]++;
          return effect !== 'unchanged';
        });
        return { changes: needed, result: counts };
      });
    },
  };
}

function effectOf(change: Change, before: EntityRecord | undefined): 'created' | 'replaced' | 'deleted' | 'unchanged' {
  if (!('put' in change)) return before === undefined ? 'unchanged' : 'deleted';
  if (before === undefined) return 'created';
  return versionOf(before) === versionOf(change.put) ? 'unchanged' : 'replaced';
}

function idOf(change: Change): string {
  return 'put' in change ? change.put.id : change.delete;
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

/** The record in its stored form. Throws `entity-invalid`. */
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

function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** Version of an entity: a hash, equal for equal records of any writer. */
function versionOf(record: EntityRecord): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 16);
}

/** The headers If-Match and If-None-Match of a request, where present. */
interface VersionDemands {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
}

/** Throws `version-outdated` when the entity (`undefined`: no such entity) fails these preconditions. */
function checkVersion(id: string, current: EntityRecord | undefined, { ifMatch, ifNoneMatch }: VersionDemands): void {
  const version = current === undefined ? undefined : versionOf(current);
  if (ifMatch !== undefined && !isAmong(ifMatch, version)) {
    const what =
      version === undefined
        ? `There is no entity "${id.slice(0, 200)}" any more, or not yet.`
        : `The entity "${id.slice(0, 200)}" has been changed in the meantime.`;
    throw new SameasError('version-outdated', `${what} Nothing was written.`, {
      advice: 'Fetch the entity again, and send the change with the version that it has now.',
      facts: { id, ...(version !== undefined && { version }) },
    });
  }
  if (ifNoneMatch !== undefined && isAmong(ifNoneMatch, version)) {
    throw new SameasError(
      'version-outdated',
      `There is an entity "${id.slice(0, 200)}" already. Nothing was written.`,
      {
        advice: 'Use another id, or leave out If-None-Match to replace it.',
        facts: { id, ...(version !== undefined && { version }) },
      },
    );
  }
}

/** Whether a list of entity tags has this version; `*` matches every version. */
function isAmong(tags: string, version: string | undefined): boolean {
  if (version === undefined) return false;
  if (tags.trim() === '*') return true;
  return [...tags.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === version);
}
