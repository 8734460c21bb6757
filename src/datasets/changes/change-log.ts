import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { openActLog } from '../../foundation/store/act-log.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { ENTITY_ID, ENTITY_RECORD, type EntityRecord } from './entity-record.js';

/*
 * The log of changes beside a dataset: a file of JSON lines that only grows, one line for each request that changed something, so that a request is there as a whole or not at all.
 * The file of the dataset itself is never changed.
 */

const CHANGE = z.union([z.strictObject({ put: ENTITY_RECORD }), z.strictObject({ delete: ENTITY_ID })]);

const LINE = z.strictObject({
  /** Numbers ascend; of what was written together there is one. */
  number: z.number().int().positive(),
  at: z.string(),
  changes: z.array(CHANGE).min(1),
});

export type Change = z.infer<typeof CHANGE>;
export type ChangeLine = z.infer<typeof LINE>;

/** The last change of one entity. */
interface LastChange {
  /** Of the line that it stands in. */
  readonly number: number;
  /** `undefined`: the entity was deleted. */
  readonly record: EntityRecord | undefined;
}

/** The last change of each entity, in the order of these changes. */
export type LastChanges = Map<string, LastChange>;

/** What a log says when it has been read to its end. */
interface ReadChanges {
  readonly changes: LastChanges;
  /** Number of the last line; 0 for an empty log. */
  readonly through: number;
  readonly lines: number;
}

/** The change that a line of the log is. Throws `change-log-damaged`. */
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

/** Takes a line into what is known of each entity; gives how many changes it has made meaningless. */
export function takeLine(changes: LastChanges, { number, changes: made }: ChangeLine): number {
  let superseded = 0;
  for (const change of made) {
    const id = 'put' in change ? change.put.id : change.delete;
    if (changes.delete(id)) superseded++;
    changes.set(id, { number, record: 'put' in change ? change.put : undefined });
  }
  return superseded;
}

/** Reads a log, to which another process may be adding at the same time; nothing where there is none. Half a line at the end, which a killed process has left, is passed over, and so is what comes after the first `lines` lines. Throws `change-log-damaged`. */
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

/** Names the state that changes lead to. Equal for a log and for the same log without what is meaningless in it. */
export function digestOfChanges(changes: LastChanges): string {
  const hash = createHash('sha256');
  for (const [id, { record }] of changes)
    hash.update(JSON.stringify(record === undefined ? { delete: id } : { put: record })).update('\n');
  return hash.digest('hex');
}
