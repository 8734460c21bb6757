import { sentence } from '../message.js';
import { diskFull, isDiskFull, SameasError } from '../sameas-error.js';

/** What the system said to an attempt to save: `disk-full` where there is no space, else `file-unwritable`; an error of ours unchanged. Nothing of what was to be saved is there. */
export function notSaved(path: string, cause: unknown): SameasError {
  if (cause instanceof SameasError) return cause;
  if (isDiskFull(cause)) return diskFull(cause);
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SameasError('file-unwritable', sentence('The file {path} cannot be written: {why}.', { path, why }), {
    advice: sentence(
      'Nothing of this was saved. Check the disk and the rights of the file and its folder, then try again.',
    ),
    facts: { file: path },
    cause,
  });
}

/** `save-in-doubt`: the system failed before it was certain that something was saved, and then did not let it be taken back. */
export function inDoubt(path: string, cause: unknown): SameasError {
  return new SameasError('save-in-doubt', `The disk failed: whether the last change was saved in ${path} is unknown.`, {
    advice: 'Check the disk, restart the service, and look whether the change is there.',
    facts: { file: path },
    cause,
  });
}
