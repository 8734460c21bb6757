import { readFileSync } from 'node:fs';
import { errorCodeOf } from '../foundation/error-code-of.js';
import { SameasError } from '../foundation/sameas-error.js';

/** The file that a setting names. Throws `file-not-found`, and `file-unreadable` with the advice. */
export function readSettingFile(setting: string, path: string, advice: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const facts = { file: path };
    if (errorCodeOf(cause) === 'ENOENT')
      throw new SameasError('file-not-found', `${setting}: there is no file ${path}.`, {
        advice: 'Check the path.',
        facts,
        cause,
      });
    throw new SameasError('file-unreadable', `${setting}: the file ${path} cannot be read.`, { advice, facts, cause });
  }
}
