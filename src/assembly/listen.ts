import { createServer, ServerResponse, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { SameasError, asSameasError } from '../foundation/sameas-error.js';
import { requestClasses } from '../web/request-classes.js';
import { unreadableRequestAnswer } from '../web/error-reply.js';
import { type TlsFiles, readTlsFiles } from './tls-files.js';
import type { Observe } from '../foundation/observation.js';
import type { Settings } from '../settings/setting-definitions.js';
import { hostForUrl } from './service-parts.js';

export interface ListeningServer {
  /** The port in use; for 0, the one chosen by the system. */
  readonly port: number;
  /** Finishes pending answers, refuses new requests, and ends; idle connections are closed at once. */
  readonly close: () => Promise<void>;
  /** Sets the certificate of new connections; open ones keep theirs. No effect without HTTPS. */
  readonly useCertificate: (tls: TlsFiles) => void;
}

interface ListenOptions {
  /** Maximum time for the head of a request, from the beginning of the connection for the first one. */
  readonly headTimeoutMs?: number;
  /** Maximum time that a stop waits for pending answers. */
  readonly stopTimeoutMs?: number;
  readonly tls?: TlsFiles | undefined;
}

/**
 * Clients keep connections open between batches; a much shorter time than theirs would lose requests that cross with
 * the closing.
 */
const KEEP_ALIVE_MS = 60_000;
/** A head is a few kilobytes; a slower client occupies a connection. */
const HEAD_MS = 20_000;
/** Interval of checking for late heads. */
const LOOK_MS = 5_000;
/** Batches by GET are in the address. */
const MAX_HEADER_BYTES = 256 * 1024;
/** Default time after a stop when busy connections are cut. */
const STOP_MS = 10_000;
/** Maximum delay of closing a connection after its last answer during a stop. */
const SWEEP_MS = 50;

/** Listens on a port. Rejects with `port-in-use` or `setting-invalid`. */
export function listen(
  handler: RequestListener,
  host: string,
  port: number,
  { stopTimeoutMs = STOP_MS, headTimeoutMs = HEAD_MS, tls }: ListenOptions = {},
): Promise<ListeningServer> {
  const options = {
    ...requestClasses(handler),
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: headTimeoutMs,
    connectionsCheckingInterval: Math.min(LOOK_MS, headTimeoutMs),
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  const server =
    tls === undefined ? createServer(options, handler) : createSecureServer({ ...options, ...contextOf(tls) }, handler);
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    // A connection that is gone or already answering takes no other answer.
    if (fault.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy();
    else socket.end(unreadableRequestAnswer(fault.code));
  });
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => reject(listenError(fault, host, port)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        close: () => stop(server, stopTimeoutMs),
        useCertificate: (next) => {
          if (server instanceof SecureServer) server.setSecureContext(contextOf(next));
        },
      });
    });
  });
}

function contextOf({ cert, key }: TlsFiles): {
  readonly cert: string;
  readonly key: string;
  readonly minVersion: 'TLSv1.2';
} {
  return { cert, key, minVersion: 'TLSv1.2' };
}

/**
 * Whether the head of an answer was already sent: more data would be taken for its body. Node keeps the pending answer
 * on the socket.
 */
function isAnswering(socket: Duplex): boolean {
  const answer: unknown = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return answer instanceof ServerResponse && answer.headersSent;
}

function listenError(fault: NodeJS.ErrnoException, host: string, port: number): SameasError {
  const facts = { host, port };
  if (fault.code === 'EADDRINUSE') {
    return new SameasError('port-in-use', `Another program already listens on port ${String(port)}.`, {
      facts,
      advice: 'End it, or choose another port with --port.',
    });
  }
  if (fault.code === 'EACCES') {
    return new SameasError('setting-invalid', `This user may not listen on port ${String(port)}.`, {
      facts,
      advice: 'Choose a port above 1023 with --port.',
    });
  }
  return new SameasError('setting-invalid', `The service cannot listen on ${host}: ${fault.message}.`, {
    facts,
    advice: 'Check --host; 127.0.0.1 always works.',
    cause: fault,
  });
}

function stop(server: Server | SecureServer, stopTimeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), stopTimeoutMs);
    // A busy connection becomes idle after its answer, and its client would keep it open.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

interface ServedApp {
  /** The address for users; ends with a slash. */
  readonly url: string;
  /** Reads the certificate again. Unusable files are observed, and the old certificate stays. */
  readonly reloadCertificate: () => void;
  /** Finishes pending answers, then ends. */
  readonly close: () => Promise<void>;
}

/**
 * Makes an application listen by the settings, with HTTPS if they name a certificate. Rejects with the errors of
 * `listen` and `readTlsFiles`.
 */
export async function serveApp(
  app: RequestListener,
  settings: Pick<Settings, 'host' | 'port' | 'baseUrl' | 'stopTimeoutMs' | 'tlsCertificate' | 'tlsKey'>,
  observe: Observe,
): Promise<ServedApp> {
  const { host, port, baseUrl, stopTimeoutMs } = settings;
  const tls = readTlsFiles(settings);
  const server = await listen(app, host, port, { stopTimeoutMs, tls });
  if (tls !== undefined) observe({ kind: 'certificate-read', validTo: tls.validTo });
  return {
    url:
      baseUrl === ''
        ? `${tls === undefined ? 'http' : 'https'}://${hostForUrl(host)}:${String(server.port)}/`
        : `${baseUrl.replace(/\/+$/, '')}/`,
    close: server.close,
    reloadCertificate: () => {
      try {
        const next = readTlsFiles(settings);
        if (next === undefined) return;
        server.useCertificate(next);
        observe({ kind: 'certificate-read', validTo: next.validTo });
      } catch (thrown) {
        observe({ kind: 'certificate-not-read', error: asSameasError(thrown) });
      }
    },
  };
}
