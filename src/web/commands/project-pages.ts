import { readFile, rm, stat } from 'node:fs/promises';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentenceSchema } from '../../foundation/sentence-schema.js';
import { sentence } from '../../foundation/message.js';
import { findCommand, isWorkerCommand, type WorkerCommandName } from '../../projects/commands/command-table.js';
import { wordsOf } from '../messages/words-of.js';
import type { ShownCell } from '../pages/project-content.js';
import { projectPage } from '../pages/project-page.js';
import { projectsPage } from '../pages/projects-page.js';
import { publicBaseUrl } from '../public-base-url.js';
import { readParameters, type RequestParameters } from '../request-parameters.js';
import { sendReply } from '../send-reply.js';
import { siteOf, type ServicePart } from '../site.js';
import { readBody } from '../bodies/read-body.js';
import type { RequestReader } from '../bodies/request-reader.js';
import type { Gate } from '../access/gate.js';
import { projectChange } from '../access/project-change.js';
import { admitRequest } from '../clients/admit-request.js';
import { clientOf } from '../clients/client-of.js';
import type { FairShare } from '../clients/fair-share.js';
import type { ProjectsWebOptions } from './command-handler.js';
import { faultOfForm, readProjectChange } from './change-project.js';
import type { OwnService } from './own-service.js';
import { engineOf, readProjectView, sortingOf } from './project-view.js';
import { protectResponse } from './protect-response.js';
import { refuseForeignRequest } from './refuse-foreign-request.js';
import { requestOrigin } from './request-origin.js';

/*
 * The pages of projects ask the same commands as any client, and show what those answer.
 */

const DEFAULT_ROWS = 50;
/** Of a cell. */
const MAX_CANDIDATES = 3;
const MAX_ROWS = 500;

const listedSchema = z.object({
  projects: z.record(z.string(), z.object({ name: z.string(), rowCount: z.number(), modified: z.string() })),
  damaged: z.record(z.string(), z.string()).default({}),
});
const metadataSchema = z.object({ name: z.string() });
const reconStatsSchema = z.object({ nonBlanks: z.number(), newTopics: z.number(), matchedTopics: z.number() });
const candidateSchema = z.object({ id: z.string(), name: z.string(), types: z.array(z.string()), score: z.number() });
const modelsSchema = z.object({
  columnModel: z.object({
    columns: z.array(
      z.object({
        cellIndex: z.number(),
        name: z.string(),
        reconStats: reconStatsSchema.optional(),
        reconConfig: z.unknown().optional(),
      }),
    ),
  }),
});
const cellSchema = z
  .object({
    v: z.union([z.string(), z.number(), z.boolean()]).nullish(),
    e: z.string().optional(),
    r: z.string().optional(),
  })
  .nullable();
const rowsSchema = z.object({
  rows: z.array(z.object({ i: z.number(), starred: z.boolean(), flagged: z.boolean(), cells: z.array(cellSchema) })),
  totalRows: z.number(),
  filtered: z.number(),
  nextPageStart: z.number().optional(),
  previousPageEnd: z.number().optional(),
  pool: z.object({
    recons: z.record(
      z.string(),
      z.object({ j: z.string(), m: candidateSchema.optional(), c: z.array(candidateSchema).optional() }),
    ),
  }),
});
const entriesSchema = z.array(z.object({ id: z.number(), description: sentenceSchema, time: z.string() }));
const historySchema = z.object({ past: entriesSchema, future: entriesSchema });
const facetsSchema = z.object({
  facets: z.array(
    z.object({
      name: z.string(),
      choices: z
        .array(
          z.object({
            v: z.object({ v: z.union([z.string(), z.number(), z.boolean()]).nullable(), l: z.string() }),
            c: z.number(),
            s: z.boolean(),
          }),
        )
        .optional(),
      blankChoice: z.object({ c: z.number(), s: z.boolean() }).optional(),
      choiceCount: z.number().optional(),
    }),
  ),
});

interface PagesContext {
  readonly reader: RequestReader;
  readonly bodyTimeoutMs: number;
  readonly part: ServicePart | undefined;
  /** The services that columns are reconciled with, one a dataset that can be asked. */
  readonly services: (baseUrl: string) => readonly OwnService[];
  readonly projects: ProjectsWebOptions;
  readonly fair: FairShare;
  readonly gate: Gate;
  readonly publicBaseUrl: string | undefined;
}

