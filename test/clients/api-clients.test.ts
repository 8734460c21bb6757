import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { OPENAPI } from '../support/openapi-answers.js';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * Clients that generators of others make of openapi.yaml, one for TypeScript and one for Python: each calls every operation of a service with keys, projects and entities that may be changed.
 * `.ci/api-clients FOLDER` makes them, and TEST_API_CLIENTS names that folder.
 */

interface Call {
  readonly operation: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The kind of the body: JSON, a form, a form with a file. */
  readonly as?: 'json' | 'form' | 'file';
}

const answerSchema = z.object({ status: z.number(), location: z.string(), text: z.string() });
type Answer = z.infer<typeof answerSchema>;

const document = z
  .object({
    paths: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          operationId: z.string(),
          parameters: z.array(z.looseObject({ name: z.string().optional(), in: z.string().optional() })).optional(),
        }),
      ),
    ),
  })
  .parse(OPENAPI);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const folder = temporaryFolder();
const driver = join(import.meta.dirname, 'drivers', 'call_api.py');
const program = join(import.meta.dirname, '..', '..', 'dist', 'main.js');
const list = 'id,name,type,born\na1,Virginia Woolf,Author,1882\na2,Chinua Achebe,Author,1930\nl1,London,City,\n';
let clients = '';
let key = '';
let service: RunningService;

beforeAll(async () => {
  clients = process.env['TEST_API_CLIENTS'] ?? '';
  if (clients === '') throw new Error('TEST_API_CLIENTS has to name the folder that .ci/api-clients has made.');
  const keys = join(folder.path, 'keys.json');
  const made = await promisify(execFile)(process.execPath, [
    program,
    ...['keys', 'add', 'tester', '--role', 'administer', '--keys-file', keys],
  ]);
  key = made.stdout.trim();
  service = await startService([
    folder.write('authors.csv', list),
    ...['--writable', 'on', '--data-dir', join(folder.path, 'data'), '--keys-file', keys],
  ]);
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

/** What calls one operation. */
type Caller = (call: Call) => Promise<Answer>;

/** By the functions of the client for TypeScript. */
async function callerInTypeScript(): Promise<Caller> {
  // The bundle holds a function for each operation, and nothing else.
  const functions = (await import(pathToFileURL(join(clients, 'typescript', 'client.mjs')).href)) as Readonly<
    Record<
      string,
      ((options: object) => Promise<{ readonly response: Response; readonly error?: unknown }>) | undefined
    >
  >;
  return async ({ operation, parameters = {}, body }) => {
    const ask = functions[operation];
    if (ask === undefined) throw new Error(`the client has no ${operation}`);
    const inPath = new Set(
      operations
        .find(({ operationId }) => operationId === operation)
        ?.parameters?.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : [])),
    );
    const part = (isInPath: boolean): object =>
      Object.fromEntries(Object.entries(parameters).filter(([name]) => inPath.has(name) === isInPath));
    const isFile = (name: string): boolean => name === 'project-file';
    const { response, error } = await ask({
      baseUrl: service.origin,
      auth: key,
      redirect: 'manual',
      parseAs: 'stream',
      path: part(true),
      query: part(false),
      ...(body !== undefined && {
        body: Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            isFile(name) ? new File([String(value)], 'table.csv') : value,
          ]),
        ),
      }),
    });
    const text = response.bodyUsed ? JSON.stringify(error) : await response.text();
    return { status: response.status, location: response.headers.get('location') ?? '', text };
  };
}

/** By a process of Python that has the client for Python. */
function callerInPython(): { readonly call: Caller; readonly end: () => void } {
  const python: ChildProcessWithoutNullStreams = spawn(join(clients, 'python', 'bin', 'python'), [
    driver,
    ...[clients, service.origin, key],
  ]);
  let errors = '';
  python.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  const answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  return {
    call: async (call) => {
      python.stdin.write(`${JSON.stringify(call)}\n`);
      const next = await answers.next();
      if (next.done === true) throw new Error(`${call.operation}: ${errors}`);
      return answerSchema.parse(JSON.parse(next.value));
    },
    end: () => {
      python.kill();
    },
  };
}

const QUERIES = [{ conditions: [{ matchType: 'name', propertyValue: 'Virginia Wolf' }] }];
const EXTENSION = { ids: ['a1'], properties: [{ id: 'born' }] };

