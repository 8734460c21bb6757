import { defined } from '../../foundation/defined.js';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { replaceFile } from '../../foundation/store/replace-file.js';
import { z } from 'zod';
import type { DatasetSource } from '../../datasets/dataset-source.js';
import { isLocalFile, shownPath } from '../../datasets/sources/source-address.js';

/** Next to the index, so that an unreadable one can be rebuilt. */
const SOURCE_NAME = 'source.json';

const CHOICES = z.object({
  nameColumns: z.array(z.string()).exactOptional(),
  idColumn: z.string().exactOptional(),
  typeColumn: z.string().exactOptional(),
  aliasColumns: z.array(z.string()).exactOptional(),
  language: z.string().exactOptional(),
  sheet: z.string().exactOptional(),
  jsonPath: z.string().exactOptional(),
  element: z.string().exactOptional(),
  table: z.string().exactOptional(),
  query: z.string().exactOptional(),
});
const SOURCE = z.object({
  files: z.array(z.string()),
  manifestFile: z.string().optional(),
  aliasFiles: z.array(z.string()).optional(),
  choices: CHOICES.optional(),
});

/** Saves the source of the index in a folder, with absolute paths. `temporary` as for `replaceFile`. */
export async function saveSource(
  folder: string,
  source: DatasetSource,
  temporary?: (path: string | undefined) => void,
): Promise<void> {
  const { files, manifestFile, aliasFiles, choices } = source;
  const noted: DatasetSource = {
    files: files.map(placeOf),
    ...defined({
      manifestFile: manifestFile === undefined ? undefined : resolve(manifestFile),
      aliasFiles: aliasFiles?.map(placeOf),
      choices,
    }),
  };
  await mkdir(folder, { recursive: true });
  await replaceFile(join(folder, SOURCE_NAME), `${JSON.stringify(noted, undefined, 2)}\n`, { mode: 0o666, temporary });
}

/** The absolute path of a file; an address without its password, which must be given again to rebuild the index. */
function placeOf(file: string): string {
  return isLocalFile(file) ? resolve(file) : shownPath(file);
}

/** The source saved by `saveSource`; `undefined` when unreadable. */
export async function readSource(folder: string): Promise<DatasetSource | undefined> {
  try {
    const { files, manifestFile, aliasFiles, choices } = SOURCE.parse(
      JSON.parse(await readFile(join(folder, SOURCE_NAME), 'utf8')),
    );
    return {
      files,
      ...defined({ manifestFile, aliasFiles, choices }),
    };
  } catch {
    return undefined; // the folder was made by hand, or only the index was copied
  }
}
