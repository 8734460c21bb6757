import { readFile, rm, stat } from 'node:fs/promises';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { findCommand, isWorkerCommand, type WorkerCommandName } from '../../projects/commands/command-table.js';
import { wordsOf } from '../messages/words-of.js';
import { projectPage, type ShownCell } from '../pages/project-page.js';
import { projectsPage } from '../pages/projects-page.js';
import { publicBaseUrl } from '../public-base-url.js';
import { readParameters } from '../request-parameters.js';
import { sendReply } from '../send-reply.js';
import { admitRequest } from '../clients/admit-request.js';
import { clientOf } from '../clients/client-of.js';
import type { FairShare } from '../clients/fair-share.js';
import type { ProjectsWebOptions } from './command-handler.js';
import { protectResponse } from './protect-response.js';
import { refuseForeignRequest } from './refuse-foreign-request.js';
import { requestOrigin } from './request-origin.js';

/*
 * The pages of projects ask the same commands as any client, and show what those answer.
 */

const DEFAULT_ROWS = 50;
const MAX_ROWS = 500;

const listedSchema = z.object({
  projects: z.record(z.string(), z.object({ name: z.string(), rowCount: z.number(), modified: z.string() })),
  damaged: z.record(z.string(), z.string()).default({}),
});
const metadataSchema = z.object({ name: z.string() });
const modelsSchema = z.object({ columnModel: z.object({ columns: z.array(z.object({ cellIndex: z.number(), name: z.string() })) }) });
const cellSchema = z.object({ v: z.union([z.string(), z.number(), z.boolean()]).nullish(), e: z.string().optional(), r: z.string().optional() }).nullable();
const rowsSchema = z.object({
  rows: z.array(z.object({ i: z.number(), starred: z.boolean(), flagged: z.boolean(), cells: z.array(cellSchema) })),
  totalRows: z.number(),
  pool: z.object({ recons: z.record(z.string(), z.object({ m: z.object({ name: z.string() }).optional() })) }),
});
const historySchema = z.object({ past: z.array(z.object({ description: z.string() })) });

interface PagesContext {
  readonly projects: ProjectsWebOptions;
  readonly fair: FairShare;
  readonly publicBaseUrl: string | undefined;
}

/** Answers `GET /projects` with the list of projects. */
export function createProjectsPageHandler({ projects, publicBaseUrl: configured, fair }: PagesContext): RequestHandler {
  return async (request, response) => {
    response.locals['routePath'] = '/projects';
    protectResponse(response);
    refuseForeignRequest(requestOrigin(request, configured), projects.allowedHosts, 'allowed');
    refuseOtherMethods(request);
    admitRequest(request, response, fair.budgets);
    const listed = listedSchema.parse(await ask(projects, clientOf(request), 'get-all-project-metadata', {}));
    const lines = Object.entries(listed.projects).map(([id, metadata]) => ({ id, ...metadata }));
    const page = projectsPage({
      baseUrl: publicBaseUrl(request, configured),
      words: wordsOf(request),
      projects: lines.sort((one, other) => other.modified.localeCompare(one.modified)),
      damaged: Object.entries(listed.damaged),
      csrfToken: projects.tokens.issue(),
    });
    await sendReply(response, { kind: 'page', html: page.text, cache: 'never' }, undefined);
  };
}

function refuseOtherMethods(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  throw new SameasError('method-not-allowed', `The method ${request.method} cannot be used at this address.`, { facts: { allow: 'GET, HEAD' }, advice: 'Use GET.' });
}

