import express, { type Express, type RequestHandler } from 'express';
import type { Observe } from '../foundation/observation.js';
import type { LiveDataset } from '../describe/served-snapshot.js';
import type { AccessOptions } from './access/access-options.js';
import { checkKey, keyOf, roleOf } from './access/gate.js';
import { allRoutes } from './all/all-routes.js';
import { ownServiceOf } from './commands/projects-port.js';
import type { Exchange, Reply, Route } from './exchange.js';
import { datasetsPage, type ListedDataset } from './pages/datasets-page.js';
import { noProjectsPage } from './pages/projects-page.js';
import { prefersPage } from './content-negotiation.js';
import { pathOfBaseUrl, trustOf } from './public-base-url.js';
import { latestRuns, uploadedRuns, type BegunRun } from './review/begun-runs.js';
import type { RunsWeb } from './review/runs-web.js';
import { commonRoutes, type OwnRoutes, signInRoute, uploadRoutes } from './route-table.js';
import type { DatasetUploads } from './uploads/dataset-uploads.js';
import type { WebOptions } from './web-options.js';

const ALL = 'all';

/** As for one dataset, but for the datasets themselves. */
export interface DatasetsOptions extends Pick<WebOptions, 'publicBaseUrl' | 'trustedProxies' | 'isProxy'> {
  readonly datasets: readonly MountedDataset[];
  /** Makes an application with routes of its own: `list` at the address of the service, `all` over several datasets. */
  readonly createPart: (
    part: 'list' | 'all',
    routes: OwnRoutes,
    own: Pick<WebOptions, 'access' | 'services' | 'datasetPaths'>,
  ) => Express;
  /** Access to projects and metrics, which belong to no dataset. */
  readonly access: AccessOptions;
  readonly observe: Observe;
  readonly metrics: NonNullable<WebOptions['metrics']>;
  readonly uploads: DatasetUploads;
  readonly reading: WebOptions['reading'];
}

/**
 * The application of several datasets, each at a path of its own; `/` lists them and has what belongs to all of them.
 */
export function createDatasetsApp(options: DatasetsOptions): Express {
  const { datasets, publicBaseUrl: configured, createPart, metrics, access, uploads } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.set('trust proxy', trustOf(options));
  const askingAll = createAskingAll(options);
  // A proxy may hand requests on with or without its public path.
  for (const before of new Set(['', pathOfBaseUrl(configured)])) {
    for (const { path, app: one } of datasets) app.use(`${before}/${path}`, one);
    app.use(`${before}/${ALL}`, askingAll);
    app.all(`${before}/mcp`, askingAll);
  }
  const services: NonNullable<WebOptions['services']> = (baseUrl) =>
    datasets.flatMap(({ path, live, batchSize }) =>
      live.state() === 'ready' ? [ownServiceOf(live.current().snapshot, `${baseUrl}/${path}`, batchSize)] : [],
    );
  app.use(
    createPart('list', (fair) => [...listRoutes(datasets, metrics, access, uploads), ...uploadRoutes(options, fair)], {
      access,
      services,
      datasetPaths: datasets.map(({ path }) => path),
    }),
  );
  return app;
}

/** The handler that joins the datasets that the client may use; without any, the gate of the first says why. */
function createAskingAll(options: DatasetsOptions): RequestHandler {
  const { datasets, createPart, access, observe } = options;
  /** By the allowed datasets: as many as kinds of keys. */
  const allApps = new Map<string, Express>();
  return (request, response, next) => {
    const open = datasets.filter(({ access: own }) => {
      try {
        checkKey(keyOf(request, { ...options, ...(own !== undefined && { access: own }) }), 'ask', own);
        return true;
      } catch {
        return false;
      }
    });
    const key = open.map(({ path }) => path).join('/');
    let all = allApps.get(key);
    if (all === undefined) {
      const refused = datasets
        .filter((dataset) => !open.includes(dataset))
        .map(({ path }) => ({ dataset: path, state: 'needs another key' as const }));
      const [first] = datasets;
      // Without an available dataset, the gate of the first says why; else keys only identify the caller.
      const own: AccessOptions =
        open.length === 0 && first?.access !== undefined ? first.access : { ...access, keyNeeded: 'nothing' };
      all = createPart('all', allRoutes(open, refused, observe), { access: own });
      allApps.set(key, all);
    }
    all(request, response, next);
  };
}

/**
 * Routes of a service of several datasets that belong to none of them: the list, signing in, health. Projects are
 * mounted before them.
 */