/** Answers `GET /projects` with the list of projects. */
export function createProjectsPageHandler({
  projects,
  publicBaseUrl: configured,
  part,
  fair,
  gate,
}: PagesContext): RequestHandler {
  return async (request, response) => {
    response.locals['routePath'] = '/projects';
    protectResponse(response);
    refuseForeignRequest(requestOrigin(request, configured), projects.allowedHosts, 'allowed');
    refuseOtherMethods(request);
    gate.admit(request, 'administer');
    admitRequest(request, response, fair.budgets);
    const listed = listedSchema.parse(await ask(projects, clientOf(request), 'get-all-project-metadata', {}));
    const lines = Object.entries(listed.projects).map(([id, metadata]) => ({ id, ...metadata }));
    const baseUrl = publicBaseUrl(request, configured);
    const page = projectsPage({
      baseUrl,
      site: siteOf(baseUrl, part),
      words: wordsOf(request),
      projects: lines.sort((one, other) => other.modified.localeCompare(one.modified)),
      damaged: Object.entries(listed.damaged),
      csrfToken: projects.tokens.issue(),
    });
    await sendReply(response, { kind: 'page', html: page.text, cache: 'never' }, undefined);
  };
}

function refuseOtherMethods(request: Request, allow = 'GET, HEAD'): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  throw new SameasError('method-not-allowed', `The method ${request.method} cannot be used at this address.`, {
    facts: { allow },
    advice: 'Use GET.',
  });
}

/** Answers `/project?project=ID`, where clients are led after an upload: the rows that a user looks at, and what its forms ask for. */
export function createProjectPageHandler(context: PagesContext): RequestHandler {
  const { projects, publicBaseUrl: configured, fair, gate } = context;
  return async (request, response) => {
    response.locals['routePath'] = '/project';
    protectResponse(response);
    refuseForeignRequest(requestOrigin(request, configured), projects.allowedHosts, 'allowed');
    if (request.method !== 'POST') refuseOtherMethods(request, 'GET, HEAD, POST');
    gate.admit(request, 'administer');
    admitRequest(request, response, fair.budgets);
    if (request.method !== 'POST') {
      await showProject(context, request, response, readParameters(queryOf(request)));
      return;
    }
    const limits = { maxBytes: MAX_FORM_BYTES, timeoutMs: context.bodyTimeoutMs };
    const { fields } = await readBody(
      request,
      clientOf(request),
      { reader: context.reader, budgets: fair.budgets, limits },
      (release) => response.once('close', release),
    );
    const parameters = readParameters(queryOf(request), fields);
    try {
      await changeProject(context, request, response, parameters);
    } catch (thrown) {
      // The page again as it was, with what is wrong at the field.
      if (!(thrown instanceof SameasError) || thrown.kind !== 'bad-request' || thrown.code === 'csrf-token-invalid')
        throw thrown;
      await showProject(context, request, response, parameters, faultOfForm(thrown));
    }
  };
}

/** Longest form: a recipe with many edits. */
const MAX_FORM_BYTES = 16 * 1024 * 1024;

async function changeProject(
  { projects, publicBaseUrl: configured, services, gate }: PagesContext,
  request: Request,
  response: Response,
  parameters: RequestParameters,
): Promise<void> {
  if (projects.csrf !== 'off' && !projects.tokens.isValid(parameters.get('csrf_token') ?? '')) {
    throw new SameasError('csrf-token-invalid', sentence('This page is too old.'), {
      advice: sentence('Load it again, and send the form once more.'),
    });
  }
  const baseUrl = publicBaseUrl(request, configured);
  const project = parameters.get('project') ?? '';
  const { command, parameters: sent, isLast } = readProjectChange(parameters, () => services(baseUrl));
  await ask(projects, clientOf(request), command, { project, ...sent });
  const definition = findCommand(command);
  const change = definition && projectChange(definition, Object.entries({ project, ...sent }));
  if (change !== undefined) await gate.record(request, change);
  await sendReply(
    response,
    {
      kind: 'redirect',
      address: isLast === true ? `${baseUrl}/projects` : `${baseUrl}/project?${queryOf(request)}`,
    },
    undefined,
  );
}

