import { digestOfChanges, entitiesOf } from '../datasets/changes/change-log.js';
import { type EntityWriter, type WriterBase, openEntityWriter } from '../datasets/changes/entity-writer.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { EntityAnswer, EntityTask } from '../web/entities/answer-entities.js';
import { answerEntityTask } from './answer-entity-task.js';
import { buildChanges } from './build-changes.js';
import type { ChangesImage } from './changed-snapshot.js';
import { type SnapshotImage, attachSnapshot } from './snapshot-image.js';

export interface ChangesBase {
  readonly number: number;
  readonly image: SnapshotImage;
}

/** Start data of the thread. */
export interface ChangesStart {
  readonly log: string;
  readonly base: ChangesBase;
}

/** Current changes of a base: none when it contains all logged ones. `entities`: the number of changed entities. */
export interface ShownChanges {
  readonly base: number;
  readonly changes: ChangesImage | undefined;
  readonly entities: number;
}

/** Minimum pause between two updates, extended in proportion to the time that an update took. */
const MIN_PAUSE_MS = 50;
const TIMES_PAUSE = 2;

/**
 * The thread that writes the entities of one dataset, as the only one with the log open. Its events make changes
 * visible shortly after.
 */
export function begin({ log, base: first }: ChangesStart, tell: (shown: ShownChanges) => void) {
  let base = attached(first);
  let opened: Promise<EntityWriter> | undefined;
  /** A log that could not be opened is tried again on the next request. */
  const opening = (): Promise<EntityWriter> => {
    if (opened !== undefined) return opened;
    const trying = openEntityWriter(log, base.writer);
    opened = trying;
    trying.then(
      (writer) => tell(shownBy(writer)),
      () => (opened = undefined),
    );
    return trying;
  };
  let pauseMs = MIN_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;

  const show = (writer: EntityWriter): void => {
    timer = undefined;
    const startedAt = performance.now();
    tell(shownBy(writer));
    pauseMs = Math.max(MIN_PAUSE_MS, TIMES_PAUSE * (performance.now() - startedAt));
  };
  const shownBy = (writer: EntityWriter): ShownChanges => {
    const pending = writer.pending();
    const { number, snapshot } = base;
    const changes =
      pending.size === 0
        ? undefined
        : buildChanges(
            snapshot,
            entitiesOf(pending, snapshot.dataset.properties, () => undefined),
            digestOfChanges(pending),
          );
    return { base: number, changes, entities: pending.size };
  };
  // Logged changes missing from the snapshot are shown at once.
  opening().catch(() => undefined);
  return {
    write: async (task: EntityTask): Promise<EntityAnswer> => {
      const writer = await opening();
      const answered = await answerEntityTask(writer, task);
      if (answered.outcome !== 'found' && answered.outcome !== 'unchanged')
        timer ??= setTimeout(() => show(writer), pauseMs);
      return answered;
    },
    rebase: async (next: ChangesBase): Promise<ShownChanges> => {
      base = attached(next);
      const writer = await opening().catch(() => undefined);
      if (writer === undefined) return { base: next.number, changes: undefined, entities: 0 };
      writer.rebase(base.writer);
      void writer.compactLog().catch(() => undefined);
      return shownBy(writer);
    },
  };
}

function attached({ number, image }: ChangesBase): {
  readonly number: number;
  readonly snapshot: DatasetSnapshot;
  readonly writer: WriterBase;
} {
  const snapshot = attachSnapshot(image);
  return {
    number,
    snapshot,
    writer: {
      entities: snapshot.dataset.entities,
      properties: snapshot.dataset.properties,
      through: image.changesThrough ?? 0,
    },
  };
}
