import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../foundation/sync-folder.js';
import { parseChangeLine, readChangeLog, type Change } from './change-log.js';

/** A shorter log that is not in its place yet. */
export interface ShorterLog {
  /** Lines of the old log that it has taken in. */
  readonly linesRead: number;
  /** Adds lines, and puts it in the place of the old one in one step: at any instant there is one of both, whole. Gives how many changes it has. */
  readonly replace: (lines: readonly string[]) => Promise<{ readonly changes: number }>;
}

/** How many changes go to the disk at once. */
const PIECE = 1_000;

/** Writes a log without what later changes have made meaningless, beside the log, to which somebody may be adding. Numbers stay as they are. */
export async function rewriteChangeLog(path: string): Promise<ShorterLog> {
  const { changes, lines: linesRead } = await readChangeLog(path);
  const temporary = `${path}.part`;
  const file = await open(temporary, 'w');
  let count = 0;
  const at = new Date().toISOString();
  let piece: { number: number; changes: Change[] } | undefined;
  const flush = async (): Promise<void> => {
    if (piece !== undefined)
      await file.appendFile(`${JSON.stringify({ number: piece.number, at, changes: piece.changes })}\n`);
    piece = undefined;
  };
  for (const [id, { number, record }] of changes) {
    // A line holds changes of one number, so that what a snapshot contains is still told by the number of its last one.
    if (piece !== undefined && (piece.number !== number || piece.changes.length >= PIECE)) await flush();
    piece ??= { number, changes: [] };
    piece.changes.push(record === undefined ? { delete: id } : { put: record });
    count++;
  }
  await flush();
  return {
    linesRead,
    replace: async (lines) => {
      for (const [index, line] of lines.entries())
        count += parseChangeLine(line, linesRead + index, path).changes.length;
      await file.appendFile(lines.map((line) => `${line}\n`).join(''));
      await file.sync();
      await file.close();
      await rename(temporary, path);
      await syncFolder(dirname(path));
      return { changes: count };
    },
  };
}
