import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as askBehind } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What happens to an answer of the node: it comes so much later, it has another status and body, or its body is changed. */
export type NodeFault =
  | { readonly laterMs: number }
  | { readonly status: number; readonly body: object }
  | { readonly change: (body: string) => string };

/** What stands before a node of a search cluster, and does harm to its answers. */
export interface FaultyNode {
  /** http:// on this computer. */
  readonly url: string;
  /** The faults of the requests from now on, in order; the last one stays. `undefined`: the answer goes through. */
  readonly doHarm: (faults: readonly (NodeFault | undefined)[]) => void;
  /** Requests since then. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

/** Before the node at this https:// address, known by this certificate. */
export async function startFaultyNode(node: string, ca: string): Promise<FaultyNode> {
  let faults: readonly (NodeFault | undefined)[] = [undefined];
  let requests = 0;
  const server = createServer((request, response) => {
    const fault = faults[Math.min(requests, faults.length - 1)];
    requests++;
    void answer(request, response, fault).catch(() => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    fault: NodeFault | undefined,
  ): Promise<void> {
    const sent = await textOf(request);
    if (fault !== undefined && 'status' in fault) {
      response.writeHead(fault.status, { 'content-type': 'application/json' }).end(JSON.stringify(fault.body));
      return;
    }
    if (fault !== undefined && 'laterMs' in fault) await pause(fault.laterMs, undefined, { ref: false });
    const { status, body } = await passOn(request, sent);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(fault !== undefined && 'change' in fault ? fault.change(body) : body);
  }
  function passOn(
    { method, url = '/', headers }: IncomingMessage,
    sent: string,
  ): Promise<{ readonly status: number; readonly body: string }> {
    const { host: _, 'content-length': __, ...kept } = headers;
    return new Promise((resolve, reject) => {
      const behind = askBehind(
        new URL(url, node),
        { method, ca, headers: { ...kept, 'accept-encoding': 'identity', 'content-length': Buffer.byteLength(sent) } },
        (given) => {
          textOf(given).then((body) => resolve({ status: given.statusCode ?? 0, body }), reject);
        },
      );
      behind.on('error', reject).end(sent);
    });
  }
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    doHarm: (wanted) => {
      faults = wanted;
      requests = 0;
    },
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer); // no encoding is set
  return Buffer.concat(parts).toString('utf8');
}
