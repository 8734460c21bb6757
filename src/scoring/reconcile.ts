import type { Dataset } from '../entities/dataset.js';
import { halfOfCoordinates, type CoordinateHalf } from '../entities/coordinate-headings.js';
import type { Deadline } from '../foundation/deadline.js';
import { buildCandidate, leadOf, weighedCandidate, withCommonValues } from './build-candidate.js';
import type { Candidate, QueryOutcome } from './candidate.js';
import { areSeveral, compareAll, type Compared, compareWithAll } from './compare-candidates.js';
import { decide, matchThreshold } from './decide.js';
import { entityFilter, type EntityFilter } from './entity-filter.js';
import { AT, emptyRow, factorsOfKinds, weigh, type EvidenceRow } from './evidence-table.js';
import { interpretationsOf } from './interpret-query.js';
import { addProminence, bestFirst, preferLanguages, numberTwins } from './order-candidates.js';
import type { Ranking } from './prepare-reading.js';
import { prepareConditions } from './property-conditions.js';
import {
  type NameCondition,
  type QueryValue,
  type PropertyCondition,
  type ReconciliationQuery,
  wantedNames,
} from './query.js';
import {
  isOneOfSeveral,
  type RankedEntity,
  type RankedQuery,
  type Reading,
  type RetrievalReport,
} from './ranked-query.js';
import type { DatasetSnapshot } from './snapshot.js';
import { informationOf } from './compare-names.js';
import type { QueryName } from './query-name.js';

/**
 * Answers one query: interpret, retrieve, compare, weigh, decide. Deterministic as long as the deadline does not expire;
 * then less is looked at and the outcome says so. Blank text without properties has no candidates.
 */
export function reconcile(snapshot: DatasetSnapshot, query: ReconciliationQuery, deadline: Deadline): QueryOutcome {
  return answerOf(rankQuery(snapshot, query, deadline), query);
}

/** The answer that gives as many of the candidates as the query asks for. */
export function answerOf(
  found: RankedQuery,
  { limit, weighed, common }: Pick<ReconciliationQuery, 'limit' | 'weighed' | 'common'>,
): Extract<QueryOutcome, { readonly kind: 'answered' }> {
  const candidateAt = (place: number): Candidate => {
    const candidate = place < limit ? buildCandidate(found, place) : weighedCandidate(found, place);
    return common === true ? withCommonValues(found, place, candidate) : candidate;
  };
  return {
    kind: 'answered',
    candidates: Array.from({ length: Math.min(weighed ?? limit, found.ranked.length) }, (_, place) =>
      candidateAt(place),
    ),
    nothing: { nats: found.nullNats, probability: found.decision.nothing },
    lead: leadOf(found.ranked, found.selfNats),
    effortLowered: found.effortLowered,
  };
}

/** A guess is only tried where nothing else is this probable. */
const PROBABLE = 0.5;

/** The candidates of a query in their order. The entity `always` is compared whether or not it is found; `watch` is told of each interpretation. */
export function rankQuery(
  snapshot: DatasetSnapshot,
  asked: ReconciliationQuery,
  deadline: Deadline,
  always?: number,
  watch?: (report: RetrievalReport) => void,
): RankedQuery {
  const query = joinCoordinates(snapshot.dataset, asked);
  const conditions = prepareConditions(snapshot, query.properties, query.text);
  const filter = entityFilter(snapshot, query, conditions, deadline);
  const ranking = { snapshot, query, conditions, filter, deadline, always, watch };
  const groups = interpretationsOf(snapshot, query);
  const likely = groups.map(({ likely: own }) => own.map((one) => compareAll(ranking, one)));
  snapshot.requireContents?.();
  const found = putTogether(ranking, likely);
  if (found.decision.probability >= PROBABLE || groups.every(({ guesses }) => guesses.length === 0)) return found;
  return putTogether(
    ranking,
    likely.map((own, k) => [...own, ...(groups[k]?.guesses ?? []).map((guess) => compareAll(ranking, guess))]),
  );
}

