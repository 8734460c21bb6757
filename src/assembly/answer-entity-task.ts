import type { ChangedEntitiesWriter, VersionedRecord } from '../datasets/changes/change-entities.js';
import type { EntityAnswer, EntityTask } from '../web/entities/answer-entities.js';

/** A writer that also returns entities. */
interface ShowingWriter extends ChangedEntitiesWriter {
  readonly get: (id: string) => VersionedRecord | Promise<VersionedRecord>;
}

/** Carries out a task on entities. Rejects with the errors of the writer. */
export async function answerEntityTask(writer: ShowingWriter, task: EntityTask): Promise<EntityAnswer> {
  switch (task.kind) {
    case 'get': {
      const { record, version } = await writer.get(task.id);
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
