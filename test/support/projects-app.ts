import { createServer, request as requestHttp, type IncomingHttpHeaders, type Server } from 'node:http';
import { join } from 'node:path';
import type { Express } from 'express';
import { type CsrfRule, createCsrfTokens } from '../../src/web/commands/csrf-tokens.js';
import { smallApp } from './small-app.js';
import { startProjectsService } from './start-projects-service.js';
import { temporaryFolder } from './temporary-files.js';

/** An answer as it came, redirects not followed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

/** One request, byte by byte as a program writes it. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'HEAD';
  /** Sent as it stands, encoded or not. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The projects wing behind an HTTP server of its own for each setting of tokens, over one folder of projects. */
export interface ProjectsServers {
  readonly token: () => string;
  readonly origin: (csrf: CsrfRule) => string;
  readonly send: (csrf: CsrfRule, request: RawRequest) => Promise<RawAnswer>;
  readonly close: () => Promise<void>;
}

/** Starts them on free ports of 127.0.0.1. */
export async function startProjectsServers(): Promise<ProjectsServers> {
  const temporary = temporaryFolder();
  const port = startProjectsService(join(temporary.path, 'data'));
  const tokens = createCsrfTokens();
  const listen = (csrf: CsrfRule): Promise<Server> =>
    listening(
      smallApp({
        projects: { port, tokens, csrf, maxUploadBytes: 1_000_000, softwareVersion: '0.0.0' },
      }).app,
    );
  const servers: Readonly<Record<CsrfRule, Server>> = {
    strict: await listen('strict'),
    compatible: await listen('compatible'),
    off: await listen('off'),
  };
  return {
    token: () => tokens.issue(),
    origin: (csrf) => `http://127.0.0.1:${portOf(servers[csrf])}`,
    send: (csrf, request) => sendRaw(portOf(servers[csrf]), request),
    close: async () => {
      for (const server of Object.values(servers)) {
        server.close();
        server.closeAllConnections();
      }
      await port.close();
      temporary.remove();
    },
  };
}

function listening(app: Express): Promise<Server> {
  const server = createServer(app);
  return new Promise(
    (resolve) =>
      void server.listen(0, '127.0.0.1', () => {
        resolve(server);
      }),
  );
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function sendRaw(port: number, { method, path, headers = {}, body = '' }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...(method === 'POST' ? { 'Content-Length': Buffer.byteLength(body) } : {}), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString('utf8'), bytes });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A part of a multipart body; one with a file name is a file. */
export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly fileName?: string;
  readonly mediaType?: string;
}

/** A multipart body and its header, file names written as they are. */
export function multipart(
  parts: readonly Part[],
  headerMore = '',
): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } {
  const boundary = '------------------------d74496d66958873e';
  const pieces = parts.flatMap(({ name, content, fileName, mediaType }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${mediaType === undefined ? '' : `Content-Type: ${mediaType}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'Content-Type': `multipart/form-data;${headerMore} boundary=${boundary}` },
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
