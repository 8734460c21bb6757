import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { beginService } from '../assembly/begin-service.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import {
  isAsWritten,
  judgedBytes,
  noteResult,
  readReviewNote,
  reviewFolderOf,
  type ReviewNote,
} from '../review/review-folder.js';
import { coloursFor } from './terminal.js';
import type { CommandContext, ExitReason } from './command-definition.js';
import { accessGiven, nameOfSource, sourceGiven, shellWord } from './dataset-options.js';
import type { GivenOptions } from './given-options.js';
import { answerFormOf } from './outputs.js';
import { serviceLog, serveUntilStopped } from './serve-until-stopped.js';
import { settingsOf } from './setting-options.js';
import { spawn } from 'node:child_process';

interface Review {
  readonly result: string;
  readonly folder: string;
  readonly note: ReviewNote;
}

/** The service for the review, over a dataset in memory or in a search cluster. */
interface ReviewService {
  readonly url: string;
  readonly reload: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/**
 * Serves the review of a matched table on this computer until a signal to end, and writes the result with the judgments
 * then. Throws `file-not-found` without a review, and errors of starting a service.
 */
export async function runReview(
  result: string,
  list: readonly string[],
  options: GivenOptions,
  context: CommandContext,
): Promise<ExitReason> {
  const review = await openReview(result);
  const { folder, note } = review;
  const { settings, source, cluster } = whatIsReviewed(review, list, options, context);
  const { log, tellLoad } = serviceLog(settings, context);
  const observe: Observe = (observation) => {
    if (observation.kind === 'dataset-progress') tellLoad(observation.progress);
    else if (observation.kind !== 'dataset-load-failed' && observation.kind !== 'listening') log(observation);
  };
  return serveUntilStopped<ReviewService>(
    {
      start: async (stop) => {
        const service =
          cluster === undefined
            ? await beginService({ source, settings, observe, stop, reviews: folder })
            : await (
                await import('../assembly/start-cluster-service.js')
              ).startClusterService(settings, observe, folder);
        return {
          ...service,
          close: async () => {
            try {
              context.write(await writeReviewed(review, service.url));
            } finally {
              await service.close();
            }
          },
        };
      },
      observe,
      loading:
        cluster === undefined
          ? nameOfSource(source.files, { manifest: source.manifestFile })
          : `the dataset "${settings.dataset}" of the search cluster`,
      announce: ({ url }) => {
        const address = `${url}runs/${note.run}`;
        if (context.interactive) openInBrowser(address);
        return `\nReview ${result} in the browser: ${coloursFor(context.colours).bold(address)}\nPress Ctrl+C to stop; ${result} is written with the judgments then.\n`;
      },
    },
    context,
  );
}

async function openReview(result: string): Promise<Review> {
  const folder = reviewFolderOf(result);
  const note = await readReviewNote(folder);
  if (note !== undefined) return { result, folder, note };
  throw new SameasError('file-not-found', `There is nothing to review beside ${result}.`, {
    advice: 'Name the file that `sameas match TABLE LIST` has written; the folder RESULT.review lies beside it.',
    facts: { file: folder },
  });
}

/** The settings of the service, and its list, unless that is in a search cluster. */
function whatIsReviewed(
  { result, note }: Review,
  list: readonly string[],
  options: GivenOptions,
  context: CommandContext,
): { readonly settings: Settings; readonly source: DatasetSource; readonly cluster: ReviewNote['cluster'] } {
  const cluster = list.length > 0 ? undefined : note.cluster;
  if (list.length === 0 && note.list === undefined && cluster === undefined)
    throw new SameasError('setting-invalid', 'The list cannot be read again by its name.', {
      advice: `Name it: sameas review ${shellWord(result)} LIST.`,
    });
  const { port, ...others } = options;
  const isPortGiven = port !== undefined || context.env['SAMEAS_PORT'] !== undefined;
  const settings: Settings = {
    ...settingsOf({ ...cluster, ...others, ...(isPortGiven ? { port } : { port: '0' }) }, context),
    // For the person at this computer alone.
    ...{ host: '127.0.0.1', baseUrl: '', keysFile: '', requireKeys: 'nothing', trustProxy: 0, dataDir: '' },
  };
  const access = accessGiven(settings, context);
  const source = list.length > 0 || note.list === undefined ? sourceGiven(list, {}, access) : { ...note.list, access };
  return { settings, source, cluster };
}

/** Writes the result with all judgments, where there are new ones, and says so. */
async function writeReviewed({ result, folder, note }: Review, url: string): Promise<string> {
  if ((await judgedBytes(folder, note)) === note.judgedBytes) return 'Nothing new was judged.\n';
  const isSame = await isAsWritten(note, result);
  const path = isSame || !existsSync(result) ? result : freeNameFor(result);
  const form = answerFormOf(result);
  const answer = await fetch(`${url}runs/${note.run}/file?as=${form}`);
  if (!answer.ok || answer.body === null)
    throw new SameasError('file-unwritable', `The judgments could not be written to ${path}.`, {
      advice: `They are kept: sameas review ${shellWord(result)} shows them again.`,
      facts: { status: answer.status },
    });
  const part = `${path}.part`;
  try {
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(part));
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    throw new SameasError('file-unwritable', `The judgments could not be written to ${path}.`, {
      advice: 'They are kept. Check that there is space on the disk, and that the folder can be written to.',
      facts: { file: path },
      cause,
    });
  }
  if (path === result) await noteResult(folder, note, result);
  return path === result
    ? `Written to ${path}, with the judgments.\n`
    : `${result} was changed since it was written, and is left as it is. The table with the judgments is ${path}.\n`;
}

/** A free name: `sites-matched-reviewed.csv`, then `sites-matched-reviewed-2.csv`. */
function freeNameFor(result: string): string {
  const [, stem = result, ending = ''] = /^(.*?)((?:\.sssom)?\.[^./\\]*)$/.exec(result) ?? [];
  for (let n = 1; ; n++) {
    const path = `${stem}-reviewed${n === 1 ? '' : `-${String(n)}`}${ending}`;
    if (!existsSync(path)) return path;
  }
}

const COMMANDS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Opens an address in the browser of this computer. Without one nothing happens: the terminal shows the address, too.
 */
function openInBrowser(address: string): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, address], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}
