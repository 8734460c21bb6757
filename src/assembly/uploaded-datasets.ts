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
import { SameasError, asSameasError } from '../foundation/sameas-error.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import { sentence } from '../foundation/message.js';
import { mostKept } from '../input/refuse-large-text.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { SentTable } from '../web/matching/table-task.js';
import { type DatasetUploads, type ReadList, UPLOADS_PATH } from '../web/uploads/dataset-uploads.js';
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

export interface UploadedDatasets extends DatasetUploads {
  /** Serves the stored datasets. Unreadable ones are observed. Never rejects. */
  readonly begin: () => Promise<void>;
  readonly close: () => Promise<void>;
}

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
export function createUploadedDatasets(core: ServiceCore): UploadedDatasets {
  const { settings } = core;
  const isKept = settings.dataDir !== '';
  const root = isKept
    ? join(resolve(settings.dataDir), 'lists')
    : join(tmpdir(), `sameas-lists-${randomBytes(8).toString('hex')}`);
  const all = new Map<string, Kept>();

  function open(id: string, record: ListRecord): Kept {
    const place = join(root, id);
    const source = { files: [join(place, 'list', record.file)], choices: choicesOf(record) };
    const own: Settings = { ...settings, dataDir: place, writable: 'off', allowShrink: 'on' };
    const path = `${UPLOADS_PATH}/${id}`;
    const served = createServedDataset(
      {
        ...{ path, source, settings: own, access: core.access.forDataset(path) },
        web: { ...networkOptionsOf(own), ...core.addressOf(`${path}/`), part: 'dataset' },
      },
      core,
    );
    const kept: Kept = { record, place, source, served, report: undefined, fault: undefined };
    all.set(id, kept);
    return kept;
  }

  function there(id: string): Kept {
    const kept = all.get(id);
    if (kept !== undefined) return kept;
    throw new SameasError('dataset-unknown', sentence('There is no such list here.'), {
      advice: sentence('It may have been deleted since the page was made.'),
    });
  }

  async function forget(id: string): Promise<void> {
    const kept = all.get(id);
    all.delete(id);
    await kept?.served.close();
    await rm(join(root, id), { recursive: true, force: true });
  }

  function freeId(name: string): string {
    const base = datasetPath(name) || 'list';
    for (let n = 1; ; n++) {
      const id = n === 1 ? base : `${base}-${String(n)}`;
      if (!all.has(id) && !existsSync(join(root, id))) return id;
    }
  }

  return {
    isKept,
    all: () => [...all].map(([id, kept]) => uploadedDataset(id, kept)),
    find: (id) => {
      const kept = all.get(id);
      return kept === undefined ? undefined : uploadedDataset(id, kept);
    },
    add: async (list, table) => {
      if (all.size >= MAX_LISTS)
        throw new SameasError('too-many-datasets', sentence('{n} lists are kept already.', { n: MAX_LISTS }), {
          advice: sentence('Delete one that is no longer needed.'),
        });
      const file = fileNameOf(list.name);
      const id = freeId(file);
      const place = join(root, id);
      try {
        await keepFile(join(place, 'list'), file, list);
        if (table !== undefined) await writeFile(join(place, WAITING), table.content, { mode: 0o600 });
        const record = { file, ...(table !== undefined && { waiting: fileNameOf(table.name) }) };
        await saveRecord(place, record);
        const loading = load(open(id, record));
        loading.catch(() => undefined);
        await Promise.race([loading, delay(WAITS_MS, undefined, { ref: false })]);
      } catch (thrown) {
        await forget(id);
        throw thrown;
      }
      return id;
    },
    replace: async (id, list) => {
      const kept = there(id);
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
    },
    choose: async (id, columns) => {
      const kept = there(id);
      const { file, waiting } = kept.record;
      const record = { file, ...(waiting !== undefined && { waiting }), ...columns };
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
    },
    matchWaiting: async (id, address) => {
      const kept = there(id);
      const { place, served, record } = kept;
      const { waiting, ...rest } = record;
      if (waiting === undefined)
        throw new SameasError('parameter-missing', sentence('No table waits for this list.'), {
          advice: sentence('Send one: Match a table.'),
        });
      const run = await served.review.runs.newRun();
      const lease = served.live.lease();
      try {
        const reply = await core.web.tables.keep(
          {
            sent: { name: waiting, content: await readFile(join(place, WAITING)) },
            ...{ type: undefined, encoding: undefined, most: mostKept(settings.maxTableRows, settings.maxTableBytes) },
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
    },
    remove: async (id) => {
      there(id);
      await forget(id);
    },
    begin: async () => {
      for (const id of await readdir(root).catch(() => [])) {
        const record = await readRecord(join(root, id));
        if (record !== undefined) await load(open(id, record)).catch(() => undefined);
      }
    },
    close: async () => {
      await Promise.all([...all.values()].map(({ served }) => served.close()));
      if (!isKept) await rm(root, { recursive: true, force: true });
    },
  };
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
    ...(advice !== undefined && { advice: shorter(advice) }),
    facts,
    cause,
  });
}

function uploadedDataset(id: string, kept: Kept): ReturnType<DatasetUploads['all']>[number] {
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
  return {
    ...(name !== undefined && { nameColumns: [name] }),
    ...(id !== undefined && { idColumn: id }),
    ...(type !== undefined && { typeColumn: type }),
  };
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
