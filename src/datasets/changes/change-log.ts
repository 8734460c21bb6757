import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { openActLog } from '../../foundation/store/act-log.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { ENTITY_ID, ENTITY_RECORD, type EntityRecord, entityOfRecord } from './entity-record.js';
import type { Entity } from '../../entities/entity.js';
import type { Property } from '../../entities/property.js';
import type { ProblemLog } from '../load-report.js';

/*
 * The log of changes of a dataset: an append-only file of JSON lines, one for each request with changes, so that a
 * request is logged as a whole or not at all. The file of the dataset itself is never changed.
 */

const CHANGE = z.union([z.strictObject({ put: ENTITY_RECORD }), z.strictObject({ delete: ENTITY_ID })]);

const LINE = z.strictObject({
  /** Ascending; changes written together share one. */
  number: z.number().int().positive(),
  at: z.string(),
  changes: z.array(CHANGE).min(1),
});

export type Change = z.infer<typeof CHANGE>;
export type ChangeLine = z.infer<typeof LINE>;

interface LastChange {
  /** Number of its line. */
  readonly number: number;
  /** `undefined`: the entity was deleted. */
  readonly record: EntityRecord | undefined;
}

/** Entity id → its last change, in the order of these changes. */
export type LastChanges = Map<string, LastChange>;

interface ReadChanges {
  readonly changes: LastChanges;
  /** Number of the last line; 0 for an empty log. */
  readonly through: number;
  readonly lines: number;
}

/** Parses a line of the log. Throws `change-log-damaged`. */
export function parseChangeLine(line: string, index: number, path: string): ChangeLine {
  try {
    return LINE.parse(JSON.parse(line));
  } catch (cause) {
    throw new SameasError('change-log-damaged', `Line ${String(index + 1)} of ${path} is no change of entities.`, {
      advice: 'Restore the file from a backup, or remove the line; the changes in it are then lost.',
      facts: { file: path, line: index + 1 },
      cause,
    });
  }
}

/** Applies a line to `changes`; returns how many earlier changes it supersedes. */
export function takeLine(changes: LastChanges, { number, changes: made }: ChangeLine): number {
  let superseded = 0;
  for (const change of made) {
    const id = 'put' in change ? change.put.id : change.delete;
    if (changes.delete(id)) superseded++;
    changes.set(id, { number, record: 'put' in change ? change.put : undefined });
  }
  return superseded;
}

/**
 * Reads a log, to which another process may be adding at the same time; an absent log is empty. An incomplete last line
 * of a killed process is ignored, as is everything after the first `lines` lines. Throws `change-log-damaged`.
 */
export async function readChangeLog(path: string, lines = Infinity): Promise<ReadChanges> {
  const changes: LastChanges = new Map();
  let through = 0;
  let count = 0;
  if (existsSync(path)) {
    const file = await openActLog(
      path,
      (line, index) => {
        const parsed = parseChangeLine(line(), index, path);
        takeLine(changes, parsed);
        through = parsed.number;
        count++;
      },
      { readOnly: { through: lines } },
    );
    await file.close();
  }
  return { changes, through, lines: count };
}

/** Hash of the state after these changes. Equal for a log and the same log without superseded changes. */
export function digestOfChanges(changes: LastChanges): string {
  const hash = createHash('sha256');
  for (const [id, { record }] of changes)
    hash.update(JSON.stringify(record === undefined ? { delete: id } : { put: record })).update('\n');
  return hash.digest('hex');
}

/** The entities changed since the files were written, and the end of the log. */
export interface ChangedEntities {
  /** By id, most recently changed last; `undefined` for a deleted one. */
  readonly entities: ReadonlyMap<string, Entity | undefined>;
  /** Number of the last line of the log. */
  readonly through: number;
  readonly digest: string;
}

/**
 * The changed entities of a log. Values that do not fit a property are left out and noted. `undefined` for an empty or
 * absent log. Errors: those of `readChangeLog`.
 */
export async function readChangedEntities(
  path: string,
  properties: readonly Pick<Property, 'id' | 'name' | 'datatype'>[],
  problems: ProblemLog,
): Promise<ChangedEntities | undefined> {
  const { changes, through } = await readChangeLog(path);
  if (through === 0) return undefined;
  const entities = entitiesOf(changes, properties, (id, fault) =>
    problems.add('change-value-odd', { file: path, message: `Entity "${id}": ${fault}.` }),
  );
  return { entities, through, digest: digestOfChanges(changes) };
}

/** The changed entities; values that do not fit a property are left out and passed to `tell`. */
export function entitiesOf(
  changes: LastChanges,
  properties: readonly Pick<Property, 'id' | 'name' | 'datatype'>[],
  tell: (id: string, fault: string) => void,
): ReadonlyMap<string, Entity | undefined> {
  const entities = new Map<string, Entity | undefined>();
  for (const [id, { record }] of changes) {
    if (record === undefined) {
      entities.set(id, undefined);
      continue;
    }
    const { entity, faults } = entityOfRecord(record, properties);
    for (const fault of faults) tell(id, fault);
    entities.set(id, entity);
  }
  return entities;
}

/** Digest of the changes of a log for a content hash; `undefined` without changes. Errors: those of `readChangeLog`. */
export async function readChangesDigest(path: string): Promise<string | undefined> {
  const { changes, through } = await readChangeLog(path);
  return through === 0 ? undefined : digestOfChanges(changes);
}
