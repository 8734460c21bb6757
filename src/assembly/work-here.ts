import { readExtensionTask, renderAnswer } from '../protocols/answer-extension.js';
import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import type { SnapshotWork } from '../reconciliation/served-snapshot.js';

/** Work over a snapshot done on the calling thread: for a service that was started without threads. */
export function workHere(snapshot: DatasetSnapshot): SnapshotWork {
  return {
    extend: (task) => Promise.resolve().then(() => renderAnswer(snapshot.dataset, readExtensionTask(task), task.wire)),
    explain: async (task) => (await import('../learning/explain-with-learned.js')).explainWithLearned(snapshot, task),
  };
}
