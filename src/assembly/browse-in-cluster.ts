import type { Browsing } from '../browsing/browse-query.js';
import { askCluster } from '../cluster/ask-cluster.js';
import { createClusterBrowser, type ClusterBrowser } from '../cluster/browsing/browse-cluster.js';
import { connectCluster, type ClusterAccess } from '../cluster/cluster-connection.js';
import { openClusterDataset } from '../cluster/cluster-dataset.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { ClusterImage } from './cluster-image.js';

/** Counting the values of a hundred million entities takes longer than finding a name. */
const LIMITS = { attemptMs: 12_000, engineMs: 10_000 } as const;

/** Browses datasets in a cluster over a connection of its own, so that slow requests do not delay queries. */
export function createClusterBrowsing(
  access: ClusterAccess,
  imageOf: (snapshot: DatasetSnapshot) => ClusterImage,
): Browsing & { readonly close: () => Promise<void> } {
  const cluster = askCluster(connectCluster(access), LIMITS);
  const browsers = new WeakMap<DatasetSnapshot, ClusterBrowser>();

  function browserOf(snapshot: DatasetSnapshot): ClusterBrowser {
    const known = browsers.get(snapshot);
    if (known !== undefined) return known;
    const image = imageOf(snapshot);
    const dataset = openClusterDataset(cluster, image, {
      ...image.reading,
      timeoutMs: Math.max(LIMITS.attemptMs, image.reading.timeoutMs),
    });
    const browser = createClusterBrowser(cluster, image, dataset);
    browsers.set(snapshot, browser);
    return browser;
  }

  return {
    browse: async (snapshot, query) => browserOf(snapshot).browse(query),
    save: async (snapshot, query, form) => browserOf(snapshot).save(query, form),
    progress: (snapshot) => browserOf(snapshot).progress(),
    close: () => cluster.close(),
  };
}
