import type { Exchange, RouteHandler } from './exchange.js';
import type { Reply } from './reply.js';

/**
 * A handler over a snapshot with all the contents that it reads, wherever they lie. It is computed again where something was lacking: it must do nothing but
 * make its reply.
 */
export function overContents(handler: (exchange: Exchange) => Reply): RouteHandler {
  return (exchange) => {
    const served = exchange.served();
    return served.read((snapshot) => handler({ ...exchange, served: () => ({ ...served, snapshot }) }));
  };
}
