import { createHash } from 'node:crypto';
import type { CandidateIndexChoice } from '../entities/dataset.js';
import type { LoadReport } from '../datasets/load-report.js';
import { attachDataset, type DatasetFacts } from '../entities/dataset-facts.js';
import type { Sections } from '../foundation/sections.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { memoryStatistics } from '../scoring/statistics.js';
import { attachPropertyValueIndex } from '../scoring/property-values.js';
import { attachIndexes, chooseCandidateIndex, namesIn, type ChosenIndex } from '../search/choose-candidate-index.js';
import type { ScoringModel } from '../scoring/scoring-model.js';
import { attachChanges, type ChangesImage } from './changed-snapshot.js';

/**
 * A snapshot as it travels: plain values and shared memory only, so posting it to a worker thread copies next to
 * nothing, and every thread that attaches to it computes on the same bytes.
 */
export interface SnapshotImage {
  readonly id: string;
  readonly facts: DatasetFacts;
  readonly sections: Sections;
  readonly scoring: ScoringModel;
  readonly candidateIndex: ChosenIndex;
  readonly report: LoadReport;
  /** Every file it was made from, the manifest among them, by absolute paths. */
  readonly files: readonly string[];
  /** The number of the last change of entities (datasets/changes/) that it contains; none where there is no log of changes. */
  readonly changesThrough?: number;
  /** Entities that were changed since all the rest was built. */
  readonly changes?: ChangesImage;
}

/** Names what is served: the same content, software and scorer give the same id. 16 hexadecimal digits. */
export function snapshotId(contentHash: string, scorer: string, softwareVersion: string): string {
  return createHash('sha256').update(`${contentHash}\n${scorer}\n${softwareVersion}`).digest('hex').slice(0, 16);
}

/** The same with changes in front of it, which say what it is called. */
export function withChanges(image: SnapshotImage, changes: ChangesImage): SnapshotImage {
  return { ...image, id: idWithChanges(image, changes), changes };
}

/** 16 hexadecimal digits. */
function idWithChanges({ id }: Pick<SnapshotImage, 'id'>, { digest }: ChangesImage): string {
  return createHash('sha256').update(`${id}\n${digest}`).digest('hex').slice(0, 16);
}

/** The index that a choice of the user means for a dataset; `auto` leaves it to the manifest, and that to the number of names. */
export function indexChosenFor(
  { facts, sections }: Pick<SnapshotImage, 'facts' | 'sections'>,
  choice: CandidateIndexChoice,
): ChosenIndex {
  return chooseCandidateIndex(
    choice === 'auto' ? (facts.metadata.candidateIndex ?? choice) : choice,
    namesIn(sections),
  );
}

/** The snapshot of an image. Cheap: nothing is read but the heads of the sections, and what was changed. `base`: the snapshot of the same image without changes, where it is attached already. */
export function attachSnapshot(image: AttachedImage, base?: DatasetSnapshot): DatasetSnapshot {
  const { changes } = image;
  const snapshot =
    changes === undefined ? attachWhole(image) : attachChanges(base ?? attachWhole(image), image.id, changes);
  images.set(snapshot, image);
  return snapshot;
}

function attachWhole(image: AttachedImage): DatasetSnapshot {
  const { scoring } = image;
  const dataset = attachDataset(image.facts, image.sections);
  const { candidateIndex, prefixIndex } = attachIndexes(image.sections, image.candidateIndex);
  const propertyValues = attachPropertyValueIndex(image.sections);
  return {
    id: image.id,
    dataset,
    candidateIndex,
    prefixIndex,
    propertyValues,
    scoring,
    statistics: memoryStatistics({ dataset, labels: candidateIndex.labels, propertyValues, scoring }),
    ...(image.facts.metadata.tuning !== undefined && { tuning: image.facts.metadata.tuning }),
  };
}

type AttachedImage = Pick<SnapshotImage, 'id' | 'facts' | 'sections' | 'scoring' | 'candidateIndex' | 'changes'>;

const images = new WeakMap<DatasetSnapshot, AttachedImage>();

/** What a snapshot was attached to, for a thread that is to work on it, too. */
export function imageOf(snapshot: DatasetSnapshot): AttachedImage {
  const image = images.get(snapshot);
  if (image === undefined) throw new Error('the snapshot was not attached to an image');
  return image;
}
