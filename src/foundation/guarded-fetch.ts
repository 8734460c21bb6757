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
 * Requests to addresses from users, such as sources of datasets or in recipes. The check is part of connecting: the
 * name is resolved once, and the checked address is the one connected to, so that a second look-up cannot change it.
 */

/** Allowed addresses: none, those of the public internet, or all, including this machine and its network. */
export type UrlAccess = 'off' | 'public' | 'all';

interface GuardedRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Form to send; without one the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface GuardedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Undecoded body. */
  readonly bytes: Buffer;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

interface FetchLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Gets the number of bytes received, and the total if the server declares it. */
  readonly hasCome?: (bytes: number, all: number | undefined) => void;
}

const MAX_REDIRECTS = 5;

/** Separate connections for public addresses, so that none made without the check is reused. */
const PUBLIC_AGENTS = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

/**
 * The response at an address, following redirects with a new check of each: `access` may depend on the address. Headers
 * go only to their own server. Throws `url-access-off` for a forbidden address, and `service-unreachable` for a
 * missing, late or too long response.
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

/** Statuses 307 and 308 repeat the request, others become a GET. Source: RFC 9110, 15.4. */
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
  // A numeric address is connected to without a look-up, so that it must be checked here.
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
                // Decoded on demand: bytes may be longer than a text can be.
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

/** The decompressed content of a response. Rejects for an unknown encoding, damage, and more than `maxBytes`. */
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

function lengthOf(declared: string | undefined): number | undefined {
  return declared === undefined || !/^\d+$/.test(declared) ? undefined : Number(declared);
}

/** Decoded by the declared character set; UTF-8 without a known one. A byte order mark stays, as in OpenRefine. */
function decoded(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  return iconv.encodingExists(charset) ? iconv.decode(bytes, charset, { stripBOM: false }) : bytes.toString('utf8');
}

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

/** The IPv6 range of public addresses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address belongs to this machine, a local network, a reserved range, or none; also IPv4 in IPv6 form. */
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
