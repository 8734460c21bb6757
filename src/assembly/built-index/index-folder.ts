import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WritingWatch } from './index-file.js';
import type { SnapshotImage } from '../snapshot-image.js';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { SOFTWARE_VERSION } from '../../foundation/software-version.js';

/*
 * A service that starts from a source file looks for an index here, and usually there is none: so the code that reads
 * and writes one is imported on demand.
 */

const INDEX_NAME = 'dataset.sameas-index';

/** Path of the index in a folder. */
export function indexPathOf(folder: string): string {
  return join(folder, INDEX_NAME);
}

/** Whether `sameas index` made this folder; its index may be unusable. */
export function isIndexFolder(path: string): boolean {
  return existsSync(indexPathOf(path));
}

/** Writes a built index and creates its folders. Errors: those of the file system. */
export async function saveIndex(
  path: string,
  { sections, ...image }: SnapshotImage,
  watch: WritingWatch,
): Promise<void> {
  const { writeIndexFile } = await import('./index-file.js');
  await mkdir(dirname(path), { recursive: true });
  await writeIndexFile(path, softwareIdentity(), { contents: image, sections }, watch);
}

/** Reads a built index. Errors: those of `readIndexFile`. */
export async function openIndex(path: string): Promise<SnapshotImage> {
  const { readIndexFile } = await import('./index-file.js');
  const { contents, sections } = await readIndexFile(path, softwareIdentity());
  // Written by `saveIndex` of this code: the reader has checked the checksum and the identity of the software.
  return { ...(contents as Omit<SnapshotImage, 'sections'>), sections };
}

/** Chapters whose code determines the content of a built index. */
const CHAPTERS = ['foundation', 'text', 'formats', 'entities', 'datasets', 'search', 'values', 'scoring'];

/**
 * Identity of the code that builds indexes: the version, and a digest over these chapters. So no index of other code is
 * misread, even during development. Cost: reading some hundred small files.
 */
function softwareIdentity(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const hash = createHash('sha256');
  for (const chapter of CHAPTERS) {
    const files = readdirSync(join(root, chapter), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'),
    );
    for (const name of files.sort()) hash.update(name).update(readFileSync(join(root, chapter, name)));
  }
  return `${SOFTWARE_VERSION}+${hash.digest('hex').slice(0, 16)}`;
}
