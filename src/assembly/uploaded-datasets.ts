import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ColumnChoices } from '../datasets/column-choices.js';
import type { LoadReport } from '../datasets/load-report.js';
import { isManifestFile } from '../datasets/manifest-files.js';
import { defined } from '../foundation/defined.js';
import { SameasError, asSameasError } from '../foundation/sameas-error.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import { sentence } from '../foundation/message.js';
import { mostKept } from '../input/refuse-large-text.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { Reply } from '../web/exchange.js';
import type { SentTable } from '../web/matching/table-task.js';
import {
  type ChosenColumns,
  type DatasetUploads,
  type ReadList,
  type UploadedDataset,
  UPLOADS_PATH,
} from '../web/uploads/dataset-uploads.js';
import { datasetPath } from './named-datasets.js';
import { networkOptionsOf } from './network-options.js';
import { createServedDataset, type ServedDataset } from './served-dataset.js';
import type { ServiceCore } from './service-core.js';

/** Maximum number of stored datasets: each is in memory. */
const MAX_LISTS = 50;
/** Time that the answer to an upload waits for its loading. */
const WAITS_MS = 10_000;
const MAX_NAME = 120;
const RECORD = 'list.json';
const WAITING = 'waiting-table';
/** Reported examples of each kind of problem. */
const MAX_EXAMPLES = 3;

const recordSchema = z.object({
  file: z.string(),
  name: z.string().optional(),
  id: z.string().optional(),
  type: z.string().optional(),
  /** Name of the table that waits to be matched. */
  waiting: z.string().optional(),
});
/** Stored data of an uploaded dataset, next to its file. */
type ListRecord = z.infer<typeof recordSchema>;

interface Kept {
  record: ListRecord;
  readonly place: string;
  readonly source: { files: readonly string[]; choices: ColumnChoices };
  readonly served: ServedDataset;
  report: LoadReport | undefined;
  fault: SameasError | undefined;
}

/**
 * Stores uploaded datasets, each in a folder below `lists` in the data folder, or in a temporary one that is removed
 * when the service ends, and serves each as a dataset.
 */
export class UploadedDatasets implements DatasetUploads {
  readonly #core: ServiceCore;
  readonly isKept: boolean;
  readonly #root: string;
  readonly #all = new Map<string, Kept>();

  constructor(core: ServiceCore) {
    this.#core = core;
    const { dataDir } = core.settings;
    this.isKept = dataDir !== '';
    this.#root = this.isKept
      ? join(resolve(dataDir), 'lists')
      : join(tmpdir(), `sameas-lists-${randomBytes(8).toString('hex')}`);
  }

