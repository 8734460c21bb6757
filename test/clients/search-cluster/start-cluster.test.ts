import { describe, expect, it } from '@jest/globals';
import { CLUSTER_INDEXER, CLUSTER_READER } from '../../support/search-cluster/node-files.js';
import { sharedSearchCluster } from '../../support/search-cluster/search-cluster.js';

describe('the search cluster of the tests', () => {
  it('has two nodes, one of which can die and come back without a loss', async () => {
    const cluster = await sharedSearchCluster();
    await cluster.ask('PUT', '/started', { settings: { number_of_shards: 2, number_of_replicas: 1, 'index.unassigned.node_left.delayed_timeout': '0ms' } });
    await cluster.ask('PUT', '/started/_doc/1?refresh=true', { name: 'one' }, CLUSTER_INDEXER);
    await expect(cluster.ask('PUT', '/started/_doc/2', { name: 'two' }, CLUSTER_READER)).rejects.toThrow('403');
    await expect(cluster.ask('GET', '/started/_search', undefined, { ...CLUSTER_READER, password: 'wrong' })).rejects.toThrow('401');
    await cluster.kill(1);
    expect(await cluster.ask('GET', '/started/_search', undefined, CLUSTER_READER)).toMatchObject({ hits: { total: { value: 1 } }, _shards: { failed: 0 } });
    await cluster.restart();
    expect(await cluster.ask('GET', '/_cluster/health/started')).toMatchObject({ status: 'green', number_of_nodes: 2 });
    await cluster.ask('DELETE', '/started');
  });
});
