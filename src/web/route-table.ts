import { createSignInHandler } from './access/answer-sign-in.js';
import { roleOf } from './access/gate.js';
import {
  answerLogo,
  answerOfflinePage,
  answerOpenapi,
  answerPageScript,
  answerSuggestElement,
} from './answer-assets.js';
import { answerHealth, answerReadiness } from './answer-health.js';
import { createBrowseHandler } from './browsing/answer-browse.js';
import { createEntitiesHandler, createEntityHandler, type EntityEditing } from './entities/answer-entities.js';
import { type RouteHandler, type Route, type RouteStyle, overContents } from './exchange.js';
import { FLYOUT_PATH, SUGGEST_PATH, type SuggestKind } from '../protocols/describe-service.js';
import type { FairShare } from './clients/fair-share.js';
import { createAnswerBatch, type TextBatch } from './matching/answer-batch.js';
import {
  answerDraftSuggest,
  createDraftExtendHandler,
  createDraftRootHandler,
  createMatchHandler,
  draftProposals,
} from './matching/answer-draft.js';
import { createDatasetHandler } from './matching/answer-dataset.js';
import { answerEntityAddress, answerFeature, answerPreview, answerView } from './matching/answer-entity-pages.js';
import { answerLanguage } from './messages/request-language.js';
import { createExplainHandler } from './matching/answer-explain.js';
import {
  answerProposals,
  answerSearch,
  answerSuggest,
  suggestionsOfDataset,
  type SuggestionSource,
} from './matching/answer-suggest.js';
import { createRootHandler } from './matching/answer-root.js';
import type { TableService } from './matching/answer-table.js';
import { createTryHandler } from './matching/answer-try.js';
import { aboutPage } from './pages/about-page.js';
import { noProjectsPage } from './pages/projects-page.js';
import type { RunsWeb } from './review/runs-web.js';
import { UPLOADS_PATH } from './uploads/dataset-uploads.js';
import type { WebOptions } from './web-options.js';

export type OwnRoutes = (fair: FairShare, tables: TableService['tables']) => readonly Route[];

const KINDS: readonly SuggestKind[] = ['entity', 'type', 'property'];

/**
 * Every route of the service, one line each: the index of this chapter. openapi.yaml describes the same routes, and a test holds the
 * two against each other. `/metrics` only when there are any.
 */
export function routeTable(options: WebOptions, fair: FairShare): readonly Route[] {
  const get = (path: string, style: RouteStyle, handler: RouteHandler): Route => ({
    path,
    methods: ['GET'],
    style,
    handler,
  });
  const { metrics, tables } = options;
  const answerBatch = createAnswerBatch(options.observe, fair);
  const open = (path: string, style: RouteStyle, handler: RouteHandler): Route => ({
    ...get(path, style, handler),
    needs: 'nothing',
  });
  return [
    ...protocolRoutes({
      answerBatch,
      suggestions: suggestionsOfDataset(answerBatch),
      root: createRootHandler(answerBatch, options),
      draftRoot: createDraftRootHandler(answerBatch),
      propose: answerProposals,
      preview: overContents(answerPreview),
    }),
    get('/view', 'page', answerView),
    get('/feature', 'page', answerFeature),
    get('/entity/{id}', 'page', answerEntityAddress),
    get('/explain', 'json', createExplainHandler(answerBatch)),
    get('/about', 'page', overContents(aboutPage)),
    get('/dataset', 'plain', createDatasetHandler(fair)),
    { path: '/mcp', methods: ['POST'], style: 'plain', handler: answerAgents({ answerBatch, tables, fair }) },
    { path: '/table', methods: ['GET', 'POST'], style: 'plain', handler: answerTable({ answerBatch, tables, fair }) },

    get('/try', 'page', createTryHandler(answerBatch, options)),
    get('/browse', 'plain', createBrowseHandler(options.browsing, fair)),
    open('/projects', 'page', answerNoProjects),

    ...(options.review === undefined
      ? []
      : runRoutes({ ...options.review, tables: options.tables, turns: fair.tables, answerBatch })),

    ...uploadRoutes(options, fair),

    ...(options.entities === undefined ? [] : entityRoutes(options.entities)),

    ...signInRoutes(options),
    ...commonRoutes(),
    open('/health', 'plain', answerHealth),
    open('/ready', 'plain', answerReadiness),
    ...(metrics === undefined
      ? []
      : [
          get('/metrics', 'plain', async () => ({
            kind: 'text',
            text: await metrics.render(),
            contentType: metrics.contentType,
            cache: 'never',
          })),
        ]),
  ];
}

