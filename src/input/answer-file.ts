import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../foundation/store/replace-file.js';
import { z } from 'zod';
import { SameasError } from '../foundation/sameas-error.js';
import { type AnswerTally, NOTHING_ANSWERED, addTallies, answerTallySchema, rowsIn } from './answered-row.js';

/*
 * A long run may be interrupted. So answers go to `FILE.part`, with the complete length in `FILE.part.json`, and only a
 * finished file gets its name. The next run with the same key continues after the last complete batch.
 */

/** Answers since the last note are computed again by a continued run. */
const NOTED_EVERY_MS = 1_000;

const noteSchema = z.object({
  question: z.string(),
  rows: z.int().nonnegative(),
  tally: answerTallySchema,
  bytes: z.int().nonnegative(),
});

export interface AnswerFile {
  /** Rows answered by an earlier run, and their tally. */
  readonly rowsThere: number;
  readonly tallyThere: AnswerTally;
  /** Whether the answers of a different earlier run were discarded. */
  readonly begunAnew: boolean;
  /** Appends rows with their tally; on disk a second later. */
  readonly append: (text: string, more: AnswerTally) => Promise<void>;
  /** Writes the rest, and gives the file its name. */
  readonly finish: () => Promise<void>;
  /** Writes the rest, and leaves everything for the next run. */
  readonly keep: () => Promise<void>;
  /** Leaves the part on disk for the next run. */
  readonly close: () => Promise<void>;
}

/**
 * Throws `file-exists` for a file that must not be replaced, and `file-unwritable` without its folder: before anything
 * is loaded or computed.
 */
export function refuseToReplace(path: string, mayReplace: boolean): void {
  if (existsSync(path) && !mayReplace) {
    throw new SameasError('file-exists', `There is a file ${path} already, and it is left as it is.`, {
      advice: 'Move it away, name another path after --out, or add --replace.',
      facts: { file: path },
    });
  }
  if (!existsSync(dirname(path))) throw unwritable(path, undefined);
}

/**
 * Opens `path` for answers. `question` is a key, equal only for the same rows, dataset and options. `head` is the
 * beginning of the file.
 *
 * Errors: `file-exists` unless it may be replaced; `file-unwritable`.
 */
export async function openAnswerFile(
  path: string,
  question: string,
  head: string,
  mayReplace: boolean,
): Promise<AnswerFile> {
  refuseToReplace(path, mayReplace);
  const part = `${path}.part`;
  const notePath = `${part}.json`;
  try {
    const note = await readNote(notePath);
    const goesOn = note?.question === question && existsSync(part) && (await stat(part)).size >= note.bytes;
    const handle = await open(part, goesOn ? 'r+' : 'w');
    const tallyThere = goesOn ? note.tally : NOTHING_ANSWERED;
    let tally = tallyThere;
    let bytes = goesOn ? note.bytes : 0;
    await handle.truncate(bytes);
    let waiting = '';
    let noted = performance.now();
    const flush = async (): Promise<void> => {
      const data = Buffer.from(waiting);
      await writeAll(handle, data, bytes);
      await handle.datasync();
      bytes += data.length;
      waiting = '';
      await replaceFile(notePath, JSON.stringify({ question, rows: rowsIn(tally), tally, bytes }), { mode: 0o666 });
      noted = performance.now();
    };
    const orUnwritable = (work: Promise<void>): Promise<void> =>
      work.catch((cause: unknown) => {
        throw unwritable(path, cause);
      });
    if (!goesOn) {
      waiting = head;
      await flush();
    }
    return {
      rowsThere: rowsIn(tallyThere),
      tallyThere,
      begunAnew: note !== undefined && !goesOn,
      append: async (text, more) => {
        waiting += text;
        tally = addTallies(tally, more);
        if (performance.now() - noted >= NOTED_EVERY_MS) await orUnwritable(flush());
      },
      finish: () =>
        orUnwritable(
          flush()
            .then(() => handle.close())
            .then(() => rename(part, path))
            .then(() => rm(notePath, { force: true })),
        ),
      keep: () => orUnwritable(flush().then(() => handle.close())),
      close: () => handle.close(),
    };
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

async function writeAll(handle: FileHandle, data: Buffer, position: number): Promise<void> {
  for (let done = 0; done < data.length;)
    done += (await handle.write(data, done, data.length - done, position + done)).bytesWritten;
}

/** `undefined` without a valid note. */
async function readNote(path: string): Promise<z.infer<typeof noteSchema> | undefined> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined; // the first run, or a note that was damaged: either way there is nothing to go on from
  }
}

function unwritable(path: string, cause: unknown): SameasError {
  return new SameasError('file-unwritable', `The answers cannot be written to ${path}.`, {
    advice: 'Check that its folder exists, that you may write there and that the disk is not full.',
    facts: { file: path },
    ...(cause === undefined ? {} : { cause }),
  });
}
