import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { openActLog } from '../../foundation/store/act-log.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { ENTITY_ID, ENTITY_RECORD, type EntityRecord } from './entity-record.js';

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
