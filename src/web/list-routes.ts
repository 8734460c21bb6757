import type { AccessOptions } from './access/access-options.js';
import { roleOf } from './access/gate.js';
import type { Exchange } from './exchange.js';
import type { MountedDataset } from './mounted-dataset.js';
import { noProjectsPage } from './pages/projects-page.js';
import { datasetsPage, type ListedDataset } from './pages/datasets-page.js';
import { prefersPage } from './prefers-page.js';
import type { Reply } from './reply.js';
import { commonRoutes, signInRoute, type Route } from './route-table.js';
import type { WebOptions } from './web-options.js';

/** The routes of a service of several datasets that are of none of them: what lists them, where people sign in once for all, and how the service is. Projects are mounted before them. */
export function listRoutes(
  datasets: readonly MountedDataset[],
  metrics: NonNullable<WebOptions['metrics']>,
  { ring, sessions }: Pick<AccessOptions, 'ring' | 'sessions'>,
): readonly Route[] {
  const route = (
    path: string,
    needs: 'ask' | 'nothing',
    handler: Route['handler'],
    style: Route['style'] = 'plain',
  ): Route => ({ path, methods: ['GET'], style, needs, handler });
  return [
    route('/', 'nothing', (exchange) => listReply(datasets, exchange)),
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

function listReply(datasets: readonly MountedDataset[], exchange: Exchange): Reply {
  const listed = datasets.map((dataset) => listedDataset(dataset, exchange.baseUrl));
  return prefersPage(exchange.accept)
    ? datasetsPage(listed, exchange)
    : { kind: 'json', json: JSON.stringify({ datasets: listed }), cache: 'checked' };
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

/** That the process lives, and which datasets are older than they should be, or not there. */
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

/** Ready when no dataset is waited for any more, and one can be asked. */
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