  all(): UploadedDataset[] {
    return [...this.#all].map(([id, kept]) => uploadedDataset(id, kept));
  }

  find(id: string): UploadedDataset | undefined {
    const kept = this.#all.get(id);
    return kept === undefined ? undefined : uploadedDataset(id, kept);
  }

  async add(list: SentTable, table: SentTable | undefined): Promise<string> {
    if (this.#all.size >= MAX_LISTS)
      throw new SameasError('too-many-datasets', sentence('{n} lists are kept already.', { n: MAX_LISTS }), {
        advice: sentence('Delete one that is no longer needed.'),
      });
    const file = fileNameOf(list.name);
    const id = this.#freeId(file);
    const place = join(this.#root, id);
    try {
      await keepFile(join(place, 'list'), file, list);
      if (table !== undefined) await writeFile(join(place, WAITING), table.content, { mode: 0o600 });
      const record = { file, ...defined({ waiting: table && fileNameOf(table.name) }) };
      await saveRecord(place, record);
      const loading = load(this.#open(id, record));
      loading.catch(() => undefined);
      await Promise.race([loading, delay(WAITS_MS, undefined, { ref: false })]);
    } catch (thrown) {
      await this.#forget(id);
      throw thrown;
    }
    return id;
  }

  async replace(id: string, list: SentTable): Promise<void> {
    const kept = this.#there(id);
    const { place, source, record } = kept;
    const before = source.files;
    const file = fileNameOf(list.name);
    const next = join(place, 'next');
    await rm(next, { recursive: true, force: true });
    await keepFile(next, file, list);
    try {
      source.files = [join(next, file)];
      await load(kept);
      for (const name of await readdir(join(place, 'list'))) {
        if (name === record.file) await rm(join(place, 'list', name));
        // Learned aliases are named after their dataset.
        else if (name.endsWith(TAUGHT))
          await rename(join(place, 'list', name), join(place, 'list', `${stemOf(file)}${TAUGHT}`));
      }
      await rename(join(next, file), join(place, 'list', file));
      source.files = [join(place, 'list', file)];
      kept.record = { ...record, file };
      await saveRecord(place, kept.record);
      await load(kept);
    } catch (thrown) {
      if (existsSync(before[0] ?? '')) source.files = before;
      throw thrown;
    } finally {
      await rm(next, { recursive: true, force: true });
    }
  }

  async choose(id: string, columns: ChosenColumns): Promise<void> {
    const kept = this.#there(id);
    const { file, waiting } = kept.record;
    const record = { file, ...defined({ waiting }), ...columns };
    const before = kept.source.choices;
    kept.source.choices = choicesOf(record);
    try {
      await load(kept);
    } catch (thrown) {
      kept.source.choices = before;
      throw thrown;
    }
    kept.record = record;
    await saveRecord(kept.place, record);
  }

  async matchWaiting(id: string, address: string): Promise<Reply> {
    const kept = this.#there(id);
    const { place, served, record } = kept;
    const { waiting, ...rest } = record;
    if (waiting === undefined)
      throw new SameasError('parameter-missing', sentence('No table waits for this list.'), {
        advice: sentence('Send one: Match a table.'),
      });
    const { maxTableRows, maxTableBytes } = this.#core.settings;
    const run = await served.review.runs.newRun();
    const lease = served.live.lease();
    try {
      const reply = await this.#core.web.tables.keep(
        {
          sent: { name: waiting, content: await readFile(join(place, WAITING)) },
          ...{ type: undefined, encoding: undefined, most: mostKept(maxTableRows, maxTableBytes) },
          ...{ id: run.id, folder: run.folder, baseUrl: address },
        },
        lease.served.snapshot,
      );
      kept.record = rest;
      await saveRecord(place, rest);
      await rm(join(place, WAITING), { force: true });
      return reply;
    } catch (thrown) {
      await rm(run.folder, { recursive: true, force: true });
      throw thrown;
    } finally {
      lease.release();
    }
  }

  async remove(id: string): Promise<void> {
    this.#there(id);
    await this.#forget(id);
  }

  /** Serves the stored datasets. Unreadable ones are observed. Never rejects. */
  async begin(): Promise<void> {
    for (const id of await readdir(this.#root).catch(() => [])) {
      const record = await readRecord(join(this.#root, id));
      if (record !== undefined) await load(this.#open(id, record)).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all.values()].map(({ served }) => served.close()));
    if (!this.isKept) await rm(this.#root, { recursive: true, force: true });
  }

  #open(id: string, record: ListRecord): Kept {
    const place = join(this.#root, id);
    const source = { files: [join(place, 'list', record.file)], choices: choicesOf(record) };
    const own: Settings = { ...this.#core.settings, dataDir: place, writable: 'off', allowShrink: 'on' };
    const path = `${UPLOADS_PATH}/${id}`;
    const served = createServedDataset(
      {
        ...{ path, source, settings: own, access: this.#core.access.forDataset(path) },
        web: { ...networkOptionsOf(own), ...this.#core.addressOf(`${path}/`), part: 'dataset' },
      },
      this.#core,
    );
    const kept: Kept = { record, place, source, served, report: undefined, fault: undefined };
    this.#all.set(id, kept);
    return kept;
  }

  #there(id: string): Kept {
    const kept = this.#all.get(id);
    if (kept !== undefined) return kept;
    throw new SameasError('dataset-unknown', sentence('There is no such list here.'), {
      advice: sentence('It may have been deleted since the page was made.'),
    });
  }

  async #forget(id: string): Promise<void> {
    const kept = this.#all.get(id);
    this.#all.delete(id);
    await kept?.served.close();
    await rm(join(this.#root, id), { recursive: true, force: true });
  }

  #freeId(name: string): string {
    const base = datasetPath(name) || 'list';
    for (let n = 1; ; n++) {
      const id = n === 1 ? base : `${base}-${String(n)}`;
      if (!this.#all.has(id) && !existsSync(join(this.#root, id))) return id;
    }
  }
}

async function load(kept: Kept): Promise<void> {
  try {
    kept.report = (await kept.served.dataset.load()).report;
    kept.fault = undefined;
  } catch (thrown) {
    kept.fault = withoutFolders(asSameasError(thrown), kept.place);
    throw kept.fault;
  }
}

/** The fault without paths of the server. */
function withoutFolders({ code, message, advice, facts, cause }: SameasError, place: string): SameasError {
  const shorter = (text: string): string =>
    text.replaceAll(`${join(place, 'list')}${sep}`, '').replaceAll(`${join(place, 'next')}${sep}`, '');
  return new SameasError(code, shorter(message), {
    ...defined({ advice: advice && shorter(advice) }),
    facts,
    cause,
  });
}

function uploadedDataset(id: string, kept: Kept): UploadedDataset {
  const { record, served } = kept;
  return {
    id,
    file: record.file,
    live: served.live,
    app: served.app,
    runs: served.review.runs,
    list: () => (kept.report === undefined ? undefined : readList(kept.report)),
    fault: () => kept.fault,
    waitingTable: () => kept.record.waiting,
  };
}

function readList({ columns, inferred, problems, counts }: LoadReport): ReadList {
  return {
    columns,
    recognised: inferred,
    problems: problems.flatMap(({ examples }) => examples.slice(0, MAX_EXAMPLES).map(({ message }) => message)),
    entities: counts.entities,
    leftOut: counts.rejected,
  };
}

function choicesOf({ name, id, type }: Pick<ListRecord, 'name' | 'id' | 'type'>): ColumnChoices {
  return defined({ nameColumns: name === undefined ? undefined : [name], idColumn: id, typeColumn: type });
}

/**
 * Writes an uploaded file to a folder. Throws `file-format-unknown` for a manifest, which would make the service read
 * local files.
 */
async function keepFile(folder: string, file: string, { content }: SentTable): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, file), content, { mode: 0o600 });
  if (await isManifestFile(join(folder, file)))
    throw new SameasError('file-format-unknown', sentence('{file} is a manifest, not a list.', { file }), {
      advice: sentence('Send the list itself.'),
    });
}

/** A file name for a folder of its own: the last part of the browser's name. */
function fileNameOf(name: string): string {
  const last = (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}:*?"<>|]/gu, '_')
    .replace(/^[.\s]+/, '')
    .trim();
  return last === '' ? 'list' : last.slice(-MAX_NAME);
}

const TAUGHT = '.taught.csv';

function stemOf(file: string): string {
  return file.replace(/\.gz$/i, '').replace(/(.)\.[^.]*$/, '$1');
}

async function readRecord(place: string): Promise<ListRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(join(place, RECORD), 'utf8')));
  } catch {
    return undefined; // no list, or one that was being sent when the service was ended
  }
}

function saveRecord(place: string, record: ListRecord): Promise<void> {
  return replaceFile(join(place, RECORD), JSON.stringify(record));
}
