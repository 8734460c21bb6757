import type { JudgedList } from '../judgments/judged-list.js';
import type { ProblemLog } from '../load-report.js';
import { type FileAliases, collectAliases } from './collect-aliases.js';
import { type AliasFile, openAliasFile } from './open-alias-file.js';
import type { AliasFileOptions } from '../data-file.js';

/** The names of several files, and the files. Errors: those of `openAliasFile`. */
export async function readAliasFiles(
  options: readonly AliasFileOptions[],
  list: JudgedList,
  problems: ProblemLog,
): Promise<{ readonly files: readonly AliasFile[]; readonly names: FileAliases }> {
  const files: AliasFile[] = [];
  for (const one of options) files.push(await openAliasFile(one, list));
  return { files, names: collectAliases(files, problems) };
}