/** Handlers of the protocol, over one dataset or several. */
interface ProtocolParts {
  readonly answerBatch: TextBatch;
  readonly suggestions: SuggestionSource;
  readonly root: RouteHandler;
  readonly draftRoot: RouteHandler;
  readonly propose: RouteHandler;
  readonly preview: RouteHandler;
}

/** All addresses of the protocol in all versions, as families by operation. */
export function protocolRoutes({
  answerBatch,
  suggestions,
  root,
  draftRoot,
  propose,
  preview,
}: ProtocolParts): readonly Route[] {
  const route = (
    path: string,
    style: RouteStyle,
    handler: RouteHandler,
    methods: Route['methods'] = ['GET'],
  ): Route => ({
    path,
    methods,
    style,
    handler,
  });
  const needs = 'ask, but for the manifest';
  return [
    { ...route('/', 'json', root, ['GET', 'POST']), needs },
    { ...route('/v1', 'draft', draftRoot), needs },
    // Version 1.0-draft below the address of the service, beside the older versions, and alone below /v1.
    ...['', '/v1'].flatMap((at) => [
      route(`${at}/match`, 'draft', createMatchHandler(answerBatch), at === '' ? ['GET', 'POST'] : ['POST']),
      route(`${at}/reconcile`, 'draft', createMatchHandler(answerBatch, { isOlder: true }), ['POST']),
      route(`${at}/extend`, 'draft', createDraftExtendHandler(answerBatch), ['POST']),
      route(`${at}/preview`, 'page', preview),
    ]),
    route('/extend/propose', 'json', propose),
    route('/v1/extend/propose', 'draft', draftProposals(propose)),
    ...KINDS.flatMap((kind) => {
      const suggest = answerSuggest(suggestions, kind);
      const card: RouteHandler = (exchange) => suggestions.card(kind, exchange);
      // Types and properties have an address of their own; manifests name the kind behind it, and behind the address of the service.
      const of = kind === 'entity' ? '' : `/${kind}`;
      const family = (path: string, handler: RouteHandler): readonly Route[] =>
        [...new Set([of + path, of + path + of, path + of])].map((one) => route(one, 'suggest', handler));
      return [
        ...family(SUGGEST_PATH, suggest),
        ...family(FLYOUT_PATH, card),
        route(`${of}/search`, 'suggest', answerSearch(suggestions, kind)),
        route(`/suggest/${kind}`, 'suggest', answerSuggest(suggestions, kind, { withQualifiers: true })),
        route(`/flyout/${kind}`, 'suggest', card),
        route(`/v1/suggest/${kind}`, 'draft', answerDraftSuggest(suggestions, kind)),
        route(`/v1/flyout/${kind}`, 'draft', card),
      ];
    }),
  ];
}

/** The pages of uploaded datasets, loaded on demand. Sending a table needs `judge`; a dataset, `administer`. */
export function uploadRoutes(
  { uploads, reading }: Pick<WebOptions, 'uploads' | 'reading'>,
  fair: FairShare,
): readonly Route[] {
  if (uploads === undefined) return [];
  return [
    {
      path: `/${UPLOADS_PATH}`,
      methods: ['GET', 'POST'],
      style: 'page',
      isPrivate: true,
      needs: { get: 'ask', change: 'judge' },
      takesLongForms: true,
      handler: async (exchange) =>
        (await import('./uploads/answer-uploads.js')).createUploadsHandler({ uploads, reading, fair })(exchange),
    },
  ];
}

/** Signing in: among several datasets it is one place for all. */
function signInRoutes({ access, part }: WebOptions): readonly Route[] {
  if (access?.ring === undefined || part === 'dataset') return [];
  return [signInRoute({ ...access, holds: (key) => roleOf(key, access) !== undefined })];
}

