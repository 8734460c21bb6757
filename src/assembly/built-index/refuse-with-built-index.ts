import type { DatasetSource } from '../../datasets/dataset-source.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { isIndexFolder } from './index-folder.js';
import { readSource } from './index-source.js';

/** Throws `setting-invalid` for options next to a built index: its sources were fixed when it was built. */
export function refuseWithBuiltIndex(
  folder: string,
  { files, manifestFile, aliasFiles, choices }: DatasetSource,
): void {
  const [named, what, given] =
    aliasFiles !== undefined
      ? ['aliases go', 'with them', 'LIST --aliases FILE']
      : manifestFile !== undefined
        ? ['what a manifest says goes', 'with it', `LIST --manifest ${manifestFile}`]
        : files.length > 1
          ? ['all files of a list go', 'from all of them', 'FILE FILE']
          : choices !== undefined
            ? ['what is said of columns goes', 'with that', 'LIST --name-column HEADING …']
            : [];
  if (named === undefined) return;
  throw new SameasError('setting-invalid', `${folder} is a built index, and ${named} into it when it is built.`, {
    advice: `Build it again ${what}: sameas index ${given} --out ${folder}`,
    facts: { file: folder },
  });
}

/** Throws `setting-invalid` for a built index where the source files are needed, and names them. */
export async function refuseBuiltIndex({ files }: DatasetSource): Promise<void> {
  const folder = files.find(isIndexFolder);
  if (folder === undefined) return;
  const source = await readSource(folder);
  const list = source === undefined ? [] : source.files.length > 0 ? source.files : [source.manifestFile ?? ''];
  throw new SameasError('setting-invalid', `${folder} is a built index; this needs the list from which it was built.`, {
    advice: list.length === 0 ? 'Name the list itself.' : `Name the list itself: ${list.join(' ')}`,
    facts: { file: folder },
  });
}
