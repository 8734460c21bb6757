import { lookup as lookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import iconv from 'iconv-lite';
import ipaddr from 'ipaddr.js';
import { errorCodeOf } from './error-code-of.js';
import { SameasError } from './sameas-error.js';

/*
 * Requests to addresses that users name, as sources of lists or in recipes. The guard sits where the connection is made: the name is looked up
 * once, and the address that is connected to is the one that was checked, so that no second look-up can give another.
 */

/** Which addresses may be asked: none, those of the public internet, or all of them, this machine and its network included. */
export type UrlAccess = 'off' | 'public' | 'all';

interface GuardedRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A form to send; without one the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface GuardedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** What was sent, before it was taken for text. */
  readonly bytes: Buffer;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

interface FetchLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Is told how much of an answer has come, and how long it is where its server says so. */
  readonly hasCome?: (bytes: number, all: number | undefined) => void;
}

const MAX_REDIRECTS = 5;

/** Connections to public addresses are kept apart, so that none is used again that was made without the check. */
const PUBLIC_AGENTS = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

/**
 * The answer at an address, redirects followed, each checked anew: `access` may depend on the address, and is asked about every one that a redirect
 * leads to. Headers go to the server they were meant for and to no other. Throws `url-access-off` when the address may not be asked, and
 * `service-unreachable` when no answer comes in time or it is too long.
 */
export async function guardedFetch(
  asked: GuardedRequest,
  access: UrlAccess | ((url: string) => UrlAccess),
  limits: FetchLimits,
): Promise<GuardedResponse> {
  let request = asked;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await fetchOnce(request, typeof access === 'string' ? access : access(request.url), limits);
    if (answer.location === undefined) return answer;
    request = redirected(request, answer.status, answer.location);
  }
  throw unreachable(asked.url, `it leads on more than ${MAX_REDIRECTS} times`);
}

/** Statuses 307 and 308 ask for the same request again, the others for a GET. Source: RFC 9110, 15.4. */
function redirected({ url, headers, form }: GuardedRequest, status: number, location: string): GuardedRequest {
  const target = URL.parse(location, url);
  if (target === null) throw unreachable(url, `it leads to "${location}", which is no address`);
  return {
    url: target.href,
    ...(headers === undefined || target.origin !== new URL(url).origin ? {} : { headers }),
    ...(form === undefined || (status !== 307 && status !== 308) ? {} : { form }),
  };
}

interface SingleAnswer extends GuardedResponse {
  readonly location: string | undefined;
}

