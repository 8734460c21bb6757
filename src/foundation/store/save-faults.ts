import { sentence } from '../message.js';
import { diskFull, isDiskFull, SameasError } from '../sameas-error.js';

/** A system error on saving: `disk-full` without space, else `file-unwritable`; ours unchanged. Nothing was saved. */
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

/** `save-in-doubt`: the system failed before confirming that the data was saved, and could not undo it. */
export function inDoubt(path: string, cause: unknown): SameasError {
  return new SameasError('save-in-doubt', `The disk failed: whether the last change was saved in ${path} is unknown.`, {
    advice: 'Check the disk, restart the service, and look whether the change is there.',
    facts: { file: path },
    cause,
  });
}
