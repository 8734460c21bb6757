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

interface RunsOptions extends Omit<Matching, 'turns'> {
  /** Turns shared by the runs of several datasets. Default: turns of its own. */
  readonly turns?: MatchingTurns;
  readonly folder: string;
  readonly isKept: boolean;
  readonly disk?: StoreDisk;
}

/** Matched and reviewed tables, each in a folder below one folder, which is made for the first one. */
export class MatchingRuns {
  readonly folder: string;
  /** Whether they outlive the service. */
  readonly isKept: boolean;
  readonly #matching: Matching;
  readonly #disk: StoreDisk | undefined;
  readonly #opened = new Map<string, Promise<MatchingRun>>();

  constructor({ folder, isKept, lease, matcher, turns = createMatchingTurns(), disk }: RunsOptions) {
    this.folder = folder;
    this.isKept = isKept;
    this.#matching = { lease, matcher, turns };
    this.#disk = disk;
  }

  /** All runs, latest first. Unreadable folders are skipped. */
  async list(): Promise<readonly RunRecord[]> {
    const names = await readdir(this.folder).catch(() => []);
    const records = await Promise.all(
      names.filter((name) => RUN_ID.test(name)).map((id) => this.#read(id).catch(() => undefined)),
    );
    return records
      .flatMap((record) => (record === undefined ? [] : [record]))
      .sort((a, b) => b.created.localeCompare(a.created));
  }

  async #read(id: string): Promise<RunRecord> {
    if (!RUN_ID.test(id)) throw unknown();
    const text = await readFile(join(this.folder, id, 'run.json'), 'utf8').catch(() => undefined);
    if (text === undefined) throw unknown();
    try {
      return runSchema.parse(JSON.parse(text));
    } catch (cause) {
      throw damaged(id, cause);
    }
  }

  /** Place of another table. Throws `too-many-runs`. */
  async newRun(): Promise<{ readonly id: string; readonly folder: string }> {
    if ((await this.list()).length >= MAX_RUNS)
      throw new SameasError('too-many-runs', sentence('{n} tables are kept already.', { n: MAX_RUNS }), {
        advice: sentence('Delete one that is no longer needed.'),
      });
    const id = randomBytes(16).toString('hex');
    return { id, folder: join(this.folder, id) };
  }

  /** Throws `run-unknown`, and `run-damaged` for unreadable files. */
  open(id: string): Promise<MatchingRun> {
    const known = this.#opened.get(id);
    if (known !== undefined) {
      // Least recently used first.
      this.#opened.delete(id);
      this.#opened.set(id, known);
      return known;
    }
    const opening = this.#read(id).then((record) =>
      MatchingRun.open(join(this.folder, id), record, { disk: this.#disk }).catch((cause: unknown) =>
        Promise.reject(damaged(id, cause)),
      ),
    );
    this.#opened.set(id, opening);
    opening.catch(() => this.#opened.delete(id));
    void this.#putAway();
    return opening;
  }

  async #putAway(): Promise<void> {
    for (const [id, opening] of [...this.#opened].slice(0, -KEPT_OPEN)) {
      const run = await opening.catch(() => undefined);
      if (run === undefined || run.record.status === 'matching' || this.#opened.get(id) !== opening) continue;
      this.#opened.delete(id);
      await run.close();
    }
  }

  /** See `MatchingRun.start`. */
  start(run: MatchingRun): Promise<void> {
    return run.start(this.#matching);
  }

  /** Deletes a run with all its files. Throws `run-unknown`. */
  async remove(id: string): Promise<void> {
    await this.#read(id).catch((thrown: unknown) => {
      if (thrown instanceof SameasError && thrown.code === 'run-unknown') throw thrown;
    });
    const run = await this.#opened.get(id)?.catch(() => undefined);
    this.#opened.delete(id);
    await run?.close();
    await rm(join(this.folder, id), { recursive: true, force: true });
  }

  /** Resumes runs that a restart has interrupted. */
  async resume(): Promise<void> {
    for (const { id, status } of await this.list())
      if (status === 'matching')
        await (await this.open(id).catch(() => undefined))?.start(this.#matching).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#opened.values()].map(async (opening) => (await opening.catch(() => undefined))?.close()),
    );
    this.#opened.clear();
    if (!this.isKept) await rm(this.folder, { recursive: true, force: true });
  }
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
