import type { JudgedList } from '../judgments/judged-list.js';
import type { ProblemLog } from '../load-report.js';
import { collectOtherNames, type OtherNames } from './collect-other-names.js';
import { openOtherNames, type OtherNamesFile } from './open-other-names.js';
import type { OtherNamesOptions } from './other-names-options.js';

/** The names of several files, and the files. Errors: those of `openOtherNames`. */
export async function readOtherNames(options: readonly OtherNamesOptions[], list: JudgedList, problems: ProblemLog): Promise<{ readonly files: readonly OtherNamesFile[]; readonly names: OtherNames }> {
  const files: OtherNamesFile[] = [];
  for (const one of options) files.push(await openOtherNames(one, list));
  return { files, names: collectOtherNames(files, problems) };
}
