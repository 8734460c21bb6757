import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { DatasetSource } from '../../datasets/dataset-source.js';

/** Beside the index, so that an index which cannot be read can be built again. */
const SOURCE_NAME = 'source.json';

const SOURCE = z.object({ files: z.array(z.string()), manifestFile: z.string().optional() });

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
