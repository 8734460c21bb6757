import { createServer, request as askBehind, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request in place of its answer: the service behind is busy, its answer breaks off, or the connection is closed at once. */
export type Fault = { readonly status: number; readonly retryAfter?: string } | 'broken off' | 'closed';

/** What stands before a service and passes requests on, but for faults. */
export interface UnsteadyProxy {
  /** With a slash at the end. */
  readonly url: string;
  /** Methods of all requests, and what came of them. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/** A proxy before `origin`. `faultOf` is asked for each request, counted from 0; `undefined` passes it on. */
export async function startUnsteadyProxy(
  origin: string,
  faultOf: (request: number) => Fault | undefined,
): Promise<UnsteadyProxy> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const fault = faultOf(requests.length);
    requests.push(
      `${request.method ?? ''} ${fault === undefined ? 'passed on' : typeof fault === 'string' ? fault : String(fault.status)}`,
    );
    request.on('error', () => undefined);
    if (fault === 'closed') request.socket.destroy();
    else if (fault === 'broken off') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' }).write('{"q0":');
      setTimeout(() => request.socket.destroy(), 20);
    } else if (fault === undefined) passOn(origin, request, response);
    else
      response
        .writeHead(fault.status, {
          'Content-Type': 'application/json',
          ...(fault.retryAfter !== undefined && { 'Retry-After': fault.retryAfter }),
        })
        .end('{"status":"error","message":"Too busy."}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function passOn(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const behind = askBehind(
    new URL(request.url ?? '/', origin),
    { method: request.method, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  behind.on('error', () => request.socket.destroy());
  request.pipe(behind);
}