async function showProject(
  { projects, publicBaseUrl: configured, part: servicePart, services }: PagesContext,
  request: Request,
  response: Response,
  parameters: RequestParameters,
  fault?: SameasError,
): Promise<void> {
  const client = clientOf(request);
  const project = parameters.get('project') ?? '';
  const start = wholeNumber(parameters.get('start'), 0, Number.MAX_SAFE_INTEGER);
  const limit = Math.max(1, wholeNumber(parameters.get('limit'), DEFAULT_ROWS, MAX_ROWS));
  const { name } = metadataSchema.parse(
    await ask(projects, client, 'get-project-metadata', { project }).catch(forReaders),
  );
  const { columns } = modelsSchema.parse(await ask(projects, client, 'get-models', { project })).columnModel;
  const view = readProjectView(
    parameters,
    project,
    limit,
    columns.map((column) => column.name),
  );
  const engine = engineOf(view);
  const end = parameters.get('end');
  const part = end !== undefined && /^\d{1,15}$/.test(end) ? { end } : { start: String(start) };
  const { rows, totalRows, filtered, pool, nextPageStart, previousPageEnd } = rowsSchema.parse(
    await ask(projects, client, 'get-rows', {
      project,
      ...part,
      limit: String(limit),
      engine,
      sorting: sortingOf(view),
    }),
  );
  const { facets } =
    view.facets.length === 0
      ? { facets: [] }
      : facetsSchema.parse(await ask(projects, client, 'compute-facets', { project, engine }));
  const { past, future } = historySchema.parse(
    await ask(projects, client, 'get-history', { project, sentences: 'true' }),
  );
  const { processes, exceptions = [] } = projects.port.processes(project);
  const baseUrl = publicBaseUrl(request, configured);
  const page = projectPage({
    baseUrl,
    site: siteOf(baseUrl, servicePart),
    words: wordsOf(request),
    view,
    name,
    columnNames: columns.map((column) => column.name),
    cellIndexes: columns.map(({ cellIndex }) => cellIndex),
    reconciled: columns.flatMap(({ name: column, reconConfig, reconStats }) =>
      reconConfig === undefined || reconStats === undefined
        ? []
        : [
            {
              column,
              matched: reconStats.matchedTopics,
              made: reconStats.newTopics,
              undecided: reconStats.nonBlanks - reconStats.matchedTopics - reconStats.newTopics,
            },
          ],
    ),
    address: `${baseUrl}/project?${queryOf(request)}`,
    rows: rows.map(({ i, starred, flagged, cells }) => ({
      index: i,
      starred,
      flagged,
      cells: columns.map(({ cellIndex }) => shownCell(cells[cellIndex] ?? null, pool.recons)),
    })),
    totalRows,
    filtered,
    nextPageStart,
    previousPageEnd,
    facets: facets
      .filter((facet) => view.facets.includes(facet.name))
      .map(({ name: column, choices = [], blankChoice, choiceCount }) => ({
        column,
        choices: choices.flatMap(({ v, c, s }) =>
          v.v === null ? [] : [{ value: v.v, text: v.l, count: c, isChosen: s }],
        ),
        blanks: blankChoice?.c ?? 0,
        tooMany: choiceCount,
      })),
    past,
    future,
    underWay: processes.map(({ description, progress }) => ({ description, progress })),
    failures: exceptions.map(({ message }) => message),
    fault,
    sent: { name: parameters.get('name') ?? '', operations: parameters.get('operations') ?? '' },
    services: services(baseUrl),
    csrfToken: projects.tokens.issue(),
    isStrict: projects.csrf === 'strict',
  });
  await sendReply(response, { ...page, status: fault === undefined ? 200 : 400 }, undefined);
}

async function ask(
  { port }: ProjectsWebOptions,
  client: string,
  name: WorkerCommandName,
  parameters: Readonly<Record<string, string>>,
): Promise<unknown> {
  const command = findCommand(name);
  if (command === undefined || !isWorkerCommand(command)) throw new Error(`no worker knows the command ${name}`);
  const outcome = await port.run(command, {
    client,
    parameters: Object.entries(parameters),
    trailingName: '',
    files: [],
    workFolder: '',
  });
  if (outcome.kind === 'pending') return { code: 'pending' };
  if (outcome.kind === 'long-json') return JSON.parse(await takeText(outcome.path)) as unknown; // as below
  if (outcome.kind !== 'json') throw new Error(`the command ${name} does not answer with JSON`);
  return JSON.parse(outcome.json) as unknown; // looked at by the caller
}

/** More is no page that anybody reads. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** The text of a file, which is removed. Rejects with `command-too-large` for a long one. */
async function takeText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_PAGE_BYTES)
      throw new SameasError('command-too-large', 'What the page would show is too long for one page.', {
        advice: 'Ask for fewer rows with the parameter "limit", or export the project.',
      });
    return await readFile(path, 'utf8');
  } finally {
    await rm(path, { force: true });
  }
}

/** What commands say of a project that is not there is a sentence that programs look for; a reader gets one to go on from. */
function forReaders(thrown: unknown): never {
  if (!(thrown instanceof SameasError) || thrown.code !== 'project-unknown') throw thrown;
  throw new SameasError('project-unknown', sentence('There is no such project.'), {
    advice: sentence('It may have been deleted since the link was made.'),
    facts: thrown.facts,
    cause: thrown,
  });
}

function shownCell(cell: z.infer<typeof cellSchema>, recons: z.infer<typeof rowsSchema>['pool']['recons']): ShownCell {
  if (cell === null) return { kind: 'nothing', text: '' };
  if (cell.e !== undefined) return { kind: 'error', text: cell.e };
  if (cell.v === undefined || cell.v === null) return { kind: 'nothing', text: '' };
  const recon = cell.r === undefined ? undefined : recons[cell.r];
  const shown = { kind: 'value', text: String(cell.v) } as const;
  if (recon === undefined) return shown;
  if (recon.m !== undefined) return { ...shown, match: recon.m.name };
  return recon.j === 'none'
    ? { ...shown, candidates: (recon.c ?? []).slice(0, MAX_CANDIDATES) }
    : { ...shown, isNew: true };
}

function queryOf(request: Request): string {
  return request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
}

function wholeNumber(text: string | undefined, fallback: number, max: number): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Math.min(max, Number(text)) : fallback;
}
