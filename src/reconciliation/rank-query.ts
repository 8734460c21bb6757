import type { Deadline } from '../foundation/deadline.js';
import { namesInOne } from '../text/names-in-one.js';
import type { DatasetGeneration } from './dataset-generation.js';
import { decideMatch, type MatchDecision } from './decide-match.js';
import { planRetrieval, type RetrievalPlan } from './plan-retrieval.js';
import type { RankedCandidates } from './ranked-candidates.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { retrieveCandidates, withEntity, type RetrievedRows } from './retrieve-candidates.js';
import { scoreCandidates } from './score-candidates.js';
import { prepareConditions, type PreparedCondition } from './scoring/properties/property-evidence.js';

/** The candidates of one query, what was decided of them, and what they were chosen from. */
export interface RankedQuery extends RankedCandidates {
  readonly decision: MatchDecision;
  /** Without an entity that is scored in any case. */
  readonly found: RetrievedRows;
}

/** With this probability of its own, another thing may be meant as well by a text of two names. */
const MAY_BE_MEANT = 0.5;

/**
 * Plans, retrieves, scores and decides. A text that says two names of one thing ("Malindo Airways d/b/a Batik Air") is read as a whole and as each of them;
 * what is the most probable is taken, and nothing is matched where the names are those of two things. The entity `always` is scored whether or not it is found.
 * Cost: that of one query; that of three for such a text.
 */
export function rankQuery(generation: DatasetGeneration, query: ReconciliationQuery, deadline: Deadline, always?: number): RankedQuery {
  const plan = planRetrieval(generation, query, deadline);
  const conditions = prepareConditions(generation, query.properties, query.text);
  const whole = rank(generation, plan, conditions, always);
  const names = namesInOne(query.text);
  if (names.length === 0) return whole;
  const parts = names.map((text) => rank(generation, { ...planRetrieval(generation, { ...query, text }, deadline), isPart: true }, conditions, always));
  return mostProbable(whole, parts);
}

function rank(generation: DatasetGeneration, plan: RetrievalPlan, conditions: readonly PreparedCondition[], always: number | undefined): RankedQuery {
  const found = retrieveCandidates(generation, plan);
  const ranked = scoreCandidates(generation, plan, conditions, always === undefined ? found : withEntity(generation, found, always));
  return { ...ranked, decision: decideMatch(ranked), found };
}

function mostProbable(whole: RankedQuery, parts: readonly RankedQuery[]): RankedQuery {
  let best = whole;
  for (const part of parts) if (probabilityOf(part) > probabilityOf(best)) best = part;
  const others = parts.filter((part) => part.scored[0]?.entity !== best.scored[0]?.entity).map(probabilityOf);
  const other = Math.max(0, ...others);
  if (other < MAY_BE_MEANT) return best;
  // Either thing may be meant.
  const share = probabilityOf(best) / (probabilityOf(best) + other);
  return { ...best, decision: { ...best.decision, match: false, probabilities: best.decision.probabilities.map((probability, i) => (i === 0 ? probability * share : probability)) } };
}

function probabilityOf({ decision }: RankedQuery): number {
  return decision.probabilities[0] ?? 0;
}
