import type { Entity } from '../../entities/entity.js';
import type { Property } from '../../entities/property.js';
import type { ProblemLog } from '../load-report.js';
import { digestOfChanges, readChangeLog, type LastChanges } from './change-log.js';
import { entityOfRecord } from './entity-record.js';

/** The entities that were changed since the files were written, and where the log that says so ends. */
export interface ChangedEntities {
  /** By id, the last changed ones last; `undefined` for one that was deleted. */
  readonly entities: ReadonlyMap<string, Entity | undefined>;
  /** Number of the last line of the log. */
  readonly through: number;
  readonly digest: string;
}

/** What a log says of entities with these properties; values that no property takes are left out, and noted. `undefined` for an empty log, or none. Errors: those of `readChangeLog`. */
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

/** The changed entities; `tell` hears of values that no property takes, which are left out. */
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

/** What names the changes of a log for a content hash; `undefined` where there are none. Errors: those of `readChangeLog`. */
export async function readChangesDigest(path: string): Promise<string | undefined> {
  const { changes, through } = await readChangeLog(path);
  return through === 0 ? undefined : digestOfChanges(changes);
}
