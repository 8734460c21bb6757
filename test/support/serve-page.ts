import { createServer } from 'node:http';

/** A web site of somebody else: one HTML page on an origin of its own. */
export interface ForeignSite {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Serves `html` at every path of a free port of 127.0.0.1. */
export function servePage(html: string): Promise<ForeignSite> {
  return new Promise((resolve, reject) => {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(html);
    });
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') {
        reject(new Error('No port was given.'));
        return;
      }
      resolve({
        url: `http://127.0.0.1:${address.port}/`,
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