/** One list of candidates, best first: each by the best of alternatives, and by the worst of all groups of names that have to be met. */
function putTogether(ranking: Ranking, groups: readonly (readonly Compared[])[]): RankedQuery {
  const { snapshot, query, filter } = ranking;
  const all = groups.flat();
  if (groups.length > 1) compareWithAll(ranking, all);
  const factors = factorsOfKinds(snapshot.tuning?.evidenceWeights);
  const placed = new Map<number, RankedEntity>();
  for (const group of groups) {
    const best = new Map<number, RankedEntity>();
    for (const { reading, entities } of group)
      for (const draft of entities.values()) {
        if (reading.guess === 'one of two names' && areAllItsNames(group, draft.entity)) draft.values[AT.guess] = 0;
        draft.nats = weigh(draft.values, factors);
        const known = best.get(draft.entity);
        if (known === undefined || known.nats < draft.nats) best.set(draft.entity, draft);
      }
    for (const [entity, own] of best) {
      const known = placed.get(entity);
      if (known === undefined || own.nats < known.nats) placed.set(entity, own);
    }
  }
  const meetsRequired = (entity: number): boolean =>
    !filter.impossible && filter.allowed?.(entity) !== false && meetsNames(ranking, all, entity, 'required');
  const kept = [...placed.values()].filter(
    ({ entity }) => query.names === undefined || entity === ranking.always || meetsRequired(entity),
  );
  for (const own of kept)
    own.mayMatch =
      mayMatch(own, filter) && (query.names === undefined || meetsNames(ranking, all, own.entity, 'exact'));
  addProminence(snapshot, kept, factors);
  kept.sort(bestFirst(snapshot));
  numberTwins(snapshot, kept);
  const ranked = preferLanguages(snapshot, kept, query.languages ?? []);
  const nullValues = nullRow(snapshot, ranked, all[0]?.reading);
  const nullNats = weigh(nullValues);
  const decision = decide(ranked, nullNats);
  const [first] = ranked;
  return {
    snapshot,
    ranked,
    nullValues,
    nullNats,
    selfNats: Math.max(
      selfNats(
        first !== undefined && first.reading.guess === undefined ? first.name : all[0]?.reading.name,
        areSeveral(query),
        factors,
      ),
      (first?.nats ?? 0) + (first === undefined || isNamed(first) ? 0 : NOT_NAMED),
    ),
    decision,
    match: first?.mayMatch === true && !meanSeveral(ranking, all) && decision.probability >= matchThreshold(snapshot),
    filter,
    retrieved: () =>
      new Set(all.flatMap(({ found }) => found.rows.map((row) => snapshot.candidateIndex.labels.entityOf(row)))),
    meetsRequired,
    effortLowered: filter.hurried() || all.some(({ found }) => found.effortLowered),
  };
}

/** Whether alternative names are near those of different entities. */
function meanSeveral({ query }: Ranking, all: readonly Compared[]): boolean {
  if (!(query.names ?? []).some(({ values, quantifier }) => values.length > 1 && quantifier !== 'none')) return false;
  const meant = all.flatMap(({ reading, entities }) => {
    const [best] = reading.guess === undefined ? [...entities.values()].sort((a, b) => b.nats - a.nats) : [];
    return best === undefined || best.similarity < SIMILAR ? [] : [best.entity];
  });
  return new Set(meant).size > 1;
}

/** Whether all names that a text says one after the other are names of the entity. */
function areAllItsNames(group: readonly Compared[], entity: number): boolean {
  return group
    .filter(({ reading: { guess } }) => guess === 'one of two names')
    .every(({ entities }) => entities.get(entity)?.values[AT.sameWords] === 1);
}

function mayMatch(own: RankedEntity, filter: EntityFilter): boolean {
  const { entity, values, similarity } = own;
  const { text, matchedById, request } = own.reading;
  if (values[AT.outsideType] === 1 || values[AT.unwanted] === 1 || values[AT.refusedValue] !== 0) return false;
  // A person has to say which of several of a name, or of several things, is meant.
  if (values[AT.contradiction] !== 0 || isOneOfSeveral(own)) return false;
  // An identifier beside quite another name may be a slip of the line.
  return (
    !filter.named.includes(entity) ||
    text.trim() === '' ||
    request.label === undefined ||
    matchedById.includes(entity) ||
    similarity >= SIMILAR
  );
}

/** From here on a name is rather the one that was asked for than another one. */
const SIMILAR = 0.5;

/** Whether an entity meets the conditions on names that are required, or of those that have to be equal. */
function meetsNames(
  { query }: Ranking,
  all: readonly Compared[],
  entity: number,
  which: 'required' | 'exact',
): boolean {
  const meets = (name: string, { exact }: NameCondition): boolean =>
    all.some(({ reading, entities }) => {
      const own = reading.sent === name ? entities.get(entity) : undefined;
      return (
        own !== undefined &&
        (own.values[AT.same] === 1 ||
          (exact !== true && (own.similarity >= SIMILAR || reading.matchedById.includes(entity))))
      );
    });
  return wantedNames(query)
    .filter(({ required, exact }) => (which === 'required' ? required === true : exact === true))
    .every((condition) =>
      condition.quantifier === 'all'
        ? condition.values.every((name) => meets(name, condition))
        : condition.values.some((name) => meets(name, condition)),
    );
}

