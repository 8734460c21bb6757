import { readExtensionTask, renderAnswer } from '../protocols/answer-extension.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { SnapshotWork } from '../describe/served-snapshot.js';

/** Work over a snapshot done on the calling thread: for a service that was started without threads. */
export function workHere(snapshot: DatasetSnapshot): SnapshotWork {
  return {
    extend: (task) => Promise.resolve().then(() => renderAnswer(snapshot.dataset, readExtensionTask(task), task.wire)),
    explain: async (task) => (await import('../describe/explain-candidate.js')).explainQuery(snapshot, task),
  };
}
