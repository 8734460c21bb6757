import type { Entity } from '../../entities/entity.js';
import type { Property } from '../../entities/property.js';
import type { ProblemLog } from '../load-report.js';
import { digestOfChanges, readChangeLog, type LastChanges } from './change-log.js';
import { entityOfRecord } from './entity-record.js';

/** The entities changed since the files were written, and the end of the log. */
export interface ChangedEntities {
  /** By id, most recently changed last; `undefined` for a deleted one. */
  readonly entities: ReadonlyMap<string, Entity | undefined>;
  /** Number of the last line of the log. */
  readonly through: number;
  readonly digest: string;
}

/**
 * The changed entities of a log. Values that do not fit a property are left out and noted. `undefined` for an empty or
 * absent log. Errors: those of `readChangeLog`.
 */
export async function readChangedEntities(
  path: string,
  properties: readonly Pick<Property, 'id' | 'name' | 'datatype'>[],
  problems: ProblemLog,
): Promise<ChangedEntities | undefined> {
  const { changes, through } = await readChangeLog(path);
  if (through === 0) return undefined;
  const entities = entitiesOf(changes, properties, (id, fault) =>
    problems.add('change-value-odd', { file: path, message: `Entity "${id}": ${fault}.` }),
  );
  return { entities, through, digest: digestOfChanges(changes) };
}

/** The changed entities; values that do not fit a property are left out and passed to `tell`. */
export function entitiesOf(
  changes: LastChanges,
  properties: readonly Pick<Property, 'id' | 'name' | 'datatype'>[],
  tell: (id: string, fault: string) => void,
): ReadonlyMap<string, Entity | undefined> {
  const entities = new Map<string, Entity | undefined>();
  for (const [id, { record }] of changes) {
    if (record === undefined) {
      entities.set(id, undefined);
      continue;
    }
    const { entity, faults } = entityOfRecord(record, properties);
    for (const fault of faults) tell(id, fault);
    entities.set(id, entity);
  }
  return entities;
}

/** Digest of the changes of a log for a content hash; `undefined` without changes. Errors: those of `readChangeLog`. */
export async function readChangesDigest(path: string): Promise<string | undefined> {
  const { changes, through } = await readChangeLog(path);
  return through === 0 ? undefined : digestOfChanges(changes);
}