/** Nats that the first candidate lacks for a full score if its name is not the requested one. */
const NOT_NAMED = 0.2;

/** Whether the candidate has exactly the name or an identifier that was asked for. */
function isNamed({ name, values }: RankedEntity): boolean {
  return name === undefined || values[AT.same] === 1 || values[AT.identifier] === 1 || values[AT.identified] === 1;
}

/**
 * The query with its conditions on latitude and longitude made one on the coordinates, where the dataset has them in one property. A half without the other says nothing, and stays as
 * it is. Conditions of other queries, which are most, are given back as they are.
 */
export function joinCoordinates(dataset: Dataset, query: ReconciliationQuery): ReconciliationQuery {
  const halves = query.properties.map(({ property }) => halfOfCoordinates(dataset, property));
  const at = (half: CoordinateHalf): number => halves.findIndex((found) => found?.half === half);
  const [latitude, longitude] = [query.properties[at('latitude')], query.properties[at('longitude')]];
  const property = halves[at('latitude')]?.property;
  if (latitude === undefined || longitude === undefined || property === undefined) return query;
  const values = latitude.values.flatMap((value, i) => pointOf(value, longitude.values[i]));
  const joined: PropertyCondition = {
    ...latitude,
    property,
    values,
    ...(longitude.required === true && { required: true }),
  };
  return {
    ...query,
    properties: query.properties.flatMap((condition) =>
      condition === latitude ? joined : condition === longitude ? [] : condition,
    ),
  };
}

/** The first latitude goes with the first longitude, and so on. */
function pointOf(latitude: QueryValue, longitude: QueryValue | undefined): readonly string[] {
  return typeof latitude === 'object' || longitude === undefined || typeof longitude === 'object'
    ? []
    : [`${String(latitude)}, ${String(longitude)}`];
}

/** Evidence for a full score of a query without a name, in nats. */
const WITHOUT_NAME = 10;

/** Evidence for an entity with exactly this name and nothing more. `areSeveral`: whether several names were sent; `factors`: those of the manifest by kind of evidence. */
function selfNats(name: QueryName | undefined, areSeveral: boolean, factors?: Float64Array): number {
  if (name === undefined) return WITHOUT_NAME;
  const values = emptyRow();
  for (const at of [AT.same, AT.sameWords, AT.sameCore, AT.complete]) values[at] = 1;
  values[AT.information] = areSeveral ? 1 : informationOf(name, name.weight);
  values[AT.unusual] = name.table.statistics.unusualnessOf(1);
  return weigh(values, factors);
}

/** A word more is as often the name of another entity as it is of the same one. */
const EVEN = 0.5;

/** The evidence for: nothing in the dataset is meant. */
function nullRow(
  { statistics }: DatasetSnapshot,
  ranked: readonly RankedEntity[],
  firstReading: Reading | undefined,
): EvidenceRow {
  const values = emptyRow();
  const reading = ranked[0]?.reading ?? firstReading;
  const name = ranked[0]?.name ?? reading?.name;
  values[AT.nothing] = 1;
  if (name === undefined || name.weight === 0) return values;
  values[AT.nothingSeparation] = statistics.usualSeparation - EVEN;
  values[AT.nothingSimilarity] = ranked.reduce((most, { similarity }) => Math.max(most, similarity), 0);
  values[AT.nothingWeight] = Math.min(2, name.weight / Math.log(statistics.entityCount + 1));
  let [equal, agreement, agreeing] = [0, 0, 0];
  for (const own of ranked)
    // A namesake of another type than the preferred one is no rival that the properties could not tell apart.
    if (own.values[AT.sameWords] === 1 && own.values[AT.outsideType] !== 1) {
      equal++;
      const its = own.values[AT.agreement] ?? 0;
      agreeing = its > agreement ? 1 : agreeing + Number(its === agreement);
      agreement = Math.max(agreement, its);
    }
  values[AT.nothingHomonyms] = agreeing > 1 ? Math.log(agreeing) : 0;
  if (equal === 0 && reading?.isTyped === true && statistics.isNameOf(name.label.folded, []))
    values[AT.nothingOtherType] = 1;
  return values;
}
