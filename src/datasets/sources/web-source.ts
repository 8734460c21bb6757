import { defined } from '../../foundation/defined.js';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FILE_FORMATS, formatOfMediaType } from '../../formats/file-formats.js';
import { emptyFile, unpackedBytes } from '../../formats/read-bytes.js';
import { type GuardedResponse, guardedFetch } from '../../foundation/guarded-fetch.js';
import { type ReportProgress, noProgress } from '../../foundation/progress.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { FileOptions } from '../data-file.js';
import { type BytesContent, type SourceAccess, shownPath } from './source-address.js';

const NOTE = z.object({
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  contentType: z.string(),
  sha256: z.string(),
});

const LIMITS = { timeoutMs: 600_000, maxBytes: 1024 ** 3 };
const ACCEPT =
  'text/csv, application/json, application/ld+json;q=0.9, text/turtle;q=0.9, application/rdf+xml;q=0.8, */*;q=0.5';
const ACCEPT_RESULTS = 'application/sparql-results+json, text/turtle;q=0.8, application/rdf+xml;q=0.5';

/**
 * Content of a web address; with a query, the answer of its SPARQL endpoint. Cached content is revalidated by its ETag
 * or date and reused when unchanged. Errors: `url-access-off`, `source-unavailable`, `source-invalid` (the status 400,
 * or a page instead of data), `file-empty`.
 */
export async function readWeb(
  { path, query }: FileOptions,
  { urlAccess, cacheFolder, tell = noProgress }: SourceAccess,
): Promise<BytesContent> {
  const shown = shownPath(path);
  const url = URL.parse(path);
  if (url === null)
    throw new SameasError('source-invalid', `${shown} is no address.`, { advice: 'Check how it is written.' });
  const headers = { Accept: query === undefined ? ACCEPT : ACCEPT_RESULTS, ...authorisation(url) };
  url.username = '';
  url.password = '';
  const kept = await keptAnswer(query === undefined ? cacheFolder : undefined, path);
  const answer = await ask(
    { url: url.href, headers: { ...headers, ...kept.conditions }, ...(query !== undefined && { form: { query } }) },
    { urlAccess, tell },
    shown,
  );
  const found = answer.status === 304 ? kept.answer : undefined;
  if (found === undefined) refuseStatus(answer, shown, query !== undefined);
  const { bytes, contentType } = found ?? answer;
  if (found === undefined) await kept.keep(answer);
  if (bytes.length === 0) throw emptyFile(shown);
  const format = formatOfMediaType(contentType);
  // Other formats are recognised by content alone.
  const ending = format?.startsWith('text/rdf/') === true ? `.${FILE_FORMATS[format].extensions[0] ?? ''}` : undefined;
  return {
    kind: 'bytes',
    read: await unpackedBytes(shown, bytes),
    name: `${url.pathname}${ending !== undefined && !url.pathname.endsWith(ending) ? ending : ''}`,
  };
}

function authorisation({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  return {
    Authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
  };
}

async function ask(
  request: Parameters<typeof guardedFetch>[0],
  { urlAccess, tell }: Pick<SourceAccess, 'urlAccess'> & { readonly tell: ReportProgress },
  shown: string,
): Promise<GuardedResponse> {
  try {
    return await guardedFetch(request, urlAccess, {
      ...LIMITS,
      hasCome: (done, all) => tell({ phase: 'fetching', unit: 'bytes', done, ...(all !== undefined && { all }) }),
    });
  } catch (thrown) {
    if (!(thrown instanceof SameasError)) throw thrown;
    // The parameters of the address may hold secrets.
    const message = thrown.message.replaceAll(request.url, shown);
    if (thrown.code === 'url-access-off') {
      const isOff = urlAccess === 'off';
      throw new SameasError(
        'source-unavailable',
        isOff ? `${shown} was not fetched: requests to addresses are switched off.` : message,
        {
          advice: isOff
            ? 'Add --url-access public to allow addresses of the public internet, or --url-access all for those of this computer and its network, too.'
            : 'Add --url-access all to allow addresses of this computer and its network.',
          facts: { file: shown },
        },
      );
    }
    throw new SameasError('source-unavailable', message, {
      advice: thrown.advice ?? 'Check the address, and try again later.',
      facts: { file: shown },
    });
  }
}

function refuseStatus({ status, body }: GuardedResponse, shown: string, isQuery: boolean): void {
  if (status >= 200 && status < 300) return;
  if (isQuery && (status === 400 || status === 500)) {
    const [reason = ''] = body
      .replace(/<[^>]*>/g, ' ')
      .trim()
      .split('\n');
    throw new SameasError(
      'source-invalid',
      `The query was refused by ${shown}${reason === '' ? '' : `: ${reason.slice(0, 200).replace(/\.?$/, '')}`}.`,
      { advice: 'Try the query on the page of the endpoint first.', facts: { file: shown, status } },
    );
  }
  const advice =
    status === 404 || status === 410
      ? 'Check the address.'
      : status === 401 || status === 403
        ? 'The server wants to know who asks: https://user:password@host/… sends a name and a password.'
        : 'Try again later.';
  throw new SameasError('source-unavailable', `${shown} answered with the status ${status}.`, {
    advice,
    facts: { file: shown, status },
  });
}

interface KeptAnswer {
  readonly answer: Pick<GuardedResponse, 'bytes' | 'contentType'> | undefined;
  readonly conditions: Readonly<Record<string, string>>;
  readonly keep: (answer: GuardedResponse) => Promise<void>;
}

/**
 * The cached answer for an address. The address, which may hold secrets, is stored as a digest only. An unwritable
 * folder caches nothing.
 */
async function keptAnswer(folder: string | undefined, address: string): Promise<KeptAnswer> {
  if (folder === undefined) return { answer: undefined, conditions: {}, keep: () => Promise.resolve() };
  const path = join(folder, createHash('sha256').update(address).digest('hex'));
  const found = await read(path);
  return {
    answer: found?.answer,
    conditions: found?.conditions ?? {},
    keep: async ({ bytes, contentType, headers }) => {
      const [etag, lastModified] = [headers['etag'], headers['last-modified']];
      if (etag === undefined && lastModified === undefined) return;
      const note: z.infer<typeof NOTE> = {
        ...defined({ etag, lastModified }),
        contentType,
        sha256: digest(bytes),
      };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(`${path}.part`, bytes, { mode: 0o600 });
        await rename(`${path}.part`, `${path}.body`);
        await writeFile(`${path}.json`, JSON.stringify(note), { mode: 0o600 });
      } catch {
        // Downloaded again next time.
      }
    },
  };
}

async function read(path: string): Promise<Pick<KeptAnswer, 'answer' | 'conditions'> | undefined> {
  try {
    const { etag, lastModified, contentType, sha256 } = NOTE.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
    const bytes = await readFile(`${path}.body`);
    if (digest(bytes) !== sha256) return undefined;
    return {
      answer: { bytes, contentType },
      conditions: {
        ...defined({ 'If-None-Match': etag, 'If-Modified-Since': lastModified }),
      },
    };
  } catch {
    return undefined; // nothing is kept, or half of it
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