export function listRoutes(
  datasets: readonly MountedDataset[],
  metrics: NonNullable<WebOptions['metrics']>,
  { ring, sessions }: Pick<AccessOptions, 'ring' | 'sessions'>,
  uploads?: DatasetUploads,
): readonly Route[] {
  const route = (
    path: string,
    needs: 'ask' | 'nothing',
    handler: Route['handler'],
    style: Route['style'] = 'plain',
  ): Route => ({ path, methods: ['GET'], style, needs, handler });
  return [
    route('/', 'nothing', (exchange) => listReply(datasets, exchange, uploads)),
    route('/health', 'nothing', () => healthReply(datasets)),
    route('/ready', 'nothing', () => readyReply(datasets)),
    route('/metrics', 'ask', async () => ({
      kind: 'text',
      text: await metrics.render(),
      contentType: metrics.contentType,
      cache: 'never',
    })),
    route(
      '/projects',
      'nothing',
      (exchange) => ({ kind: 'page', html: noProjectsPage(exchange).text, cache: 'checked' }),
      'page',
    ),
    ...(ring === undefined
      ? []
      : [
          signInRoute({
            ring,
            sessions,
            holds: (key) => datasets.some(({ access }) => access !== undefined && roleOf(key, access) !== undefined),
          }),
        ]),
    ...commonRoutes(),
  ];
}

async function listReply(
  datasets: readonly MountedDataset[],
  exchange: Exchange,
  uploads: DatasetUploads | undefined,
): Promise<Reply> {
  const listed = datasets.map((dataset) => listedDataset(dataset, exchange.baseUrl));
  if (!prefersPage(exchange)) return { kind: 'json', json: JSON.stringify({ datasets: listed }), cache: 'checked' };
  return datasetsPage(
    listed,
    exchange,
    uploads,
    uploads === undefined ? [] : await runsBegun(datasets, exchange, uploads),
  );
}

/** Recent tables, of datasets open without a key and of uploaded ones. */
function runsBegun(
  datasets: readonly MountedDataset[],
  exchange: Exchange,
  uploads: DatasetUploads,
): Promise<readonly BegunRun[]> {
  const { baseUrl } = exchange;
  const own = datasets.flatMap(({ path, review, access }) =>
    review === undefined || access !== undefined
      ? []
      : [{ dataset: `${baseUrl}/${path}`, list: path, runs: review.runs }],
  );
  return latestRuns(exchange, [...own, ...uploadedRuns(uploads, baseUrl)]);
}

function listedDataset({ path, live }: MountedDataset, baseUrl: string): ListedDataset {
  const place = { path, url: `${baseUrl}/${path}/` };
  const state = live.state();
  if (state !== 'ready') return { ...place, state, name: path };
  const { metadata, entities } = live.current().snapshot.dataset;
  return {
    ...place,
    state,
    name: metadata.name,
    ...(metadata.description !== undefined && { description: metadata.description }),
    ...(metadata.language !== undefined && { language: metadata.language }),
    entities: entities.size,
  };
}

/** Liveness, and outdated or missing datasets. */
function healthReply(datasets: readonly MountedDataset[]): Reply {
  const failed = datasets.flatMap(({ path, live }): readonly object[] => {
    if (live.state() === 'failed') return [{ dataset: path }];
    const loadFailure = live.state() === 'ready' ? live.current().loadFailure : undefined;
    return loadFailure === undefined
      ? []
      : [{ dataset: path, at: loadFailure.at.toISOString(), code: loadFailure.code }];
  });
  return {
    kind: 'json',
    json: JSON.stringify({ status: 'ok', ...(failed.length > 0 && { loadFailed: failed }) }),
    cache: 'never',
  };
}

/** Ready when no dataset is loading any more, and one is available. */
function readyReply(datasets: readonly MountedDataset[]): Reply {
  const states = datasets.map(({ live }) => live.state());
  const isReady = states.includes('ready') && !states.includes('loading');
  return {
    kind: 'json',
    json: JSON.stringify({
      status: isReady ? 'ready' : 'not-ready',
      datasets: Object.fromEntries(datasets.map(({ path }, i) => [path, states[i]])),
    }),
    status: isReady ? 200 : 503,
    cache: 'never',
  };
}

interface MountedDataset {
  /** Path below the address of the service, without slashes. */
  readonly path: string;
  readonly live: LiveDataset & { readonly state: () => ListedDataset['state'] };
  readonly app: Express;
  /** Batch size that its manifest advises. */
  readonly batchSize: number;
  readonly review?: Pick<RunsWeb, 'runs'>;
  readonly access?: AccessOptions;
}
