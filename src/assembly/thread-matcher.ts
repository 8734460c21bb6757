import { ANSWER_FORM } from '../questions/answered-row.js';
import type { RowMatcher } from '../review/row-matcher.js';
import type { TableThreads } from '../web/matching/table-task.js';

/** Matches rows of kept tables on threads for tables; what they ask is computed by whatever computes batches. */
export function threadMatcher(threads: Pick<TableThreads, 'matchRows' | 'look'>): RowMatcher {
  return {
    look: ({ record, folder }, { snapshot, batches }, stop) =>
      threads.look(
        { kind: 'look', record, folder },
        snapshot,
        (queries) => batches.execute(queries, ANSWER_FORM),
        stop,
      ),
    match: (rows, { snapshot, batches }, take, stop) =>
      threads.matchRows(
        { kind: 'rows', ...rows },
        snapshot,
        (queries) => batches.execute(queries, ANSWER_FORM),
        take,
        stop,
      ),
  };
}
