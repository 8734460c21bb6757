import { digestOfChanges, entitiesOf } from '../datasets/changes/change-log.js';
import { type EntityWriter, type WriterBase, openEntityWriter } from '../datasets/changes/entity-writer.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { EntityAnswer, EntityTask } from '../web/entities/answer-entities.js';
import { answerEntityTask } from './answer-entity-task.js';
import type { ChangesImage } from './changed-snapshot.js';
import { type SnapshotImage, attachSnapshot } from './snapshot-image.js';
import { nameOfType } from '../datasets/property-naming.js';
import type { Dataset } from '../entities/dataset.js';
import type { Entity } from '../entities/entity.js';
import type { EntityType } from '../entities/type-hierarchy.js';
import { PackedEntityStoreBuilder, attachEntityStore } from '../entities/packed-entity-store.js';
import { gatherSections, toShared } from '../foundation/sections.js';
import { createPropertyValueCollector } from '../scoring/property-values.js';
import { createNameRewriter } from '../text/name-rules.js';
import { buildSearchSections } from '../search/build-search-index.js';

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
export function begin(start: ChangesStart, tell: (shown: ShownChanges) => void) {
  const changes = new ShownLog(start, tell);
  return {
    write: (task: EntityTask): Promise<EntityAnswer> => changes.write(task),
    rebase: (next: ChangesBase): Promise<ShownChanges> => changes.rebase(next),
  };
}

/** The open log over the current base, and when its changes are shown. */
class ShownLog {
  readonly #log: string;
  readonly #tell: (shown: ShownChanges) => void;
  #base: AttachedBase;
  #opened: Promise<EntityWriter> | undefined;
  #pauseMs = MIN_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;

  /** Shows logged changes missing from the snapshot at once. */
  constructor({ log, base }: ChangesStart, tell: (shown: ShownChanges) => void) {
    this.#log = log;
    this.#tell = tell;
    this.#base = attached(base);
    this.#open().catch(() => undefined);
  }

  async write(task: EntityTask): Promise<EntityAnswer> {
    const writer = await this.#open();
    const answered = await answerEntityTask(writer, task);
    if (answered.outcome !== 'found' && answered.outcome !== 'unchanged')
      this.#timer ??= setTimeout(() => this.#show(writer), this.#pauseMs);
    return answered;
  }

  async rebase(next: ChangesBase): Promise<ShownChanges> {
    this.#base = attached(next);
    const writer = await this.#open().catch(() => undefined);
    if (writer === undefined) return { base: next.number, changes: undefined, entities: 0 };
    writer.rebase(this.#base.writer);
    void writer.compactLog().catch(() => undefined);
    return this.#shownBy(writer);
  }

  /** A log that could not be opened is tried again on the next request. */
  #open(): Promise<EntityWriter> {
    if (this.#opened !== undefined) return this.#opened;
    const trying = openEntityWriter(this.#log, this.#base.writer);
    this.#opened = trying;
    trying.then(
      (writer) => this.#tell(this.#shownBy(writer)),
      () => (this.#opened = undefined),
    );
    return trying;
  }

  #show(writer: EntityWriter): void {
    this.#timer = undefined;
    const startedAt = performance.now();
    this.#tell(this.#shownBy(writer));
    this.#pauseMs = Math.max(MIN_PAUSE_MS, TIMES_PAUSE * (performance.now() - startedAt));
  }

  #shownBy(writer: EntityWriter): ShownChanges {
    const pending = writer.pending();
    const { number, snapshot } = this.#base;
    const entities = entitiesOf(pending, snapshot.dataset.properties, () => undefined);
    const changes = pending.size === 0 ? undefined : buildChanges(snapshot, entities, digestOfChanges(pending));
    return { base: number, changes, entities: pending.size };
  }
}

interface AttachedBase {
  readonly number: number;
  readonly snapshot: DatasetSnapshot;
  readonly writer: WriterBase;
}

function attached({ number, image }: ChangesBase): AttachedBase {
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

/**
 * Indexes the changed entities by id (`undefined`: deleted) as changes in front of the base. Cost: about a tenth of a
 * millisecond each.
 */
export function buildChanges(
  { dataset, candidateIndex }: Pick<DatasetSnapshot, 'dataset' | 'candidateIndex'>,
  changed: ReadonlyMap<string, Entity | undefined>,
  digest: string,
): ChangesImage {
  const ordinalOf = (id: string): number => dataset.entities.ordinalOf(id);
  const present = [...changed.values()].filter((entity) => entity !== undefined);
  const replacing = present.filter(({ id }) => ordinalOf(id) >= 0);
  const entities = [...replacing, ...present.filter(({ id }) => ordinalOf(id) < 0)];
  const deleted = [...changed].filter(([id, entity]) => entity === undefined && ordinalOf(id) >= 0);
  const hidden = Uint32Array.from([...replacing.map(({ id }) => id), ...deleted.map(([id]) => id)], ordinalOf);
  const builder = new PackedEntityStoreBuilder();
  const values = createPropertyValueCollector();
  for (const entity of entities) {
    builder.add(entity);
    values.add(entity);
  }
  const { nameRules } = dataset.metadata;
  const rewrite = nameRules === undefined ? undefined : createNameRewriter(nameRules);
  const entitySections = builder.finish();
  const searchSections = buildSearchSections(
    attachEntityStore(entitySections),
    candidateIndex.labels.vocabulary,
    rewrite === undefined ? undefined : (names) => names.flatMap((name) => rewrite(name)?.text ?? []),
  );
  return {
    digest,
    hidden: toShared(hidden),
    sections: gatherSections(new Map([...entitySections, ...searchSections, ...values.finish()])),
    types: countedTypes(dataset, hidden, entities),
  };
}

function countedTypes(
  { types, entities }: Dataset,
  hidden: Uint32Array,
  added: readonly Entity[],
): readonly EntityType[] {
  const counts = new Map(types.types.map(({ id, entityCount }) => [id, entityCount]));
  const count = (id: string, by: number): unknown => counts.set(id, (counts.get(id) ?? 0) + by);
  for (const ordinal of hidden) for (const id of entities.typesOf(ordinal)) count(id, -1);
  for (const entity of added) for (const id of entity.types) count(id, 1);
  return [...counts].map(([id, entityCount]) => ({
    name: nameOfType(id),
    broader: [],
    ...types.get(id),
    id,
    entityCount,
  }));
}
