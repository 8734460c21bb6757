import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Disk } from './disk.js';

/*
 * A JSON file with its checksum: {"sha256":"…","content":…}. The checksum is that of the text of the content in the
 * file, so that any change of a single byte is noticed.
 */

const HEAD = '{"sha256":"';
const MIDDLE = '","content":';
const DIGEST_LENGTH = 64;
const CONTENT_AT = HEAD.length + DIGEST_LENGTH + MIDDLE.length;
const END = '}\n';

/** Writes a new file and returns when it has reached the disk; its name may not have yet. Errors: those of the disk. */
export function writeCheckedJson(disk: Disk, path: string, content: unknown): void {
  const text = JSON.stringify(content);
  const bytes = Buffer.from(`${HEAD}${digestOf(text)}${MIDDLE}${text}${END}`);
  const file = disk.createFile(path);
  try {
    disk.write(file, bytes);
    disk.flush(file);
  } finally {
    disk.close(file);
  }
}

/** Replaces the content in one step: readers see the old or the new one. Returns when the new one is safe on disk. */
export function replaceCheckedJson(disk: Disk, path: string, content: unknown): void {
  const temporary = `${path}.new`;
  disk.remove(temporary);
  writeCheckedJson(disk, temporary, content);
  disk.rename(temporary, path);
  disk.flushFolder(dirname(path));
}

/** The unvalidated content of a file; undefined when the file was damaged. Errors: those of the disk. */
export function readCheckedJson(disk: Disk, path: string): { readonly content: unknown } | undefined {
  const text = disk.readFile(path).toString('utf8');
  if (!text.startsWith(HEAD) || !text.endsWith(END)) return undefined;
  const content = text.slice(CONTENT_AT, -END.length);
  if (text.slice(HEAD.length, HEAD.length + DIGEST_LENGTH) !== digestOf(content)) return undefined;
  const parsed: unknown = JSON.parse(content);
  return { content: parsed };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
