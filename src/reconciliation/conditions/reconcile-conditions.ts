import type { Deadline } from '../../foundation/deadline.js';
import { buildCandidate, type DecidedCandidates } from '../build-candidate.js';
import type { Candidate, QueryOutcome } from '../candidate.js';
import type { DatasetSnapshot } from '../dataset-snapshot.js';
import { decideMatch, matchThreshold } from '../decide-match.js';
import { allowedOf, entityDemands, typesAllowed, type EntityDemands } from './entity-demands.js';
import { featureToldWhenRead } from '../feature-told-when-read.js';
import { planRetrieval, type RetrievalPlan } from '../plan-retrieval.js';
import type { NameCondition, ReconciliationQuery } from '../reconciliation-query.js';
import { retrieveCandidates, withEntity, type RetrievedRows } from '../retrieve-candidates.js';
import { bestFirst } from '../ranking/best-first.js';
import { SHARE_OUTSIDE_TYPE } from '../ranking/score-of.js';
import { plainLikeness, type ScoredEntity } from '../ranking/scored-entity.js';
import { scoreCandidates } from '../score-candidates.js';
import { prepareConditions, type PreparedCondition } from '../scoring/properties/property-evidence.js';

/*
 * Queries whose conditions say more than a name and some properties: several names, identifiers, and for each condition whether it is required,
 * how many of its values must be met, and how nearly. Every name is planned, searched and scored like the name of any other query; what the
 * conditions ask for beside that is a filter before the search, and a choice among what the names have found after it.
 *
 * In doubt a candidate stays: what is required is met by what rather agrees, and what is not wanted is only what is the same.
 */

/** A query with conditions, and of which dataset it is asked. */
interface ConditionsAsked {
  readonly snapshot: DatasetSnapshot;
  readonly query: ReconciliationQuery;
  /** Those on properties. */
  readonly conditions: readonly PreparedCondition[];
  readonly demands: EntityDemands;
  /** Those on names that say what an entity is to be called, not what it is not. */
  readonly wanted: readonly NameCondition[];
  /** An entity that is to be placed whatever is asked for. */
  readonly always: number | undefined;
}

/** What was found by one name. */
interface FoundByName {
  readonly text: string;
  /** Entities of which the text is the identifier. */
  readonly namedByText: readonly number[];
  readonly plan: RetrievalPlan;
  /** Entities that the search brought up. */
  readonly brought: ReadonlySet<number>;
  readonly found: RetrievedRows;
  readonly scored: readonly ScoredEntity[];
}

/** An entity where the conditions on names place it. */
interface PlacedEntity {
  readonly by: FoundByName;
  readonly own: ScoredEntity;
}

/** A candidate at its place. */
export interface PlacedCandidate {
  readonly own: ScoredEntity;
  readonly match: boolean;
  /** Points between the first and the second; 100 without a second. */
  readonly lead: number;
  readonly probability: number;
  /** The candidate as it stands in the answer. */
  readonly describe: () => Candidate;
}

/** All that the conditions place, and what they ask for. */
export interface ConditionsAnswer {
  /** The best first. */
  readonly placed: readonly PlacedCandidate[];
  readonly demands: EntityDemands;
  readonly effortLowered: boolean;
  /** Whether the search found an entity that is `always` placed, and whether that meets all that is required. */
  readonly standingOf: (entity: number) => { readonly retrieved: boolean; readonly allowed: boolean };
}

/** Answers a query with conditions, by the same steps and with the same promises as `reconcile`. Cost: that of a query for each name. */
export function reconcileConditions(snapshot: DatasetSnapshot, query: ReconciliationQuery, deadline: Deadline): QueryOutcome {
  const { placed, effortLowered } = answerConditions(snapshot, query, deadline);
  return { kind: 'answered', candidates: placed.slice(0, query.limit).map(({ describe }) => describe()), effortLowered };
}

/** The same, with all candidates that were found; `always` is placed among them though it were not found, or not allowed. */
export function answerConditions(snapshot: DatasetSnapshot, query: ReconciliationQuery, deadline: Deadline, always?: number): ConditionsAnswer {
  const conditions = prepareConditions(snapshot, query.properties, query.text);
  const demands = entityDemands(snapshot, query, conditions, deadline);
  const wanted = (query.names ?? []).filter(({ quantifier, values }) => quantifier !== 'none' && values.length > 0);
  const asked = { snapshot, query, conditions, demands, wanted, always };
  const texts = query.names === undefined ? [query.text] : [...new Set(wanted.flatMap(({ values }) => values))];
  const isVain = demands.impossible && always === undefined;
  const lists = isVain ? [] : (texts.length === 0 ? [''] : texts).map((text) => findByName(asked, text, deadline));
  const compared = wanted.length > 1 || wanted.some(({ quantifier, values }) => quantifier === 'all' && values.length > 1) ? compareAll(asked, lists) : lists;
  const byName = new Map(compared.map((list) => [list.text, { list, ofEntity: new Map(list.scored.map((one) => [one.entity, one])) }]));
  const judged = new Map(compared.map((list) => [list, judge(asked, byName, list)]));
  return {
    placed: putTogether(asked, compared, judged),
    demands,
    effortLowered: demands.hurried() || lists.some(({ found }) => found.effortLowered),
    standingOf: (entity) => ({
      retrieved: lists.some(({ brought }) => brought.has(entity)),
      allowed: !demands.impossible && demands.allowed?.(entity) !== false && lists.some(({ plan: { types } }) => types.kind !== 'nothing' && (types.kind === 'preferred' || types.holds(entity))) && meetsRequiredNames(asked, byName, entity),
    }),
  };
}

