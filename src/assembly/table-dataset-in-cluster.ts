import { SearchClusterClient } from '../cluster/search-cluster-client.js';
import { type ClusterDataset, type ClusterState, openClusterDataset } from '../cluster/cluster-dataset.js';
import { connectCluster } from '../cluster/cluster-connection.js';
import type { SearchCluster } from '../cluster/search-cluster.js';
import { FetchedEntities } from '../cluster/fetched-entities.js';
import { PackedEntityStoreBuilder, attachDataset } from '../entities/packed-entity-store.js';
import type { Dataset } from '../entities/dataset.js';
import { NO_DEADLINE, deadlineAfter } from '../foundation/deadline.js';
import { evenSample } from '../foundation/even-sample.js';
import type { TableDataset } from '../input/table-dataset.js';
import { analyseLabel } from '../text/analyse-label.js';
import type { ClusterImage } from './cluster-image.js';

/** A dataset in a cluster, for a thread that matches a table. */
interface TableDatasetInCluster extends Required<TableDataset> {
  readonly close: () => Promise<void>;
}

/** Finding entities by ordinal takes longer than finding names. */
const LIMITS = { attemptMs: 12_000, engineMs: 10_000 } as const;
const FETCHED_WITHIN_MS = 30_000;
/** Similar names for one text, and texts looked up at once. */
const NAMES_OF_TEXT = 5;
const AT_ONCE = 16;

/** Opens a connection of its own, which `close` ends. */
export function openTableDataset(image: ClusterImage): TableDatasetInCluster {
  return tableDatasetOver(new SearchClusterClient(connectCluster(image.access), LIMITS), image);
}

/** Over a cluster, which `close` closes. */
export function tableDatasetOver(
  cluster: SearchCluster,
  image: ClusterState & Pick<ClusterImage, 'reading'>,
): TableDatasetInCluster {
  const { names, settings, reading } = image;
  const { read, snapshot } = openClusterDataset(cluster, image, { ...reading, timeoutMs: FETCHED_WITHIN_MS });
  const fetched = new FetchedEntities(cluster, names, settings);
  const dataset: Dataset = { ...snapshot.dataset, entities: fetched.store };

  /** The dataset restricted to these entities. */
  function withAlone(ordinals: Iterable<number>): Dataset {
    const builder = new PackedEntityStoreBuilder();
    for (const ordinal of ordinals) builder.add(fetched.store.entity(ordinal));
    return attachDataset(settings.facts, builder.finish());
  }

  return {
    dataset,
    cluster: {
      fetchIds: (ids) => fetched.fetchIds(ids, deadlineAfter(FETCHED_WITHIN_MS)),
      fetchOrdinals: (ordinals) => fetched.fetchOrdinals(ordinals, deadlineAfter(FETCHED_WITHIN_MS)),
      namedLike: async (texts, others = []) => {
        const ids = new Set([...(await idsNamedLike(read, texts)), ...others]);
        await fetched.fetchIds(ids, deadlineAfter(FETCHED_WITHIN_MS));
        return withAlone(
          [...ids]
            .map(fetched.store.ordinalOf)
            .filter((ordinal) => ordinal >= 0)
            .sort((a, b) => a - b),
        );
      },
      sample: async (most) => {
        const ordinals = evenSample(settings.places, most);
        return withAlone(await fetched.fetchOrdinals(ordinals, deadlineAfter(FETCHED_WITHIN_MS)));
      },
    },
    close: () => cluster.close(),
  };
}

/** Identifiers of entities with names similar to these. */
async function idsNamedLike(read: ClusterDataset['read'], texts: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const rest = [...texts];
  const lookUp = async (): Promise<void> => {
    for (let text = rest.pop(); text !== undefined; text = rest.pop()) {
      const label = analyseLabel(text);
      const found = await read(({ candidateIndex, dataset: { entities } }) =>
        [
          ...new Set(
            candidateIndex
              .retrieve({ label, wanted: NAMES_OF_TEXT, deadline: NO_DEADLINE })
              .labels.map(({ entity }) => entity),
          ),
        ]
          .slice(0, NAMES_OF_TEXT)
          .map(entities.idOf),
      );
      for (const id of found) ids.add(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookUp));
  return ids;
}
