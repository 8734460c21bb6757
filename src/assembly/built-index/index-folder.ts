import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { DatasetSource } from '../../datasets/dataset-source.js';
import type { GenerationImage } from '../generation-image.js';
import { softwareIdentity } from '../software-identity.js';
import { readIndexFile, writeIndexFile } from './index-file.js';

const INDEX_NAME = 'dataset.sameas-index';
/** Beside the index, so that an index which cannot be read can be built again. */
const SOURCE_NAME = 'source.json';

const SOURCE = z.object({ files: z.array(z.string()), manifestFile: z.string().optional() });

/** Where the index of a folder lies. */
export function indexPathOf(folder: string): string {
  return join(folder, INDEX_NAME);
}

/** Whether this is a folder that `sameas index` made; its index may be unusable. */
export function isIndexFolder(path: string): boolean {
  return existsSync(indexPathOf(path));
}

/** Writes a built index; folders are made as needed. Errors: those of the file system. */
export async function saveIndex(path: string, { sections, ...image }: GenerationImage): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeIndexFile(path, softwareIdentity(), { contents: image, sections });
}

/** Reads a built index. Errors: those of `readIndexFile`. */
export async function openIndex(path: string): Promise<GenerationImage> {
  const { contents, sections } = await readIndexFile(path, softwareIdentity());
  // Written by `saveIndex` of this very code: the reader has checked the checksum and the identity of the software.
  return { ...(contents as Omit<GenerationImage, 'sections'>), sections };
}

/** Notes what the index of a folder is made from, by absolute paths. */
export async function saveSource(folder: string, source: DatasetSource): Promise<void> {
  const files = source.files.map((file) => resolve(file));
  const noted: DatasetSource = source.manifestFile === undefined ? { files } : { files, manifestFile: resolve(source.manifestFile) };
  await mkdir(folder, { recursive: true });
  await writeFileAtomic(join(folder, SOURCE_NAME), `${JSON.stringify(noted, undefined, 2)}\n`);
}

/** What `saveSource` noted; `undefined` when that cannot be read. */
export async function readSource(folder: string): Promise<DatasetSource | undefined> {
  try {
    const { files, manifestFile } = SOURCE.parse(JSON.parse(await readFile(join(folder, SOURCE_NAME), 'utf8')));
    return manifestFile === undefined ? { files } : { files, manifestFile };
  } catch {
    return undefined; // the folder was made by hand, or only the index was copied
  }
}
