import { type FileHandle, stat, open } from 'node:fs/promises';
import { closeSync, openSync } from 'node:fs';
import type { AccessEntry, RecordAccess, RecordChange, RecordedChange } from '../access/records.js';
import { defined } from '../foundation/defined.js';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';

/** The access log and the audit log of a service, if configured. */
export interface ServiceRecords {
  readonly recordAccess: RecordAccess | undefined;
  readonly recordChange: RecordChange | undefined;
  readonly withTexts: boolean;
  /** An observer that adds the loads of a dataset, by its name in other lines, to the audit log. */
  readonly loadsOf: (dataset: string) => Observe;
  readonly reopen: () => void;
  readonly close: () => Promise<void>;
}

/** Maximum characters of a value as JSON. */
const MAX_CHARACTERS = 20_000;

/** Opens the logs. `tell` gets lines that could not be written. Throws `file-unwritable`. */
export function createRecords(
  { accessLog, accessLogTexts, auditLog }: Pick<Settings, 'accessLog' | 'accessLogTexts' | 'auditLog'>,
  tell: Observe,
): ServiceRecords {
  const [access, audit] = [logFile('accessLog', accessLog, tell), logFile('auditLog', auditLog, tell)];
  const time = (): string => new Date().toISOString();
  const recordAccess =
    (file: LogFile) =>
    ({ elapsedMs, ...entry }: AccessEntry) =>
      void file.add({ time: time(), ...entry, elapsedMs: Math.round(elapsedMs * 10) / 10 });
  const recordChange =
    (file: LogFile) =>
    ({ before, after, ...change }: RecordedChange) =>
      file.add({ time: time(), ...change, ...defined({ before: cut(before), after: cut(after) }) });
  const loaded = new Map<string, string>();
  return {
    recordAccess: access && recordAccess(access),
    recordChange: audit && recordChange(audit),
    withTexts: accessLogTexts === 'on',
    loadsOf: (dataset) => (observation) => {
      if (audit === undefined || observation.kind !== 'dataset-ready') return;
      const { source, snapshot } = observation;
      const loading = { who: {}, dataset, action: 'load dataset', target: source };
      void recordChange(audit)({ ...loading, before: loaded.get(source), after: snapshot });
      loaded.set(source, snapshot);
    },
    reopen: () => {
      access?.reopen();
      audit?.reopen();
    },
    close: async () => {
      await access?.close();
      await audit?.close();
    },
  };
}

function logFile(setting: string, path: string, tell: Observe): LogFile | undefined {
  if (path === '') return undefined;
  try {
    return new LogFile({
      path,
      writeOut: (text) => void process.stdout.write(text),
      onFailure: (cause) =>
        tell({ kind: 'log-not-written', path, reason: cause instanceof Error ? cause.message : String(cause) }),
    });
  } catch (cause) {
    throw new SameasError('file-unwritable', `${setting}: the file ${path} cannot be written.`, {
      advice: 'Check that its folder exists and that the user of the service may write there.',
      facts: { file: path },
      cause,
    });
  }
}

/** A value unchanged, or the beginning of its JSON when long; `undefined` for none. */
function cut(value: unknown): unknown {
  if (value === undefined) return undefined;
  const json = JSON.stringify(value) ?? 'null';
  return json.length <= MAX_CHARACTERS ? value : { cut: json.slice(0, MAX_CHARACTERS) };
}

interface LogFileOptions {
  /** Path of the file; `-` for the standard output. */
  readonly path: string;
  readonly writeOut: (text: string) => void;
  /** Called once for each series of failures. */
  readonly onFailure: (cause: unknown) => void;
}

/** Writable for the user, readable for the group. */
const MODE = 0o640;
/** Maximum number of lines that wait for a slow disk; more are given up. */
const MAX_WAITING = 10_000;
/** Interval of checking whether the file was renamed or removed. */
const LOOK_MS = 1_000;

/** An append-only file of lines, or the standard output. */
export class LogFile {
  readonly #path: string;
  readonly #writeOut: (text: string) => void;
  readonly #onFailure: (cause: unknown) => void;
  #handle: FileHandle | undefined;
  #waiting: string[] = [];
  #writing: Promise<void> | undefined;
  #lookedAt = 0;
  #hasFailed = false;

  /**
   * Creates the file if necessary; throws the system's error. A renamed or removed file is recreated within a second, so
   * that log rotation needs no signal. Lines are written in order, waiting ones together.
   */
  constructor({ path, writeOut, onFailure }: LogFileOptions) {
    this.#path = path;
    this.#writeOut = writeOut;
    this.#onFailure = onFailure;
    if (path !== '-') closeSync(openSync(path, 'a', MODE));
  }

  /** Adds a line of JSON. Resolves when it is written or given up; never rejects. */
  add(value: object): Promise<void> {
    const line = `${JSON.stringify(value)}\n`;
    if (this.#path === '-') {
      this.#writeOut(line);
      return Promise.resolve();
    }
    if (this.#waiting.length >= MAX_WAITING) return Promise.resolve();
    this.#waiting.push(line);
    this.#writing ??= this.#writeWaiting().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  /** Reopens the file before the next line. */
  reopen(): void {
    this.#lookedAt = -Infinity;
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#closeHandle();
  }

  async #current(): Promise<FileHandle> {
    const now = performance.now();
    if (this.#handle !== undefined && now - this.#lookedAt > LOOK_MS) {
      this.#lookedAt = now;
      const [open, named] = [await this.#handle.stat(), await stat(this.#path).catch(() => undefined)];
      if (named === undefined || named.ino !== open.ino || named.dev !== open.dev) await this.#closeHandle();
    }
    this.#handle ??= await open(this.#path, 'a', MODE);
    return this.#handle;
  }

  async #closeHandle(): Promise<void> {
    const old = this.#handle;
    this.#handle = undefined;
    await old?.close();
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      this.#waiting = [];
      try {
        await (await this.#current()).appendFile(lines.join(''));
        this.#hasFailed = false;
      } catch (cause) {
        await this.#closeHandle().catch(() => undefined);
        if (!this.#hasFailed) this.#onFailure(cause);
        this.#hasFailed = true;
      }
    }
  }
}