/** Answers `GET /project?project=ID`: where clients are led after an upload. */
export function createProjectPageHandler({ projects, publicBaseUrl: configured, fair }: PagesContext): RequestHandler {
  return async (request, response) => {
    response.locals['routePath'] = '/project';
    protectResponse(response);
    refuseForeignRequest(requestOrigin(request, configured), projects.allowedHosts, 'allowed');
    refuseOtherMethods(request);
    admitRequest(request, response, fair.budgets);
    const parameters = readParameters(queryOf(request));
    const project = parameters.get('project') ?? '';
    const start = wholeNumber(parameters.get('start'), 0, Number.MAX_SAFE_INTEGER);
    const limit = Math.max(1, wholeNumber(parameters.get('limit'), DEFAULT_ROWS, MAX_ROWS));
    const { name } = metadataSchema.parse(await ask(projects, clientOf(request), 'get-project-metadata', { project }).catch(forReaders));
    const { columns } = modelsSchema.parse(await ask(projects, clientOf(request), 'get-models', { project })).columnModel;
    const { rows, totalRows, pool } = rowsSchema.parse(await ask(projects, clientOf(request), 'get-rows', { project, start: String(start), limit: String(limit) }));
    const { past } = historySchema.parse(await ask(projects, clientOf(request), 'get-history', { project }));
    const page = projectPage({
      baseUrl: publicBaseUrl(request, configured),
      words: wordsOf(request),
      id: project,
      name,
      columnNames: columns.map((column) => column.name),
      rows: rows.map(({ i, starred, flagged, cells }) => ({ index: i, starred, flagged, cells: columns.map(({ cellIndex }) => shownCell(cells[cellIndex] ?? null, pool.recons)) })),
      totalRows,
      start,
      limit,
      history: past.map(({ description }) => description),
      csrfToken: projects.csrf === 'strict' ? projects.tokens.issue() : undefined,
    });
    await sendReply(response, { kind: 'page', html: page.text, cache: 'never' }, undefined);
  };
}

async function ask({ port }: ProjectsWebOptions, client: string, name: WorkerCommandName, parameters: Readonly<Record<string, string>>): Promise<unknown> {
  const command = findCommand(name);
  if (command === undefined || !isWorkerCommand(command)) throw new Error(`no worker knows the command ${name}`);
  const outcome = await port.run(command, { client, parameters: Object.entries(parameters), trailingName: '', files: [], workFolder: '' });
  if (outcome.kind === 'long-json') return JSON.parse(await takeText(outcome.path)) as unknown; // as below
  if (outcome.kind !== 'json') throw new Error(`the command ${name} does not answer with JSON`);
  return JSON.parse(outcome.json) as unknown; // looked at by whoever asked
}

/** More is no page that anybody reads. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** The text of a file, which is removed. Rejects with `command-too-large` for a long one. */
async function takeText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_PAGE_BYTES) throw new SameasError('command-too-large', 'What the page would show is too long for one page.', { advice: 'Ask for fewer rows with the parameter "limit", or export the project.' });
    return await readFile(path, 'utf8');
  } finally {
    await rm(path, { force: true });
  }
}

/** What commands say of a project that is not there is a sentence that programs look for; a reader gets one to go on from. */
function forReaders(thrown: unknown): never {
  if (!(thrown instanceof SameasError) || thrown.code !== 'project-unknown') throw thrown;
  throw new SameasError('project-unknown', 'There is no such project.', { advice: 'It may have been deleted since the link was made.', facts: thrown.facts, cause: thrown });
}

function shownCell(cell: z.infer<typeof cellSchema>, recons: z.infer<typeof rowsSchema>['pool']['recons']): ShownCell {
  if (cell === null) return { kind: 'nothing', text: '' };
  if (cell.e !== undefined) return { kind: 'error', text: cell.e };
  if (cell.v === undefined || cell.v === null) return { kind: 'nothing', text: '' };
  const match = cell.r === undefined ? undefined : recons[cell.r]?.m?.name;
  return { kind: 'value', text: String(cell.v), ...(match === undefined ? {} : { match }) };
}

function queryOf(request: Request): string {
  return request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
}

function wholeNumber(text: string | undefined, fallback: number, max: number): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Math.min(max, Number(text)) : fallback;
}
