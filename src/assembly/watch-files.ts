import { stat } from 'node:fs/promises';

/** How often the files are looked at; one that is still being written is left alone until it has been the same for this long. */
const LOOK_EVERY_MS = 500;
/** By how much the time of a change, as a file system notes it, may lie behind the clock. */
const CLOCK_LAG_MS = 20;

/** Files that are watched. */
export interface WatchedFiles {
  /** From now on these are watched in place of those before. Of those that are new, one that has been changed since, a time in ms, counts as changed; one that is not there is waited for. */
  readonly follow: (files: readonly string[], since: number) => void;
  readonly close: () => void;
}

/** What is known of a file. */
interface WatchedFile {
  readonly since: number;
  /** As it was when it was last told of; `undefined` until it is known, and while it is not there. */
  told: string | undefined;
  /** As it was when it was last looked at. */
  seen: string | undefined;
  isKnown: boolean;
}

/**
 * Calls `changed` when any of the files has been changed, replaced or come since, a time in ms, and is whole again. They are looked at twice a second: what a system tells of
 * changes begins a moment after it is asked, may end when a file is replaced, and is nothing for folders that lie on another machine.
 */
export function watchFiles(files: readonly string[], since: number, changed: () => void): WatchedFiles {
  let watched = new Map<string, WatchedFile>();
  let isClosed = false;
  const look = async (): Promise<void> => {
    const areToBeTold = await Promise.all(
      [...watched].map(async ([name, file]) => isToBeTold(file, await stateOf(name))),
    );
    if (isClosed) return;
    timer = lookLater();
    if (areToBeTold.includes(true)) changed();
  };
  const lookLater = (): NodeJS.Timeout => setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  const follow: WatchedFiles['follow'] = (next, changedSince) => {
    watched = new Map(next.map((name) => [name, watched.get(name) ?? unknown(changedSince)]));
  };
  follow(files, since);
  let timer = lookLater();
  return {
    follow,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function unknown(since: number): WatchedFile {
  return { since, told: undefined, seen: undefined, isKnown: false };
}

/** Whether the file is another than was told of, and has been as it is for a while. Notes what was seen. */
function isToBeTold(file: WatchedFile, now: FileState | undefined): boolean {
  const isSettled = now !== undefined && now.text === file.seen;
  file.seen = now?.text;
  if (!file.isKnown) {
    file.isKnown = true;
    if (now !== undefined && now.changedAt < file.since - CLOCK_LAG_MS) file.told = now.text;
  }
  if (now === undefined) file.told = undefined;
  if (!isSettled || file.told === file.seen) return false;
  file.told = file.seen;
  return true;
}

/** A file at one moment. */
interface FileState {
  /** In ms. */
  readonly changedAt: number;
  /** The same while the file is neither written to nor replaced. */
  readonly text: string;
}

/** Undefined for a file that is not there, or not to be seen. */
async function stateOf(file: string): Promise<FileState | undefined> {
  try {
    const { ctimeMs, mtimeMs, size, ino } = await stat(file);
    return { changedAt: ctimeMs, text: [ctimeMs, mtimeMs, size, ino].join(' ') };
  } catch {
    return undefined;
  }
}