function findByName({ snapshot, query, conditions, demands, always }: ConditionsAsked, text: string, deadline: Deadline): FoundByName {
  // Values that are not wanted are nothing to look entities up by.
  const properties = query.properties.filter(({ quantifier }) => quantifier !== 'none');
  const planned = planRetrieval(snapshot, { ...query, text, properties }, deadline);
  const plan = { ...planned, named: [...new Set([...planned.named, ...demands.named])], types: typesAllowed(planned.types, { allowed: demands.allowed, impossible: false }), namesakes: true };
  const allowed = allowedOf(retrieveCandidates(snapshot, plan), demands);
  const found = always === undefined ? allowed : withEntity(snapshot, allowed, always);
  const ranked = scoreCandidates(snapshot, plan, conditions, found);
  return { text, namedByText: planned.named, plan: ranked.plan, brought: new Set(allowed.entities), found, scored: ranked.scored };
}

/** The nearest by each name are held against the other names: so many together, and of each name at least so many. */
const MOST_COMPARED = 200;
const LEAST_COMPARED = 10;

/** Every entity near one of the names held against all of them. */
function compareAll({ snapshot, conditions, always }: ConditionsAsked, lists: readonly FoundByName[]): readonly FoundByName[] {
  const { labels } = snapshot.candidateIndex;
  const ofEach = Math.max(LEAST_COMPARED, Math.ceil(MOST_COMPARED / lists.length));
  const entities = new Set([...(always === undefined ? [] : [always]), ...lists.flatMap(({ scored }) => scored.slice(0, ofEach).map(({ entity }) => entity))]);
  return lists.map((list) => {
    const rows: number[] = [];
    const owners: number[] = [];
    for (const entity of entities) {
      const [first, end] = labels.rowsOf(entity);
      for (let row = first; row < end; row++) {
        rows.push(row);
        owners.push(entity);
      }
    }
    const found = { ...list.found, rows, entities: owners, byProperties: entities };
    const { plan, scored } = scoreCandidates(snapshot, list.plan, conditions, found);
    return { ...list, plan, found, scored };
  });
}

/** From here on a name is rather the one that was asked for than another one. */
const RATHER = 0.5;

/** The lists by their names, and what is in them by entity. */
type ByName = ReadonlyMap<string, { readonly list: FoundByName; readonly ofEntity: ReadonlyMap<number, ScoredEntity> }>;

/** The list of one name as the conditions leave it, and what it decides. */
function judge(asked: ConditionsAsked, byName: ByName, list: FoundByName): DecidedCandidates {
  const { snapshot, demands, wanted, always } = asked;
  const scored: ScoredEntity[] = [];
  for (const own of list.scored) {
    if (own.entity !== always && !meetsRequiredNames(asked, byName, own.entity)) continue;
    const isNamed = demands.named.includes(own.entity);
    const lowered = demands.unwanted(own.entity) || (demands.named.length > 0 && !isNamed);
    // An identifier beside quite another name may be a slip of the line.
    const otherName = isNamed && list.text.trim() !== '' && !isLike(list, own);
    const unequal = wanted.some((condition) => condition.exact === true && !meetsName(condition, byName, own.entity));
    const score = lowered ? Math.round(own.score * SHARE_OUTSIDE_TYPE * 100) / 100 : own.score;
    // What speaks against an entity counts like a preferred type that it does not have: it may be a candidate, and matches never by itself.
    scored.push(lowered || otherName || unequal ? { ...own, score, typeHeld: false } : own);
  }
  scored.sort(bestFirst(snapshot));
  const ranked = { snapshot, plan: list.plan, scored };
  return { ...ranked, decision: decideMatch(ranked) };
}

function meetsRequiredNames({ wanted }: ConditionsAsked, byName: ByName, entity: number): boolean {
  return wanted.every((condition) => condition.required !== true || meetsName(condition, byName, entity));
}

