import { entitiesOf } from '../datasets/changes/changed-entities.js';
import { digestOfChanges } from '../datasets/changes/change-log.js';
import { openEntityWriter, type EntityWriter, type WriterBase } from '../datasets/changes/entity-writer.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { EntityAnswer, EntityTask } from '../web/entities/entities-port.js';
import { answerEntityTask } from './answer-entity-task.js';
import { buildChanges } from './build-changes.js';
import type { ChangesImage } from './changed-snapshot.js';
import { attachSnapshot, type SnapshotImage } from './snapshot-image.js';

/** A snapshot as it was built, in front of which changes are to stand, with a number that events name. */
export interface ChangesBase {
  readonly number: number;
  readonly image: SnapshotImage;
}

/** What the thread begins with. */
export interface ChangesStart {
  /** The log of changes. */
  readonly log: string;
  readonly base: ChangesBase;
}

/** What stands in front of a base now: no changes when it contains everything that was written. `entities`: those that were changed. */
export interface ShownChanges {
  readonly base: number;
  readonly changes: ChangesImage | undefined;
  readonly entities: number;
}

/** Between two looks at what was written, at least, and as many times as long as making it visible took. */
const MIN_PAUSE_MS = 50;
const TIMES_PAUSE = 2;

/** The thread that writes the entities of one dataset: it alone has the log open. What is written becomes visible in what it tells, some moments later. */
export function begin({ log, base: first }: ChangesStart, tell: (shown: ShownChanges) => void) {
  let base = attached(first);
  let opened: Promise<EntityWriter> | undefined;
  /** The log that could not be opened is tried again when it is asked for. */
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
  // What was in the log and not in the snapshot is shown at once.
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
