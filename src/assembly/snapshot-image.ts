import { createHash } from 'node:crypto';
import type { CandidateIndexChoice } from '../entities/dataset.js';
import type { LoadReport } from '../datasets/load-report.js';
import { type DatasetFacts, attachDataset } from '../entities/packed-entity-store.js';
import type { Sections } from '../foundation/sections.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { memoryStatistics } from '../scoring/statistics.js';
import { attachPropertyValueIndex } from '../scoring/property-values.js';
import { type ChosenIndex, attachIndexes, chooseCandidateIndex, namesIn } from '../search/choose-candidate-index.js';
import type { ScoringModel } from '../scoring/scoring-model.js';
import { type ChangesImage, attachChanges } from './changed-snapshot.js';

/**
 * A transferable snapshot: only plain values and shared memory, so that posting it copies next to nothing, and all
 * attached threads compute on the same bytes.
 */
export interface SnapshotImage {
  readonly id: string;
  readonly facts: DatasetFacts;
  readonly sections: Sections;
  readonly scoring: ScoringModel;
  readonly candidateIndex: ChosenIndex;
  readonly report: LoadReport;
  /** All its files with absolute paths, including the manifest. */
  readonly files: readonly string[];
  /** The number of the last contained change of entities (datasets/changes/); undefined without a log of changes. */
  readonly changesThrough?: number;
  readonly changes?: ChangesImage;
}

/** Id of a snapshot: equal for equal content, software and scorer. 16 hexadecimal digits. */
export function snapshotId(contentHash: string, scorer: string, softwareVersion: string): string {
  return createHash('sha256').update(`${contentHash}\n${scorer}\n${softwareVersion}`).digest('hex').slice(0, 16);
}

/** The snapshot with changes in front, which change its id. */
export function withChanges(image: SnapshotImage, changes: ChangesImage): SnapshotImage {
  return { ...image, id: idWithChanges(image, changes), changes };
}

/** 16 hexadecimal digits. */
function idWithChanges({ id }: Pick<SnapshotImage, 'id'>, { digest }: ChangesImage): string {
  return createHash('sha256').update(`${id}\n${digest}`).digest('hex').slice(0, 16);
}

/**
 * The candidate index for a dataset by the user's choice; `auto` leaves it to the manifest, which may leave it to the
 * number of names.
 */
export function indexChosenFor(
  { facts, sections }: Pick<SnapshotImage, 'facts' | 'sections'>,
  choice: CandidateIndexChoice,
): ChosenIndex {
  return chooseCandidateIndex(
    choice === 'auto' ? (facts.metadata.candidateIndex ?? choice) : choice,
    namesIn(sections),
  );
}

/**
 * Attaches a snapshot. Cheap: reads only the heads of the sections, and the changes. `base`: the attached snapshot
 * without changes, if any.
 */
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

/** The transferable form of an attached snapshot, for other threads. */
export function imageOf(snapshot: DatasetSnapshot): AttachedImage {
  const image = images.get(snapshot);
  if (image === undefined) throw new Error('the snapshot was not attached to an image');
  return image;
}