/** The route of signing in. */
export function signInRoute(access: Parameters<typeof createSignInHandler>[0]): Route {
  return {
    path: '/sign-in',
    methods: ['GET', 'POST'],
    style: 'page',
    isPrivate: true,
    needs: 'nothing',
    handler: createSignInHandler(access),
  };
}

/** No projects; of one dataset among several, a redirect to those of the service. */
const answerNoProjects: RouteHandler = (exchange) =>
  exchange.site.shows === 'one of several'
    ? { kind: 'redirect', address: `${exchange.site.serviceUrl}/projects` }
    : { kind: 'page', html: noProjectsPage(exchange).text, cache: 'checked' };

/**
 * The reader of tables is a sixth of all modules that answer requests, and most services never get one: it is loaded on
 * demand.
 */
function answerTable(service: TableService): RouteHandler {
  return async (exchange) => {
    const { createTableHandler } = await import('./matching/answer-table.js');
    return createTableHandler(service)(exchange);
  };
}

function answerAgents(service: TableService): RouteHandler {
  return async (exchange) => (await import('./mcp/answer-mcp.js')).createMcpHandler(service)(exchange);
}

/**
 * Routes of every application with pages: the documentation, whose readers of Markdown and YAML are loaded on demand,
 * and assets of pages.
 */
export function commonRoutes(): readonly Route[] {
  const open = (path: string, style: RouteStyle, handler: RouteHandler): Route => ({
    path,
    methods: ['GET'],
    style,
    needs: 'nothing',
    handler,
  });
  const documents = async (): Promise<typeof import('./documentation/answer-documentation.js')> =>
    import('./documentation/answer-documentation.js');
  const api = async (): Promise<typeof import('./documentation/answer-api.js')> =>
    import('./documentation/answer-api.js');
  return [
    open('/docs', 'page', async (exchange) => (await documents()).answerDocumentList(exchange)),
    open('/docs/{id}', 'page', async (exchange, rest) => (await documents()).answerDocument(exchange, rest)),
    open('/api', 'page', async (exchange) => (await api()).answerApi(exchange)),
    open('/openapi.json', 'plain', async (exchange) => (await api()).answerOpenapiJson(exchange)),
    open('/openapi.yaml', 'plain', answerOpenapi),
    { path: '/language', methods: ['POST'], style: 'page', needs: 'nothing', handler: answerLanguage },
    open('/pages.js', 'plain', answerPageScript),
    open('/offline', 'page', answerOfflinePage),
    open('/sameas-suggest.js', 'plain', answerSuggestElement),
    open('/logo.svg', 'plain', answerLogo),
    open('/favicon.ico', 'plain', answerLogo),
  ];
}

function entityRoutes(entities: EntityEditing): readonly Route[] {
  return [
    {
      path: '/entities',
      methods: ['POST'],
      style: 'plain',
      isPrivate: true,
      needs: 'administer',
      takesLines: true,
      handler: createEntitiesHandler(entities),
    },
    {
      path: '/entities/{id}',
      methods: ['GET', 'PUT', 'PATCH', 'DELETE'],
      style: 'plain',
      isPrivate: true,
      needs: { get: 'ask', change: 'administer' },
      handler: createEntityHandler(entities),
    },
  ];
}

/** The pages on which people match and review tables, loaded on demand. */
function runRoutes(web: RunsWeb): readonly Route[] {
  const handlers = async (): Promise<typeof import('./review/runs-handler.js')> => import('./review/runs-handler.js');
  return [
    {
      path: '/runs',
      methods: ['GET', 'POST'],
      style: 'page',
      isPrivate: true,
      needs: 'judge',
      takesLongForms: true,
      handler: async (exchange) => (await handlers()).createRunsHandler(web)(exchange),
    },
    {
      path: '/runs/{id}',
      methods: ['GET', 'POST'],
      style: 'page',
      isPrivate: true,
      needs: 'judge',
      handler: async (exchange, rest) => (await handlers()).createRunHandler(web)(exchange, rest),
    },
  ];
}