/** Operations that only read: their parameters or body, and a part of the answer. */
const READING: readonly (readonly [operation: string, parameters: Call['parameters'], part: string])[] = [
  ['root', { queries: '{"q":{"query":"Virginia Wolf"}}' }, '"id":"a1"'],
  ['suggestEntity', { prefix: 'virg' }, 'Virginia Woolf'],
  ['flyoutEntity', { id: 'a1' }, 'Virginia Woolf'],
  ['searchEntity', { filter: '(all mid:a1)' }, 'Virginia Woolf'],
  ...['suggestType', 'searchType', 'suggestTypeAtManifestPath', 'suggestTypeAtSeedPath', 'suggestTypeAtRoot'].map(
    (operation) => [operation, { prefix: 'aut' }, 'Author'] as const,
  ),
  ...['flyoutType', 'flyoutTypeAtManifestPath', 'flyoutTypeAtSeedPath', 'flyoutTypeAtRoot', 'draftFlyoutType'].map(
    (operation) => [operation, { id: 'Author' }, 'Author'] as const,
  ),
  ...[
    'suggestProperty',
    'searchProperty',
    'suggestPropertyAtManifestPath',
    'suggestPropertyAtSeedPath',
    'suggestPropertyAtRoot',
    'draftSuggestProperty',
  ].map((operation) => [operation, { prefix: 'bor' }, '"born"'] as const),
  ...[
    'flyoutProperty',
    'flyoutPropertyAtManifestPath',
    'flyoutPropertyAtSeedPath',
    'flyoutPropertyAtRoot',
    'draftFlyoutProperty',
  ].map((operation) => [operation, { id: 'born' }, 'born'] as const),
  ['proposeProperties', { type: 'Author' }, '"born"'],
  ['draftMatchByGet', { queries: JSON.stringify({ queries: QUERIES }) }, '"id":"a1"'],
  ['suggestEntityAtRoot', { prefix: 'virg' }, 'Virginia Woolf'],
  ['flyoutEntityAtRoot', { id: 'a1' }, 'Virginia Woolf'],
  ['draftRoot', {}, '"1.0-draft"'],
  ['draftSuggestEntity', { prefix: 'virg' }, 'Virginia Woolf'],
  ['draftSuggestType', { prefix: 'aut' }, 'Author'],
  ['draftFlyoutEntity', { id: 'a1' }, 'Virginia Woolf'],
  ['draftProposeProperties', { type: 'Author' }, '"born"'],
  ['draftPreview', { id: 'a1' }, 'Virginia Woolf'],
  ['preview', { id: 'a1' }, 'Virginia Woolf'],
  ['view', { id: 'a1', as: 'ttl' }, 'rdfs:label "Virginia Woolf"'],
  ['feature', { id: 'name' }, '<h1'],
  ['entityAddress', { id: 'a1' }, 'Virginia Woolf'],
  ['about', {}, '<h1'],
  ['tryName', { query: 'Virginia' }, 'Virginia Woolf'],
  ['browse', { query: 'woolf', as: 'json' }, 'Virginia Woolf'],
  ['dataset', { as: 'jsonl' }, '"name":"Virginia Woolf"'],
  ['uploads', {}, '<h1'],
  ['runs', {}, '<h1'],
  ['projects', {}, '<h1'],
  ['documentation', {}, '<h1'],
  ['documentationPage', { id: 'pictures/autocomplete.png' }, 'PNG'],
  ['documentationPage', { id: 'protocols' }, '<h1'],
  ['api', {}, 'suggestEntity'],
  ['openapiJson', {}, '"openapi":"3.1.0"'],
  ['openapi', {}, 'openapi: 3.1.0'],
  ['signInPage', {}, '<form'],
  ['pageScript', {}, 'function'],
  ['suggestElement', {}, 'sameas-suggest'],
  ['logo', {}, '<svg'],
  ['offlinePage', {}, '<!doctype html>'],
  ['favicon', {}, '<svg'],
  ['explain', { query: 'Virginia Wolf' }, 'Virginia Woolf'],
  ['health', {}, '"status"'],
  ['ready', {}, '"status"'],
  ['metrics', {}, 'sameas_'],
];

