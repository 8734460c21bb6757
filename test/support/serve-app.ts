import { createServer, type RequestListener } from 'node:http';
import { requestClasses } from '../../src/web/request-classes.js';

/** An application that listens. */
export interface ServedApp {
  /** Without a slash at the end. */
  readonly origin: string;
  /** Ends at once, with every connection; nothing happens the second time. */
  readonly stop: () => Promise<void>;
}

/** Lets an application listen on a free port of 127.0.0.1. */
export function serveApp(app: RequestListener): Promise<ServedApp> {
  return new Promise((resolve, reject) => {
    const server = createServer(requestClasses(app), app);
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') {
        reject(new Error('No port was given.'));
        return;
      }
      resolve({
        origin: `http://127.0.0.1:${String(address.port)}`,
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
