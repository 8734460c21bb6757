import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../architecture/source-tree.js';
import { sharedOpenRefine, type RunningOpenRefine } from './start-openrefine.js';

/*
 * What OpenRefine answered to a suite, so that the suite runs where there is no OpenRefine. `TEST_OPENREFINE` says who answers: `recorded` (`npm test`), `real` (the tests of
 * clients) or `record`, which asks the real one and writes its answers anew.
 *
 * A request is known by all that was sent, an answer by its place among those to the same request. Ports change from run to run: the addresses that a suite names are numbered.
 */

const VERSION = '3.6.2';
const FOLDER = join(ROOT, 'test', 'cases', `openrefine-${VERSION}`);
const ANSWER = z.object({
  /** The request, for a reader. */
  request: z.string(),
  key: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  text: z.string().optional(),
  base64: z.string().optional(),
});
type Answer = z.infer<typeof ANSWER>;

/** The OpenRefine that a suite of this name is held against. */
export async function openRefineFor(suite: string): Promise<RunningOpenRefine> {
  const mode = process.env['TEST_OPENREFINE'] ?? 'recorded';
  if (mode === 'real') return sharedOpenRefine();
  const file = join(FOLDER, `${suite}.jsonl`);
  return mode === 'record' ? recording(await sharedOpenRefine(), file) : answeringFrom(file);
}

/** Addresses on this machine, numbered in the order in which requests name them. */
interface AddressNumbers {
  /** With `learn` false, addresses that no request has named stay. */
  readonly hidden: (text: string, learn?: boolean) => string;
  readonly shown: (text: string) => string;
}

function addressNumbers(): AddressNumbers {
  const known: string[] = [];
  return {
    hidden: (text, learn = true) =>
      text.replace(/(?:127\.0\.0\.1|localhost)(?::|%3A)\d+/gi, (address) => {
        const plain = address.replace(/%3A/i, ':');
        if (learn && !known.includes(plain)) known.push(plain);
        return known.includes(plain) ? `ADDRESS${String(known.indexOf(plain))}` : address;
      }),
    shown: (text) => text.replace(/ADDRESS(\d+)/g, (name, number: string) => known[Number(number)] ?? name),
  };
}

/** Which of several tokens a request has is a matter of chance where they are asked for at once. */
const untokened = (text: string): string => text.replace(/csrf_token=[^&\s]*/g, 'csrf_token=TOKEN');

interface Asked {
  readonly request: string;
  readonly key: string;
  readonly body: Buffer;
}

async function readRequest(incoming: IncomingMessage, hidden: (text: string) => string): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/.exec(incoming.headers['content-type'] ?? '');
  const sent = body.toString('latin1').replaceAll(boundary?.[1] ?? boundary?.[2] ?? '\0', 'BOUNDARY');
  const request = untokened(hidden(`${incoming.method ?? ''} ${incoming.url ?? ''}`));
  const key = createHash('sha256')
    .update(`${request}\n${untokened(hidden(sent))}`)
    .digest('base64url')
    .slice(0, 16);
  return { request: request.slice(0, 120), key, body };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** Passes requests on, and keeps what is answered. */
async function recording(real: RunningOpenRefine, file: string): Promise<RunningOpenRefine> {
  const answers: Answer[] = [];
  const { hidden } = addressNumbers();
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { request, key, body } = await readRequest(incoming, hidden);
      const type = incoming.headers['content-type'];
      const response = await fetch(real.origin + (incoming.url ?? ''), {
        method: incoming.method ?? 'GET',
        redirect: 'manual',
        ...(type !== undefined && { headers: { 'Content-Type': type } }),
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      const content = Buffer.from(await response.arrayBuffer());
      const text = content.toString('utf8');
      const headers = Object.fromEntries(
        ['content-type', 'location', 'content-disposition'].flatMap((name) => {
          const value = response.headers.get(name);
          return value === null ? [] : [[name, value.replace(real.origin, `http://${incoming.headers.host ?? ''}`)]];
        }),
      );
      answers.push({
        request,
        key,
        status: response.status,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hidden(value, false)])),
        ...(Buffer.from(text).equals(content) ? { text: hidden(text, false) } : { base64: content.toString('base64') }),
      });
      outgoing.writeHead(response.status, headers).end(content);
    })();
  });
  // The first address that is known is its own.
  const origin = await listening(server);
  hidden(origin);
  return {
    ...real,
    origin,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      writeFileSync(file, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
      await real.stop();
    },
  };
}

/** Answers as was recorded, and with 501 to what was never asked. */
async function answeringFrom(file: string): Promise<RunningOpenRefine> {
  const answers = new Map<string, Answer[]>();
  if (existsSync(file))
    for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
      const answer = ANSWER.parse(JSON.parse(line));
      answers.set(answer.key, [...(answers.get(answer.key) ?? []), answer]);
    }
  const { hidden, shown } = addressNumbers();
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { request, key } = await readRequest(incoming, hidden);
      const [first, ...rest] = answers.get(key) ?? [];
      if (first === undefined) {
        outgoing.writeHead(501).end(`OpenRefine was not asked this when its answers were recorded: ${request}`);
        return;
      }
      if (rest.length > 0) answers.set(key, rest);
      const headers = Object.entries(first.headers).map(([name, value]) => [name, shown(value)] as const);
      outgoing
        .writeHead(first.status, Object.fromEntries(headers))
        .end(first.text === undefined ? Buffer.from(first.base64 ?? '', 'base64') : shown(first.text));
    })();
  });
  const origin = await listening(server);
  hidden(origin);
  return {
    origin,
    version: VERSION,
    output: () => '',
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
