import { dirname } from 'node:path';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { shownPath } from '../datasets/sources/source-address.js';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import { makeFolder } from '../foundation/make-folder.js';
import { takeLock } from '../foundation/take-lock.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { ReadingThreads } from '../web/bodies/read-form.js';
import type { WebOptions } from '../web/web-options.js';
import { isLoopback } from '../foundation/is-loopback.js';
import { networkOptionsOf } from './network-options.js';
import { createCachingBatchExecutor, type AnswerCache } from './caching-batch-executor.js';
import { createBatchExecutor } from './create-batch-executor.js';
import { EntityChanges } from './entity-changes.js';
import { changesFileOf } from './sibling-files.js';
import { ReloadableDataset } from './live-dataset.js';
import { preparationRequest, prepareSnapshotInWorker, readContentHashInWorker } from './prepare-in-worker.js';
import { prepareSnapshot, readContentHash } from './prepare-snapshot.js';
import type { SnapshotImage } from './snapshot-image.js';
import { createTableThreads } from './table-threads.js';
import type { WorkerPool } from './worker-pool-batch-executor.js';
import { hostname } from 'node:os';
import type { OwnLook } from '../web/pages/page-look.js';
import { readSettingFile } from './read-setting-file.js';

export interface FirstLoad {
  readonly image: Promise<SnapshotImage | undefined>;
  /** Sets the observer of further events. */
  readonly printTo: (observe: Observe) => void;
}

/** Concurrent parts of batches a thread: the next one is ready, and other clients' turns come soon. */
const AT_ONCE_A_THREAD = 3;
const MIN_AT_ONCE = 4;

/** Options of an application by the settings. */
export function webOptionsOf(
  settings: Settings,
  reading: ReadingThreads,
): Omit<WebOptions, 'live' | 'observe' | 'browsing'> {
  const { allowedHosts, host, trustProxy, workers } = settings;
  return {
    reading,
    tables: createTableThreads(),
    trustedProxies: trustProxy,
    look: lookOf(settings),
    ...networkOptionsOf(settings),
    allowedHosts: allowedHostsOf(settings),
    // On loopback, another host name is one that a site has pointed here; elsewhere the network may know it, unless the
    // names are configured.
    hidesForeignHosts: (isLoopback(host) && trustProxy === 0) || allowedHosts.trim() !== '',
    limits: { ...settings, batchesAtOnce: Math.max(MIN_AT_ONCE, workers * AT_ONCE_A_THREAD) },
  };
}

interface LiveParts {
  readonly settings: Settings;
  readonly observe: Observe;
  readonly cache: AnswerCache | undefined;
  readonly pool: () => WorkerPool | undefined;
  readonly firstLoad: FirstLoad | undefined;
  /** Its writer of entities, if changes are allowed. */
  readonly changes: EntityChanges | undefined;
}

/** The dataset of a source, not loaded yet. */
export function liveDatasetOf(
  source: DatasetSource,
  { settings, observe, cache, pool, firstLoad, changes }: LiveParts,
): ReloadableDataset {
  let begun = firstLoad;
  return new ReloadableDataset({
    sourceName: source.files.map(shownPath).join(', ') || (source.manifestFile ?? ''),
    build: (stop, served) => {
      const first = begun;
      begun = undefined;
      return first?.image ?? prepare({ source, served }, settings, observe, stop);
    },
    readContentHash: () => (settings.workers > 0 ? readContentHashInWorker(source) : readContentHash(source)),
    createExecutor: (image, snapshot) => {
      const inner = createBatchExecutor(image, snapshot, settings, observe, pool());
      return { ...inner, ...createCachingBatchExecutor(inner, { snapshotId: snapshot.id, cache, observe }) };
    },
    ...(changes !== undefined && { changesOver: (image) => changes.over(image) }),
    allowsShrinking: settings.allowShrink === 'on',
    observe,
  });
}

/**
 * The writer of the entities of a dataset; `undefined` for a read-only one. `dataset`: called to show changes. Throws
 * `setting-invalid` without a place for the log, and `change-log-in-use`.
 */
