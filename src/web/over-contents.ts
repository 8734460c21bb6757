import type { LiveDataset } from '../describe/served-snapshot.js';
import type { Exchange, RouteHandler } from './exchange.js';
import type { Reply } from './reply.js';

/**
 * A handler over a snapshot with all contents that it reads, fetched from the search cluster where needed. It runs
 * again after a fetch, so it must only make its reply. `live`: a dataset other than that of the application.
 */
export function overContents(handler: (exchange: Exchange) => Reply, live?: LiveDataset): RouteHandler {
  return (exchange) => {
    const served = exchange.served(live);
    return served.read((snapshot) => handler({ ...exchange, served: () => ({ ...served, snapshot }) }));
  };
}
