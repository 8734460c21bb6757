import { LRUCache } from 'lru-cache';
import { deadlineAfter } from '../foundation/deadline.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Sections } from '../foundation/sections.js';
import type { DatasetAccess, DatasetSnapshot } from '../scoring/snapshot.js';
import type { ChangedSettings } from './changed-settings.js';
import { clusterSnapshot, datasetAtHand } from './cluster-snapshot.js';
import { beginReading, createContents, lacksAnything, type KeptContents } from './contents.js';
import type { DatasetSettings } from './dataset-settings.js';
import { FillContents } from './fill-contents.js';
import type { IndexNames } from './index-names.js';
import type { SearchCluster } from './search-cluster.js';
import type { WordsAtHand } from './words-at-hand.js';

export interface ClusterReading {
  /** Entities that are asked for by their words, for each reading of a name. */
  readonly depth: number;
  /** For all that one reader asks. */
  readonly timeoutMs: number;
}

/** One state of a dataset in the cluster, with what is held of it. */
export interface ClusterState {
  readonly names: IndexNames;
  /** With what changed since it was indexed. */
  readonly settings: DatasetSettings;
  readonly changed: ChangedSettings;
  /** Of all its words, in shared memory. */
  readonly words: Sections;
}

/** A dataset in the cluster, of which nothing is held but its settings, its words and what was asked lately. */
export interface ClusterDataset extends DatasetAccess {
  /** Metadata, types, properties, counts, words and the scoring model, without contents. */
  readonly snapshot: DatasetSnapshot;
  readonly words: WordsAtHand;
}

/** Entities in up to three phases, what they refer to, and as much again for a text that is read in several ways. */
const MAX_ROUNDS = 16;
/** Numbers of answers kept, together some tens of megabytes. */
const KEPT = { entities: 10_000, counts: 50_000 } as const;

/** Reads the two indexes of one state of a dataset. */
export function openClusterDataset(
  cluster: SearchCluster,
  { names, settings, words }: ClusterState,
  { depth, timeoutMs }: ClusterReading,
): ClusterDataset {
  const kept = keptContents();
  const fetching = new FillContents(cluster, names.entities);
  const at = datasetAtHand(settings, words, depth);

  async function read<Result>(compute: (snapshot: DatasetSnapshot) => Result): Promise<Result> {
    const deadline = deadlineAfter(timeoutMs);
    const contents = createContents(kept);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      beginReading(contents);
      const outcome = outcomeOf(() => compute(clusterSnapshot(at, contents)));
      if (!lacksAnything(contents)) {
        if ('thrown' in outcome) throw outcome.thrown;
        return outcome.value;
      }
      await fetching.fill(contents, deadline);
    }
    throw new SameasError('internal', 'What a request reads of the dataset does not come to an end.');
  }

  return { snapshot: clusterSnapshot(at, createContents(kept)), words: at.words, read };
}

type Outcome<Value> = { readonly value: Value } | { readonly thrown: unknown };

function outcomeOf<Value>(compute: () => Value): Outcome<Value> {
  try {
    return { value: compute() };
  } catch (thrown) {
    return { thrown };
  }
}

function keptContents(): KeptContents {
  return {
    entities: new LRUCache({ max: KEPT.entities }),
    counts: new LRUCache({ max: KEPT.counts }),
  };
}