export function entityChangesOf(
  source: DatasetSource,
  settings: Settings,
  dataset: () => { readonly live: ReloadableDataset; readonly load: () => Promise<unknown> },
): EntityChanges | undefined {
  if (settings.writable === 'off') return undefined;
  const log = changesFileOf(source, settings);
  if (log === undefined) {
    throw new SameasError('setting-invalid', 'writable: there is no place for a log of changes beside this dataset.', {
      advice: 'Serve a file or a manifest in a folder that can be written to, or name a folder with --data-dir.',
    });
  }
  makeFolderOf(log);
  const lock = takeLock(`${log}.lock`);
  if (!('release' in lock)) {
    throw new SameasError('change-log-in-use', `Another service (process ${String(lock.heldBy)}) writes to ${log}.`, {
      advice: 'End it, or serve the dataset here without --writable.',
      facts: { file: log, process: lock.heldBy },
    });
  }
  return new EntityChanges({
    log,
    show: (image, made) => dataset().live.show(image, made),
    compact: () => dataset().load(),
    release: lock.release,
  });
}

/** A log may be the first file in the data folder. Throws `setting-invalid`. */
function makeFolderOf(log: string): void {
  try {
    makeFolder(dirname(log));
  } catch (cause) {
    throw new SameasError(
      'setting-invalid',
      `writable: the folder of ${log} cannot be made: ${cause instanceof Error ? cause.message : String(cause)}.`,
      { advice: 'Check --data-dir and the rights of the folder.', cause },
    );
  }
}

/**
 * Reads and indexes a source, on a thread if configured; `undefined` when the content is unchanged. Errors: those of
 * `prepareSnapshot`.
 */
async function prepare(
  { source, served }: { readonly source: DatasetSource; readonly served: string | undefined },
  settings: Settings,
  observe: Observe,
  stop: AbortSignal,
): Promise<SnapshotImage | undefined> {
  const request = preparationRequest(source, settings);
  if (settings.workers > 0) return prepareSnapshotInWorker({ ...request, served }, observe, stop);
  const { image, observations, afterwards } = await prepareSnapshot(request, {
    tell: (progress) => observe({ kind: 'dataset-progress', progress }),
  });
  observations.forEach(observe);
  void afterwards().then((more) => more.forEach(observe));
  return image;
}

/** A host for a URL on this machine. */
export function hostForUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Host names, in lower case, of pages and commands that show user data, in addition to localhost and numeric addresses.
 */
function allowedHostsOf({ allowedHosts: named, host, baseUrl }: Settings): ReadonlySet<string> {
  const ofBase = baseUrl === '' ? [] : [new URL(baseUrl).hostname];
  return new Set(
    [...named.split(','), host, ...ofBase, hostname()]
      .map((one) => one.trim().toLowerCase())
      .filter((one) => one !== ''),
  );
}

/** Each page has the theme inside. */
const MAX_THEME_BYTES = 256 * 1024;
const MAX_LOGO_BYTES = 1024 * 1024;

const LOADS_FILES = /@import|url\(\s*["']?(?!data:|#)/i;
const COMMENTS = /\/\*[\s\S]*?\*\//g;

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The look of the institution. Throws `setting-invalid`, `file-not-found` and `file-unreadable`. */
export function lookOf({ theme, logo }: Pick<Settings, 'theme' | 'logo'>): OwnLook {
  return { ...(theme !== '' && { theme: readTheme(theme) }), ...(logo !== '' && { logo: readLogo(logo) }) };
}

function readTheme(path: string): string {
  const text = readLookFile('theme', path, MAX_THEME_BYTES).toString('utf8');
  if (text.includes('</'))
    throw unusable('theme', path, 'has tags of HTML', 'Write rules of CSS alone, without <style> around them.');
  if (LOADS_FILES.test(text.replace(COMMENTS, '')))
    throw unusable(
      'theme',
      path,
      'loads other files, and pages load none',
      'Write imported rules into the file itself, and pictures and fonts as url(data:…).',
    );
  return text;
}

function readLogo(path: string): NonNullable<OwnLook['logo']> {
  const bytes = readLookFile('logo', path, MAX_LOGO_BYTES);
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { contentType: 'image/png', bytes };
  if (/<svg[\s>]/.test(bytes.toString('utf8'))) return { contentType: 'image/svg+xml; charset=utf-8', bytes };
  throw unusable(
    'logo',
    path,
    'is neither SVG nor PNG',
    'Save the picture in one of these formats; it should be square.',
  );
}

function readLookFile(setting: 'theme' | 'logo', path: string, maxBytes: number): Buffer {
  const bytes = readSettingFile(setting, path, 'Let the user of the service read it.');
  if (bytes.length > maxBytes)
    throw unusable(
      setting,
      path,
      `is larger than ${String(maxBytes / 1024)} KB`,
      'Make it smaller: pages would load slowly.',
    );
  return bytes;
}

function unusable(setting: string, path: string, fault: string, advice: string): SameasError {
  return new SameasError('setting-invalid', `${setting}: ${path} ${fault}.`, { advice, facts: { file: path } });
}
