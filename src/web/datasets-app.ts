import express, { type Express, type RequestHandler } from 'express';
import type { Observe } from '../foundation/observation.js';
import type { AccessOptions } from './access/access-options.js';
import { createGate } from './access/gate.js';
import { trustOf } from './access/trust-of.js';
import { allRoutes } from './all/all-routes.js';
import { ownServiceOf } from './commands/own-service.js';
import { listRoutes } from './list-routes.js';
import type { MountedDataset } from './mounted-dataset.js';
import { pathOfBaseUrl } from './public-base-url.js';
import type { OwnRoutes } from './route-table.js';
import type { WebOptions } from './web-options.js';

/** Where all datasets are asked at once. */
const ALL = 'all';

/** As for one dataset, but for the datasets themselves. */
export interface DatasetsOptions extends Pick<WebOptions, 'publicBaseUrl' | 'trustedProxies' | 'isProxy'> {
  readonly datasets: readonly MountedDataset[];
  /** Makes an application with routes of its own: `list` is at the address of the service, `all` asks several datasets at once. */
  readonly createPart: (
    part: 'list' | 'all',
    routes: OwnRoutes,
    own: Pick<WebOptions, 'access' | 'services' | 'datasetPaths'>,
  ) => Express;
  /** Who may do what is done with no dataset: projects and metrics. */
  readonly access: AccessOptions;
  readonly observe: Observe;
  readonly metrics: NonNullable<WebOptions['metrics']>;
}

/** The application that serves several datasets, each at a path of its own, and at `/` lists them for people and programs and has what belongs to all of them. */
export function createDatasetsApp(options: DatasetsOptions): Express {
  const { datasets, publicBaseUrl: configured, createPart, metrics, access, observe } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.set('trust proxy', trustOf(options));
  const gates = datasets.map((dataset) => ({
    dataset,
    gate: createGate({
      ...(dataset.access !== undefined && { access: dataset.access }),
      ...(configured !== undefined && { publicBaseUrl: configured }),
    }),
  }));
  /** By the datasets that may be asked: there are as many as kinds of keys. */
  const allApps = new Map<string, Express>();
  // A proxy may hand requests on with or without the path at which the public reaches the service.
  for (const before of new Set(['', pathOfBaseUrl(configured)])) {
    for (const { path, app: one } of datasets) app.use(`${before}/${path}`, one);
    app.use(`${before}/${ALL}`, askingAll);
  }
  const services: NonNullable<WebOptions['services']> = (baseUrl) =>
    datasets.flatMap(({ path, live, batchSize }) =>
      live.state() === 'ready' ? [ownServiceOf(live.current().snapshot, `${baseUrl}/${path}`, batchSize)] : [],
    );
  app.use(
    createPart('list', () => listRoutes(datasets, metrics, access), {
      access,
      services,
      datasetPaths: datasets.map(({ path }) => path),
    }),
  );
  return app;

  /** Those that whoever asks may ask are asked together; where there is none, the gate of the first says why. */
  function askingAll(...[request, response, next]: Parameters<RequestHandler>): void {
    const open = gates.filter(({ gate }) => {
      try {
        gate.admit(request, 'ask');
        return true;
      } catch {
        return false;
      }
    });
    const key = open.map(({ dataset }) => dataset.path).join('/');
    let all = allApps.get(key);
    if (all === undefined) {
      const refused = datasets
        .filter(({ path }) => !open.some(({ dataset }) => dataset.path === path))
        .map(({ path }) => ({ dataset: path, state: 'needs another key' as const }));
      const [first] = datasets;
      all = createPart(
        'all',
        allRoutes(
          open.map(({ dataset }) => dataset),
          refused,
          observe,
        ),
        open.length === 0 && first?.access !== undefined ? { access: first.access } : {},
      );
      allApps.set(key, all);
    }
    all(request, response, next);
  }
}
