import { readFile, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentenceSchema } from '../../foundation/sentence-schema.js';
import { sentence } from '../../foundation/message.js';
import { findCommand, isWorkerCommand, type WorkerCommandName } from '../../projects/commands/command-table.js';
import type { Exchange, Reply, Route } from '../exchange.js';
import { type ProjectPageContent, type ShownCell, projectPage } from '../pages/project-page.js';
import { projectsPage } from '../pages/projects-page.js';
import type { WebOptions } from '../web-options.js';
import { projectChange, faultOfForm, readProjectChange } from './change-project.js';
import { ownServiceOf, type OwnService, type ProjectsWebOptions } from './projects-port.js';
import { engineOf, type ProjectView, readProjectView, sortingOf } from './project-view.js';

/* The pages of projects run the commands of any client and show their answers. */

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

interface ProjectPages extends ProjectsWebOptions {
  /** One service for each available dataset. */
  readonly services: (baseUrl: string) => readonly OwnService[];
}

/** Longest form: a recipe with many edits. */
const MAX_FORM_BYTES = 16 * 1024 * 1024;

/** The pages of the projects wing: `/projects` lists them, and `/project?project=ID`, where clients are led after an upload, shows one. */
export function projectRoutes({ projects, services, live, limits }: WebOptions): readonly Route[] {
  if (projects === undefined) return [];
  const pages: ProjectPages = {
    ...projects,
    services: services ?? ((baseUrl) => [ownServiceOf(live.current().snapshot, baseUrl, limits.batchSize)]),
  };
  const shared = { style: 'plain', isPrivate: true, needs: 'administer' } as const;
  return [
    { path: '/projects', methods: ['GET'], ...shared, handler: (exchange) => listProjects(pages, exchange) },
    {
      path: '/project',
      methods: ['GET', 'POST'],
      ...shared,
      maxBodyBytes: MAX_FORM_BYTES,
      handler: (exchange) => answerProject(pages, exchange),
    },
  ];
}

async function listProjects(pages: ProjectPages, { baseUrl, client, site, words }: Exchange): Promise<Reply> {
  const listed = listedSchema.parse(await ask(pages, client, 'get-all-project-metadata', {}));
  const lines = Object.entries(listed.projects).map(([id, metadata]) => ({ id, ...metadata }));
  const page = projectsPage({
    baseUrl,
    site,
    words,
    projects: lines.sort((one, other) => other.modified.localeCompare(one.modified)),
    damaged: Object.entries(listed.damaged),
    csrfToken: pages.tokens.issue(),
  });
  return { kind: 'page', html: page.text, cache: 'never' };
}

/** The rows that a user looks at, and what its forms ask for. */
async function answerProject(pages: ProjectPages, exchange: Exchange): Promise<Reply> {
  if (exchange.method !== 'POST') return showProject(pages, exchange);
  try {
    return await changeProject(pages, exchange);
  } catch (thrown) {
    if (!(thrown instanceof SameasError) || thrown.kind !== 'bad-request' || thrown.code === 'csrf-token-invalid')
      throw thrown;
    return showProject(pages, exchange, faultOfForm(thrown));
  }
}

async function changeProject(
  pages: ProjectPages,
  { baseUrl, client, parameters, queryString, access }: Exchange,
): Promise<Reply> {
  if (pages.csrf !== 'off' && !pages.tokens.isValid(parameters.get('csrf_token') ?? '')) {
    throw new SameasError('csrf-token-invalid', sentence('This page is too old.'), {
      advice: sentence('Load it again, and send the form once more.'),
    });
  }
  const project = parameters.get('project') ?? '';
  const { command, parameters: sent, isLast } = readProjectChange(parameters, () => pages.services(baseUrl));
  await ask(pages, client, command, { project, ...sent });
  const definition = findCommand(command);
  const change = definition && projectChange(definition, Object.entries({ project, ...sent }));
  if (change !== undefined) await access.record(change);
  return {
    kind: 'redirect',
    address: isLast === true ? `${baseUrl}/projects` : `${baseUrl}/project?${queryString}`,
  };
}