async function fetchOnce(
  { url, headers, form }: GuardedRequest,
  access: UrlAccess,
  limits: FetchLimits,
): Promise<SingleAnswer> {
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
    throw unreachable(url, 'it is not an address that begins with http:// or https://');
  if (access === 'off') {
    throw new SameasError(
      'url-access-off',
      `The address ${url} was not asked: requests to other services are switched off here.`,
      {
        advice: 'The person who runs the service can allow them with the setting "url-access".',
      },
    );
  }
  // An address written as numbers is connected to without a look-up, so that it has to be checked here.
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  if (access === 'public' && isIP(host) !== 0 && isPrivateAddress(host)) throw privateAddress(url);
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  return await new Promise<SingleAnswer>((resolve, reject) => {
    const fail = (thrown: Error): void => {
      if (thrown instanceof SameasError) reject(thrown);
      else
        reject(
          unreachable(
            url,
            thrown.name === 'TimeoutError' || thrown.name === 'AbortError'
              ? `no answer came within ${limits.timeoutMs} ms`
              : thrown.message,
          ),
        );
    };
    const send = parsed.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(
      parsed,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Accept: 'application/json, */*;q=0.5',
          'User-Agent': 'sameas',
          ...headers,
          ...(body === undefined
            ? {}
            : {
                'Content-Type': 'application/x-www-form-urlencoded',
                'Content-Length': String(Buffer.byteLength(body)),
              }),
        },
        ...(access === 'public'
          ? { agent: parsed.protocol === 'https:' ? PUBLIC_AGENTS.https : PUBLIC_AGENTS.http }
          : {}),
        lookup: access === 'public' ? publicLookup(url) : lookupAddress,
        signal: AbortSignal.timeout(limits.timeoutMs),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          limits.hasCome?.(bytes, lengthOf(incoming.headers['content-length']));
          if (bytes <= limits.maxBytes) chunks.push(chunk);
          else {
            reject(unreachable(url, `its answer is longer than ${limits.maxBytes} bytes`));
            outgoing.destroy();
          }
        });
        incoming.on('error', fail);
        incoming.on('end', () => {
          const { statusCode = 0, headers: received } = incoming;
          const contentType = received['content-type'] ?? '';
          void unpacked(Buffer.concat(chunks), received['content-encoding'], limits.maxBytes).then(
            (content) =>
              resolve({
                status: statusCode,
                contentType,
                // Made when it is asked for: what is no text may be longer than a text can be.
                get body() {
                  return decoded(content, contentType);
                },
                bytes: content,
                headers: { etag: received.etag, 'last-modified': received['last-modified'] },
                location: statusCode >= 300 && statusCode < 400 ? received.location : undefined,
              }),
            (thrown: unknown) => reject(unreachable(url, `its answer cannot be unpacked: ${reasonOf(thrown)}`)),
          );
        });
      },
    );
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

const UNPACK: Readonly<Record<string, typeof gunzip>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: brotliDecompress,
};

/** The content of an answer that was packed on its way. Rejects for a packing that is not known, for damage, and for more than `maxBytes`. */
async function unpacked(bytes: Buffer, packing: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = packing?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity' || bytes.length === 0) return bytes;
  const unpack = Object.hasOwn(UNPACK, name) ? UNPACK[name] : undefined;
  if (unpack === undefined) throw new Error(`the packing "${name.slice(0, 40)}" is not known`);
  return promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(unpack)(bytes, { maxOutputLength: maxBytes });
}

function reasonOf(thrown: unknown): string {
  if (errorCodeOf(thrown) === 'ERR_BUFFER_TOO_LARGE') return 'unpacked it is too long';
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function lengthOf(stated: string | undefined): number | undefined {
  return stated === undefined || !/^\d+$/.test(stated) ? undefined : Number(stated);
}

/** By the character set that the answer names; without one, or with one that is not known, as UTF-8. A byte order mark stays, as it does in OpenRefine. */
function decoded(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  return iconv.encodingExists(charset) ? iconv.decode(bytes, charset, { stripBOM: false }) : bytes.toString('utf8');
}

/** A look-up that fails for private addresses. */
function publicLookup(url: string): LookupFunction {
  return (hostname, options, callback) => {
    lookupAddress(hostname, options, (error, address, family) => {
      if (error !== null) {
        callback(error, address, family);
        return;
      }
      const addresses = Array.isArray(address) ? address.map((one) => one.address) : [address];
      if (addresses.some(isPrivateAddress)) callback(privateAddress(url), address, family);
      else callback(null, address, family);
    });
  };
}

/** The part of the newer addresses from which public ones are given out. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address belongs to this machine, a local network, a reserved range, or to none; also one of the older kind that is written as one of the newer. */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.process(address);
  return parsed.range() !== 'unicast' || (parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_IPV6));
}

function privateAddress(url: string): SameasError {
  return new SameasError(
    'url-access-off',
    `The address ${url} was not asked: it lies on this machine or in its local network.`,
    {
      advice: 'The person who runs the service can allow such addresses with the setting "url-access: all".',
    },
  );
}

function unreachable(url: string, why: string): SameasError {
  return new SameasError('service-unreachable', `The address ${url} gave no answer that can be used: ${why}.`, {
    advice: 'Check the address, and try again later.',
  });
}
