import { readFile } from 'node:fs/promises';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { ReadingThreads, SentFile } from '../bodies/read-form.js';
import type { FairShare } from '../clients/fair-share.js';
import { statusOf } from '../request-errors.js';
import type { Exchange, RouteHandler, Reply } from '../exchange.js';
import { type SentTable, tableIn } from '../matching/table-task.js';
import { uploadPage, uploadsPage } from '../pages/uploads-page.js';
import { UPLOADS_PATH, type DatasetUploads, type UploadedDataset } from './dataset-uploads.js';

interface UploadsWeb {
  readonly uploads: DatasetUploads;
  readonly reading: ReadingThreads;
  readonly fair: Pick<FairShare, 'reading' | 'tables'>;
}

interface ParsedForm {
  readonly field: (name: string) => string;
  readonly file: (name: string) => SentTable | undefined;
}

/**
 * `/datasets`: uploaded datasets, and with `dataset` one of them; POST takes their forms. The field `list` is a
 * dataset, `file` or `names` a table to match. A table alone is sent on to the dataset in `dataset`. Errors are shown
 * on the page.
 */
export function createUploadsHandler(web: UploadsWeb): RouteHandler {
  return async (exchange) => {
    if (exchange.method !== 'POST') return show(exchange, web, exchange.parameters.get('dataset'));
    let form: ParsedForm | undefined;
    try {
      form = await parsed(exchange, web);
      return await take(exchange, web, form);
    } catch (thrown) {
      if (!(thrown instanceof SameasError) || thrown.kind === 'internal' || STAYS_AN_ERROR.has(thrown.kind))
        throw thrown;
      // A dataset that cannot be read is a fault of the request.
      const status = thrown.kind === 'bad-data' ? 400 : statusOf(thrown.kind);
      const shown = form?.field('action') ? web.uploads.find(form.field('dataset')) : undefined;
      return shown === undefined
        ? uploadsPage(exchange, web.uploads, { fault: thrown, status })
        : uploadPage(exchange, shown, { fault: thrown, status });
    }
  };
}

/** Clients without permission are redirected to sign in. */
const STAYS_AN_ERROR: ReadonlySet<SameasError['kind']> = new Set(['no-credentials', 'forbidden']);

function show(exchange: Exchange, { uploads }: UploadsWeb, id: string | undefined): Reply {
  if (id === undefined) return uploadsPage(exchange, uploads);
  return uploadPage(exchange, found(uploads, id));
}

async function take(exchange: Exchange, web: UploadsWeb, form: ParsedForm): Promise<Reply> {
  const { uploads, fair } = web;
  const id = form.field('dataset');
  const list = form.file('list');
  const page = (one: string): Reply => ({
    kind: 'redirect',
    address: `${exchange.site.serviceUrl}/${UPLOADS_PATH}?${new URLSearchParams({ dataset: one }).toString()}`,
  });
  const action = form.field('action');
  if (action === '' && list === undefined) return sendOn(exchange, web, form);
  // A dataset is for all clients that may ask.
  exchange.access.admit('administer');
  switch (action) {
    case '': {
      if (list === undefined) throw noList();
      const table =
        form.file('file') ?? (form.field('names').trim() === '' ? undefined : tableIn(undefined, form.field('names')));
      const added = await fair.tables.run(exchange.client, () => uploads.add(list, table));
      await exchange.access.record({ action: 'send dataset', target: added, after: { file: list.name } });
      return page(added);
    }
    case 'replace': {
      if (list === undefined) throw noList();
      found(uploads, id);
      await fair.tables.run(exchange.client, () => uploads.replace(id, list));
      await exchange.access.record({ action: 'replace dataset', target: id, after: { file: list.name } });
      return page(id);
    }
    case 'columns': {
      const given = (name: string): Record<string, string> =>
        form.field(name) === '' ? {} : { [name]: form.field(name) };
      const columns = { ...given('name'), ...given('id'), ...given('type') };
      found(uploads, id);
      await fair.tables.run(exchange.client, () => uploads.choose(id, columns));
      await exchange.access.record({ action: 'choose columns of dataset', target: id, after: columns });
      return page(id);
    }
    case 'match':
      found(uploads, id);
      return fair.tables.run(exchange.client, () => uploads.matchWaiting(id, datasetAddress(exchange, id)));
    case 'delete': {
      const before = { file: found(uploads, id).file };
      await uploads.remove(id);
      await exchange.access.record({ action: 'delete dataset', target: id, before });
      return { kind: 'redirect', address: `${exchange.site.serviceUrl}/${UPLOADS_PATH}` };
    }
    default:
      throw new SameasError('parameter-invalid', `There is no action "${action.slice(0, 40)}".`, {
        advice: 'Use a form of the page.',
        facts: { parameter: 'action' },
      });
  }
}

/** A table for an existing dataset: the browser sends it to that dataset, which reads it. */
function sendOn(exchange: Exchange, { uploads }: UploadsWeb, form: ParsedForm): Reply {
  const chosen = form.field('dataset');
  if (chosen === 'new') throw noList();
  const { serviceUrl } = exchange.site;
  const [, id] = /^datasets\/([a-z0-9-]+)$/.exec(chosen) ?? [];
  if (id !== undefined) found(uploads, id);
  else if (!/^[a-z0-9-]*$/.test(chosen)) throw unknown();
  return { kind: 'redirect', address: `${serviceUrl}${chosen === '' ? '' : `/${chosen}`}/runs`, sendsAgain: true };
}

async function parsed(exchange: Exchange, { reading, fair }: UploadsWeb): Promise<ParsedForm> {
  const { formFile } = exchange.body;
  if (formFile instanceof SameasError) throw formFile;
  if (formFile === undefined)
    return {
      field: (name) => exchange.parameters.get(name) ?? '',
      file: (name) => sentFile(exchange.body.files.get(name)),
    };
  const { fields, files } = await fair.reading.run(exchange.client, async () =>
    reading.form({ bytes: await readFile(formFile.path), contentType: formFile.contentType }),
  );
  return {
    field: (name) => fields.find(([field]) => field === name)?.[1] ?? '',
    file: (name) => sentFile(files.get(name)),
  };
}

/** Browsers send a field without a file as an empty file without a name. */
function sentFile(file: SentFile | undefined): SentTable | undefined {
  return file === undefined || (file.name === '' && file.content.length === 0) ? undefined : file;
}

function datasetAddress({ site }: Exchange, id: string): string {
  return `${site.serviceUrl}/${UPLOADS_PATH}/${id}`;
}

function found(uploads: DatasetUploads, id: string): UploadedDataset {
  const dataset = uploads.find(id);
  if (dataset === undefined) throw unknown();
  return dataset;
}

function unknown(): SameasError {
  return new SameasError('dataset-unknown', sentence('There is no such list here.'), {
    advice: sentence('It may have been deleted since the page was made.'),
  });
}

function noList(): SameasError {
  return new SameasError('parameter-missing', sentence('There is no list.'), {
    advice: sentence('Choose a file for the list, or drop one.'),
  });
}
