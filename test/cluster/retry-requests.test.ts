import { describe, expect, it } from '@jest/globals';
import type { ClusterAnswer, ClusterConnection } from '../../src/cluster/cluster-connection.js';
import { retryUntilAnswered } from '../../src/cluster/indexing/retry-requests.js';
import { loadDocuments } from '../../src/cluster/indexing/load-documents.js';

const BLOCKED = {
  error: { type: 'cluster_block_exception', reason: 'index has read-only-allow-delete block' },
  status: 429,
};

function answering(answers: readonly ClusterAnswer[]): ClusterConnection {
  let asked = 0;
  return {
    ask: () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)] ?? { status: 500, body: {} }),
    sentAgain: () => undefined,
    close: () => Promise.resolve(),
  };
}

describe('a cluster that takes no documents, because its disk is full', () => {
  it('is waited for ten seconds at most, with the reason, and the error says what to do', async () => {
    const heard: string[] = [];
    const cluster = retryUntilAnswered(answering([{ status: 429, body: BLOCKED }]), 600_000, (reason) =>
      heard.push(reason),
    );
    const begun = performance.now();
    await expect(cluster.need({ method: 'PUT', path: '/x' })).rejects.toMatchObject({
      code: 'search-cluster-refused',
      advice: expect.stringContaining('Free space'),
    });
    expect(performance.now() - begun).toBeLessThan(11_000);
    expect(heard[0]).toContain('a disk of it is full');
  }, 20_000);

  it('is written to again when the block is lifted in time', async () => {
    const whole = { status: 200, body: { errors: false, items: [] } };
    const blocked = {
      status: 200,
      body: { errors: true, items: [{ index: { status: 403, error: BLOCKED.error } }] },
    };
    const cluster = retryUntilAnswered(answering([{ status: 429, body: BLOCKED }, blocked, whole]), 600_000);
    expect(await loadDocuments(cluster, 'x', [{ id: 'a', document: {} }], () => undefined)).toBe(1);
  }, 20_000);
});
