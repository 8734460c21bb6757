import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { entitiesOf } from '../datasets/changes/changed-entities.js';
import { digestOfChanges } from '../datasets/changes/change-log.js';
import { openEntityWriter, type EntityWriter, type WriterBase } from '../datasets/changes/entity-writer.js';
import { asSameasError } from '../foundation/sameas-error.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { EntityAnswer, EntityTask } from '../web/entities/entities-port.js';
import { buildChanges } from './build-changes.js';
import type { ChangesImage } from './changed-snapshot.js';
import { attachSnapshot, type SnapshotImage } from './snapshot-image.js';
import { toPlainError, type PlainError } from './worker-protocol.js';

/** A snapshot as it was built, in front of which changes are to stand, with a number that answers name. */
export interface ChangesBase {
  readonly kind: 'base';
  readonly number: number;
  readonly image: SnapshotImage;
}

/** What the thread begins with. */
export interface ChangesWork {
  readonly log: string;
  readonly base: ChangesBase;
}

/** A task with a number that its answer names. */
export interface NumberedTask {
  readonly kind: 'task';
  readonly number: number;
  readonly task: EntityTask;
}

/** What the thread sends. */
export type ChangesMessage =
  | { readonly kind: 'answer'; readonly number: number; readonly answer: EntityAnswer }
  | { readonly kind: 'failed'; readonly number: number; readonly error: PlainError }
  /** What stands in front of a base now; none when it contains everything that was written. `entities`: those that were changed. */
  | {
      readonly kind: 'changes';
      readonly base: number;
      readonly changes: ChangesImage | undefined;
      readonly entities: number;
    };

/** Between two looks at what was written, at least, and as many times as long as making it visible took. */
const LEAST_PAUSE_MS = 50;
const TIMES_PAUSE = 2;

/** The body of the thread that writes the entities of one dataset: it alone has the log open. What is written becomes visible in what it sends, some moments later. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const send = (message: ChangesMessage): void => port.postMessage(message);
  const { log, base: first } = workerData as ChangesWork; // given by entity-changes.ts
  let base = attached(first);
  let opened: Promise<EntityWriter> | undefined;
  /** The log that could not be opened is tried again when it is asked for. */
  const opening = (): Promise<EntityWriter> => {
    if (opened !== undefined) return opened;
    const trying = openEntityWriter(log, base.writer);
    opened = trying;
    trying.then(showNow, () => (opened = undefined));
    return trying;
  };
  let pauseMs = LEAST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;

  const show = (writer: EntityWriter): void => {
    timer = undefined;
    const startedAt = performance.now();
    showNow(writer);
    pauseMs = Math.max(LEAST_PAUSE_MS, TIMES_PAUSE * (performance.now() - startedAt));
  };
  const showNow = (writer: EntityWriter): void => {
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
    send({ kind: 'changes', base: number, changes, entities: pending.size });
  };
  const answer = async ({ number, task }: NumberedTask): Promise<void> => {
    try {
      const writer = await opening();
      const answered = await answerOf(writer, task);
      send({ kind: 'answer', number, answer: answered });
      if (answered.outcome !== 'found' && answered.outcome !== 'unchanged')
        timer ??= setTimeout(() => show(writer), pauseMs);
    } catch (thrown) {
      send({ kind: 'failed', number, error: toPlainError(asSameasError(thrown)) });
    }
  };
  port.on('message', (message: NumberedTask | ChangesBase) => {
    if (message.kind === 'task') {
      void answer(message);
      return;
    }
    base = attached(message);
    void opening().then(
      (writer) => {
        writer.rebase(base.writer);
        showNow(writer);
        void writer.compactLog().catch(() => undefined);
      },
      () => send({ kind: 'changes', base: message.number, changes: undefined, entities: 0 }),
    );
  });
  // What was in the log and not in the snapshot is shown at once.
  await opening().catch(() => undefined);
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

async function answerOf(writer: EntityWriter, task: EntityTask): Promise<EntityAnswer> {
  switch (task.kind) {
    case 'get': {
      const { record, version } = writer.get(task.id);
      return { outcome: 'found', json: JSON.stringify(record), version };
    }
    case 'put':
    case 'patch': {
      const { record, version, outcome, before } = await writer[task.kind](task.id, task.body, task.demands);
      return { outcome, json: JSON.stringify(record), version, after: record, ...(before !== undefined && { before }) };
    }
    case 'delete': {
      const before = await writer.remove(task.id, task.demands);
      return { outcome: 'deleted', json: JSON.stringify({ id: task.id, deleted: true }), before };
    }
    case 'lines': {
      const counts = await writer.writeLines(task.body);
      return { outcome: 'written', json: JSON.stringify(counts), after: counts };
    }
  }
}

void serve();
