import { deadlineAfter } from '../foundation/deadline.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { explainCandidate } from './explain-candidate.js';
import type { Explanation } from './explanation.js';
import { reconcile } from './reconcile.js';
import type { ExplainTask } from './snapshot-work.js';

const BEST_TIMEOUT_MS = 2_000;

/** Why the entity that is asked about, else the best candidate, has its score. Throws `entity-unknown`. Cost: that of the query, twice at most. */
export function explainQuery(snapshot: DatasetSnapshot, task: ExplainTask): Explanation {
  const id = entityAsked(snapshot, task);
  const explanation = explainCandidate(snapshot, task.query, id);
  if (explanation !== undefined) return explanation;
  throw new SameasError('entity-unknown', `There is no entity with the identifier "${id.slice(0, 200)}".`, { facts: { id: id.slice(0, 200) } });
}

function entityAsked(snapshot: DatasetSnapshot, { query, ids }: ExplainTask): string {
  const known = ids.find((id) => snapshot.dataset.entities.ordinalOf(id) >= 0) ?? ids[0];
  if (known !== undefined) return known;
  const outcome = reconcile(snapshot, { ...query, limit: 1 }, deadlineAfter(BEST_TIMEOUT_MS));
  if (outcome.kind === 'failed') throw outcome.error;
  const [best] = outcome.candidates;
  if (best === undefined) throw new SameasError('entity-unknown', 'Nothing in the list is like what was asked, so there is no candidate to explain.', { advice: 'To see what speaks against an entity, choose it on the page about this service, or add its identifier to the address as id=…' });
  return best.id;
}
