import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { readClusterAccess } from '../../../src/assembly/cluster-access.js';
import { connectCluster } from '../../../src/cluster/cluster-connection.js';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import { CLUSTER_INDEXER, CLUSTER_READER } from '../../support/search-cluster/node-files.js';
import { sharedSearchCluster } from '../../support/search-cluster/search-cluster.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { until } from '../../support/until.js';

const folder = temporaryFolder();
const wholeAnswer = z.object({
  hits: z.object({ total: z.object({ value: z.literal(1) }) }),
  _shards: z.object({ failed: z.literal(0) }),
});
afterAll(() => folder.remove());

describe('the search cluster of the tests', () => {
  it('has two nodes, one of which can die and come back without a loss', async () => {
    const cluster = await sharedSearchCluster();
    await cluster.restart();
    await cluster.ask('DELETE', '/sameas-started').catch(() => undefined);
    await cluster.ask('PUT', '/sameas-started', {
      settings: { number_of_shards: 2, number_of_replicas: 1, 'index.unassigned.node_left.delayed_timeout': '0ms' },
    });
    await cluster.ask('PUT', '/sameas-started/_doc/1?refresh=true', { name: 'one' }, CLUSTER_INDEXER);
    await expect(cluster.ask('PUT', '/sameas-started/_doc/2', { name: 'two' }, CLUSTER_READER)).rejects.toThrow('403');
    await expect(
      cluster.ask('GET', '/sameas-started/_search', undefined, { ...CLUSTER_READER, password: 'wrong' }),
    ).rejects.toThrow('401');
    // Before, a part may lie on one node alone.
    expect(await cluster.ask('GET', '/_cluster/health/sameas-started?wait_for_status=green&timeout=29s')).toMatchObject(
      { timed_out: false },
    );
    await cluster.kill(1);
    // At first the other node may take it for alive, and give a part of an answer.
    await until(
      async () =>
        wholeAnswer.safeParse(await cluster.ask('GET', '/sameas-started/_search', undefined, CLUSTER_READER)).success,
    );
    await cluster.restart();
    // A node that answers may have to be counted yet.
    expect(
      await cluster.ask('GET', '/_cluster/health/sameas-started?wait_for_status=green&wait_for_nodes=2&timeout=29s'),
    ).toMatchObject({ status: 'green', number_of_nodes: 2, timed_out: false });
    await cluster.ask('DELETE', '/sameas-started');
  });

  it('is asked by users with their passwords, over connections that its certificate vouches for', async () => {
    const { urls, caFile } = await sharedSearchCluster();
    const settings = {
      searchCluster: urls.join(', '),
      searchClusterUser: CLUSTER_READER.user,
      searchClusterPasswordFile: folder.write('password', `${CLUSTER_READER.password}\n`),
      searchClusterPassword: '',
      searchClusterCaFile: caFile,
    };
    const statusFor = async (different: Partial<typeof settings>): Promise<number | string> => {
      const access = readClusterAccess({ ...settings, ...different });
      const connection = access === undefined ? undefined : connectCluster(access);
      try {
        return (
          (await connection?.ask({ method: 'GET', path: '/_cluster/health', timeoutMs: 10_000, retries: 1 }))?.status ??
          0
        );
      } catch (error) {
        return error instanceof SameasError ? `${error.code}: ${error.advice ?? ''}` : String(error);
      } finally {
        await connection?.close();
      }
    };
    expect(await statusFor({})).toBe(200);
    expect(await statusFor({ searchClusterPasswordFile: folder.write('wrong', 'wrong') })).toBe(401);
    expect(await statusFor({ searchClusterUser: '' })).toBe(401);
    // A node that has just been started again may not show its certificate yet.
    let untrusted = await statusFor({ searchClusterCaFile: '' });
    for (let tries = 0; tries < 20 && String(untrusted).startsWith('search-cluster-unavailable'); tries++) {
      await setTimeout(500);
      untrusted = await statusFor({ searchClusterCaFile: '' });
    }
    expect(untrusted).toBe(
      'search-cluster-refused: Name the file of the certificate that vouches for the nodes: --search-cluster-ca-file.',
    );
  });
});
