import type { Explanation } from './explanation.js';
import type { ReconciliationQuery } from './reconciliation-query.js';

/** An extension query as text, the wire form of its answer (`published`: with the cells alone that the published schemas of the keyed versions allow), and whether the text came as a body or as a parameter. */
export interface ExtensionTask {
  readonly json: string;
  readonly wire: 'older' | 'published' | 'draft';
  readonly from: 'body' | 'parameter';
}

/** A query, and what may be the identifier of the entity to explain, the likeliest first; without any, the best candidate. */
export interface ExplainTask {
  readonly query: ReconciliationQuery;
  readonly ids: readonly string[];
}

/** Work on a snapshot that may take long. Both reject with what is wrong with the request, and with `query-failed`. */
export interface SnapshotWork {
  /** The answer as JSON text. */
  readonly extend: (task: ExtensionTask) => Promise<string>;
  readonly explain: (task: ExplainTask) => Promise<Explanation>;
}
