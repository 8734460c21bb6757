import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SameasError } from '../foundation/sameas-error.js';
import type { StoreDisk } from '../foundation/store/store-disk.js';
import { sentence } from '../foundation/message.js';
import { MatchingRun, type Matching } from './matching-run.js';
import { createMatchingTurns, type MatchingTurns } from './matching-turns.js';
import { runSchema, type RunRecord } from './run-record.js';

/** Kept runs; for another one, one has to be deleted. */
const MAX_RUNS = 200;
/** Runs that stay in memory while no user looks at them. */
const KEPT_OPEN = 8;
const RUN_ID = /^[0-9a-f]{32}$/;

/** Matched and reviewed tables, each in a folder below one folder. */
export interface MatchingRuns {
  /** Their folder, and whether they outlive the service. */
  readonly folder: string;
  readonly isKept: boolean;
  /** All runs, latest first. Unreadable folders are skipped. */
  readonly list: () => Promise<readonly RunRecord[]>;
  /** Place of another table. Throws `too-many-runs`. */
  readonly newRun: () => Promise<{ readonly id: string; readonly folder: string }>;
  /** Throws `run-unknown`, and `run-damaged` for unreadable files. */
  readonly open: (id: string) => Promise<MatchingRun>;
  /** See `MatchingRun.start`. */
  readonly start: (run: MatchingRun) => Promise<void>;
  /** Deletes a run with all its files. Throws `run-unknown`. */
  readonly remove: (id: string) => Promise<void>;
  /** Resumes runs that a restart has interrupted. */
  readonly resume: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface RunsOptions extends Omit<Matching, 'turns'> {
  /** Turns shared by the runs of several datasets. Default: turns of its own. */
  readonly turns?: MatchingTurns;
  readonly folder: string;
  readonly isKept: boolean;
  readonly disk?: StoreDisk;
}

/** Runs below `folder`, which is made for the first one. */
export function createMatchingRuns({
  folder,
  isKept,
  lease,
  matcher,
  turns = createMatchingTurns(),
  disk,
}: RunsOptions): MatchingRuns {
  const matching: Matching = { lease, matcher, turns };
  const opened = new Map<string, Promise<MatchingRun>>();

  async function read(id: string): Promise<RunRecord> {
    if (!RUN_ID.test(id)) throw unknown();
    const text = await readFile(join(folder, id, 'run.json'), 'utf8').catch(() => undefined);
    if (text === undefined) throw unknown();
    try {
      return runSchema.parse(JSON.parse(text));
    } catch (cause) {
      throw damaged(id, cause);
    }
  }

  function open(id: string): Promise<MatchingRun> {
    const known = opened.get(id);
    if (known !== undefined) {
      // Least recently used first.
      opened.delete(id);
      opened.set(id, known);
      return known;
    }
    const opening = read(id).then((record) =>
      MatchingRun.open(join(folder, id), record, { disk }).catch((cause: unknown) =>
        Promise.reject(damaged(id, cause)),
      ),
    );
    opened.set(id, opening);
    opening.catch(() => opened.delete(id));
    void putAway();
    return opening;
  }

  async function putAway(): Promise<void> {
    for (const [id, opening] of [...opened].slice(0, -KEPT_OPEN)) {
      const run = await opening.catch(() => undefined);
      if (run === undefined || run.record.status === 'matching' || opened.get(id) !== opening) continue;
      opened.delete(id);
      await run.close();
    }
  }

  async function list(): Promise<readonly RunRecord[]> {
    const names = await readdir(folder).catch(() => []);
    const records = await Promise.all(
      names.filter((name) => RUN_ID.test(name)).map((id) => read(id).catch(() => undefined)),
    );
    return records
      .flatMap((record) => (record === undefined ? [] : [record]))
      .sort((a, b) => b.created.localeCompare(a.created));
  }

  return {
    folder,
    isKept,
    list,
    open,
    newRun: async () => {
      if ((await list()).length >= MAX_RUNS)
        throw new SameasError('too-many-runs', sentence('{n} tables are kept already.', { n: MAX_RUNS }), {
          advice: sentence('Delete one that is no longer needed.'),
        });
      const id = randomBytes(16).toString('hex');
      return { id, folder: join(folder, id) };
    },
    start: (run) => run.start(matching),
    remove: async (id) => {
      await read(id).catch((thrown: unknown) => {
        if (thrown instanceof SameasError && thrown.code === 'run-unknown') throw thrown;
      });
      const run = await opened.get(id)?.catch(() => undefined);
      opened.delete(id);
      await run?.close();
      await rm(join(folder, id), { recursive: true, force: true });
    },
    resume: async () => {
      for (const { id, status } of await list())
        if (status === 'matching')
          await (await open(id).catch(() => undefined))?.start(matching).catch(() => undefined);
    },
    close: async () => {
      await Promise.all([...opened.values()].map(async (opening) => (await opening.catch(() => undefined))?.close()));
      opened.clear();
      if (!isKept) await rm(folder, { recursive: true, force: true });
    },
  };
}

function unknown(): SameasError {
  return new SameasError('run-unknown', sentence('There is no such table here.'), {
    advice: sentence('It may have been deleted since the link was made.'),
  });
}

function damaged(id: string, cause: unknown): SameasError {
  return new SameasError('run-damaged', sentence('The files of this table cannot be read.'), {
    advice: sentence('The log of the service says why. Nothing was deleted.'),
    facts: { run: id },
    cause,
  });
}
