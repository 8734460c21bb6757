import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import oxigraph from 'oxigraph';

/** A server on this computer. */
export interface WebServer {
  /** Without a slash at its end. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

export async function startWebServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<WebServer> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server listens on an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A SPARQL endpoint over statements in Turtle, which evaluates queries by Oxigraph. Queries come as forms by POST, as the protocol has it. */
export async function startSparqlEndpoint(
  turtle: string,
): Promise<WebServer & { readonly replace: (turtle: string) => void }> {
  let store = new oxigraph.Store();
  const replace = (statements: string): void => {
    store = new oxigraph.Store();
    store.load(statements, { format: 'text/turtle' });
  };
  replace(turtle);
  const server = await startWebServer((_request, response, body) => {
    try {
      const results = store.query(new URLSearchParams(body).get('query') ?? '', {
        results_format: 'application/sparql-results+json',
      });
      response
        .setHeader('Content-Type', 'application/sparql-results+json')
        .end(typeof results === 'string' ? results : '');
    } catch (thrown) {
      response
        .writeHead(400, { 'Content-Type': 'text/plain' })
        .end(thrown instanceof Error ? thrown.message : String(thrown));
    }
  });
  return { ...server, replace };
}