/** Those that take JSON and change nothing. */
const ASKING: readonly (readonly [operation: string, body: NonNullable<Call['body']>, part: string])[] = [
  ['rootByPost', EXTENSION, '1882'],
  ['draftMatch', { queries: QUERIES }, '"id":"a1"'],
  ['draftMatchAlone', { queries: QUERIES }, '"id":"a1"'],
  ['olderDraftMatch', { queries: QUERIES }, '"id":"a1"'],
  ['olderDraftMatchAlone', { queries: QUERIES }, '"id":"a1"'],
  ['draftExtend', EXTENSION, '1882'],
  ['draftExtendAlone', EXTENSION, '1882'],
  ['callTools', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 'tools'],
];

/** Calls every operation once or more; gives those that were called. Throws where one answers something else. */
async function callEveryOperation(caller: Caller): Promise<ReadonlySet<string>> {
  const called = new Set<string>();
  const call = async (wanted: Call, status: number, part = ''): Promise<Answer> => {
    called.add(wanted.operation);
    const answer = await caller(wanted);
    if (answer.status !== status || !answer.text.includes(part))
      throw new Error(`${wanted.operation}: ${String(answer.status)} ${answer.location} ${answer.text.slice(-1_000)}`);
    return answer;
  };
  const form = (operation: string, body: NonNullable<Call['body']>, more: Partial<Call> = {}): Promise<Answer> =>
    call({ operation, body, as: 'form', ...more }, 303);

  for (const [operation, parameters = {}, part] of READING) await call({ operation, parameters }, 200, part);
  for (const [operation, body, part] of ASKING) await call({ operation, body, as: 'json' }, 200, part);
  await call({ operation: 'tableForm' }, 303);
  await call({ operation: 'matchTable', body: { names: 'Virginia Wolf', as: 'csv' }, as: 'form' }, 200, 'a1');
  await form('language', { to: 'en' });
  await form('signIn', { key });

  const parameters = { id: 'a4' };
  await call({ operation: 'putEntity', parameters, body: { name: 'Wisława Szymborska' }, as: 'json' }, 201);
  await call({ operation: 'patchEntity', parameters, body: { aliases: ['Stańczykówna'] }, as: 'json' }, 200);
  await call({ operation: 'readEntity', parameters }, 200, 'Stańczykówna');
  await call({ operation: 'deleteEntity', parameters }, 200, '"deleted":true');
  await call({ operation: 'writeEntities', body: { id: 'a5', name: 'Bei Dao' }, as: 'json' }, 200, '"created"');
  await call({ operation: 'deleteEntity', parameters: { id: 'a5' } }, 200);

  const run = /\/runs\/([^/?]+)/.exec((await form('createRun', { names: 'name\nVirginia Wolf\n' })).location)?.[1];
  await call({ operation: 'run', parameters: { id: String(run) } }, 200, 'Virginia Wolf');
  await form('changeRun', { sure: 'yes' }, { parameters: { id: `${String(run)}/delete` } });
  // With the dataset of the service, the table is sent on to /runs.
  await call({ operation: 'changeUploads', body: { names: 'name\nVirginia Wolf\n' }, as: 'form' }, 307);

  const commandByGet = async (command: string, project?: string): Promise<Answer> =>
    call({ operation: 'commandByGet', parameters: { command, ...(project !== undefined && { project }) } }, 200);
  const token = z.object({ token: z.string() }).parse(JSON.parse((await commandByGet('get-csrf-token')).text)).token;
  const upload = { 'project-file': list, 'project-name': 'Authors' };
  const created = await call(
    { operation: 'createProjectFromUpload', parameters: { csrf_token: token }, body: upload, as: 'file' },
    302,
  );
  const project = /project=(\d+)/.exec(created.location)?.[1] ?? '';
  await call({ operation: 'projectPage', parameters: { project } }, 200, 'Authors');
  await form('changeProject', { action: 'rename', name: 'Writers', csrf_token: token }, { parameters: { project } });
  await call(
    {
      operation: 'commandByPost',
      parameters: { command: 'delete-project', project, csrf_token: token },
      body: {},
      as: 'form',
    },
    200,
    '"code":"ok"',
  );
  return called;
}

const all = operations.map(({ operationId }) => operationId).sort();

describe('a client that is generated of openapi.yaml calls every operation', () => {
  it('in TypeScript', async () => {
    expect([...(await callEveryOperation(await callerInTypeScript()))].sort()).toEqual(all);
  });

  it('in Python', async () => {
    const { call, end } = callerInPython();
    try {
      expect([...(await callEveryOperation(call))].sort()).toEqual(all);
    } finally {
      end();
    }
  });
});
