import type { Deadline } from '../foundation/deadline.js';
import { namesInOne } from '../text/names-in-one.js';
import { separateBeginnings } from '../text/run-together.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { decideMatch, type MatchDecision } from './decide-match.js';
import { allowedOf, entityDemands, typesAllowed, type EntityDemands } from './conditions/entity-demands.js';
import { planRetrieval, type RetrievalPlan } from './plan-retrieval.js';
import type { RankedCandidates } from './ranked-candidates.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { retrieveCandidates, withEntity, type RetrievedRows } from './retrieve-candidates.js';
import { plainLikeness } from './ranking/scored-entity.js';
import { scoreCandidates } from './score-candidates.js';
import { prepareConditions, type PreparedCondition } from './scoring/properties/property-evidence.js';
import { withCodeApart } from './with-code-apart.js';

/** The candidates of one query, what was decided of them, and what they were chosen from. */
export interface RankedQuery extends RankedCandidates {
  readonly decision: MatchDecision;
  /** Without an entity that is scored in any case. */
  readonly found: RetrievedRows;
  /** What is required of an entity. */
  readonly demands: EntityDemands;
}

/** With this probability of its own, another thing may be meant as well by a text of two names. */
const MAY_BE_MEANT = 0.5;
/** How near a name is to one of several that a text says, 0–1, to be sure by that alone; and how sure it is otherwise, as a share. */
const NEAR_BY_HALF = 0.9;
const SHARE_OF_HALF = 0.9;
/** The most that a name is probable by a reading that is a guess. */
const MOST_OF_GUESS = 0.7;

/**
 * Plans, retrieves, scores and decides. A text that says two names of one thing ("Malindo Airways d/b/a Batik Air") is read as a whole and as each of them;
 * what is the most probable is taken, and nothing is matched where the names are those of two things. A word in pieces with capitals ("RivBibl") that is nothing in this list is read as their
 * beginnings. A code that is a value of a property is read as that. The entity `always` is scored whether or not it is found.
 * Cost: that of one query; that of two or three for such a text.
 */
export function rankQuery(snapshot: DatasetSnapshot, query: ReconciliationQuery, deadline: Deadline, always?: number): RankedQuery {
  const conditions = prepareConditions(snapshot, query.properties, query.text);
  const demands = entityDemands(snapshot, query, conditions, deadline);
  const read = (asked: ReconciliationQuery, held: readonly PreparedCondition[], rewritten = true): RankedQuery => {
    // Values that are not wanted are nothing to look entities up by.
    const plan = planRetrieval(snapshot, { ...asked, properties: asked.properties.filter(({ quantifier }) => quantifier !== 'none') }, deadline);
    return rank(snapshot, { ...plan, rewritten, types: typesAllowed(plan.types, demands), namesakes: plan.namesakes || demands.allowed !== undefined }, held, demands, always);
  };
  const readAs = (text: string): RankedQuery => read({ ...query, text }, conditions);
  const asWritten = read(query, conditions, false);
  const apart = withCodeApart(snapshot, query);
  const whole = apart === undefined ? asWritten : surerByCode(asWritten, read(apart, prepareConditions(snapshot, apart.properties, apart.text)));
  const names = namesInOne(query.text);
  if (names.length > 0) return mostProbable(whole, names.map(readAs));
  const separate = probabilityOf(whole) < MAY_BE_MEANT ? separateBeginnings(query.text.trim()) : undefined;
  return separate === undefined ? whole : surer(whole, asGuess(readAs(separate)));
}

function rank(snapshot: DatasetSnapshot, plan: RetrievalPlan, conditions: readonly PreparedCondition[], demands: EntityDemands, always: number | undefined): RankedQuery {
  const found = allowedOf(retrieveCandidates(snapshot, plan), demands);
  const ranked = scoreCandidates(snapshot, plan, conditions, always === undefined ? found : withEntity(snapshot, found, always));
  return { ...ranked, decision: decideMatch(ranked), found, demands };
}

/** The surer of both readings; where the code is that of one entity and the rest of the text the name of another, nothing is matched. */
function surerByCode(asWritten: RankedQuery, byCode: RankedQuery): RankedQuery {
  const [first, ...others] = byCode.scored;
  const isNamedOtherwise = first?.equal === false && others.some(({ equal }) => equal);
  return isNamedOtherwise ? surer(asGuess(asWritten), asGuess(byCode)) : surer(asWritten, byCode);
}

function mostProbable(whole: RankedQuery, parts: readonly RankedQuery[]): RankedQuery {
  const best = parts.reduce(surer, whole);
  const first = best.scored[0];
  const other = Math.max(0, ...parts.filter((part) => part.scored[0]?.entity !== first?.entity).map(probabilityOf));
  if (other >= MAY_BE_MEANT) {
    const share = probabilityOf(best) / (probabilityOf(best) + other);
    return withoutMatch(best, (probability) => probability * share);
  }
  // Half of a text says half as much: a name that is only like it may be that of a neighbour.
  const isSaidByHalf = best !== whole && first !== undefined && first.entity !== whole.scored[0]?.entity && plainLikeness(first) < NEAR_BY_HALF;
  return isSaidByHalf ? withoutMatch(best, (probability) => probability * SHARE_OF_HALF) : best;
}

function surer(one: RankedQuery, other: RankedQuery): RankedQuery {
  return probabilityOf(other) > probabilityOf(one) ? other : one;
}

/** Shown, left to those who know, and as probable as `change` makes it. */
function withoutMatch(ranked: RankedQuery, change: (probability: number) => number): RankedQuery {
  const { decision } = ranked;
  const probabilities = decision.probabilities.map(change);
  return { ...ranked, decision: { ...decision, match: false, probabilities, nothing: 1 - probabilities.reduce((a, b) => a + b, 0) } };
}

/** By a reading that is a guess. */
function asGuess(ranked: RankedQuery): RankedQuery {
  return withoutMatch(ranked, (probability) => Math.min(probability, MOST_OF_GUESS));
}

function probabilityOf({ decision }: RankedQuery): number {
  return decision.probabilities[0] ?? 0;
}
