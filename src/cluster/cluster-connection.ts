import { Client } from '@opensearch-project/opensearch';
import { SameasError } from '../foundation/sameas-error.js';
import { countIn, type CountersBuffer } from './cluster-counters.js';

/** Addresses and user of a search cluster. */
export interface ClusterAccess {
  /** Addresses of its nodes, without user and password. */
  readonly nodes: readonly string[];
  /** Empty: no user is named. */
  readonly user: string;
  readonly password: string;
  /** Certificates in PEM form by which the nodes are known; `undefined`: those that Node.js trusts. */
  readonly ca: string | undefined;
  /** Counters of its requests. */
  readonly counters?: CountersBuffer;
}

/** One request of the REST interface. */
export interface ClusterRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Sent as JSON; a list as one JSON text a line, as `_bulk` and `_msearch` take it. */
  readonly body?: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Of each attempt. */
  readonly timeoutMs: number;
  /** Further attempts, on other nodes where there are some, when a node cannot be reached, takes too long or answers 502 to 504. */
  readonly retries: number;
}

/** Answer of a node, whatever its status. */
export interface ClusterAnswer {
  readonly status: number;
  /** Parsed JSON, not checked; text otherwise. */
  readonly body: unknown;
}

export interface ClusterConnection {
  /** Rejects with `search-cluster-unavailable` when no node gave an answer, and with `search-cluster-refused` when the certificate of a node is not trusted. */
  readonly ask: (request: ClusterRequest) => Promise<ClusterAnswer>;
  /** Counts a request that was sent once more. */
  readonly sentAgain: () => void;
  readonly close: () => Promise<void>;
}

/** A connection to the nodes of a cluster; nothing is sent before the first request. */
export function connectCluster({ nodes, user, password, ca, counters }: ClusterAccess): ClusterConnection {
  const client = new Client({
    nodes: [...nodes],
    ...(user !== '' && { auth: { username: user, password } }),
    ...(ca !== undefined && { ssl: { ca } }),
  });
  return {
    ask: async ({ method, path, query, body, timeoutMs, retries }) => {
      const begun = performance.now();
      const counted = (status: number): void => {
        countIn(counters, status === 0 ? 'failed' : REFUSED.includes(status) ? 'refused' : 'answered');
        countIn(counters, 'milliseconds', performance.now() - begun);
      };
      try {
        const answer = await client.transport.request(
          {
            method,
            path,
            ...(query !== undefined && { querystring: { ...query } }),
            ...(Array.isArray(body) ? { bulkBody: body as Record<string, unknown>[] } : body !== undefined && { body }),
          }, // lines of JSON, whatever they hold
          { requestTimeout: timeoutMs, maxRetries: retries },
        );
        counted(OK);
        countIn(counters, 'again', answer.meta.attempts);
        return { status: answer.statusCode ?? OK, body: answer.body as unknown }; // not checked
      } catch (thrown) {
        const refused = answerIn(thrown);
        counted(refused?.status ?? 0);
        if (refused !== undefined) return refused;
        throw unavailable(nodes, thrown);
      }
    },
    sentAgain: () => countIn(counters, 'again'),
    close: () => client.close(),
  };
}

const OK = 200;
/** For want of leave, or of room. */
const REFUSED: readonly number[] = [401, 403, 429];

/** The client throws what has a status of 400 and more. */
function answerIn(thrown: unknown): ClusterAnswer | undefined {
  if (
    typeof thrown !== 'object' ||
    thrown === null ||
    !('name' in thrown) ||
    thrown.name !== 'ResponseError' ||
    !('meta' in thrown)
  )
    return undefined;
  const { statusCode, body } = thrown.meta as { readonly statusCode?: number | null; readonly body?: unknown }; // what a ResponseError has
  return typeof statusCode === 'number' ? { status: statusCode, body } : undefined;
}

/** Text of the answer of a port that expects TLS. */
const NOT_HTTP = /socket hang up|Parse Error|ECONNRESET|other side closed/i;
const CERTIFICATE_FAULTS = /certificate|self-signed|altnames|UNABLE_TO_VERIFY/i;

function unavailable(nodes: readonly string[], cause: unknown): SameasError {
  const said = cause instanceof Error ? cause.message : String(cause);
  const [facts, where] = [{ reason: said }, nodes.join(', ')];
  if (CERTIFICATE_FAULTS.test(said))
    return new SameasError(
      'search-cluster-refused',
      `The certificate of the search cluster at ${where} is not trusted: ${said}.`,
      {
        advice: 'Name the file of the certificate that vouches for the nodes: --search-cluster-ca-file.',
        facts,
        cause,
      },
    );
  if (nodes.some((node) => node.startsWith('http:')) && NOT_HTTP.test(said))
    return new SameasError(
      'search-cluster-refused',
      `The search cluster at ${where} takes the connection and closes it without an answer: ${said}.`,
      { advice: 'Its nodes probably ask for TLS: write https:// in place of http://.', facts, cause },
    );
  return new SameasError('search-cluster-unavailable', `The search cluster at ${where} gives no answer: ${said}.`, {
    advice: 'Check the address, and that the cluster runs.',
    facts,
    cause,
  });
}