function meetsName({ values, quantifier, exact }: NameCondition, byName: ByName, entity: number): boolean {
  const meets = (text: string): boolean => {
    const { list, ofEntity } = byName.get(text) ?? {};
    const found = ofEntity?.get(entity);
    return list !== undefined && found !== undefined && (exact === true ? found.equal : isLike(list, found));
  };
  return quantifier === 'all' ? values.every(meets) : values.some(meets);
}

/** Whether the text of the list rather names the entity than another one. */
function isLike({ namedByText }: FoundByName, found: ScoredEntity): boolean {
  return found.equal || namedByText.includes(found.entity) || plainLikeness(found) >= RATHER;
}

/**
 * One list of candidates. An entity stands where its names place it: of the values of a condition the best counts, or with `all` the worst,
 * and of several conditions the worst.
 */
function putTogether({ snapshot, wanted }: ConditionsAsked, lists: readonly FoundByName[], judged: ReadonlyMap<FoundByName, DecidedCandidates>): readonly PlacedCandidate[] {
  const [only] = lists;
  const judgedOnly = only === undefined ? undefined : judged.get(only);
  if (judgedOnly !== undefined && lists.length === 1) {
    const { match, lead: leadOfFirst, probabilities } = judgedOnly.decision;
    return judgedOnly.scored.map((own, place) => ({ own, match: place === 0 && match, lead: leadOfFirst, probability: probabilities[place] ?? 0, describe: () => buildCandidate(judgedOnly, place) }));
  }
  const inOrder = bestFirst(snapshot);
  const placed = placeEntities(wanted, lists, judged).sort((a, b) => inOrder(a.own, b.own));
  const shares = placed.map(({ by, own }) => {
    const list = judged.get(by);
    return list?.decision.probabilities[list.scored.indexOf(own)] ?? 0;
  });
  // Names that point at different entities contradict one another: together they are not surer than certain.
  const share = 1 / Math.max(1, shares.reduce((a, b) => a + b, 0));
  const [first, second] = placed;
  const lead = first === undefined ? 0 : second === undefined ? 100 : first.own.score - second.own.score;
  return placed.flatMap(({ by, own }, place) => {
    const list = judged.get(by);
    if (list === undefined) return [];
    const ownPlace = list.scored.indexOf(own);
    const probability = (shares[place] ?? 0) * share;
    const match = place === 0 && ownPlace === 0 && lead > 0 && list.decision.match && probability >= matchThreshold(snapshot);
    return [{ own, match, lead, probability, describe: () => inMerged(buildCandidate(list, ownPlace), { isFirst: place === 0, match, lead, probability }) }];
  });
}

function placeEntities(wanted: readonly NameCondition[], lists: readonly FoundByName[], judged: ReadonlyMap<FoundByName, DecidedCandidates>): PlacedEntity[] {
  const indexes = lists.map((by) => ({ by, ofEntity: new Map(judged.get(by)?.scored.map((own) => [own.entity, own])) }));
  const entities = new Set(indexes.flatMap(({ ofEntity }) => [...ofEntity.keys()]));
  return [...entities].flatMap((entity) => {
    const ofValues = (values: readonly string[]): readonly PlacedEntity[] =>
      indexes.flatMap(({ by, ofEntity }) => {
        const own = ofEntity.get(entity);
        return own === undefined || !values.includes(by.text) ? [] : [{ by, own }];
      });
    const ofConditions = wanted.flatMap(({ values, quantifier }) => extreme(ofValues(values), quantifier === 'all' ? -1 : 1));
    return extreme(ofConditions, -1);
  });
}

/** The one with the highest score, or with the lowest for a `direction` of -1; none of none. */
function extreme(placed: readonly PlacedEntity[], direction: 1 | -1): readonly PlacedEntity[] {
  const [first, ...others] = placed;
  return first === undefined ? [] : [others.reduce((best, one) => (direction * (one.own.score - best.own.score) > 0 ? one : best), first)];
}

interface PlaceInMerged {
  readonly isFirst: boolean;
  readonly match: boolean;
  readonly lead: number;
  readonly probability: number;
}

/** A candidate that was made for the list of its own name, as it stands in that of all names. */
function inMerged(candidate: Candidate, { isFirst, match, lead, probability }: PlaceInMerged): Candidate {
  const kept = candidate.features.filter(({ id }) => id !== 'lead' && id !== 'probability' && (isFirst || id !== 'shared-label'));
  const points = Math.round(lead * 100) / 100;
  const ahead = isFirst ? [featureToldWhenRead('lead', points, () => (lead === 100 ? 'the only candidate' : `${lead.toFixed(2)} points before the next candidate`))] : [];
  const sure = featureToldWhenRead('probability', Math.round(probability * 1e4) / 1e4, () => `estimated: right in ${(probability * 100).toFixed(0)} of 100 cases like this one, all names that were asked for considered`);
  return { ...candidate, match, features: [...kept, ...ahead, sure] };
}
