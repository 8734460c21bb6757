import { setTimeout as pause } from 'node:timers/promises';
import { asSameasError, SameasError } from '../../foundation/sameas-error.js';
import type { ClusterAnswer, ClusterConnection, ClusterRequest } from '../cluster-connection.js';

/** Work on indexes may take long on a busy cluster, and must not be sent again while it goes on. */
const ATTEMPT_MS = 300_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Longest wait for a fault that a person has to fix. */
export const READ_ONLY_PATIENCE_MS = 10_000;

/** Requests that have time. */
export interface RetryingCluster {
  /**
   * The answer, whatever its status, but for those that mean "later" (429, 502 to 504) and for nodes that cannot be reached: such requests are sent again for ten minutes.
   * Rejects with `search-cluster-unavailable` then, and with `search-cluster-refused` for a user that may not do this, and for a cluster that takes no documents because its disks are full.
   */
  readonly ask: (request: Pick<ClusterRequest, 'method' | 'path' | 'query' | 'body'>) => Promise<ClusterAnswer>;
  /** The same for what must not fail: rejects with `search-cluster-refused` for any status from 400 on, except those that are `allowed`. */
  readonly need: (
    request: Pick<ClusterRequest, 'method' | 'path' | 'query' | 'body'>,
    allowed?: readonly number[],
  ) => Promise<ClusterAnswer>;
}

/** Hears why a request is sent again. */
export type TellWaiting = (reason: string) => void;

/** `patienceMs`: how long a cluster that gives no answer is waited for; `attemptMs`: how long one answer. `waiting` hears why. */
export function retryUntilAnswered(
  connection: ClusterConnection,
  patienceMs: number,
  waiting: TellWaiting = () => undefined,
  attemptMs = ATTEMPT_MS,
): RetryingCluster {
  const ask: RetryingCluster['ask'] = async (request) => {
    const begun = performance.now();
    const end = begun + patienceMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const answer = await connection
        .ask({ ...request, timeoutMs: attemptMs, retries: 0 })
        .catch((thrown: unknown) => asSameasError(thrown));
      if (answer instanceof SameasError) {
        if (answer.code !== 'search-cluster-unavailable' || performance.now() + pauseMs > end) throw answer;
        waiting(answer.message);
      } else if (isReadOnly(answer.body)) {
        if (performance.now() + pauseMs > Math.min(end, begun + READ_ONLY_PATIENCE_MS)) throw readOnly(answer.body);
        waiting(READ_ONLY);
      } else if (![429, 502, 503, 504].includes(answer.status)) {
        if (answer.status === 401 || answer.status === 403) throw refused(request, answer);
        return answer;
      } else if (performance.now() + pauseMs > end) {
        throw tooBusy(request, answer);
      } else waiting(`The search cluster is busy (status ${String(answer.status)}).`);
      await pause(pauseMs);
    }
  };
  return {
    ask,
    need: async (request, allowed = []) => {
      const answer = await ask(request);
      if (answer.status >= 400 && !allowed.includes(answer.status)) throw refused(request, answer);
      return answer;
    },
  };
}

const READ_ONLY = 'The search cluster refuses writing: a disk of it is full, or it was made read-only.';

/** Whether this says that nothing may be written, as where a disk is nearly full. A document that is refused says the same as a request. */
export function isReadOnly(said: unknown): boolean {
  return /cluster_block_exception|index_create_block_exception/.test(
    typeof said === 'string' ? said : (JSON.stringify(said) ?? ''),
  );
}

/** The error for it. */
export function readOnly(said: unknown): SameasError {
  return new SameasError('search-cluster-refused', `${READ_ONLY} What is served is as it was.`, {
    advice:
      'Free space on the nodes, or add a node, and lift the block where it stays (index.blocks.read_only_allow_delete and cluster.blocks.create_index). Then run the same command again: it goes on where it stopped.',
    facts: { reason: (JSON.stringify(said) ?? '').slice(0, MAX_TOLD) },
  });
}

/** Of what a node says. */
const MAX_TOLD = 400;

function tooBusy({ method, path }: Pick<ClusterRequest, 'method' | 'path'>, { status }: ClusterAnswer): SameasError {
  return new SameasError(
    'search-cluster-unavailable',
    `The search cluster is too busy: ${method} ${path} was answered with status ${String(status)}.`,
    {
      advice: 'Try again when there is less to do, or give the cluster more nodes.',
      facts: { status },
    },
  );
}

function refused(
  { method, path }: Pick<ClusterRequest, 'method' | 'path'>,
  { status, body }: ClusterAnswer,
): SameasError {
  const facts = { status, reason: (typeof body === 'string' ? body : JSON.stringify(body ?? '')).slice(0, MAX_TOLD) };
  if (status === 401)
    return new SameasError('search-cluster-refused', 'The search cluster does not take the user or the password.', {
      advice: 'Check searchClusterUser and searchClusterPasswordFile.',
      facts,
    });
  if (status === 403)
    return new SameasError(
      'search-cluster-refused',
      `The user of the search cluster may not do this: ${method} ${path}.`,
      { advice: 'docs/operating.md says what a user that indexes must be allowed.', facts },
    );
  return new SameasError('search-cluster-refused', `The search cluster refuses ${method} ${path}: ${facts.reason}.`, {
    advice: 'Check the version of the cluster (OpenSearch 2.19 or later) and its log.',
    facts,
  });
}
