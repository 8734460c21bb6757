import type { Feature } from '../reconciliation/candidate.js';

/** Features that say how sure the scorer is, and nothing of the pair. */
const OF_THE_DECISION: readonly string[] = ['lead', 'shared-label', 'probability', 'type'];
/** Properties below this weight say nothing. */
const LEAST_WEIGHT = 0.05;

/** The reasons for a pair in words. The query is the first name of it. */
export function reasonsOf(features: readonly Feature[]): readonly string[] {
  return features
    .filter(({ id, value }) => !OF_THE_DECISION.includes(id) && !(id.startsWith('property:') && Math.abs(Number(value)) < LEAST_WEIGHT))
    .map(({ id, reason }) => (id.startsWith('property:') ? reason : ofTheFirst(reason)));
}

function ofTheFirst(reason: string): string {
  return reason.replace(/(^|; )only the query has "/g, '$1only the first has "').replace(/(^|; )the query lacks "/g, '$1the first lacks "');
}