async function showProject(
  pages: ProjectPages,
  { baseUrl, client, parameters, queryString, site, words }: Exchange,
  fault?: SameasError,
): Promise<Reply> {
  const project = parameters.get('project') ?? '';
  const limit = Math.max(1, wholeNumber(parameters.get('limit'), DEFAULT_ROWS, MAX_ROWS));
  const { name } = metadataSchema.parse(
    await ask(pages, client, 'get-project-metadata', { project }).catch(forReaders),
  );
  const { columns } = modelsSchema.parse(await ask(pages, client, 'get-models', { project })).columnModel;
  const columnNames = columns.map((column) => column.name);
  const view = readProjectView(parameters, project, limit, columnNames);
  const { rows, pool, facets, ...counts } = await readRows(pages, client, view, parameters);
  const { past, future } = historySchema.parse(await ask(pages, client, 'get-history', { project, sentences: 'true' }));
  const { processes, exceptions = [] } = pages.port.processes(project);
  const page = projectPage({
    ...{ baseUrl, site, words, view, name, columnNames, past, future, fault },
    totalRows: counts.totalRows,
    filtered: counts.filtered,
    nextPageStart: counts.nextPageStart,
    previousPageEnd: counts.previousPageEnd,
    cellIndexes: columns.map(({ cellIndex }) => cellIndex),
    reconciled: columns.flatMap(reconciledColumn),
    address: `${baseUrl}/project?${queryString}`,
    rows: rows.map(({ i, starred, flagged, cells }) => ({
      index: i,
      starred,
      flagged,
      cells: columns.map(({ cellIndex }) => shownCell(cells[cellIndex] ?? null, pool.recons)),
    })),
    facets: facets.filter((facet) => view.facets.includes(facet.name)).map(shownFacet),
    underWay: processes.map(({ description, progress }) => ({ description, progress })),
    failures: exceptions.map(({ message }) => message),
    sent: { name: parameters.get('name') ?? '', operations: parameters.get('operations') ?? '' },
    services: pages.services(baseUrl),
    csrfToken: pages.tokens.issue(),
    isStrict: pages.csrf === 'strict',
  });
  return { ...page, status: fault === undefined ? 200 : 400 };
}

/** The rows of a view from `start`, or before `end`, and its facets. */
async function readRows(
  pages: ProjectPages,
  client: string,
  view: ProjectView,
  parameters: Exchange['parameters'],
): Promise<z.infer<typeof rowsSchema> & z.infer<typeof facetsSchema>> {
  const { project } = view;
  const engine = engineOf(view);
  const start = wholeNumber(parameters.get('start'), 0, Number.MAX_SAFE_INTEGER);
  const end = parameters.get('end');
  const part = end !== undefined && /^\d{1,15}$/.test(end) ? { end } : { start: String(start) };
  const paging = { ...part, limit: String(view.limit), sorting: sortingOf(view) };
  const shown = rowsSchema.parse(await ask(pages, client, 'get-rows', { project, engine, ...paging }));
  if (view.facets.length === 0) return { ...shown, facets: [] };
  return { ...shown, ...facetsSchema.parse(await ask(pages, client, 'compute-facets', { project, engine })) };
}

/** Cells of a reconciled column by decision; none for any other column. */
function reconciledColumn({
  name: column,
  reconConfig,
  reconStats,
}: z.infer<typeof modelsSchema>['columnModel']['columns'][number]): ProjectPageContent['reconciled'] {
  if (reconConfig === undefined || reconStats === undefined) return [];
  const { matchedTopics: matched, newTopics: made, nonBlanks } = reconStats;
  return [{ column, matched, made, undecided: nonBlanks - matched - made }];
}

function shownFacet({
  name: column,
  choices = [],
  blankChoice,
  choiceCount,
}: z.infer<typeof facetsSchema>['facets'][number]): ProjectPageContent['facets'][number] {
  return {
    column,
    choices: choices.flatMap(({ v, c, s }) => (v.v === null ? [] : [{ value: v.v, text: v.l, count: c, isChosen: s }])),
    blanks: blankChoice?.c ?? 0,
    tooMany: choiceCount,
  };
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
  return JSON.parse(outcome.json) as unknown; // validated by the caller
}

/** A longer page is unreadable. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** Text of a file, which is removed. Rejects with `command-too-large` for a long one. */
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

/** Commands report a missing project in a sentence that programs search for; readers get one with advice. */
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

function wholeNumber(text: string | undefined, fallback: number, max: number): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Math.min(max, Number(text)) : fallback;
}
