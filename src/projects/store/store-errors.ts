import { diskFull, isDiskFull, SameasError } from '../../foundation/sameas-error.js';

/** A failed write in words; every other error unchanged. */
export function asUnwritable(what: string, thrown: unknown): unknown {
  if (
    typeof thrown !== 'object' ||
    thrown === null ||
    thrown instanceof SameasError ||
    !('code' in thrown) ||
    !('message' in thrown)
  )
    return thrown;
  if (isDiskFull(thrown)) return diskFull(thrown);
  return new SameasError('project-unwritable', `${what} cannot be saved: ${String(thrown.message)}.`, {
    advice: 'Check the data folder and its rights, then try again; nothing was lost.',
    cause: thrown,
  });
}

/** A file of a project that has changed since it was written. */
export function damaged(projectId: string, file: string, what: string, cause?: unknown): SameasError {
  return new SameasError('project-damaged', `The project ${projectId} is damaged: its file ${file} ${what}.`, {
    advice:
      'Bring the folder of the project back from a backup, or delete the project; no other project is touched by this.',
    facts: { project: projectId, file },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The sentence that clients know for a missing project. */
export function unknownProject(projectId: string): SameasError {
  return new SameasError('project-unknown', `Failed to find project id #${projectId} - may be corrupt`, {
    advice: 'The command get-all-project-metadata lists the projects that there are.',
    facts: { project: projectId },
  });
}
